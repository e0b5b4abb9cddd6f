"""The package as it is installed: program, gallery, schema, types, time to import."""

import json
import os
import pathlib
import resource
import subprocess
import sys

import daedalus
import pytest


def test_the_program_is_part_of_the_package():
    shown = subprocess.run([sys.executable, "-m", "daedalus", "--version"], capture_output=True, text=True, check=True)
    assert daedalus.__version__ in shown.stdout
    refused = subprocess.run([sys.executable, "-m", "daedalus", "run", "nothing"], capture_output=True, text=True)
    assert refused.returncode == 2 and "unknown model" in refused.stderr


def test_gallery_and_schema_travel_in_it():
    folder = pathlib.Path(daedalus.__file__).parent
    assert pathlib.Path(os.environ["DAEDALUS_MODELS"]) == folder / "models"
    assert "hmmwv10" in daedalus.gallery() and pathlib.Path(daedalus.load("hmmwv10").file).is_relative_to(folder)
    assert json.loads(daedalus.model_schema())["$schema"]
    assert (folder / "py.typed").exists() and (folder / "_core.pyi").exists()


def test_it_is_imported_quickly():
    def seconds(code):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    daedalus_alone = min(seconds("import daedalus") for _ in range(3)) - min(seconds("pass") for _ in range(3))
    print(f"import: {daedalus_alone:.2f} s of CPU time, numpy included")
    assert daedalus_alone < 0.3


def test_types_are_right():
    pytest.importorskip("mypy")
    folder = pathlib.Path(daedalus.__file__).parent
    sources = [str(folder / "__init__.py"), str(pathlib.Path(__file__).parent / "typed_example.py")]
    environment = {**os.environ, "MYPYPATH": str(folder.parent)}
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict-equality", "--check-untyped-defs",
                              "--ignore-missing-imports", "--follow-imports=normal", "--cache-dir", os.devnull,
                              *sources], capture_output=True, text=True, env=environment)
    assert checked.returncode == 0, checked.stdout
