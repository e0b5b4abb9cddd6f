"""Pages from the command line: what is written, what is said, and what happens when something is missing."""

import json
import os
import signal
import unittest

from program import ProgramTest, daedalus, header_of


class PagesTest(ProgramTest):
    def test_run_writes_a_page_and_says_where(self):
        page = self.folder / "pendulum.html"
        said = daedalus("run", "pendulum", "--t-end", "1", "--every", "0", "--page", page)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn(f"file://{page}", said.stdout)
        header = header_of(page)
        self.assertEqual(header["title"], "pendulum")
        self.assertGreaterEqual(header["samples"], 1000)  # enough for a smooth animation
        self.assertEqual(header["report"]["status"], "done")
        self.assertIn("Hairer", header["report"]["method"]["paper"])
        self.assertEqual([r["verdict"] for r in header["report"]["residuals"]], ["pass"] * 3)
        self.assertFalse(list(self.folder.glob("*.part")))

    def test_json_stays_json(self):
        page = self.folder / "p.html"
        said = daedalus("run", "pendulum", "--t-end", "0.1", "--page", page, "--json")
        self.assertEqual(json.loads(said.stdout)["status"], "done")
        self.assertTrue(page.exists())

    def test_samples_of_the_page_are_those_of_the_file(self):
        page, table = self.folder / "p.html", self.folder / "p.csv"
        daedalus("run", "pendulum", "--t-end", "1", "--every", "0.1", "-o", table, "--page", page)
        self.assertEqual(header_of(page)["samples"], len(table.read_text().splitlines()) - 1)

    def test_view_of_hdf5_knows_model_parameters_and_report(self):
        result = self.folder / "run.h5"
        daedalus("run", "pendulum", "--t-end", "0.5", "--set", "length=0.7", "-o", result)
        said = daedalus("view", result)
        self.assertEqual(said.returncode, 0, said.stderr)
        header = header_of(self.folder / "run.html")
        self.assertEqual({p["name"]: p["value"] for p in header["report"]["parameters"]}["length"], 0.7)
        self.assertGreater(len(header["model"]["bodies"]), 1)
        self.assertEqual(header["report"]["status"], "done")

    def test_view_of_csv_needs_the_model_for_the_animation(self):
        table, page = self.folder / "run.csv", self.folder / "run.html"
        daedalus("run", "slider_crank", "--t-end", "0.1", "-o", table)
        said = daedalus("view", table)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("--model FILE", said.stdout)
        self.assertNotIn("model", header_of(page))
        said = daedalus("view", table, "--model", "slider_crank")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("model", header_of(page))

    def test_a_result_without_places_says_which_bodies_are_missing(self):
        result = self.folder / "energy.h5"
        daedalus("run", "slider_crank", "--t-end", "0.1", "--channels", "energy.*", "-o", result)
        said = daedalus("view", result)
        self.assertIn("not drawn", said.stdout)
        self.assertIn("crank", said.stdout)

    def test_page_of_some_channels_still_has_the_places(self):
        page = self.folder / "some.html"
        daedalus("run", "slider_crank", "--t-end", "0.1", "--channels", "energy.*", "--page", page)
        header = header_of(page)
        names = [c["name"] for c in header["columns"]]
        self.assertIn("energy.total", names)
        self.assertNotIn("step.h", names)
        self.assertTrue(all("pose" in b for b in header["model"]["bodies"] if b["kind"] == "planar"))

    def test_what_cannot_work_is_refused_before_the_run(self):
        for words, expected in [
            (["run", "pendulum", "--page", self.folder / "none" / "p.html"], "does not exist"),
            (["view", self.folder / "none.h5"], "file not found"),
            (["view", self.folder / "none.txt"], "unknown result format"),
        ]:
            said = daedalus(*words)
            self.assertEqual(said.returncode, 2, words)
            self.assertIn(expected, said.stderr)
            self.assertEqual(said.stdout, "")

    def test_a_file_that_is_no_result_is_refused(self):
        table = self.folder / "other.csv"
        table.write_text("a,b\n1,2\n")
        said = daedalus("view", table)
        self.assertEqual(said.returncode, 2)
        self.assertIn("not the time 't'", said.stderr)

    def test_snapshot_without_a_browser_says_what_to_install(self):
        said = daedalus("run", "pendulum", "--snapshot", self.folder / "p.png", env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual(said.returncode, 2)
        self.assertIn("apt-get install chromium", said.stderr)

    def test_an_interrupted_run_has_its_page(self):
        page, result = self.folder / "long.html", self.folder / "long.csv"
        process = self.start("run", "pendulum", "--t-end", "1e6", "--page", page, "-o", result, "--every", "1")
        self.wait_for_size(result, 2000)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), 3)
        header = header_of(page)
        self.assertEqual(header["report"]["status"], "cancelled")
        self.assertGreater(header["samples"], 10)

    def test_a_failed_run_has_its_page_with_the_reason(self):
        page = self.folder / "failed.html"
        said = daedalus("run", "andrews", "--control", "h_initial=0.02", "--control", "max_rejections=1", "--page", page)
        self.assertEqual(said.returncode, 3)
        report = header_of(page)["report"]
        self.assertEqual(report["status"], "failed")
        self.assertTrue(report["failure"]["message"])

    def test_verify_writes_a_study(self):
        page = self.folder / "verify.html"
        said = daedalus("verify", "pendulum", "--t-end", "0.2", "--page", page)
        self.assertEqual(said.returncode, 0, said.stderr)
        header = header_of(page)
        self.assertEqual(header["kind"], "study")
        self.assertEqual([s["type"] for s in header["sections"]][:2], ["text", "table"])

    def test_demo_ends_with_its_page_and_how_to_open_it(self):
        said = daedalus("demo", "--output-folder", self.folder / "demo")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertTrue((self.folder / "demo" / "vehicle.html").exists())
        self.assertRegex(said.stdout, r"The report page .*vehicle\.html")
        self.assertIn("file://", said.stdout)


if __name__ == "__main__":
    unittest.main()
