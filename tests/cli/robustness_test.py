"""Odd options and damaged files: robustness_test.py PROGRAM. Nothing crashes, nothing hangs, and what is refused says why."""

import unittest

from program import ProgramTest, daedalus


class Refusals(ProgramTest):
    def refused(self, *arguments, because):
        run = daedalus(*arguments, cwd=self.folder)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertRegex(run.stderr, because)
        return run

    def test_rt_refuses_steps_that_cannot_be_counted_or_kept(self):
        self.refused("rt", "pendulum", "--h", "1e-22", "--no-pace", because=r"--h 1e-22: 10 s would take 1e\+23 steps")
        self.refused("rt", "pendulum", "--speed", "1e21", because=r"--speed 1e\+21 is due every 1e-24 s on the wall")
        self.refused("rt", "pendulum", "--h", "1e300", "--duration", "1e300", because=r"due every 1e\+300 s")

    def test_rt_writes_the_ends_when_samples_are_farther_apart_than_the_run_is_long(self):
        file = self.folder / "ends.csv"
        run = daedalus("rt", "pendulum", "--no-pace", "--duration", "0.1", "--every", "1e300", "-o", file)
        self.assertEqual(run.returncode, 0, run.stderr)
        times = [float(line.split(",")[0]) for line in file.read_text().splitlines()[1:]]
        self.assertEqual(len(times), 2)
        self.assertEqual(times[0], 0)
        self.assertAlmostEqual(times[1], 0.1, delta=1e-9)


class DamagedResults(ProgramTest):
    def test_view_refuses_a_file_that_crashes_the_hdf5_library(self):
        whole, damaged = self.folder / "whole.h5", self.folder / "damaged.h5"
        daedalus("run", "pendulum", "--t-end", "0.1", "-o", whole)
        data = bytearray(whole.read_bytes())
        heap = data.index(b"GCOL")  # the notes; the size of the first one is 24 bytes behind
        data[heap + 24:heap + 32] = (1 << 40).to_bytes(8, "little")
        damaged.write_bytes(data)
        run = daedalus("view", damaged)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("it is damaged", run.stderr)
        self.assertEqual(len(run.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
