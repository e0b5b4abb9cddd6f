"""Choosing a method, by the program and with its help: choose_test.py PROGRAM."""

import math
import unittest

from program import ProgramTest, daedalus, daedalus_json

# x'' = -k (x - cos t) - c (x' + sin t) - cos t is solved by x = cos t; eigenvalues -1e4 and -1e-4 for k = 1, c = 1e4.
FOLLOWER = """
name: follower
functions:
  pull: "-cos(t) + 1*cos(t) - 1e4*sin(t)"
bodies:
  mass: {type: point, moves: x, mass: 1, position: [1, 0, 0]}
  ground: {markers: {wall: [-1, 0, 0]}}
forces:
  spring: {type: spring_damper, between: [mass, ground.wall], stiffness: 1, damping: 1e4, free_length: 1}
  load: {type: point_force, on: mass, direction: [1, 0, 0], size: pull}
run: {t_end: 3}
"""


class ChooseTest(ProgramTest):
    def model(self):
        file = self.folder / "follower.yaml"
        file.write_text(FOLLOWER)
        return str(file)

    def test_a_model_without_a_method_runs_with_auto_which_says_what_it_used(self):
        report = daedalus_json("run", self.model(), "--rtol", "1e-5")
        self.assertEqual(report["method"], "auto")
        self.assertEqual([change["method"] for change in report["method_changes"]], ["bdf"])
        self.assertAlmostEqual(report["final"]["q"]["mass.x"], math.cos(3), delta=1e-4)
        self.assertLess(report["steps"], 1000)
        self.assertIn("follower with auto (bdf): done", daedalus("run", self.model(), "--rtol", "1e-5").stdout)

    def test_an_explicit_method_says_that_the_model_is_stiff_early_and_names_another(self):
        report = daedalus_json("run", self.model(), "--method", "dopri5", "--rtol", "1e-4")
        self.assertTrue(report["stiffness"]["limited_by_stability"])
        self.assertLess(report["stiffness"]["t_noticed"], 0.02 * 3)
        self.assertEqual(len([w for w in report["warnings"] if "--method infl-sdirk" in w]), 1)

    def test_dopri5_notices_every_stiff_model_of_the_gallery_in_the_first_50th_of_its_run(self):
        for model, t_end in (("train_carriage", 15), ("hmmwv14_stiff", 5), ("wheelset", 6), ("flexible_slider_crank", 2)):
            with self.subTest(model=model):
                report = daedalus_json("run", model, "--method", "dopri5", "--rtol", "1e-4", "--t-end", str(t_end / 50))
                self.assertTrue(report["stiffness"]["limited_by_stability"])
                self.assertTrue(any("the model is stiff" in warning for warning in report["warnings"]))

    def test_a_fixed_step_beyond_stability_is_explained(self):
        message = daedalus("run", "hmmwv14_stiff", "--method", "rk4", "--h", "1e-3", "--t-end", "0.1").stdout
        self.assertIn("stiff", message)
        self.assertIn("--method infl-sdirk", message)

    def test_choose_recommends_a_method_that_is_as_accurate_as_asked(self):
        choice = daedalus_json("choose", self.model(), "--channels", "mass.x", "--within", "mass.x=1e-3", "--methods", "bdf,infl-sdirk")
        best = choice["trials"][choice["recommended"]["trial"]]
        self.assertLessEqual(best["error"]["deviation"], 1e-3)
        self.assertEqual(best["cpu_seconds"], min(t["cpu_seconds"] for t in choice["trials"] if t.get("meets")))
        self.assertEqual(choice["channels"][0]["name"], "mass.x")
        command = choice["recommended"]["command"].split()
        self.assertEqual(command[:2], ["daedalus", "run"])
        self.assertEqual(daedalus(*command[1:]).returncode, 0)

    def test_choose_for_a_deadline_tries_fixed_steps_of_that_length(self):
        choice = daedalus_json("choose", "slider_crank", "--deadline", "2ms", "--t-end", "0.2", "--methods", "rt-euler,rk4")
        self.assertEqual({trial["h"] for trial in choice["trials"]}, {2e-3})
        self.assertEqual({trial["method"] for trial in choice["trials"]}, {"rt-euler", "rk4"})

    def test_choose_refuses_what_makes_no_sense(self):
        for arguments, part in ((("--deadline", "soon"), "1ms"), (("--methods", "rk4"), "error control"),
                                (("--channels", "nothing.*"), "nothing"), (("--within", "mass.x=-1"), "positive")):
            answer = daedalus("choose", self.model(), *arguments)
            self.assertEqual(answer.returncode, 2, arguments)
            self.assertIn(part, answer.stderr)

    def test_compare_without_methods_compares_some_and_gives_errors_over_the_run(self):
        answer = daedalus_json("compare", "slider_crank", "--rtol", "1e-4", "--t-end", "0.2", "--repetitions", "1")
        self.assertGreaterEqual(len({run["method"] for run in answer["runs"]}), 4)
        for run in answer["runs"]:
            self.assertGreaterEqual(run["largest_error"]["q"], 0.3 * run["error"]["q"])
            self.assertLess(run["largest_error"]["q"], 1e-2)


if __name__ == "__main__":
    unittest.main()
