"""The program that travels in the package: run by `python -m daedalus`, and by the functions of analyses.py."""

import os
import pathlib
import subprocess
from typing import Dict, List

from .errors import Error, FileError, OptionError


def program_file() -> str:
    """DAEDALUS_PROGRAM, else the program of the package."""
    chosen = os.environ.get("DAEDALUS_PROGRAM")
    program = pathlib.Path(chosen) if chosen else pathlib.Path(__file__).parent / "bin" / "daedalus"
    if not os.access(program, os.X_OK):
        raise FileError(f"the program {program} is missing. Install the package again, or set DAEDALUS_PROGRAM.")
    return str(program)


def environment() -> Dict[str, str]:
    return dict(os.environ)  # with DAEDALUS_MODELS: see __init__.py


def run_program(arguments: List[str]) -> str:
    """What it prints. Throws an Error with its message when it refuses the input or fails."""
    process = subprocess.Popen([program_file(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=environment())
    try:
        output, problems = process.communicate()
    except KeyboardInterrupt:  # it was told as well, and prints what it has
        output, problems = process.communicate()
    text, message = output.decode(), problems.decode().strip()
    if text.strip():
        return text
    message = message.removeprefix("daedalus: ") or f"exit code {process.returncode}"
    raise (OptionError if process.returncode == 2 else Error)(message)
