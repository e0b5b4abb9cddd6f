"""Odd options, damaged files, full disks and signals: robustness_test.py PROGRAM. Nothing crashes or hangs, no file is lost, and what is refused says why."""

import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import unittest

from program import PROGRAM, ProgramTest, daedalus, daedalus_json, read_csv

PUSHED = """
gravity: [0, -9.81]
bodies:
  a: {type: planar, mass: 1, inertia: 0.1, com: [0.5, 0]}
joints:
  p: {type: revolute, between: [a, ground]}
run: {t_end: 0.1}
"""


class RobustnessTest(ProgramTest):
    def refused(self, *arguments, because):
        run = daedalus(*arguments, cwd=self.folder)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertRegex(run.stderr, because)
        return run

    def write(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file


class Options(RobustnessTest):
    def test_rt_refuses_steps_that_cannot_be_counted_or_kept(self):
        self.refused("rt", "pendulum", "--h", "1e-22", "--no-pace", because=r"--h 1e-22: 10 s would take 1e\+23 steps")
        self.refused("rt", "pendulum", "--speed", "1e21", because=r"--speed 1e\+21 is due every 1e-24 s of wall time")
        self.refused("rt", "pendulum", "--h", "1e300", "--duration", "1e300", because=r"due every 1e\+300 s")

    def test_rt_writes_the_ends_when_samples_are_farther_apart_than_the_run_is_long(self):
        file = self.folder / "ends.csv"
        run = daedalus("rt", "pendulum", "--no-pace", "--duration", "0.1", "--every", "1e300", "-o", file)
        self.assertEqual(run.returncode, 0, run.stderr)
        times = [float(line.split(",")[0]) for line in file.read_text().splitlines()[1:]]
        self.assertEqual(len(times), 2)
        self.assertEqual(times[0], 0)
        self.assertAlmostEqual(times[1], 0.1, delta=1e-9)

    def test_rt_needs_no_packet_when_no_port_is_asked_for(self):
        model = self.write("m.yaml", 'bodies: {"b{k}": {for: {k: 1..300}, type: point, mass: 1}}\n')
        large = ("rt", model, "--no-pace", "--h", "1e-3", "--duration", "2e-3")
        run = daedalus(*large)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.refused(*large, "--udp", "0", because="do not fit into a packet")

    def test_numbers_that_are_none_are_refused(self):
        for command, option in (("run", "--h"), ("run", "--rtol"), ("run", "--atol"), ("run", "--t-end"), ("run", "--every"), ("run", "--checkpoint-every"),
                                ("rt", "--h"), ("rt", "--every"), ("rt", "--speed"), ("rt", "--duration"), ("check", "--at"), ("linearize", "--at"),
                                ("stability", "--h"), ("verify", "--rtol")):
            for value in ("nan", "inf", "-inf"):
                with self.subTest(command=command, option=option, value=value):
                    self.refused(command, "pendulum", option, value, because=rf"{option}:.*{value}.* is not accepted")

    def test_samples_and_steps_without_end_are_refused(self):
        self.refused("run", "pendulum", "--t-end", "1", "--every", "1e-300", "-o", "x.csv", because=r"--every 1e-300: 1 s would give 1e\+300 samples")
        self.assertFalse((self.folder / "x.csv").exists())
        self.refused("run", "pendulum", "--t-end", "1", "--method", "rk4", "--h", "1e-22", because=r"--h 1e-22: 1 s would take 1e\+22 steps")

    def test_tolerances_below_round_off_end_in_a_failure(self):
        run = daedalus("run", "pendulum", "--rtol", "1e-300", "--atol", "1e-300")
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("step_too_small", run.stdout)
        self.assertIn("--atol", run.stdout)


class Signals(RobustnessTest):
    def test_a_run_that_writes_many_samples_per_step_hears_them(self):
        for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(signal=asked):
                file = self.folder / f"{asked}.csv"
                process = self.start("run", "pendulum", "--t-end", "1", "--every", "1e-8", "-o", file, "--json")
                self.wait_for_size(file, 1000000)
                process.send_signal(asked)
                report = json.loads(process.communicate(timeout=60)[0])
                self.assertEqual(process.returncode, 3)
                self.assertEqual(report["status"], "cancelled")

    def test_a_hangup_that_is_ignored_from_the_start_stays_ignored(self):
        file = self.folder / "nohup.csv"
        process = subprocess.Popen([PROGRAM, "run", "pendulum", "--t-end", "1e6", "--every", "0.1", "-o", file], stdout=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.wait_for_size(file, 100000)
        process.send_signal(signal.SIGHUP)
        size = file.stat().st_size
        self.wait_for_size(file, size + 1000000)
        self.assertIsNone(process.poll())

    def test_reading_and_assembling_end_at_once(self):
        for command in ("check", "linearize", "equilibrium", "stability"):
            with self.subTest(command=command):
                process = self.start(command, "pendulum_chain", "--set", "N=8000")
                used = pathlib.Path(f"/proc/{process.pid}/stat")
                self.wait_for(lambda: int(used.read_text().rsplit(")", 1)[1].split()[11]) > 50)  # half a second of work
                process.send_signal(signal.SIGINT)
                process.wait(timeout=10)
                self.assertEqual(process.returncode, -signal.SIGINT)


class Data(RobustnessTest):
    def test_closed_standard_streams_are_not_taken_for_the_result_file(self):
        file = self.folder / "night.csv"
        subprocess.run(f"'{PROGRAM}' rt pendulum --no-pace --duration 0.5 --soak --print-every 1e-3 -o '{file}' <&- >&- 2>&-", shell=True, timeout=120)
        rows = read_csv(file)
        self.assertGreater(len(rows), 10)
        for row in rows:
            for value in row.values():
                float(value)

    def test_what_is_no_regular_file_is_not_replaced(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.refused("run", "pendulum", "--t-end", "0.1", "--page", pipe, because="is not a regular file")
        self.refused("run", "pendulum", "--t-end", "0.1", "--checkpoint", pipe, because="is not a regular file")
        self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_a_link_to_a_checkpoint_stays_a_link(self):
        (self.folder / "link").symlink_to(self.write("real", ""))
        self.assertEqual(daedalus("run", "pendulum", "--t-end", "0.1", "--checkpoint", self.folder / "link").returncode, 0)
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn("daedalus_checkpoint", (self.folder / "real").read_text())

    def test_no_output_replaces_an_input_or_another_output(self):
        model = self.write("model.yaml", PUSHED)
        for option in ("--page", "--checkpoint"):
            self.refused("run", model, option, "model.yaml", because="is an input of this run and would be overwritten")
        self.assertEqual(model.read_text(), PUSHED)
        table = self.folder / "a.csv"
        daedalus("run", model, "-o", table)
        before = table.read_text()
        self.refused("view", "a.csv", "-o", "./a.csv", because="is an input of this run and would be overwritten")
        self.assertEqual(table.read_text(), before)
        self.refused("run", model, "-o", "b.csv", "-o", "./b.csv", because="is named for two outputs")
        self.refused("equilibrium", model, "-o", "model.yaml", because="is an input of this run and would be overwritten")

    def test_samples_on_a_full_disk_are_counted_as_far_as_they_are_there(self):
        for name in ("full.csv", "full.h5"):
            with self.subTest(name=name):
                file = self.folder / name
                run = daedalus("run", "pendulum", "--t-end", "1000", "--every", "0.01", "-o", file,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000)))
                self.assertEqual(run.returncode, 3, run.stdout + run.stderr)
                said = int(run.stdout.split(f"{file} (")[1].split()[0])
                if name.endswith(".csv"):
                    self.assertEqual(said, len(read_csv(file)))
                self.assertLess(said, 50000)

    def test_writes_that_fail_after_any_number_of_bytes_are_reported(self):
        outputs = {"-o": ("w.csv", "w.h5"), "--page": ("w.html",), "--checkpoint": ("w.ck",)}
        for option, names in outputs.items():
            for name in names:
                for bytes_left in (0, 1, 100, 1000, 4096):
                    with self.subTest(option=option, name=name, bytes_left=bytes_left):
                        file = self.folder / f"{bytes_left}-{name}"
                        run = daedalus("run", "slider_crank", "--t-end", "1", "--every", "0.001", option, file,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left)))
                        self.assertIn(run.returncode, (2, 3), run.stdout + run.stderr)  # 2: before the first step
                        self.assertIn(name, run.stderr)
                        if option != "-o":
                            self.assertFalse(file.exists(), "half a file")

    def test_little_memory_ends_in_words(self):
        if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
            self.skipTest("a sanitizer needs terabytes of addresses")
        for megabytes in range(70, 170, 10):
            with self.subTest(megabytes=megabytes):
                limit = megabytes * 1_000_000
                run = daedalus("run", "n_four_bar", "--set", "N=2000", "--t-end", "0.005", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                self.assertIn(run.returncode, (2, 3), run.stdout + run.stderr)
                self.assertIn("out of memory", run.stderr)

    def test_a_report_that_cannot_be_printed_is_no_success(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([PROGRAM, "run", "pendulum", "--t-end", "0.1", "--json"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual(run.returncode, 3)
        self.assertIn("No space left", run.stderr)

    def test_a_path_that_is_not_utf8_does_not_lose_the_report(self):
        model = os.fsencode(self.folder) + b"/m\xff.yaml"
        with open(model, "w") as file:
            file.write(PUSHED)
        for extra in ((), ("--checkpoint", self.folder / "c")):
            run = subprocess.run([PROGRAM, "run", model, "--json", *extra], capture_output=True, timeout=120)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(json.loads(run.stdout.decode())["status"], "done")

    def test_two_runs_do_not_write_one_file(self):
        for name in ("one.h5", "one.csv"):
            with self.subTest(name=name):
                file = self.folder / name
                process = self.start("run", "pendulum", "--t-end", "1e6", "--every", "0.01", "-o", file)
                self.wait_for_size(file, 10000)
                self.refused("run", "pendulum", "--t-end", "0.1", "-o", file, because="another run is writing it")
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 3)

    def test_a_damaged_result_file_is_refused(self):
        whole, damaged = self.folder / "whole.h5", self.folder / "damaged.h5"
        daedalus("run", "pendulum", "--t-end", "0.1", "-o", whole)
        data = bytearray(whole.read_bytes())
        heap = data.index(b"GCOL")  # the notes; the size of the first one is 24 bytes behind: the HDF5 library would copy so many
        data[heap + 24:heap + 32] = (1 << 40).to_bytes(8, "little")
        damaged.write_bytes(data)
        run = self.refused("view", damaged, because="it is damaged")
        self.assertEqual(len(run.stderr.splitlines()), 1)


class Restarts(RobustnessTest):
    def setUp(self):
        super().setUp()
        self.model = self.write("m.yaml", PUSHED)
        self.checkpoint = self.folder / "c"
        self.run_with("--t-end", "0.05", "--checkpoint", self.checkpoint)

    def run_with(self, *arguments):
        return daedalus("run", self.model, "--method", "nstiff", "--h", "1e-3", *arguments)

    def test_the_same_run_goes_on(self):
        whole = json.loads(self.run_with("--t-end", "0.1", "--json").stdout)
        rest = json.loads(self.run_with("--t-end", "0.1", "--restart", self.checkpoint, "--json").stdout)
        self.assertEqual(rest["final"], whole["final"])

    def test_other_steps_methods_and_options_are_refused_by_name(self):
        restart = ("run", self.model, "--restart", self.checkpoint)
        self.refused(*restart, "--method", "nstiff", "--h", "2e-3", because=r"h: 0\.001\S* in the checkpoint, 0\.002")
        self.refused(*restart, "--method", "nstiff", because=r"rtol: not set in the checkpoint")
        self.refused(*restart, "--method", "hht-i3", "--h", "1e-3", because=r"method: nstiff in the checkpoint, hht-i3 now")
        self.refused(*restart, "--method", "nstiff", "--h", "1e-3", "--opt", "newton.max_iterations=7", because=r"newton\.max_iterations: 20 in the checkpoint, 7 now")

    def test_an_edited_model_is_refused_and_a_comment_is_not(self):
        self.model.write_text("# a comment\n" + PUSHED)
        self.assertEqual(self.run_with("--t-end", "0.1", "--restart", self.checkpoint).returncode, 0)
        self.model.write_text(PUSHED.replace("com: [0.5, 0]", "com: [0.5, 0.001]"))
        self.refused("run", self.model, "--method", "nstiff", "--h", "1e-3", "--restart", self.checkpoint, because=r"model m: digest \w+\) in the checkpoint, digest \w+\) now")

    def test_a_changed_digit_is_refused(self):
        text = self.checkpoint.read_text()
        at = text.index('"values": "') + 20
        self.checkpoint.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1:])
        self.refused("run", self.model, "--method", "nstiff", "--h", "1e-3", "--restart", self.checkpoint, because="checksum mismatch")

    def test_what_is_no_checkpoint_is_refused_without_terms_of_the_parser(self):
        for text in ("", "{", "[]", "{}", '{"daedalus_checkpoint": "x"}'):
            self.checkpoint.write_text(text)
            run = self.refused("run", self.model, "--restart", self.checkpoint, because="is not a usable checkpoint")
            self.assertNotIn("json", run.stderr)


class Models(RobustnessTest):
    def test_an_include_reads_only_model_files(self):
        self.write("secret.txt", "password: hunter2\n")
        run = self.refused("check", self.write("m.yaml", "include: secret.txt\n" + PUSHED), because=r"m\.yaml:1:10: include: 'secret\.txt' is not a model file")
        self.assertNotIn("hunter2", run.stderr)
        os.mkfifo(self.folder / "pipe.yaml")
        self.refused("check", self.write("m.yaml", "include: pipe.yaml\n" + PUSHED), because="is not a file")
        self.refused("check", self.write("m.yaml", "include: /dev/zero\n" + PUSHED), because="is not a")

    def test_the_terminal_gets_no_escape_sequences_of_others(self):
        self.refused("check", self.write("m.yaml", 'name: "\\e]0;x\\a\\e[31mred"\n' + PUSHED), because=r"m\.yaml:1:7: a string contains a control character")
        run = self.refused("check", "\x1b[31mred", because=r"\\x1b\[31mred")
        self.assertNotIn("\x1b", run.stderr)

    def test_a_repetition_that_takes_all_memory_is_refused_with_its_line(self):
        model = self.write("m.yaml", 'bodies: {"b{k}": {for: {k: 0..999999}, type: point, mass: 1}}\n')
        self.refused("check", model, because=r"m\.yaml:1:10: body 'b\{k\}': for generates more than 100,000 elements")

    def test_a_loop_that_does_not_close_is_named_with_its_line(self):
        model = self.write("m.yaml", "bodies:\n  ground: {markers: {A: [5, 0]}}\n  a: {type: planar, mass: 1, inertia: 1, markers: {t: [1, 0]}}\njoints:\n"
                                     "  p: {type: revolute, between: [a, ground]}\n  q: {type: revolute, between: [a.t, ground.A]}\n")
        self.refused("check", model, because=r"m\.yaml:[56]:3: ")

    def test_the_report_says_what_assembly_moved(self):
        model = self.write("m.yaml", PUSHED.replace("com: [0.5, 0]", "com: [0.5, 0], velocity: [5, 7], angular_velocity: 3"))
        self.assertTrue(any("velocities" in line for line in daedalus_json("run", model)["assembly"]))

    def test_a_driver_that_jumps_is_refused(self):
        model = self.write("m.yaml", PUSHED + 'drivers: {d: {drives: p.angle, motion: "if(t < 0.5, 0, 1)"}}\n')
        self.refused("check", model, because=r"m\.yaml:\d+:\d+: driver 'd'.* jumps by 1 at t = 0\.5 s")


if __name__ == "__main__":
    unittest.main()
