"""python -m daedalus: the program, with the gallery of the package; and studies, `python -m daedalus sweep study.yaml`."""

import os
import sys

from .program import environment, program_file


def main() -> None:
    if sys.argv[1:2] == ["sweep"]:
        from .sweep_command import main as sweep
        sys.exit(sweep(sys.argv[2:]))
    program = program_file()
    os.execve(program, ["daedalus", *sys.argv[1:]], environment())


if __name__ == "__main__":
    main()
