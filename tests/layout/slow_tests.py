#!/usr/bin/env python3
"""Checks tests/slow_under_sanitizers.txt: every line names tests of this build, and ctest takes them all as one expression.

    slow_tests.py BUILD_FOLDER

ctest ignores an expression with too many parentheses, and then leaves out nothing.
"""
import pathlib
import re
import subprocess
import sys

LIST = pathlib.Path(__file__).resolve().parents[1] / "slow_under_sanitizers.txt"


def tests(build, *arguments):
    listed = subprocess.run(["ctest", "--test-dir", build, "-N", *arguments], capture_output=True, text=True, check=True)
    if "RegularExpression" in listed.stdout + listed.stderr:
        sys.exit(f"ctest rejects the lines of {LIST.name} as one expression: {listed.stderr.strip()}")
    return [line.split(": ", 1)[1].split("  # ")[0] for line in listed.stdout.splitlines() if re.match(r" *Test +#", line)]


def main():
    build = sys.argv[1]
    lines = [line.split("#")[0].strip() for line in LIST.read_text().splitlines()]
    lines = [line for line in lines if line]
    wrong = [f"'{line}': no parentheses, one line for each alternative" for line in lines if re.search(r"[()]", line)]
    names = tests(build)
    wrong += [f"'{line}' names no test" for line in lines if not any(re.search(line, name) for name in names)]
    if wrong:
        sys.exit("\n".join(wrong))
    left = tests(build, "--exclude-regex", "|".join(lines))
    expected = [name for name in names if not any(re.search(line, name) for line in lines)]
    if left != expected:
        sys.exit(f"ctest leaves {len(left)} tests, not {len(expected)}.")


main()
