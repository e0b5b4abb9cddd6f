"""Runs that do not come to their end, by Ctrl-C or by kill -9, and how they go on: interrupted_run_test.py PROGRAM."""

import json
import signal
import unittest

from program import ProgramTest, daedalus, daedalus_json, read_csv

RUN = ["run", "closed_form:pendulum", "--rtol", "1e-10", "--t-end"]


class InterruptedRun(ProgramTest):
    def assert_goes_on_bit_for_bit(self, run, checkpoint, t_end):
        whole = daedalus_json(*run, t_end)
        second = daedalus_json(*run, t_end, "--restart", checkpoint)
        self.assertEqual(second["status"], "done")
        for key in ("final", "steps", "rejected", "residual", "energy", "h_smallest", "h_largest"):
            self.assertEqual(second[key], whole[key], key)

    def test_ctrl_c_keeps_the_results_and_the_run_goes_on_bit_for_bit(self):
        file, checkpoint = self.folder / "part.csv", self.folder / "part.ckpt"
        process = self.start(*RUN, "1e6", "-o", file, "--checkpoint", checkpoint, "--json")
        self.wait_for_size(file, 20000)
        process.send_signal(signal.SIGINT)
        report = json.loads(process.communicate(timeout=60)[0])
        self.assertEqual(process.returncode, 3)
        self.assertEqual(report["status"], "cancelled")
        self.assertAlmostEqual(float(read_csv(file)[-1]["t"]), report["final"]["t"], delta=1e-9)
        self.assert_goes_on_bit_for_bit(RUN, checkpoint, str(report["final"]["t"] + 20))

    def test_a_killed_run_goes_on_from_its_last_checkpoint_bit_for_bit(self):
        for name, run in (("closed_form", RUN), ("model", ["run", "slider_crank", "--rtol", "1e-9", "--t-end"])):
            with self.subTest(name):
                checkpoint, file = self.folder / (name + ".ckpt"), self.folder / (name + ".csv")
                process = self.start(*run, "1e6", "--checkpoint", checkpoint, "--checkpoint-every", "0.2", "-o", file)
                self.wait_for(checkpoint.exists)
                self.wait_for_size(file, 200000)
                self.kill(process)
                reached = float(read_csv(file)[-2]["t"])
                self.assert_goes_on_bit_for_bit(run, checkpoint, str(reached + 5))

    def test_a_checkpoint_of_other_parameters_is_refused(self):
        checkpoint = self.folder / "a.ckpt"
        daedalus_json("run", "slider_crank", "--t-end", "0.1", "--checkpoint", checkpoint)
        run = daedalus("run", "slider_crank", "--t-end", "0.2", "--restart", checkpoint, "--set", "k=120")
        self.assertEqual(run.returncode, 2)
        self.assertIn("model slider_crank: k=100 in the checkpoint, k=120 now", run.stderr)

    def test_a_killed_run_leaves_a_readable_csv_file(self):
        file = self.folder / "a.csv"
        process = self.start(*RUN, "1e6", "-o", file)
        self.wait_for_size(file, 500000)
        self.kill(process)
        rows = read_csv(file)
        times = [float(row["t"]) for row in rows[:-1]]
        self.assertGreater(len(times), 100)
        self.assertEqual(times, sorted(times))
        for row in rows[:-1]:
            self.assertAlmostEqual(float(row["q.x"]) ** 2 + float(row["q.y"]) ** 2, 1, delta=1e-9)

    def test_a_slow_run_has_flushed_what_is_older_than_a_second(self):
        file = self.folder / "a.csv"
        process = self.start("run", "closed_form:pendulum", "--t-end", "1e7", "--every", "20000", "-o", file)
        self.wait_for(lambda: file.exists() and file.read_text().count("\n") > 2)  # rows are far from filling a buffer
        self.kill(process)
        self.assertLess(file.stat().st_size, 60000)

    def test_a_restart_does_not_replace_the_samples_before_it(self):
        file, checkpoint = self.folder / "a.csv", self.folder / "a.ckpt"
        run = ["run", "pendulum", "-o", file]
        self.assertEqual(daedalus(*run, "--t-end", "1", "--checkpoint", checkpoint).returncode, 0)
        before = file.read_text()
        again = daedalus(*run, "--t-end", "2", "--restart", checkpoint)
        self.assertEqual(again.returncode, 2)
        self.assertIn("choose another name", again.stderr)
        self.assertEqual(file.read_text(), before)

    def test_a_checkpoint_of_another_model_is_refused(self):
        checkpoint = self.folder / "a.ckpt"
        daedalus("run", "pendulum", "--t-end", "0.1", "--checkpoint", checkpoint)
        other = daedalus("run", "slider_crank", "--restart", checkpoint)
        self.assertEqual(other.returncode, 2)
        self.assertIn("pendulum", other.stderr)


if __name__ == "__main__":
    unittest.main()
