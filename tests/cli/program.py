"""What the tests of the program share: how it is called and how its files are read."""

import csv
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()


def daedalus(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120, **options)


def daedalus_json(*arguments, **options):
    return json.loads(daedalus(*arguments, "--json", **options).stdout)


def read_csv(file):
    with file.open() as text:
        return list(csv.DictReader(text))


def header_of(page):
    text = page.read_text()
    block = re.search(r'<script id="daedalus-header" type="application/json">(.*?)</script>', text, re.S)
    return json.loads(block.group(1))


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        return process

    def wait_for(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, "the run writes nothing")
            time.sleep(0.01)

    def wait_for_size(self, file, size):
        self.wait_for(lambda: file.exists() and file.stat().st_size > size)

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)
