"""The program as a user meets it: cli_test.py PROGRAM."""

import json
import math
import os
import pty
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, daedalus, daedalus_json, read_csv

MODEL = """
name: swing
description: A bob on a rod. Two sentences.
parameters:
  length: {value: 1, meaning: "of the rod, m"}
  g: 9.81
gravity: [0, -g]
bodies:
  bob: {type: point, moves: xy, mass: 2, position: [length, 0]}
joints:
  rod: {type: distance, between: [bob, ground], length: length}
run: {method: dopri5, t_end: 2, rtol: 1e-7, every: 0.25}
"""

FOUR_BAR = """
gravity: [0, -9.81]
bodies:
  crank: {type: planar, mass: 1, inertia: 0.1, com: [0.5, 0], angle: pi/2, markers: {tip: [1, 0]}}
  coupler: {type: planar, mass: 3, inertia: 0.3, com: [1, 0], position: [0, 1], markers: {tip: [2, 0]}}
  rocker: {type: planar, mass: 1, inertia: 0.1, com: [0.5, 0], position: [2, 0], angle: pi/2, markers: {tip: [1, 0]}}
joints:
  left: {type: revolute, between: [crank, ground]}
  right: {type: revolute, between: [rocker, ground], at: [2, 0]}
  a: {type: revolute, between: [coupler, crank.tip]}
  b: {type: revolute, between: [coupler.tip, rocker.tip]}
"""

WHEEL = """
bodies:
  wheel: {type: spatial, mass: 1, inertia: [1, 1, 2], angular_velocity: [0, 0, 4]}
  tilted: {type: spatial, mass: 1, inertia: [1, 1, 1], orientation: {axis: [0, 1, 0], angle: 0.3}}
  arm: {type: planar, mass: 1, inertia: 1}
  rod: {type: planar, mass: 1, inertia: 1, angular_velocity: 0.5}
joints:
  axle: {type: revolute, between: [wheel, ground]}
  elbow: {type: revolute, between: [arm, ground]}
  pin: {type: revolute, between: [rod, ground]}
forces:
  servo: {type: pd_controller, senses: elbow.angle, acts_on: elbow.angle, target: 1, proportional: 3}
drivers:
  motor: {drives: pin.angle, motion: 0.5*t}
run: {t_end: 3, every: 0.1}
"""

GIMBAL = """
parameters: {angle: 0}
bodies:
  top:
    {type: spatial, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, pi/2, 0], orientation: {axis: [0, 1, 0], angle: angle}}
tree: {cardan: [top]}
run: {t_end: 2}
"""


class Help(ProgramTest):
    def test_version_and_help_with_examples(self):
        self.assertRegex(daedalus("--version").stdout, r"^daedalus \d+\.\d+\.\d+$")
        for command in ([], ["run"], ["check"], ["verify"]):
            help_text = daedalus(*command, "--help")
            self.assertEqual(help_text.returncode, 0)
            self.assertIn("Examples:", help_text.stdout)

    def test_methods_and_info_list_and_show(self):
        self.assertIn("dopri5", daedalus("methods").stdout)
        self.assertIn("projection.level", daedalus("methods", "rk4").stdout)
        self.assertLessEqual({"rk4", "dopri5"}, {m["name"] for m in daedalus_json("methods")})
        self.assertIn("hard real time", daedalus("methods").stdout)
        shown = daedalus("methods", "rt-euler").stdout
        for part in ("hard real time", "L-stable", "M g G g_dot f sigma", "also gamma r Y", "--opt preset=index2-projected", "sets jacobian=j3 index=2"):
            self.assertIn(part, shown)

    def test_records_of_methods_are_data(self):
        records = {method["name"]: method for method in daedalus_json("methods")}
        self.assertEqual(records["hht-i3"], daedalus_json("methods", "hht-i3"))
        self.assertAlmostEqual(records["hht-i3"]["stability"]["radius_at_infinity"], 0.7 / 1.3)
        self.assertIsNone(records["hht-i3"]["stability"]["real_limit"])
        self.assertTrue(records["nstiff"]["stability"]["L_stable"])
        self.assertAlmostEqual(records["rk4"]["stability"]["imaginary_limit"], 8 ** 0.5, 4)
        self.assertEqual(records["rt-midpoint"]["needs"], ["M", "g", "G", "g_dot", "f", "sigma"])
        vehicle = {preset["name"]: preset for preset in records["rt-euler"]["presets"]}["vehicle"]
        self.assertEqual(vehicle["settings"]["baumgarte.alpha"], "100")
        self.assertEqual([option["name"] for option in records["rt-euler"]["options"]][0], "preset")
        self.assertIn("car_axle", daedalus("info").stdout)
        self.assertEqual(daedalus_json("info", "andrews")["holonomic"], 6)

    def test_schema_is_json(self):
        schema = json.loads(daedalus("schema").stdout)
        self.assertIn("bodies", schema["properties"])

    def test_bad_input_exits_with_2_and_names_the_remedy(self):
        cases = [
            (["run", "car_axel"], "Did you mean 'car_axle'?"),
            (["run", "closed_form:pendlum"], "Did you mean 'pendulum'?"),
            (["run", "missing.yaml"], "model file missing.yaml not found"),
            (["run", "pendulum", "--method", "dopri"], "Did you mean 'dopri5'?"),
            (["run", "pendulum", "--method", "rk4"], "specify a step size"),
            (["run", "pendulum", "--opt", "projection.levle=none"], "Did you mean 'projection.level'?"),
            (["run", "pendulum", "--opt", "projection.level=all"], "Available: none, velocity, both."),
            (["run", "pendulum", "--opt", "nonsense"], "NAME=VALUE"),
            (["run", "pendulum", "--bound", "speed=1"], "position, velocity, acceleration"),
            (["run", "pendulum", "--bound", "velocity=0"], "greater than 0"),
            (["run", "pendulum", "--set", "lenght=2"], "length"),
            (["run", "pendulum", "--formulation", "polar"], "cartesian"),
            (["run", "closed_form:pendulum", "--set", "length=2"], "--set is for model files"),
            (["run", "closed_form:pendulum", "--formulation", "cartesian"], "--formulation is for model files"),
            (["run", "pendulum", "--channels", "bbo.*", "-o", "a.csv"], "Did you mean 'bob.*'?"),
            (["run", "pendulum", "--h", "-1"], "--h"),
            (["run", "pendulum", "--h", "0.1", "--rtol", "1e-3"], "excludes"),
            (["run", "pendulum", "--restart", "missing.ckpt"], "missing.ckpt"),
            (["run", "pendulum", "-o", "no/such/folder/a.csv"], "folder"),
            (["run", "pendulum", "-o", "no/such/folder/a.h5"], "folder"),
            (["run", "pendulum", "-o", "a.txt"], ".csv"),
            (["check", "closed_form:pendulum"], "closed-form"),
            (["rnu", "pendulum"], "Did you mean 'run'?"),
        ]
        for arguments, remedy in cases:
            with self.subTest(arguments=arguments):
                run = daedalus(*arguments, cwd=self.folder)
                self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
                self.assertIn(remedy, run.stderr + run.stdout)


class Run(ProgramTest):
    def test_run_reports_and_exits_with_0(self):
        run = daedalus("run", "closed_form:car_axle", "--rtol", "1e-9", "--t-end", "3")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")  # no progress bar when piped
        for text in ("car_axle with auto (dopri5): done", "constraints", "error vs. reference", "real time"):
            self.assertIn(text, run.stdout)

    def test_json_is_one_object_that_agrees_with_the_reference(self):
        run = daedalus_json("run", "closed_form:car_axle", "--rtol", "1e-10", "--t-end", "3")
        self.assertEqual(run["status"], "done")
        # verified value of the left wheel at t = 3 s, see closed_form/car_axle.hpp
        self.assertAlmostEqual(run["final"]["q"]["xl"], 0.049345578427524092, delta=1e-9)
        self.assertLess(run["reference_error"]["q"], 1e-8)
        self.assertLess(run["residual"]["position"], 1e-12)

    def test_json_has_every_documented_key(self):
        run = daedalus_json("run", "pendulum", "--t-end", "0.1")
        for key in ("status", "method", "formulation", "steps", "rejected", "newton_iterations", "residual_evaluations",
                    "jacobian_evaluations", "factorizations", "wall_seconds", "real_time_factor", "parameters"):
            self.assertIn(key, run)
        self.assertEqual(set(run["residual"]), {"position", "velocity", "acceleration"})
        self.assertLessEqual({"initial", "final", "drift"}, set(run["energy"]))
        self.assertLessEqual({"t", "q", "v", "lambda"}, set(run["final"]))
        self.assertEqual((run["formulation"], run["method"]), ("cartesian", "dopri5"))
        self.assertEqual(set(run["final"]["q"]), {"bob.x", "bob.y"})

    def test_json_judges_the_residuals_and_splits_the_time(self):
        run = daedalus_json("run", "pendulum", "--t-end", "0.1", "--control", "safety=0.8")
        for key in ("residual_at", "residual_bounds", "verdicts"):
            self.assertEqual(set(run[key]), {"position", "velocity", "acceleration"})
        self.assertEqual(set(run["verdicts"].values()), {"pass"})
        self.assertIn("rtol times (1 + largest", run["residual_rule"])
        self.assertIn(run["residual_at"]["position"]["row"], run["final"]["lambda"])
        self.assertAlmostEqual(sum(run["timing"].values()), run["wall_seconds"], delta=1e-9 * run["wall_seconds"])
        self.assertEqual((run["control"]["safety"], run["control_given"]), ("0.8", {"safety": "0.8"}))
        self.assertEqual(run["options_given"], {})
        self.assertEqual(run["samples"], 2)

    def test_a_bound_is_kept_or_a_warning_says_what_to_do(self):
        drifting = ["run", "closed_form:circular_track", "--method", "rk4", "--h", "0.1", "--opt", "projection.level=none"]
        run = daedalus(*drifting, "--verbose")
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stdout, r"constraints +VIOLATED: position \S+ \(bound \S+\), velocity \S+ \(bound \S+\)\n")
        self.assertRegex(run.stdout, r"constraint residuals +position \S+ FAIL, velocity \S+ FAIL, acceleration \S+ pass\n")
        self.assertRegex(run.stdout, r"warning +position residual .* exceeds its bound .* track\): projection.level=none lets")
        self.assertRegex(run.stdout, r"breakdown +\w+ \d+ %")
        run = daedalus_json(*drifting, "--bound", "position=0.1", "--bound", "velocity=1")
        self.assertEqual((run["residual_bounds"]["position"], run["residual_bounds"]["velocity"]), (0.1, 1))
        self.assertEqual(set(run["verdicts"].values()), {"pass"})
        self.assertEqual([text for text in run["warnings"] if "residual" in text], [])
        self.assertEqual(run["energy"]["verdict"], "fail")  # what drifts off the track gains energy, which no bound of residuals excuses

    def test_a_fixed_step_or_tolerances_given_here_replace_what_the_model_suggests(self):
        suggested = daedalus_json("run", "pendulum")
        self.assertEqual((suggested["rtol"], suggested["t_end"]), (1e-8, 10))
        fixed = daedalus_json("run", "pendulum", "--method", "rk4", "--h", "0.01", "--t-end", "1")
        self.assertEqual((fixed["h"], fixed["steps"], fixed["t_end"]), (0.01, 100, 1))
        loose = daedalus_json("run", "pendulum", "--rtol", "1e-4", "--t-end", "1")
        self.assertEqual((loose["rtol"], loose["atol"]), (1e-4, 1e-6))

    def test_demo_ends_with_a_report_and_result_files(self):
        run = daedalus("demo", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("hmmwv14_stiff with infl-sdirk: done", run.stdout)
        self.assertEqual(len(read_csv(self.folder / "out/demo/vehicle.csv")), 501)
        self.assertTrue((self.folder / "out/demo/vehicle.h5").exists())

    def test_progress_is_drawn_on_a_terminal_and_its_loss_does_not_end_the_run(self):
        controller, terminal = pty.openpty()
        with subprocess.Popen([PROGRAM, "run", "pendulum", "--t-end", "1e6"], stderr=terminal,
                              stdout=subprocess.PIPE, text=True) as process:
            os.close(terminal)
            self.assertIn("x real time", os.read(controller, 4096).decode())
            os.close(controller)
            time.sleep(0.3)  # it goes on drawing to a terminal that is gone
            process.send_signal(signal.SIGINT)
            self.assertIn("pendulum with dopri5: cancelled", process.communicate(timeout=60)[0])


class Models(ProgramTest):
    def test_a_model_is_found_by_path_by_name_here_and_in_the_gallery(self):
        (self.folder / "swing.yaml").write_text(MODEL)
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        by_path = daedalus_json("run", self.folder / "swing.yaml", cwd=elsewhere)
        here = daedalus_json("run", "swing", cwd=self.folder)
        chosen = daedalus_json("run", "swing", cwd=elsewhere, env=os.environ | {"DAEDALUS_MODELS": str(self.folder)})
        self.assertEqual(by_path["final"], here["final"])
        self.assertEqual(by_path["final"], chosen["final"])
        self.assertEqual(daedalus_json("run", "slider_crank", "--t-end", "0.01", cwd=elsewhere)["status"], "done")

    def test_a_model_goes_before_a_closed_form_system_of_the_same_name(self):
        (self.folder / "knife_edge.yaml").write_text(MODEL)
        self.assertEqual(daedalus_json("run", "knife_edge", cwd=self.folder)["formulation"], "cartesian")
        self.assertEqual(daedalus_json("run", "closed_form:knife_edge", cwd=self.folder)["formulation"], "closed_form")

    def test_the_gallery_is_listed_with_one_line_each(self):
        (self.folder / "swing.yaml").write_text(MODEL)
        mine = os.environ | {"DAEDALUS_MODELS": str(self.folder)}
        self.assertRegex(daedalus("models", env=mine).stdout, r"(?m)^swing +A bob on a rod\.$")
        (entry,) = daedalus_json("models", env=mine)
        self.assertEqual((entry["name"], entry["bodies"], entry["run"]["t_end"]), ("swing", 1, 2))
        self.assertIn("andrews", daedalus("models").stdout)
        missing = daedalus("models", env=os.environ | {"DAEDALUS_MODELS": "no/such/folder"})
        self.assertEqual(missing.returncode, 2)

    def test_parameters_are_set_and_an_unknown_one_lists_the_known(self):
        (self.folder / "swing.yaml").write_text(MODEL)
        longer = daedalus_json("run", "swing", "--set", "length=2", "--set", "g=10", cwd=self.folder)
        self.assertAlmostEqual(longer["final"]["q"]["bob.x"] ** 2 + longer["final"]["q"]["bob.y"] ** 2, 4, delta=1e-12)
        self.assertEqual(longer["parameters"], {"length": 2, "g": 10})
        wrong = daedalus("run", "swing", "--set", "lenght=2", cwd=self.folder)
        self.assertEqual(wrong.returncode, 2)
        for name in ("lenght", "length", "g"):
            self.assertIn(name, wrong.stderr)

    def test_all_problems_of_a_file_are_shown_at_once(self):
        (self.folder / "bad.yaml").write_text(MODEL.replace("mass: 2", "mass: -2").replace("type: distance", "typ: distance"))
        run = daedalus("run", "bad.yaml", cwd=self.folder)
        self.assertEqual(run.returncode, 2)
        self.assertTrue(run.stderr.startswith("daedalus: "))
        self.assertRegex(run.stderr, r"bad\.yaml:\d+:\d+")
        self.assertIn("mass", run.stderr)
        self.assertIn("typ", run.stderr)

    def test_check_says_what_a_mechanism_is(self):
        text = daedalus("check", "redundant_parallelogram")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("redundant", text.stdout)
        check = daedalus_json("check", "redundant_parallelogram")
        self.assertEqual((check["degrees_of_freedom"], check["constraints"] - check["rank"]), (1, 1))
        self.assertEqual(len(check["redundant"]), 1)
        self.assertEqual(daedalus_json("check", "redundant_parallelogram", "--set", "cranks=2")["redundant"], [])

    def test_check_looks_at_a_later_time(self):
        check = daedalus_json("check", "pendulum", "--at", "0.4")
        self.assertEqual(check["t"], 0.4)
        self.assertGreater(check["energy"]["kinetic"], 1)

    def test_a_run_with_redundant_constraints_names_them(self):
        run = daedalus_json("run", "redundant_parallelogram", "--t-end", "0.1")
        (row,) = daedalus_json("check", "redundant_parallelogram")["redundant"]
        self.assertEqual(run["status"], "done")
        self.assertTrue(any(row in warning for warning in run["warnings"]), run["warnings"])

    def test_check_shows_the_tree_of_joint_coordinates(self):
        text = daedalus("check", "driven_crank", "--formulation", "joint").stdout
        self.assertRegex(text, r"on ground by \w+ \(revolute\)")
        self.assertIn("cut joints (constraints)", text)
        tree = daedalus_json("check", "stewart_platform", "--formulation", "joint")["tree"]
        joints = [branch["joint"] for branch in tree["branches"]]
        self.assertEqual(len(joints), 13)
        self.assertTrue(tree["solver"] and tree["reason"])
        self.assertEqual(daedalus_json("check", "engine_mounts", "--formulation", "joint")["tree"]["free"], ["engine"])

    def test_tree_hints_are_followed(self):
        file = self.folder / "four.yaml"
        file.write_text(FOUR_BAR)
        self.assertEqual(daedalus_json("check", file, "--formulation", "joint")["tree"]["cut"], ["b"])
        file.write_text(FOUR_BAR + "tree: {cut: [a]}\n")
        self.assertEqual(daedalus_json("check", file, "--formulation", "joint")["tree"]["cut"], ["a"])

    def test_gimbal_lock_is_named_with_a_way_out_and_the_samples_so_far_are_kept(self):
        (self.folder / "spin.yaml").write_text(GIMBAL)
        run = daedalus("run", "spin", "--formulation", "joint", "--h", "0.125", "-o", "a.csv", cwd=self.folder)
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("'top' is in gimbal lock", run.stdout)
        self.assertIn("remove it from tree.cardan", run.stdout)
        self.assertGreaterEqual(len(read_csv(self.folder / "a.csv")), 7)
        start = daedalus("run", "spin", "--formulation", "joint", "--set", "angle=pi/2", cwd=self.folder)
        self.assertEqual(start.returncode, 2, start.stdout)
        self.assertIn("'top' is in gimbal lock", start.stderr)


class Verify(ProgramTest):
    def test_agreement_is_a_table_and_exit_code_0(self):
        run = daedalus("verify", "slider_crank", "--t-end", "0.2")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        for text in ("cartesian dopri5", "joint rk4", "crank", "pivot", "limit 1e-08", "verified: all runs agree"):
            self.assertIn(text, run.stdout)

    def test_json_has_every_pair_and_the_counts(self):
        all = daedalus_json("verify", "driven_crank", "--t-end", "0.5")
        self.assertEqual((all["verdict"], len(all["runs"]), len(all["pairs"])), ("agree", 4, 4))
        self.assertEqual([run["coordinates"] for run in all["runs"][:2]], [9, 2])
        self.assertLess(max(pair["motion"] for pair in all["pairs"]), 1e-8)
        self.assertTrue(all["pairs"][0]["drivers"])

    def test_no_agreement_and_not_verified_have_exit_codes_of_their_own(self):
        run = daedalus("verify", "slider_crank", "--t-end", "0.1", "--motion", "1e-18")
        self.assertEqual(run.returncode, 4, run.stdout)
        self.assertIn("DISAGREEMENT: ", run.stdout)
        run = daedalus("verify", "slider_crank", "--effort", "0.003")
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("not verified: ", run.stdout)

    def test_agreement_in_part_is_no_agreement_of_the_whole(self):
        options = ("verify", "slider_crank", "--effort", "0.002", "--motion", "1e-6", "--reactions", "1e-5")
        run = daedalus(*options)
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("partially verified: all runs agree over the first 0.7 s of 2 s", run.stdout)
        self.assertIn("not compared: cartesian dopri5 after 0.7 s", run.stdout)
        self.assertRegex(run.stdout, r"cartesian dopri5 .* to 0\.7 s\n")
        all = json.loads(daedalus(*options, "--json").stdout)
        self.assertEqual(all["verdict"], "agree_in_part")
        self.assertLess(all["t_compared"], all["t_end"])
        self.assertIn("cartesian dopri5 after", all["not_compared"][0])
        self.assertEqual([r["status"] for r in all["runs"][:2]], ["cut", "cut"])

    def test_redundant_reactions_are_left_out_by_name(self):
        run = daedalus("verify", "redundant_parallelogram", "--t-end", "0.1")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("pin1, pin2, pin3, pivot1, pivot2, pivot3 are omitted", run.stdout)

    def test_a_closed_form_system_has_one_formulation_only(self):
        run = daedalus("verify", "closed_form:pendulum")
        self.assertEqual(run.returncode, 2)
        self.assertIn("it has only one formulation", run.stderr)


class ResultFiles(ProgramTest):
    def test_samples_go_to_a_csv_file_at_the_asked_interval(self):
        file = self.folder / "a.csv"
        daedalus("run", "closed_form:pendulum", "--t-end", "2", "--every", "0.25", "-o", file)
        rows = read_csv(file)
        self.assertEqual([float(row["t"]) for row in rows], [0.25 * k for k in range(9)])
        self.assertAlmostEqual(float(rows[-1]["q.x"]) ** 2 + float(rows[-1]["q.y"]) ** 2, 1, delta=1e-14)
        self.assertGreater(float(rows[-1]["step.h"]), 0)

    def test_units_are_in_a_table_beside_the_numbers(self):
        file = self.folder / "a.csv"
        daedalus("run", "slider_crank", "--t-end", "0.1", "-o", file)
        rows = {row["name"]: row for row in read_csv(self.folder / "a.channels.csv")}
        self.assertEqual(list(rows), list(read_csv(file)[0]))
        self.assertEqual([rows[name]["unit"] for name in ("t", "crank.x", "crank.omega", "spring.force", "energy.total")],
                         ["s", "m", "rad/s", "N", "J"])
        taken = daedalus("run", "pendulum", "-o", file, "-o", self.folder / "a.channels.csv")
        self.assertEqual(taken.returncode, 2)
        self.assertIn("named for two outputs", taken.stderr)

    def test_markers_are_written_on_request(self):
        file = self.folder / "a.csv"
        run = ["run", "slider_crank", "--t-end", "1", "-o", file, "--channels"]
        daedalus(*run, "crank.*")
        self.assertNotIn("crank.A.x", read_csv(file)[0])
        daedalus(*run, "crank.A.?,rod.A.?,crank.theta")
        for row in read_csv(file):  # joined by a pin
            self.assertAlmostEqual(float(row["crank.A.x"]), float(row["rod.A.x"]), delta=1e-9)
            self.assertAlmostEqual(float(row["crank.A.y"]), float(row["rod.A.y"]), delta=1e-9)

    def test_angles_are_counted_on_and_targets_are_shown(self):
        (self.folder / "wheel.yaml").write_text(WHEEL)
        run = daedalus("run", "wheel", "-o", "a.csv", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = [{name: float(x) for name, x in row.items()} for row in read_csv(self.folder / "a.csv")]
        for row in rows:  # free of torques: turns at 4 rad/s
            self.assertAlmostEqual(row["axle.angle"], 4 * row["t"], delta=1e-5)
            self.assertAlmostEqual(math.remainder(row["wheel.yaw"] - 4 * row["t"], 2 * math.pi), 0, delta=1e-5)
            self.assertAlmostEqual(row["tilted.pitch"], 0.3, delta=1e-9)
            self.assertAlmostEqual(row["tilted.roll"], 0, delta=1e-9)
            self.assertAlmostEqual(row["motor.target"], 0.5 * row["t"], delta=1e-12)
            self.assertAlmostEqual(row["motor.error"], 0, delta=1e-9)
            # an undamped oscillator about the target, from 0: inertia 1, stiffness 3
            self.assertAlmostEqual(row["servo.error"], math.cos(3 ** 0.5 * row["t"]), delta=1e-5)
            self.assertAlmostEqual(row["servo.force"], 3 * row["servo.error"], delta=1e-9)

    def test_former_names_of_channels_are_answered_with_those_of_today(self):
        file = self.folder / "a.csv"
        run = daedalus("run", "quarter_car", "--t-end", "0.1", "-o", file, "--channels", "tire.force_1")
        self.assertIn("channel tire.force_1 is now called tire.fz", run.stdout)
        self.assertEqual(list(read_csv(file)[0]), ["t", "tire.fz"])
        self.assertGreater(float(read_csv(file)[0]["tire.fz"]), 0)

    def test_every_0_is_every_step(self):
        file = self.folder / "a.csv"
        run = daedalus_json("run", "pendulum", "--t-end", "1", "--every", "0", "-o", file)
        self.assertEqual(len(read_csv(file)), run["steps"] + 1)

    def test_channels_are_listed_and_chosen_by_patterns(self):
        names = [channel["name"] for channel in daedalus_json("channels", "pendulum") if not channel["on_request"]]
        for name in ("bob.x", "energy.total", "residual.position", "step.h"):
            self.assertIn(name, names)
        file = self.folder / "a.csv"
        run = ["run", "pendulum", "--t-end", "0.1", "-o", file]
        daedalus(*run, "--channels", "bob.?,energy.total", "--channels", "step.h")
        self.assertEqual(list(read_csv(file)[0]), ["t", "bob.x", "bob.y", "bob.z", "step.h", "energy.total"])
        daedalus(*run)
        self.assertEqual(list(read_csv(file)[0]), ["t", *names])

    def test_bad_input_does_not_replace_an_older_result(self):
        file = self.folder / "a.csv"
        file.write_text("precious")
        self.assertEqual(daedalus("run", "pendulum", "--method", "rk4", "-o", file).returncode, 2)
        self.assertEqual(file.read_text(), "precious")

    def test_full_disk_is_reported_and_the_run_stops(self):
        full = self.folder / "full.csv"
        full.symlink_to("/dev/full")
        for t_end in ("0.1", "1e5"):  # noticed when the file is closed, and while it is written
            run = daedalus("run", "pendulum", "--t-end", t_end, "-o", full)
            self.assertIn("disk may be full", run.stderr)
            self.assertEqual(run.returncode, 3)


if __name__ == "__main__":
    unittest.main()
