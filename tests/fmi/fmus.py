"""FMUs made by the program, and our own runs to compare them with."""

import csv
import json
import os
import subprocess
from pathlib import Path

import numpy

PROGRAM = os.environ["DAEDALUS_PROGRAM"]
SMALL_LIBRARY = os.environ["DAEDALUS_SMALL_LIBRARY"]


def daedalus(*arguments, **environment):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def gallery():
    return [model["name"] for model in json.loads(daedalus("models", "--json"))]


def export(folder, model, *options, **environment):
    """The file, and what the program says about it."""
    file = Path(folder) / "model.fmu"
    return str(file), json.loads(daedalus("fmu", model, "-o", file, "--json", *options, **environment))


def own_run(folder, model, t_end, every, channels, *options):
    """Samples by channel: {'t': ..., 'crank.x': ...}."""
    file = Path(folder) / "run.csv"
    daedalus("run", model, "--t-end", t_end, "--every", every, "--channels", channels, "-o", file, *options)
    with open(file, newline="", encoding="utf-8") as text:
        rows = list(csv.reader(text))
    names = [name.split(" [")[0].strip() for name in rows[0]]
    return dict(zip(names, numpy.array(rows[1:], float).T))


def largest_deviation(ours, theirs):
    """Relative to the largest value of channels of one kind ('x y z', 'vx vy vz'), so that those that stay zero but for
    rounding count as such."""

    def kind(name):
        last = name.rsplit(".", 1)[-1]
        return last.rstrip("xyz0123") if last[-1] in "xyz0123" else last

    size = {}
    for name, values in ours.items():
        size[kind(name)] = max(size.get(kind(name), 1e-3), abs(values).max())
    worst = max((abs(ours[name] - theirs[name]).max() / size[kind(name)], name) for name in ours if name != "t")
    return worst
