"""Exceptions: what is wrong with the input, and where.

All of them are an `Error`. A model that cannot be built is a `ModelError`, an option or a name that is not accepted an
`OptionError`, a file that cannot be read or written a `FileError`. Failures of the numerics are no exceptions: they are
part of the `Solution`.
"""

import re
from typing import Optional

_PLACE = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+)(?::(?P<column>\d+))?: ")


class Error(Exception):
    """Something that was given is not accepted. `file`, `line` and `column` say where, if that is known."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        place = _PLACE.match(message)
        self.file: Optional[str] = place["file"] if place else None
        self.line: Optional[int] = int(place["line"]) if place else None
        self.column: Optional[int] = int(place["column"]) if place and place["column"] else None


class ModelError(Error, ValueError):
    """A model that cannot be built as described. The message lists every problem of its file."""


class OptionError(Error, ValueError):
    """An option, a name or a value that is not accepted."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""
