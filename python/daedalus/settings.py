"""Python values as the library reads them: names with texts."""

import os
from typing import Any, List, Mapping, Optional, Tuple

from .errors import OptionError

Pairs = List[Tuple[str, str]]


def text_of(name: str, value: Any) -> str:
    """A number so that it comes back bit for bit; a text as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, int):
        return str(value)
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        raise OptionError(f"{name} = {value!r}: expected a number or a text.") from None


def pairs(settings: Optional[Mapping[str, Any]]) -> Pairs:
    """{'newton': {'max_iterations': 6}} is the same as {'newton.max_iterations': 6}."""
    found: Pairs = []
    for name, value in (settings or {}).items():
        if isinstance(value, Mapping):
            found += [(f"{name}.{inner}", text) for inner, text in pairs(value)]
        else:
            found.append((name, text_of(name, value)))
    return found


def number(name: str, value: Any) -> Optional[float]:
    """A number or nothing."""
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError):
        raise OptionError(f"{name} = {value!r}: expected a number.") from None
