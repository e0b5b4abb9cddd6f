"""fmu as a user meets it, and controllers in FMUs beside a run: fmu_test.py PROGRAM."""

import math
import os
import pathlib
import unittest

from program import PROGRAM, ProgramTest, daedalus, daedalus_json, read_csv

HELD_ROD = PROGRAM.parent / "examples" / "fmi" / "held_rod.yaml"  # beside pi_controller.fmu, both put there by the build
PENDULUM = pathlib.Path(__file__).resolve().parents[2] / "examples" / "realtime" / "held_pendulum.yaml"

# Takes the place of the mechanism in the FMU: a ball whose force is the angle that the FMU gives.
HOST = """
functions: {{pushed: {{type: input}}}}
bodies: {{ball: {{type: point, mass: 1}}}}
forces: {{push: {{type: point_force, on: ball, direction: [1, 0, 0], size: pushed}}}}
controllers:
  other: {{fmu: {fmu}, every: 0.01, parameters: {{mass: 3}}, reads: {{torque: ball.y}}, drives: {{pushed: pin.angle}}}}
run: {{method: rk4, h: 1.0e-3, t_end: 0.5}}
"""


def last(row, name):
    return float(row[next(column for column in row if column.split(" [")[0].strip() == name)])


class Export(ProgramTest):
    def test_says_what_is_in_the_file(self):
        file = self.folder / "crank.fmu"
        said = daedalus("fmu", "slider_crank", "-o", file)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("FMI 3.0, model exchange and co-simulation", said.stdout)
        self.assertIn("model/slider_crank.yaml", said.stdout)
        self.assertGreater(file.stat().st_size, 1_000_000)

    def test_refuses_what_is_not_there(self):
        for arguments, part in [(["nothing"], "unknown model"), (["pendulum", "--inputs", "throttle"], "no inputs"),
                                (["pendulum", "--outputs", "nothing.*"], "nothing.*"),
                                (["pendulum", "--tunable", "nothing"], "unknown parameter"),
                                (["pendulum", "--kind", "x"], "me"), (["pendulum", "--method", "rk5"], "rk5"),
                                (["pendulum", "--method", "rk4"], "rk4")]:
            said = daedalus("fmu", *arguments, "-o", self.folder / "x.fmu")
            self.assertEqual(said.returncode, 2, said.stdout)
            self.assertIn(part, said.stderr)
            self.assertFalse((self.folder / "x.fmu").exists())

    def test_says_when_the_library_is_missing(self):
        said = daedalus("fmu", "pendulum", "-o", self.folder / "x.fmu",
                        env=os.environ | {"DAEDALUS_FMU_LIBRARY": str(self.folder / "nothing.so")})
        self.assertEqual(said.returncode, 2)
        self.assertIn("cannot be loaded", said.stderr)


@unittest.skipUnless(HELD_ROD.exists(), "the examples are not built")
class Controllers(ProgramTest):
    def run_rod(self, *arguments, command="run"):
        file = self.folder / "rod.csv"
        said = daedalus(command, HELD_ROD, "-o", file, *arguments)
        self.assertEqual(said.returncode, 0, said.stderr)
        return read_csv(file)[-1]

    def test_pi_controller_in_an_fmu_holds_the_rod(self):
        row = self.run_rod()
        self.assertAlmostEqual(last(row, "pin.angle"), -math.pi / 3, delta=1e-4)
        torque = 2 * 9.81 * 0.25 * math.cos(math.pi / 3)  # m g l/2 cos(angle), the balance of moments
        self.assertAlmostEqual(last(row, "input.torque"), torque, delta=1e-2)

    def test_it_does_so_with_error_control_too(self):
        row = self.run_rod("--method", "dopri5", "--rtol", "1e-6")
        self.assertAlmostEqual(last(row, "pin.angle"), -math.pi / 3, delta=1e-4)

    def test_it_does_so_in_real_time(self):
        row = self.run_rod("--h", "1e-3", "--duration", "5", "--no-pace", command="rt")
        self.assertAlmostEqual(last(row, "pin.angle"), -math.pi / 3, delta=1e-4)

    def test_its_failure_ends_the_run(self):
        model = self.folder / "fails.yaml"
        text = HELD_ROD.read_text().replace("../realtime/held_pendulum.yaml", str(PENDULUM))
        text = text.replace("pi_controller.fmu\n", str(HELD_ROD.parent / "pi_controller.fmu") + "\n")
        model.write_text(text.replace("target: -pi/3", "target: 1.0e308"))
        said = daedalus("run", model)
        self.assertEqual(said.returncode, 3, said.stdout)
        self.assertIn("Controller 'pi'", said.stdout + said.stderr)
        model.write_text(text.replace("kp: 30", "kq: 30"))
        said = daedalus("run", model)
        self.assertEqual(said.returncode, 2, said.stdout)
        self.assertIn("unknown variable 'kq'", said.stderr)
        model.write_text(text.replace("pin.angle", "pin.angles"))
        self.assertEqual(daedalus("run", model).returncode, 2)
        model.write_text(text.replace("pi_controller.fmu", "no_controller.fmu"))
        self.assertIn("not found", daedalus("run", model).stderr)

    def test_our_own_fmus_are_imported_and_agree(self):
        own = self.folder / "own.csv"
        daedalus("run", PENDULUM, "--set", "mass=3", "--t-end", "0.5", "--every", "0.01", "--method", "rk4", "--h", "1e-3", "-o",
                 own, "--input", "torque=0")
        angles = [last(row, "pin.angle") for row in read_csv(own)]
        for version in ("2", "3"):
            fmu = self.folder / f"rod{version}.fmu"
            daedalus("fmu", PENDULUM, "--version", version, "--kind", "cs", "--method", "rk4", "--h", "1e-3", "-o", fmu)
            host, file = self.folder / "host.yaml", self.folder / f"host{version}.csv"
            host.write_text(HOST.format(fmu=fmu.name))
            said = daedalus("run", host, "--every", "0.01", "-o", file, "--channels", "input.pushed")
            self.assertEqual(said.returncode, 0, said.stderr)
            pushed = [last(row, "input.pushed") for row in read_csv(file)]
            # what holds in a step was given at its beginning
            for given, angle in zip(pushed[1:], angles):
                self.assertAlmostEqual(given, angle, delta=1e-12)

    def test_checkpoints_are_refused(self):
        said = daedalus("run", HELD_ROD, "--checkpoint", self.folder / "c.json")
        self.assertEqual(said.returncode, 2)
        self.assertIn("no checkpoints", said.stderr)


@unittest.skipUnless(os.environ.get("DAEDALUS_REFERENCE_FMUS"), "DAEDALUS_REFERENCE_FMUS names no folder")
class ReferenceFmus(ProgramTest):
    """The Modelica Reference FMUs, unpacked release: DAEDALUS_REFERENCE_FMUS/3.0/Feedthrough.fmu."""

    def test_feedthrough_gives_what_it_reads(self):
        for version in ("2.0", "3.0"):
            fmu = pathlib.Path(os.environ["DAEDALUS_REFERENCE_FMUS"]) / version / "Feedthrough.fmu"
            host, file = self.folder / "host.yaml", self.folder / "host.csv"
            text = HOST.format(fmu=fmu).replace("parameters: {mass: 3}, reads: {torque: ball.y}",
                                                "reads: {Float64_continuous_input: ball.x}")
            host.write_text(text.replace("pin.angle", "Float64_continuous_output")
                            .replace("mass: 1}", "mass: 1, position: [1, 0, 0]}"))
            said = daedalus("run", host, "-o", file, "--channels", "input.pushed,ball.x")
            self.assertEqual(said.returncode, 0, said.stderr)
            rows = read_csv(file)
            self.assertAlmostEqual(last(rows[1], "input.pushed"), 1, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
