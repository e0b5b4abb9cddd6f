"""The program with URDF files: the example of docs/guide/urdf.md, and what check says about limits."""

import pathlib
import re
import unittest

from program import ProgramTest, daedalus, daedalus_json, read_csv

GUIDE = (pathlib.Path(__file__).parents[2] / "docs/guide/urdf.md").read_text(encoding="utf-8")


def example(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL).group(1)


# A wheel of 2 kg m² about its axis.
WHEEL = """<robot name="wheel">
  <link name="world"/>
  <link name="rim"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="2"/></inertial></link>
  <joint name="axle" type="revolute">
    <parent link="world"/><child link="rim"/><axis xyz="0 0 1"/>
    <limit lower="-0.5" upper="0.5" effort="200" velocity="9"/>
    <dynamics friction="{friction}"/>
  </joint>
</robot>
"""


class Urdf(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(example("xml"))
        (self.folder / "arm.yaml").write_text(example("yaml"))

    def test_a_urdf_file_runs_without_a_side_file(self):
        run = daedalus("run", "arm.urdf", "--t-end", "0.2", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("gravity defaults to [0, 0, -9.81]", run.stdout)
        self.assertIn("arm with auto (dopri5): done", run.stdout)

    def test_check_prints_what_the_guide_says(self):
        check = daedalus("check", "arm.urdf", cwd=self.folder)
        self.assertEqual(check.returncode, 0, check.stderr)
        said = re.search(r"prints\n\n(.*?)\n\n[^ ]", GUIDE, re.DOTALL).group(1)
        round_off = r"(largest residual|position|velocity|acceleration) [\d.e+-]+"  # another number on every machine
        exact = lambda text: [re.sub(round_off, r"\1", line.strip()) for line in text.splitlines()]
        self.assertEqual(exact(said), exact(check.stdout))

    def test_the_side_file_of_the_guide_runs(self):
        run = daedalus_json("run", "arm", cwd=self.folder)
        self.assertEqual((run["status"], run["t_end"]), ("done", 2))
        self.assertIn("load.x", run["final"]["q"])
        self.assertEqual(daedalus_json("check", "arm", cwd=self.folder)["degrees_of_freedom"], 1 + 2)

    def test_check_warns_of_a_start_outside_the_limits(self):
        inside = daedalus_json("check", "arm", cwd=self.folder)
        self.assertEqual([limit["outside"] for limit in inside["limits"]], [False, False])
        self.assertEqual(inside["limits"][0] | {"value": 0}, {"freedom": "shoulder.angle", "value": 0, "lower": -1.5,
                                                              "upper": 1.5, "effort": 200, "velocity": 2, "outside": False})
        (self.folder / "far.yaml").write_text("urdf: arm.urdf\ninitial: {elbow.angle: 2.5}\n")
        far = daedalus_json("check", "far", cwd=self.folder)
        self.assertEqual([limit["outside"] for limit in far["limits"]], [False, True])
        text = daedalus("check", "far", cwd=self.folder).stdout
        self.assertIn("warning: elbow.angle = 2.5 rad, limits from -2 rad, to 2 rad, 3 rad/s, 100 N m: outside", text)

    def test_problems_are_shown_with_line_and_remedy(self):
        (self.folder / "bad.urdf").write_text(example("xml").replace('type="fixed"', 'type="continuous"'))
        run = daedalus("run", "bad.urdf", cwd=self.folder)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"bad\.urdf:\d+: link 'tool' has no mass")
        self.assertIn("which makes it a marker", run.stderr)
        missing = daedalus("run", "missing.urdf", cwd=self.folder)
        self.assertEqual(missing.returncode, 2)
        self.assertIn("model file missing.urdf not found", missing.stderr)


class JointForces(ProgramTest):
    def run_wheel(self, friction, urdf):
        (self.folder / "wheel.urdf").write_text(WHEEL.format(friction=friction))
        (self.folder / "side.yaml").write_text(f"urdf: {urdf}\ninitial:\n  axle.angle: {{rate: 1}}\nrun: {{t_end: 1, every: 0.01}}\n")
        run = daedalus("run", "side", "-o", "a.csv", "--rtol", "1e-8", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run, [{key: float(value) for key, value in row.items()} for row in read_csv(self.folder / "a.csv")]

    def test_friction_slows_a_joint_down_evenly(self):
        run, rows = self.run_wheel(0.8, "wheel.urdf")
        for row in rows:  # tanh(v/v0) = 1 up to rounding at these speeds: 1 rad/s - 0.8 N m/(2 kg m²) t
            self.assertAlmostEqual(row["axle.angle_rate"], 1 - 0.4 * row["t"], delta=1e-7)
        self.assertIn("friction is smoothed below 0.05 rad/s", run.stdout)

    def test_limits_are_stops_where_the_side_file_says_so(self):
        _, free = self.run_wheel(0, "wheel.urdf")
        self.assertAlmostEqual(free[-1]["axle.angle"], 1, delta=1e-6)
        _, stopped = self.run_wheel(0, "{file: wheel.urdf, limits: stops}")
        # 200 N m per 0.01 rad: an undamped stop would be entered by 1 rad/s sqrt(2/20000) s = 0.01 rad
        self.assertLess(max(row["axle.angle"] for row in stopped), 0.51)
        self.assertGreater(max(row["axle.angle"] for row in stopped), 0.5)
        self.assertLess(stopped[-1]["axle.angle_rate"], 0)


if __name__ == "__main__":
    unittest.main()
