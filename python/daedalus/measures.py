"""What is kept of a run of a study: numbers by name."""

import re
from typing import Any, Callable, Dict, List, Mapping, Sequence, Union

import numpy as np

from .errors import OptionError
from .solution import Solution

Measure = Union[None, str, Sequence[str], Callable[[Solution], Mapping[str, Any]],
                Mapping[str, Union[str, Callable[[Solution], Any]]]]

STATISTICS: Dict[str, Callable[[np.ndarray], float]] = {
    "final": lambda x: x[-1], "min": np.min, "max": np.max, "mean": np.mean, "range": np.ptp,
    "rms": lambda x: np.sqrt(np.mean(np.square(x))), "peak": lambda x: np.max(np.abs(x)),
}
_FORMULA = re.compile(r"\s*(\w+)\s*\(\s*([^()\s]+)\s*\)\s*$")


class Statistic:
    """'max(chassis.z)': a statistic of the samples of a channel."""

    def __init__(self, text: str) -> None:
        found = _FORMULA.match(text)
        if not found or found[1] not in STATISTICS:
            raise OptionError(f"measure '{text}': expected STATISTIC(CHANNEL), for example max(chassis.z). "
                              f"Statistics: {', '.join(STATISTICS)}.")
        self.text, self._statistic, self.channel = text, found[1], found[2]

    def __call__(self, solution: Solution) -> float:
        return float(STATISTICS[self._statistic](solution[self.channel]))


class Measures:
    """Can be pickled if the functions in it can."""

    def __init__(self, given: Measure) -> None:
        self._whole = given if callable(given) else None
        named: Dict[str, Any] = {}
        if isinstance(given, Mapping):
            named = dict(given)
        elif given is not None and not callable(given):
            named = {text: text for text in ([given] if isinstance(given, str) else given)}
        self._each = {name: Statistic(value) if isinstance(value, str) else value for name, value in named.items()}

    def channels(self) -> List[str]:
        """The only channels that are needed; none: all."""
        if self._whole or not all(isinstance(measure, Statistic) for measure in self._each.values()):
            return []
        return sorted({measure.channel for measure in self._each.values()})

    def __call__(self, solution: Solution) -> Dict[str, float]:
        found = self._whole(solution) if self._whole else {name: m(solution) for name, m in self._each.items()}
        return {name: float(value) for name, value in found.items()}

    def __repr__(self) -> str:
        names = {name: m.text if isinstance(m, Statistic) else getattr(m, "__qualname__", "function")
                 for name, m in self._each.items()}
        return repr(getattr(self._whole, "__qualname__", "function") if self._whole else names)
