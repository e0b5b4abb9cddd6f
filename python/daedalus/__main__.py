"""python -m daedalus: the program, with the gallery of the package."""

import os
import sys

from .program import environment, program_file


def main() -> None:
    program = program_file()
    os.execve(program, ["daedalus", *sys.argv[1:]], environment())


if __name__ == "__main__":
    main()
