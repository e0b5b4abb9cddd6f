"""The program on a terminal: progress that fits, colors, completions, the manual page: terminal_test.py PROGRAM."""

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import termios
import time
import unittest

from program import PROGRAM, ProgramTest, daedalus, daedalus_json

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def resize(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


class Terminal:
    """A run whose standard error is a terminal of so many columns."""

    def __init__(self, columns, *arguments):
        self.controller, terminal = pty.openpty()
        resize(terminal, columns)
        self.process = subprocess.Popen([PROGRAM, *arguments], stderr=terminal, stdout=subprocess.DEVNULL)
        os.close(terminal)

    def read_until(self, text, condition):
        deadline = time.monotonic() + 60
        while not condition(text) and time.monotonic() < deadline:
            text += os.read(self.controller, 4096).decode()
        return text

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        rest = ""
        try:
            while True:
                rest += os.read(self.controller, 4096).decode()
        except OSError:  # the last one who held the terminal has gone
            pass
        self.process.wait(60)
        os.close(self.controller)
        return rest


def drawn_lines(text):
    """What was drawn between two returns to the margin, without control sequences; the last may be incomplete."""
    return [line for line in ESCAPES.sub("", text).split("\r")[:-1] if line]


class Progress(ProgramTest):
    RUN = ("run", "pendulum", "--t-end", "1e7")

    def test_no_line_is_wider_than_the_terminal(self):
        for columns in (20, 60, 80, 200):
            with self.subTest(columns=columns):
                terminal = Terminal(columns, *self.RUN)
                text = terminal.read_until("", lambda text: text.count("\r") > 4) + terminal.stop()
                lines = drawn_lines(text)
                self.assertGreater(len(lines), 2)
                for line in lines:
                    self.assertLess(len(line), columns, line)  # letters in the last column would begin a new line
                    self.assertIn(" %", line)
                    self.assertNotIn("\n", line)
                if columns >= 80:
                    self.assertIn("x real time", lines[0])
                    self.assertIn("[", lines[0])

    def test_a_narrower_window_is_noticed_and_the_broken_line_is_cleared(self):
        terminal = Terminal(80, *self.RUN)
        before = terminal.read_until("", lambda text: text.count("\r") > 2)
        resize(terminal.controller, 60)
        seen = before.count("\r")
        text = terminal.read_until(before, lambda text: text.count("\r") > seen + 3) + terminal.stop()
        lines = drawn_lines(text)
        self.assertEqual(len(lines[0]), 79)  # it filled the window, and takes two rows of the narrower one
        self.assertIn("\x1b[1A\x1b[J", text)
        self.assertLess(len(lines[-1]), 60)

    def test_speed_and_remaining_time_after_a_restart_count_from_there(self):
        checkpoint, begin = self.folder / "a.ckpt", 20000
        daedalus("run", "pendulum", "--rtol", "1e-3", "--t-end", str(begin), "--checkpoint", checkpoint)
        terminal = Terminal(80, "run", "pendulum", "--rtol", "1e-3", "--t-end", "1e9", "--restart", checkpoint)
        text = terminal.read_until("", lambda text: text.count("\r") > 4) + terminal.stop()
        for k, line in enumerate(drawn_lines(text)[:3], 1):
            t, speed = map(float, re.search(r"t = (\S+) of 1e\+09 s  (\S+) x real time", line).groups())
            # lines are drawn at least 0.1 s apart, so the k-th one is at least k times that after the restart
            self.assertLessEqual(speed, 1.01 * (t + 1e-3 * t - begin) / (0.1 * k), line)

    def test_the_report_counts_what_was_simulated_since_the_restart(self):
        checkpoint = self.folder / "a.ckpt"
        daedalus_json("run", "pendulum", "--t-end", "9", "--checkpoint", checkpoint)
        rest = daedalus_json("run", "pendulum", "--t-end", "10", "--restart", checkpoint)
        self.assertEqual((rest["t_start"], rest["t_resumed"], rest["t_end"]), (0, 9, 10))
        self.assertAlmostEqual(rest["real_time_factor"] * rest["wall_seconds"], 1)


class Colors(ProgramTest):
    def output_on_terminal(self, **environment):
        controller, terminal = pty.openpty()
        subprocess.run([PROGRAM, "run", "pendulum", "--t-end", "0.1"], stdout=terminal, stderr=subprocess.DEVNULL,
                       env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment}, check=True)
        os.close(terminal)
        text = os.read(controller, 4096).decode()
        os.close(controller)
        return text

    def test_a_terminal_gets_colors_unless_they_are_refused(self):
        self.assertIn("\x1b[32m", self.output_on_terminal())
        self.assertNotIn("\x1b", self.output_on_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b", self.output_on_terminal(TERM="dumb"))
        self.assertNotIn("\x1b", daedalus("run", "pendulum", "--t-end", "0.1").stdout)


class Verdict(ProgramTest):
    def test_five_lines_come_first_and_details_on_request(self):
        lines = daedalus("run", "slider_crank", "--t-end", "0.1").stdout.splitlines()
        self.assertEqual(len(lines), 5, lines)
        self.assertEqual(lines[0], "slider_crank with dopri5: done at t = 0.1 s")
        self.assertEqual([line.split()[0] for line in lines[1:]], ["accuracy", "constraints", "energy", "cost"])
        for line in lines:
            self.assertLessEqual(len(line), 80)
        details = daedalus("run", "slider_crank", "--t-end", "0.1", "--verbose").stdout
        self.assertEqual(details.splitlines()[:4], lines[:4])  # the fifth has the time
        for text in ("constraint residuals", "linear solver", "breakdown", "at t = 0.1 s"):
            self.assertIn(text, details)

    def test_a_run_that_stops_early_says_where(self):
        run = daedalus("run", "pendulum", "--rtol", "1e-300", "--atol", "1e-300")
        self.assertEqual(run.returncode, 3)
        self.assertRegex(run.stdout, r"^pendulum with dopri5: failed at t = ")
        self.assertRegex(run.stdout, r"(?m)^stopped at t = ")


class FirstSteps(ProgramTest):
    def test_no_arguments_show_where_to_begin(self):
        run = daedalus()
        self.assertEqual(run.returncode, 0)
        for text in ("daedalus demo", "daedalus models", "--page", "--help"):
            self.assertIn(text, run.stdout)
        self.assertLess(len(run.stdout.splitlines()), 12)

    def test_help_names_every_command_once(self):
        text = daedalus("--help").stdout
        for command in ("demo", "run", "view", "compare", "verify", "completion", "man"):
            self.assertEqual(len(re.findall(rf"(?m)^  {command} ", text)), 1, command)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_a_mistyped_option_is_recognized(self):
        for arguments, remedy in ((["run", "pendulum", "--rtoll", "1e-8"], "unknown option '--rtoll'. Did you mean '--rtol'?"),
                                  (["run", "pendulum", "--tend=3"], "unknown option '--tend'. Did you mean '--t-end'?"),
                                  (["check", "pendulum", "--jsn"], "Did you mean '--json'?"),
                                  (["--verison"], "Did you mean '--version'?"),
                                  (["run", "pendulum", "extra"], "unexpected argument 'extra'"),
                                  (["run", "pendulum", "--rtol", "abc"], "'abc' is not a number")):
            with self.subTest(arguments=arguments):
                run = daedalus(*arguments)
                self.assertEqual(run.returncode, 2, run.stdout)
                self.assertIn(remedy, run.stderr)
                self.assertIn("--help' lists the options", run.stderr)
                self.assertNotRegex(run.stderr, r"\d{20}")

    def test_a_page_that_cannot_be_written_is_refused_before_the_run(self):
        run = daedalus("run", "pendulum", "--t-end", "1e9", "--page", "/proc/page.html")  # would not end
        self.assertEqual(run.returncode, 2, run.stdout)
        self.assertIn("cannot write /proc/page.html", run.stderr)

    def test_columns_of_lists_do_not_run_into_each_other(self):
        for command in ("methods", "models", "info"):
            for line in daedalus(command).stdout.split("\n\n")[0].splitlines():
                self.assertRegex(line, r"^\S+ {2,}\S", line)
        for paper in daedalus_json("methods"):
            self.assertRegex(daedalus("methods").stdout, rf"(?m)^{paper['name']} {{2,}}\S+ {{2,}}\d {{2,}}")
        listed = daedalus("reproduce").stdout
        self.assertRegex(listed, r"(?m)^     convergence {2,}\S.* {2,}\S")


@unittest.skipUnless(shutil.which("bash"), "no bash")
class Completion(ProgramTest):
    def complete(self, *words):
        script = f"""eval "$({PROGRAM} completion bash)"
            COMP_WORDS=(daedalus {' '.join(f"'{word}'" for word in words)}); COMP_CWORD={len(words)}
            _daedalus; printf '%s\\n' "${{COMPREPLY[@]}}" """
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=self.folder).stdout.split()

    def test_commands_options_and_values_are_completed_in_bash(self):
        self.assertEqual(self.complete("li"), ["linearize"])
        self.assertEqual(self.complete("run", "pendulum", "--rt"), ["--rtol"])
        self.assertEqual(self.complete("run", "pendulum", "--method", "dop"), ["dopri5"])
        self.assertEqual(self.complete("run", "slider_c"), ["slider_crank"])
        (self.folder / "mine.yaml").write_text("")
        self.assertEqual(self.complete("check", "min"), ["mine.yaml"])
        self.assertEqual(self.complete("run", "pendulum", "--page", "min"), ["mine.yaml"])

    def test_scripts_are_accepted_by_their_shells(self):
        for shell, check in (("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "-n"])):
            script = daedalus("completion", shell)
            self.assertEqual(script.returncode, 0)
            self.assertIn("--rtol" if shell != "fish" else "-l rtol", script.stdout)
            if shutil.which(shell):
                file = self.folder / shell
                file.write_text(script.stdout)
                verdict = subprocess.run([*check, file], capture_output=True, text=True)
                self.assertEqual((verdict.returncode, verdict.stderr), (0, ""), shell)
        wrong = daedalus("completion", "tcsh")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("Available: bash, zsh, fish", wrong.stderr)

    def test_the_manual_page_has_every_option_of_the_help(self):
        page = daedalus("man").stdout.replace("\\-", "-")
        for command in ("run", "compare", "rt", "linearize"):
            for option in re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", daedalus(command, "--help").stdout):
                self.assertIn(option, page)
        if shutil.which("groff"):
            shown = subprocess.run(["groff", "-man", "-Kutf8", "-Tutf8", "-ww"], input=daedalus("man").stdout, capture_output=True, text=True)
            self.assertEqual(shown.stderr, "")


if __name__ == "__main__":
    unittest.main()
