"""The program with MJCF files: the example of docs/guide/mjcf.md."""

import pathlib
import re
import unittest

from program import ProgramTest, daedalus, daedalus_json

GUIDE = (pathlib.Path(__file__).parents[2] / "docs/guide/mjcf.md").read_text(encoding="utf-8")


def example(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL).group(1)


class Mjcf(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "leg.xml").write_text(example("xml"))
        (self.folder / "leg.yaml").write_text(example("yaml"))

    def test_an_mjcf_file_runs_without_a_side_file(self):
        run = daedalus("run", "leg.xml", "--t-end", "0.2", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("leg with auto (dopri5): done", run.stdout)

    def test_what_is_ignored_is_said_as_in_the_guide(self):
        said = re.findall(r"^    (note: ignored.*)$", GUIDE, re.MULTILINE)
        self.assertEqual(len(said), 2)
        printed = daedalus("check", "leg.xml", cwd=self.folder).stdout.splitlines()
        self.assertEqual(printed[:2], said)

    def test_the_side_file_of_the_guide_runs(self):
        self.assertEqual(daedalus_json("check", "leg", cwd=self.folder)["degrees_of_freedom"], 2)
        run = daedalus_json("run", "leg", "--t-end", "1", cwd=self.folder)
        self.assertEqual((run["status"], run["t_end"]), ("done", 1))

    def test_problems_are_shown_with_line_and_remedy(self):
        (self.folder / "bad.xml").write_text(example("xml").replace('type="hinge"', 'type="screw"', 1))
        run = daedalus("run", "bad.xml", cwd=self.folder)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"bad\.xml:8: .*screw")
        missing = daedalus("run", "missing.xml", cwd=self.folder)
        self.assertEqual(missing.returncode, 2)
        self.assertIn("model file missing.xml not found", missing.stderr)


if __name__ == "__main__":
    unittest.main()
