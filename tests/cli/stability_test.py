"""stability as a user meets it: stability_test.py PROGRAM."""

import unittest

from program import ProgramTest, daedalus, daedalus_json, header_of


class Stability(ProgramTest):
    def test_region_of_j1_is_that_of_the_formula(self):
        found = daedalus_json("stability", "--method", "rt-euler", "--opt", "jacobian=j1")
        for row in found["rows"]:  # h² a <= 4 + 2 h b
            self.assertEqual(len(row["h2a"]), 1)
            self.assertAlmostEqual(row["h2a"][0][1], min(16, 4 + 2 * row["hb"]), delta=1e-3)

    def test_page_has_a_contour(self):
        page = self.folder / "region.html"
        said = daedalus("stability", "--method", "rk4", "--highest", "10", "--page", page)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("0 to 8", said.stdout)  # |h ω| <= √8 on the imaginary axis
        self.assertIn("contour", {section["type"] for section in header_of(page)["sections"]})

    def test_model_is_told_its_largest_step(self):
        found = daedalus_json("stability", "car_axle", "--opt", "jacobian=j3", "--h", "0.05")
        self.assertEqual(found["degrees_of_freedom"], 2)
        self.assertAlmostEqual(found["largest_h"] * found["fastest"], 2, delta=1e-3)  # h² a <= 4
        self.assertEqual(len(found["warnings"]), 1)
        self.assertIn(" stable at any step size", daedalus("stability", "car_axle").stdout)
        self.assertIn("unstable at any step size", daedalus("stability", "car_axle", "--opt", "update=explicit").stdout)

    def test_baumgarte_of_the_wrong_order_is_named_by_stability_and_run(self):
        options = ("--opt", "preset=vehicle", "--opt", "baumgarte.alpha=1000", "--opt", "baumgarte.beta=1e6", "--h", "1e-3")
        self.assertIn("1.618", daedalus("stability", "car_axle", *options).stdout)
        self.assertIn("1.618", daedalus("run", "car_axle", "--method", "rt-euler", "--t-end", "0.01", *options).stdout)

    def test_refuses_what_it_does_not_know(self):
        for arguments in (("--method", "euler"), ("--opt", "jacobian=j4"), ("no_such_model",)):
            self.assertEqual(daedalus("stability", *arguments).returncode, 2)

    def test_refuses_methods_of_variable_order(self):
        for method in ("bdf", "expl-deabm"):
            run = daedalus("stability", "--method", method)
            self.assertEqual(run.returncode, 2)
            self.assertIn("no single stability region", run.stderr)


if __name__ == "__main__":
    unittest.main()
