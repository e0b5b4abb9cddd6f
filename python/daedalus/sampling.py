"""Which runs a study has: grids, latin hypercubes, random samples. Each run is a dictionary of parameters."""

import itertools
import math
import statistics
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Tuple, Union

import numpy as np

from .errors import OptionError

Run = Dict[str, Any]


class Distribution:
    """A random parameter, given by the inverse of its distribution function."""

    def __init__(self, text: str, quantile: Any) -> None:
        self._text, self.quantile = text, quantile

    def __repr__(self) -> str:
        return self._text


def uniform(low: float, high: float) -> Distribution:
    if not low < high:
        raise OptionError(f"uniform({low:g}, {high:g}): the first must be less than the second.")
    return Distribution(f"uniform({low!r}, {high!r})", lambda u: low + u * (high - low))


def normal(mean: float, deviation: float) -> Distribution:
    if not deviation > 0:
        raise OptionError(f"normal({mean:g}, {deviation:g}): the standard deviation must be positive.")
    law = statistics.NormalDist(mean, deviation)
    smallest = math.ulp(0.5)
    return Distribution(f"normal({mean!r}, {deviation!r})", lambda u: law.inv_cdf(min(max(u, smallest), 1 - smallest)))


Random = Union[Distribution, Tuple[float, float]]


def _distribution(name: str, value: Random) -> Distribution:
    if isinstance(value, Distribution):
        return value
    try:
        low, high = value
    except (TypeError, ValueError):
        raise OptionError(f"{name} = {value!r}: expected (low, high), uniform(...) or normal(...).") from None
    return uniform(float(low), float(high))


def grid(parameters: Mapping[str, Iterable[Any]]) -> List[Run]:
    """Every combination; the last parameter varies fastest."""
    names = list(parameters)
    lists = [[values] if isinstance(values, str) or np.ndim(values) == 0 else list(values)  # type: ignore[arg-type]
             for values in parameters.values()]
    return [dict(zip(names, _plain(values))) for values in itertools.product(*lists)]


def monte_carlo(parameters: Mapping[str, Random], n: int, seed: int) -> List[Run]:
    """n independent samples. The same seed gives the same samples."""
    laws = {name: _distribution(name, value) for name, value in parameters.items()}
    random = np.random.default_rng(seed).random((_count(n), len(laws)))
    return [{name: float(law.quantile(u)) for (name, law), u in zip(laws.items(), row)} for row in random]


def latin_hypercube(parameters: Mapping[str, Random], n: int, seed: int) -> List[Run]:
    """n samples, one in each of the n equally probable parts of every parameter."""
    laws = {name: _distribution(name, value) for name, value in parameters.items()}
    generator = np.random.default_rng(seed)
    parts = np.stack([generator.permutation(_count(n)) for _ in laws], axis=1)
    random = (parts + generator.random(parts.shape)) / n
    return [{name: float(law.quantile(u)) for (name, law), u in zip(laws.items(), row)} for row in random]


def runs_of(parameters: Union[Mapping[str, Iterable[Any]], Sequence[Run]]) -> List[Run]:
    """A grid of lists, or the runs themselves."""
    if isinstance(parameters, Mapping):
        return grid(parameters)
    runs = [dict(zip(run, _plain(run.values()))) for run in parameters]
    if any(run.keys() != runs[0].keys() for run in runs):
        raise OptionError("all runs of a study must set the same parameters.")
    return runs


def _count(n: int) -> int:
    if n < 1:
        raise OptionError(f"{n} samples: at least one is needed.")
    return n


def _plain(values: Iterable[Any]) -> List[Any]:
    return [value.item() if isinstance(value, np.generic) else value for value in values]
