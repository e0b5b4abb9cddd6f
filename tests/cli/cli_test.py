"""The program as a user meets it: cli_test.py PROGRAM."""

import csv
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()


def daedalus(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120, **options)


def read_csv(file):
    with file.open() as text:
        return list(csv.DictReader(text))


class Cli(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_version_and_help_with_examples(self):
        self.assertRegex(daedalus("--version").stdout, r"^daedalus \d+\.\d+\.\d+$")
        for command in ([], ["run"]):
            help_text = daedalus(*command, "--help")
            self.assertEqual(help_text.returncode, 0)
            self.assertIn("Examples:", help_text.stdout)

    def test_run_reports_and_exits_with_0(self):
        run = daedalus("run", "car_axle", "--rtol", "1e-9", "--t-end", "3")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")  # no progress bar when piped
        for text in ("car_axle with dopri5: done", "constraint residuals", "error to reference", "real time"):
            self.assertIn(text, run.stdout)

    def test_json_is_one_object_that_agrees_with_the_reference(self):
        run = json.loads(daedalus("run", "car_axle", "--rtol", "1e-10", "--t-end", "3", "--json").stdout)
        self.assertEqual(run["status"], "done")
        # verified value of the left wheel at t = 3 s, see closed_form/car_axle.hpp
        self.assertAlmostEqual(run["final"]["q"]["xl"], 0.049345578427524092, delta=1e-9)
        self.assertLess(run["reference_error"]["q"], 1e-8)
        self.assertLess(run["residual"]["position"], 1e-12)

    def test_methods_and_info_list_and_show(self):
        self.assertIn("dopri5", daedalus("methods").stdout)
        self.assertIn("projection.level", daedalus("methods", "rk4").stdout)
        self.assertEqual({m["name"] for m in json.loads(daedalus("methods", "--json").stdout)} & {"rk4", "dopri5"},
                         {"rk4", "dopri5"})
        self.assertIn("car_axle", daedalus("info").stdout)
        self.assertEqual(json.loads(daedalus("info", "andrews", "--json").stdout)["holonomic"], 6)

    def test_bad_input_exits_with_2_and_names_the_remedy(self):
        cases = [
            (["run", "car_axel"], "Did you mean 'car_axle'?"),
            (["run", "pendulum", "--method", "dopri"], "Did you mean 'dopri5'?"),
            (["run", "pendulum", "--method", "rk4"], "give a step size"),
            (["run", "pendulum", "--opt", "projection.levle=none"], "Did you mean 'projection.level'?"),
            (["run", "pendulum", "--opt", "projection.level=all"], "none, velocity or both"),
            (["run", "pendulum", "--opt", "nonsense"], "NAME=VALUE"),
            (["run", "pendulum", "--h", "-1"], "--h"),
            (["run", "pendulum", "--h", "0.1", "--rtol", "1e-3"], "excludes"),
            (["run", "pendulum", "--restart", "missing.ckpt"], "missing.ckpt"),
            (["run", "pendulum", "-o", "no/such/folder/a.csv"], "folder"),
            (["rnu", "pendulum"], "Did you mean 'run'?"),
            ([], "subcommand"),
        ]
        for arguments, remedy in cases:
            with self.subTest(arguments=arguments):
                run = daedalus(*arguments, cwd=self.folder)
                self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
                self.assertIn(remedy, run.stderr + run.stdout)

    def test_samples_go_to_a_csv_file_at_the_asked_interval(self):
        file = self.folder / "a.csv"
        daedalus("run", "pendulum", "--t-end", "2", "--every", "0.25", "-o", file)
        rows = read_csv(file)
        self.assertEqual([float(row["t"]) for row in rows], [0.25 * k for k in range(9)])
        self.assertAlmostEqual(float(rows[-1]["q.x"]) ** 2 + float(rows[-1]["q.y"]) ** 2, 1, delta=1e-14)

    def interrupt(self, *arguments):
        """Starts a run, interrupts it once it writes samples, and returns its report."""
        file = self.folder / "part.csv"
        with subprocess.Popen([PROGRAM, *arguments, "-o", file, "--json"], stdout=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 60
            while not (file.exists() and file.stat().st_size > 20000) and time.monotonic() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            report = json.loads(process.communicate(timeout=60)[0])
        self.assertEqual(process.returncode, 3)
        self.assertEqual(report["status"], "cancelled")
        self.assertAlmostEqual(float(read_csv(file)[-1]["t"]), report["final"]["t"], delta=1e-9)
        return report

    def test_interrupted_run_keeps_its_results_and_goes_on_bit_for_bit(self):
        run = ["run", "pendulum", "--rtol", "1e-10", "--t-end"]
        checkpoint = self.folder / "part.ckpt"
        report = self.interrupt(*run, "1e6", "--checkpoint", checkpoint)
        t_end = str(report["final"]["t"] + 20)
        whole = json.loads(daedalus(*run, t_end, "--json").stdout)
        second = json.loads(daedalus(*run, t_end, "--restart", checkpoint, "--json").stdout)
        self.assertEqual(second["final"], whole["final"])
        self.assertEqual(second["steps"], whole["steps"])

    def test_full_disk_is_reported_and_the_run_stops(self):
        for t_end in ("0.1", "1e5"):  # noticed when the file is closed, and while it is written
            run = daedalus("run", "pendulum", "--t-end", t_end, "-o", "/dev/full")
            self.assertIn("disk full", run.stderr)
            self.assertEqual(run.returncode, 3)

    def test_demo_ends_with_a_report_and_a_result_file(self):
        run = daedalus("demo", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("andrews with dopri5: done", run.stdout)
        self.assertTrue((self.folder / "out/demo/andrews.csv").exists())

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


if __name__ == "__main__":
    unittest.main()
