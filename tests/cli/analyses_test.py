"""equilibrium and linearize as a user meets them: analyses_test.py PROGRAM."""

import json
import math
import unittest

from program import ProgramTest, daedalus, daedalus_json

CAR = """
name: car
description: A body on a tire.
parameters:
  obstacle: {value: none, choices: [none, bump]}
gravity: [0, 0, -10]
functions:
  road: {type: half_cylinder, center: 1, radius: 0.05*obstacle_bump}
bodies:
  body: {type: point, mass: 100, position: [0, 0, 0.5], velocity: [2, 0, 0]}
measures:
  height: {kind: gap_z, between: [body, ground]}
forces:
  tire: {type: vertical_tire, between: [body, ground], profile: road, stiffness: 1e5, damping: 200, damps: hub, free_height: 0.3}
run: {method: dopri5, t_end: 1, rtol: 1e-6}
"""


class Analyses(ProgramTest):
    def setUp(self):
        super().setUp()
        self.car = self.folder / "car.yaml"
        self.car.write_text(CAR)

    def test_help_has_examples(self):
        for command in ("equilibrium", "linearize"):
            self.assertIn("Examples:", daedalus(command, "--help").stdout)

    def test_equilibrium_prints_loads_and_heights(self):
        found = daedalus_json("equilibrium", self.car)
        self.assertTrue(found["found"])
        self.assertAlmostEqual(found["tire_loads"]["tire"], 1000, delta=1e-5)
        self.assertAlmostEqual(found["heights"]["body"], 0.29, delta=1e-9)
        self.assertEqual(found["neutral"], ["body.x", "body.y"])
        text = daedalus("equilibrium", self.car).stdout
        self.assertRegex(text, r"tire +1000 N")
        self.assertIn("neutral", text)

    def test_no_equilibrium_is_exit_code_3_with_the_coordinate(self):
        self.car.write_text(CAR.replace("1e5", "0").replace("damping: 200", "damping: 200, preload: -1"))
        wrong = daedalus("equilibrium", self.car)
        self.assertEqual(wrong.returncode, 3)
        self.assertIn("body.z", wrong.stdout)

    def test_a_run_starts_settled_in_three_ways(self):
        start = self.folder / "settled.json"
        self.assertEqual(daedalus("equilibrium", self.car, "-o", start).returncode, 0)
        self.assertAlmostEqual(json.loads(start.read_text())["positions"]["body.z"], 0.29, delta=1e-9)
        runs = [daedalus_json("run", self.car, "--start", start), daedalus_json("run", self.car, "--from-equilibrium")]
        self.car.write_text(CAR.replace("run: {", "run: {start: equilibrium, "))
        runs.append(daedalus_json("run", self.car))
        for run in runs:
            self.assertAlmostEqual(run["final"]["q"]["body.z"], 0.29, delta=1e-6)  # rtol of the run
            self.assertAlmostEqual(run["final"]["q"]["body.x"], 2, delta=1e-12)
        drawn = daedalus_json("run", self.car, "--as-drawn", "--t-end", "0.1")
        self.assertAlmostEqual(drawn["final"]["q"]["body.z"], 0.45, delta=1e-9)

    def test_a_state_of_another_model_is_refused_by_name(self):
        start = self.folder / "other.json"
        start.write_text('{"daedalus_state": 1, "positions": {"chassis.z": 1}}')
        wrong = daedalus("run", self.car, "--start", start)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("chassis.z", wrong.stderr)

    def test_the_edges_of_a_bump_are_events(self):
        run = daedalus_json("run", self.car, "--from-equilibrium", "--set", "obstacle=bump")
        edges = [event["t"] for event in run["events"] if event["name"] == "tire.road_edge"]
        self.assertEqual(len(edges), 3)  # foot, top, foot
        self.assertAlmostEqual(edges[0], 0.475, delta=1e-9)  # (1 - 0.05) m at 2 m/s
        self.assertAlmostEqual(edges[2], 0.525, delta=1e-9)
        self.assertEqual(run["parameters"], {"obstacle": "bump"})

    def test_a_word_that_is_no_choice_lists_the_choices(self):
        wrong = daedalus("run", self.car, "--set", "obstacle=bumb")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("none or bump", wrong.stderr)

    def test_linearize_says_what_the_eigenvalues_are_worth(self):
        rotor = self.folder / "rotor.yaml"
        rotor.write_text("""
bodies:
  carrier: {type: spatial, mass: 1, inertia: [0.001, 0.001, 0.001]}
  rotor: {type: spatial, mass: 1, inertia: [0.01, 0.01, 0.02], body_angular_velocity: [0, 0, 20]}
joints:
  tilt: {type: spherical, between: [carrier, ground]}
  spin: {type: revolute, between: [rotor, carrier]}
forces:
  springs: {type: bushing, between: [carrier, ground], torsional_stiffness: [1, 1, 1]}
""")
        for formulation in ("cartesian", "joint"):  # (Ip w ± sqrt((Ip w)² + 4 J k))/(2 J) with Ip = 0.02, J = 0.011
            found = daedalus_json("linearize", rotor, "--formulation", formulation)
            self.assertEqual(found["about"], "steady_motion")
            frequencies = [2 * math.pi * mode["frequency"] for mode in found["modes"] if not mode["neutral"]]
            self.assertAlmostEqual(frequencies[0], 2.348345, delta=1e-6)
            self.assertAlmostEqual(frequencies[-1], 38.711981, delta=1e-6)
        self.assertIn("in steady motion", daedalus("linearize", rotor).stdout)
        self.assertIn("at rest", daedalus("linearize", "rack_steering").stdout)
        moving = daedalus("linearize", "slider_crank", "--at", "0.1")
        self.assertIn("frozen at this instant", moving.stdout)
        self.assertIn("they do not determine stability", moving.stdout)

    def test_linearize_over_a_parameter_finds_where_stability_is_lost(self):
        oscillator = self.folder / "oscillator.yaml"  # x'' + (1 - p) x' + 4 x = 0: lost at p = 1 with 2 rad/s
        oscillator.write_text("""
parameters: {p: 0}
bodies:
  mass: {type: point, mass: 1, moves: x}
measures:
  x: {kind: gap_x, between: [mass, ground]}
forces:
  spring: {type: freedom_spring, acts_on: x, stiffness: 4, damping: 1 - p}
""")
        for formulation in ("cartesian", "joint"):
            found = daedalus_json("linearize", oscillator, "--over", "p=0:2:0.3", "--formulation", formulation)
            self.assertEqual([round(point["value"], 9) for point in found["points"]], [0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8])
            for point in found["points"]:
                self.assertAlmostEqual(point["growth"], (point["value"] - 1) / 2, delta=1e-9)
            (crossing,) = found["crossings"]
            self.assertEqual(crossing["stability"], "lost")
            self.assertAlmostEqual(crossing["value"], 1, delta=1e-6)
            self.assertAlmostEqual(crossing["mode"]["imaginary"], 2, delta=1e-6)
        text = daedalus("linearize", oscillator, "--over", "p=0,0.5,2").stdout
        self.assertRegex(text, r"stability is lost at p = 1: oscillation at 0\.3183 Hz")
        self.assertIn("over the whole range", daedalus("linearize", oscillator, "--over", "p=0:0.5:0.25").stdout)
        for wrong, why in (("p", "expected NAME=FROM:TO:STEP"), ("p=0:1:0", "positive step"), ("p=0,x", "'x' is not a number"), ("p=2,1", "must rise")):
            refused = daedalus("linearize", oscillator, "--over", wrong)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(why, refused.stderr)
        self.assertIn("--at", daedalus("linearize", oscillator, "--over", "p=0:1:1", "--at", "1").stderr)

    def test_linearize_prints_modes_and_matrices(self):
        file = self.folder / "modes.json"
        text = daedalus("linearize", self.car, "--from-equilibrium", "--matrices", "--inputs", "height", "--outputs", "body.z", "--json", file)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("body 100%", text.stdout)
        found = json.loads(file.read_text())
        mode = found["modes"][-1]
        self.assertAlmostEqual(mode["frequency"], math.sqrt(1000) / (2 * math.pi), delta=1e-6)
        self.assertAlmostEqual(mode["damping_ratio"], 1 / math.sqrt(1000), delta=1e-9)
        matrices = found["matrices"]
        row = matrices["states"].index("body.z_rate")
        self.assertAlmostEqual(matrices["A"][row][matrices["states"].index("body.z")], -1000, delta=1e-6)
        self.assertAlmostEqual(matrices["B"][row][0], 0.01, delta=1e-12)
        self.assertEqual(matrices["outputs"], ["body.z"])
        self.assertEqual(daedalus_json("linearize", self.car, "--from-equilibrium")["modes"], found["modes"])
        unknown = daedalus("linearize", self.car, "--from-equilibrium", "--matrices", "--inputs", "hight")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("height", unknown.stderr)


if __name__ == "__main__":
    unittest.main()
