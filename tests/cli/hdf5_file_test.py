"""Result files in HDF5 as another program sees them: hdf5_file_test.py PROGRAM. Exit code 77, skipped, without h5py."""

import json
import sys
import time
import unittest

from program import ProgramTest, daedalus, read_csv

try:
    import h5py
except ImportError:
    print("skipped: python3-h5py is not installed")
    sys.exit(77)


class Hdf5File(ProgramTest):
    def test_hdf5_and_csv_hold_the_same(self):
        daedalus("run", "pendulum", "--t-end", "1", "-o", self.folder / "a.csv", "-o", self.folder / "a.h5")
        rows = read_csv(self.folder / "a.csv")
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(list(file["names"].asstr()[:]), list(rows[0]))
            self.assertEqual(file["units"].asstr()[1], "m")
            self.assertEqual(file["data"].shape, (len(rows), len(rows[0])))
            self.assertEqual([[float(x) for x in row.values()] for row in rows], file["data"][:].tolist())
            self.assertEqual((file.attrs["model"], file.attrs["method"]), ("pendulum", "dopri5"))
            self.assertEqual(json.loads(file["report"].asstr()[()])["status"], "done")

    def test_units_and_parameters_are_attributes(self):
        file = self.folder / "a.h5"
        daedalus("run", "pendulum", "--t-end", "0.1", "--set", "length=0.7", "-o", file)
        with h5py.File(file) as results:
            names, units = [[text.decode() for text in results["data"].attrs[key]] for key in ("names", "units")]
            self.assertEqual((names[:2], units[:2]), (["t", "bob.x"], ["s", "m"]))
            self.assertEqual(results["parameters"].attrs["length"], 0.7)
            self.assertEqual(results.attrs["schema_version"], "1")
            self.assertEqual(json.loads(results["report"].asstr()[()])["schema_version"], 1)

    def open_after_kill(self, file):
        """The file, and whether the kill fell between a flush and the removal of the library's mark (docs: h5clear)."""
        try:
            return h5py.File(file), False
        except OSError as problem:
            self.assertIn("consistency flags", str(problem))
            return h5py.File(file, "r", libver="latest", swmr=True), True

    def test_a_killed_run_leaves_an_hdf5_file_that_opens(self):
        kills, marked = 5, 0
        for i in range(kills):
            file = self.folder / f"{i}.h5"
            process = self.start("run", "closed_form:pendulum", "--rtol", "1e-10", "--t-end", "1e6", "-o", file)
            self.wait_for_size(file, 1000000)
            time.sleep(0.037 * (i + 1))  # the file grows while it is being flushed: do not always hit that moment
            self.kill(process)
            results, was_marked = self.open_after_kill(file)
            marked += was_marked
            with results:
                names, data = list(results["names"].asstr()[:]), results["data"][:]
                self.assertNotIn("report", results)
            self.assertGreater(len(data), 100)
            x, y = data[:, names.index("q.x")], data[:, names.index("q.y")]
            self.assertLess(abs(x * x + y * y - 1).max(), 1e-9)
            self.assertTrue((data[1:, 0] > data[:-1, 0]).all())
        self.assertLess(marked, kills)

    def test_a_run_under_way_can_be_looked_at(self):
        file = self.folder / "a.h5"
        self.start("run", "pendulum", "--t-end", "1e6", "-o", file)
        self.wait_for_size(file, 3000000)
        seen = []
        while len(seen) < 20:
            try:
                with h5py.File(file, "r", libver="latest", swmr=True) as results:
                    data = results["data"][:]
            except OSError as problem:  # h5py looks at the size of the file before it reads how long it should be
                self.assertIn("truncated", str(problem))
                continue
            seen.append(len(data))
            self.assertTrue((data[1:, 0] > data[:-1, 0]).all())
        self.assertEqual(seen, sorted(seen))


if __name__ == "__main__":
    unittest.main()
