"""rt as a user meets it: rt_test.py PROGRAM. Nothing here depends on how fast the machine is: deadlines may be missed, and are not judged."""

import json
import math
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import unittest

from program import PROGRAM, ProgramTest, daedalus, daedalus_json, read_csv

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "realtime"
ROD = str(EXAMPLE / "held_pendulum.yaml")
HEADER = struct.Struct("<IHHQdII")


class RealTime(ProgramTest):
    def start_listening(self, *arguments):
        """The process and its port."""
        process = self.start("rt", ROD, "--udp", "0", *arguments)
        for line in process.stdout:
            if found := re.search(r"listening +udp 127\.0\.0\.1:(\d+)", line):
                return process, int(found.group(1))
        self.fail("does not listen")

    def test_pi_controller_in_another_process_holds_the_rod(self):
        file = self.folder / "held.csv"
        process, port = self.start_listening("--h", "2e-3", "--duration", "5", "--lockstep", "--patience", "60", "-o", file)
        controller = subprocess.run([sys.executable, EXAMPLE / "pi_controller.py", str(port)], capture_output=True, text=True, timeout=120)
        self.assertEqual(controller.returncode, 0, controller.stderr)
        said = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0, said)
        last = read_csv(file)[-1]
        self.assertAlmostEqual(float(last["t"]), 5, delta=1e-9)
        self.assertAlmostEqual(float(last["pin.angle"]), -1.0472, delta=1e-4)
        torque = 2 * 9.81 * 0.25 * math.cos(1.0472)  # m g l/2 cos(angle), the balance of moments
        self.assertAlmostEqual(float(last["input.torque"]), torque, delta=1e-2)
        self.assertIn("pin.angle = -1.047", controller.stdout)
        self.assertNotIn("spurious energy, ", said)  # work of an input that jumps is accounted for
        self.assertRegex(said, r"udp 127\.0\.0\.1:\d+ +2500 in, 250\d out\n")

    def test_closed_loop_in_lockstep_is_the_same_every_time(self):
        results = []
        for name in ("a.csv", "b.csv"):
            process, port = self.start_listening("--h", "5e-3", "--duration", "1", "--lockstep", "--patience", "60", "-o", self.folder / name)
            subprocess.run([sys.executable, EXAMPLE / "pi_controller.py", str(port)], capture_output=True, timeout=120, check=True)
            process.communicate(timeout=60)
            results.append((self.folder / name).read_text())
        self.assertEqual(*results)

    def test_bad_packets_and_a_flood_do_no_harm_and_are_counted(self):
        process, port = self.start_listening("--h", "1e-3", "--soak", "--print-every", "1e6", "--send-every", "10", "--priority", "0")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.connect(("127.0.0.1", port))
            sender.settimeout(60)
            sender.send(HEADER.pack(0x31745244, 1, 1, 0, 0.0, 0, 0))
            table = HEADER.unpack_from(sender.recv(65535))[6]
            inputs = lambda sequence, value: HEADER.pack(0x31745244, 1, 3, sequence, 0.0, 1, table) + struct.pack("<d", value)
            for packet in (b"", inputs(1, math.nan), HEADER.pack(0x31745244, 1, 3, 1, 0.0, 1, table ^ 1) + bytes(8), inputs(2, 1e9), inputs(2, 0)):
                sender.send(packet)
            for _ in range(20000):
                sender.send(b"noise" * 20)
            while HEADER.unpack_from(sender.recv(65535))[3] < 2000:  # it runs on
                pass
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0, said)
        counts = re.search(r"udp 127.* in, .*", said).group(0)
        for expected in (" 1 in,", " 1 values clamped", " 1 too_short", " 1 not_finite", " 1 unknown_signals", " 1 stale"):
            self.assertIn(expected, counts)
        self.assertGreater(int(re.search(r"(\d+) wrong_magic", counts).group(1)), 10)

    def test_lockstep_without_a_controller_ends_by_itself(self):
        run = daedalus("rt", ROD, "--udp", "0", "--lockstep", "--patience", "0.2", "--json")
        self.assertEqual(run.returncode, 3)
        self.assertEqual(json.loads(run.stdout)["realtime"]["ended"], "no_answer")

    def test_without_pace_steps_are_those_of_run(self):
        timed = daedalus_json("rt", "pendulum", "--h", "1e-3", "--duration", "1", "--no-pace", "--method", "index2-projected")
        plain = daedalus_json("run", "pendulum", "--h", "1e-3", "--t-end", "1", "--method", "rt-euler", "--opt", "preset=index2-projected")
        for part in ("t", "q", "v", "s"):  # accelerations and multipliers of a sample are completed by run, for which rt has no time
            self.assertEqual(timed["final"][part], plain["final"][part])
        times = timed["realtime"]
        self.assertEqual((times["ended"], times["ticks"], times["pace"]), ("done", 1000, "none"))
        for part in ("step_cpu", "step_wall", "tick"):
            order = [times[part][key] for key in ("smallest", "p50", "p90", "p99", "p99.9", "p99.99", "worst")]
            self.assertEqual(order, sorted(order))
            self.assertEqual(times[part]["count"], 1000)

    def test_paced_run_takes_its_time_and_all_its_steps(self):
        found = daedalus_json("rt", "pendulum", "--h", "5e-3", "--duration", "0.5", "--policy", "stretch", "--priority", "0")
        self.assertEqual(found["status"], "done")
        self.assertEqual(found["realtime"]["ticks"], 100)
        self.assertGreaterEqual(found["wall_seconds"], 0.494)  # from the first tick to the end of the hundredth
        self.assertTrue(found["realtime"]["scheduling"]["notes"])

    def test_slow_steps_are_put_beside_those_of_a_fixed_computation(self):
        run = daedalus("rt", "double_pendulum", "--h", "2e-3", "--duration", "1", "--policy", "stretch", "--priority", "0", "--json")
        times = json.loads(run.stdout)["realtime"]
        self.assertGreater(times["fixed_computation"]["count"], 0)
        self.assertLessEqual(times["fixed_computation"]["count"], times["ticks"] - 199)  # its length is the median of the first 200
        self.assertGreaterEqual(times["page_faults"], 0)
        said = daedalus("rt", "double_pendulum", "--h", "2e-3", "--duration", "1", "--policy", "stretch", "--priority", "0").stdout
        self.assertRegex(said, r"slow steps +99.99 % of steps take at most \d+\.\d times the median; for a fixed computation")

    def test_stop_at_an_impossible_pace_keeps_what_there_is(self):
        file = self.folder / "part.csv"
        run = daedalus("rt", "pendulum", "--h", "1e-3", "--speed", "1e6", "--policy", "stop", "--priority", "0", "-o", file, "--json")
        self.assertEqual(run.returncode, 3)
        found = json.loads(run.stdout)
        self.assertEqual((found["realtime"]["ended"], found["realtime"]["overruns"]["count"]), ("overrun", 1))
        rows = read_csv(file)
        self.assertEqual(float(rows[-1]["t"]), found["final"]["t"])

    def test_skip_at_an_impossible_pace_drops_ticks_but_takes_all_steps(self):
        found = daedalus_json("rt", "pendulum", "--h", "1e-3", "--duration", "0.05", "--speed", "1e6", "--policy", "skip", "--priority", "0")
        self.assertEqual((found["realtime"]["ended"], found["realtime"]["ticks"]), ("done", 50))
        self.assertGreater(found["realtime"]["overruns"]["skipped_ticks"], 50)

    def test_ctrl_c_ends_a_soak_with_files_and_a_report(self):
        file = self.folder / "soak.csv"
        process = self.start("rt", "pendulum", "--h", "1e-3", "--no-pace", "--soak", "--print-every", "0.1", "--every", "0.01", "-o", file)
        lines = (line for line in process.stdout if line.startswith("t = "))
        for _ in range(2):
            self.assertRegex(next(lines), r"t = [\d.]+ s, 0 missed deadlines; largest residuals: position .*, velocity .*; energy .* J")
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0)
        self.assertIn("ticks of 1 ms: cancelled", said)
        self.assertIn("step, CPU time", said)
        reached = float(re.search(r"(?m)^  at t = ([\d.]+) s", said).group(1))
        self.assertAlmostEqual(float(read_csv(file)[-1]["t"]), reached, delta=1e-6)

    def test_warns_before_an_unstable_combination(self):
        said = daedalus("rt", "car_axle", "--h", "0.05", "--duration", "0.1", "--no-pace", "--method", "rt-euler:jacobian=j3").stdout
        self.assertIn("exceeds the stability limit", said.splitlines()[0] + said.splitlines()[1])
        said = daedalus("rt", "car_axle", "--h", "1e-3", "--duration", "0.01", "--no-pace", "--method", "vehicle", "--opt", "baumgarte.alpha=1000",
                        "--opt", "baumgarte.beta=1e6").stdout
        self.assertIn("1.618", said)  # the golden ratio: what an error grows by from step to step
        self.assertIn("iterates", daedalus("rt", "pendulum", "--method", "hht-i3", "--duration", "0.01", "--no-pace").stdout)

    def test_drives_the_stiff_vehicle_at_constant_cost(self):
        for formulation in ("cartesian", "joint"):
            report = daedalus_json("rt", "hmmwv14_stiff", "--formulation", formulation, "--method", "rt-euler", "--opt", "preset=stiff-vehicle",
                                   "--h", "1e-3", "--duration", "1", "--no-pace")
            self.assertEqual(report["status"], "done")
            self.assertTrue(any("stability could not be checked" in w for w in report["warnings"]), report["warnings"])

    def test_shared_memory_is_gone_afterwards(self):
        name = "daedalus_rt_test"
        found = daedalus_json("rt", ROD, "--shm", name, "--duration", "0.05", "--no-pace")
        self.assertEqual(found["realtime"]["ports"][0]["sent"], 51)
        self.assertFalse((pathlib.Path("/dev/shm") / name).exists())

    def test_refuses_what_makes_no_sense(self):
        for arguments, hint in ((["--udp", "localhost:1"], "is not a valid address"), (["--udp", "70000"], "65535"), (["--lockstep"], "--udp or --shm"),
                                (["--policy", "wait"], "stop"), (["--shm", "a/b"], "not a valid shared memory name"), (["--method", "euler"], "unknown method"),
                                (["--signals", "nothing.*"], "nothing.*"), (["--h", "0"], "--h")):
            run = daedalus("rt", ROD, *arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(hint, run.stderr, arguments)


if __name__ == "__main__":
    unittest.main()
