"""Equations of motion written in Python, for every method of the table.

    M(t,q) a + G(t,q)^T lambda = f(t,q,v,s),    0 = g(t,q),    s' = sigma(t,q,v,s),    v = q', a = v'
"""

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from .errors import ModelError, OptionError
from .model import Model
from .solution import Solution

Function = Callable[..., Any]


class Equations(Model):
    """A model made of functions; everything that can be simulated can be stepped, too."""

    def __init__(self, request: Dict[str, Any]) -> None:
        self._request = dict(request)
        self._mechanism = _core.Mechanism.from_equations(**request)
        self._others = {}

    def __getstate__(self) -> Dict[str, Any]:
        return self._request

    def __setstate__(self, request: Dict[str, Any]) -> None:
        self.__init__(request)  # type: ignore[misc]

    @property
    def text(self) -> Optional[str]:
        return None

    @property
    def file(self) -> str:
        return ""

    def replace(self, formulation: Optional[str] = None, **parameters: Any) -> "Model":
        raise OptionError("equations have no parameters and one formulation: make new ones.")


def dae(M: Union[None, Function, Sequence[Any], np.ndarray], f: Function, g: Optional[Function] = None, *,
        q0: Sequence[float], v0: Optional[Sequence[float]] = None, s0: Sequence[float] = (), t0: float = 0.0,
        t_end: Optional[float] = None, G: Optional[Function] = None, g_t: Optional[Function] = None,
        gamma: Optional[Function] = None, f_q: Optional[Function] = None, f_v: Optional[Function] = None,
        sigma: Optional[Function] = None, potential: Optional[Function] = None, sparsity: Any = None,
        coordinates: Optional[Sequence[str]] = None, name: str = "equations") -> Equations:
    """The equations as a model: `dae(...).simulate()`, `.simulation()`. See `solve_dae` for the functions."""
    q = np.asarray(q0, dtype=float).ravel()
    v = np.zeros_like(q) if v0 is None else np.asarray(v0, dtype=float).ravel()
    s = np.asarray(s0, dtype=float).ravel()
    names = list(coordinates) if coordinates is not None else [f"q[{i}]" for i in range(len(q))]
    if len(v) != len(q) or len(names) != len(q):
        raise ModelError(f"{name}: q0 has {len(q)} numbers, v0 {len(v)}, coordinates {len(names)}: they must agree.")
    if (len(s) > 0) != (sigma is not None):
        raise ModelError(f"{name}: first-order states need both s0 and sigma(t, q, v, s).")
    if g is None and (G is not None or g_t is not None or gamma is not None):
        raise ModelError(f"{name}: G, g_t and gamma belong to constraints g(t, q), which are not given.")
    given = {"M": M, "f": f, "g": g, "G": G, "g_t": g_t, "gamma": gamma, "f_q": f_q, "f_v": f_v, "sigma": sigma,
             "potential": potential}
    for key, function in given.items():
        if function is not None and key != "M" and not callable(function):
            raise ModelError(f"{name}: {key} must be a function.")
    if M is not None and not callable(M):
        given["M"] = np.ascontiguousarray(M, dtype=float)
    entries: List[Tuple[int, int]] = []
    if sparsity is not None:
        pattern = np.asarray(sparsity)
        if pattern.shape != (len(q), len(q)):
            raise ModelError(f"{name}: sparsity must have {len(q)} rows and columns.")
        entries = [(int(i), int(j)) for i, j in zip(*np.nonzero(pattern))]
    return Equations({"name": name, "t": float(t0), "q": q.tolist(), "v": v.tolist(), "s": s.tolist(), "t_end": t_end,
                      "functions": {key: value for key, value in given.items() if value is not None},
                      "sparsity": entries, "coordinates": names})


def solve_dae(M: Union[None, Function, Sequence[Any], np.ndarray], f: Function, g: Optional[Function],
              t_span: Tuple[float, float], q0: Sequence[float], v0: Optional[Sequence[float]] = None, *,
              s0: Sequence[float] = (), G: Optional[Function] = None, g_t: Optional[Function] = None,
              gamma: Optional[Function] = None, f_q: Optional[Function] = None, f_v: Optional[Function] = None,
              sigma: Optional[Function] = None, potential: Optional[Function] = None, sparsity: Any = None,
              coordinates: Optional[Sequence[str]] = None, name: str = "equations", **options: Any) -> Solution:
    """Integrates your own equations of motion.

    M          M(t, q), a constant matrix, or None for the identity; symmetric positive definite
    f          f(t, q, v), or f(t, q, v, s) with first-order states
    g          constraints g(t, q), or None
    t_span     (start, end), s; q0, v0, s0: a start close to a consistent one
    G, g_t     derivatives of g by q and by t; gamma(t, q, v): G a = gamma at the acceleration level
    f_q, f_v   derivatives of f
    sigma      s' = sigma(t, q, v, s)
    potential  V(t, q), for the energy balance
    sparsity   where M, the tangents of f and of G^T lambda may be nonzero: their columns are differenced in groups
    options    of `Model.simulate`: method, rtol, h, t_eval, events, dense_output, ...

    What is not given is found by differences. Functions may return arrays of numpy or JAX, lists or numbers.
    """
    t0, t_end = (float(t) for t in t_span)
    equations = dae(M, f, g, q0=q0, v0=v0, s0=s0, t0=t0, t_end=t_end, G=G, g_t=g_t, gamma=gamma, f_q=f_q, f_v=f_v,
                    sigma=sigma, potential=potential, sparsity=sparsity, coordinates=coordinates, name=name)
    return equations.simulate((t0, t_end), **options)
