"""What a run gives back, with the names of scipy.integrate.solve_ivp and the channels of the model."""

import fnmatch
import html
import json
import os
import pathlib
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from .errors import OptionError

if TYPE_CHECKING:
    import pandas
    import xarray

    from .model import Model

Array = np.ndarray

# As scipy has them, and one more: an interrupted run.
STATUS = {"done": 0, "stopped_by_event": 1, "failed": -1, "cancelled": -2}


class Event:
    """A function event(t, y) with the attributes of scipy."""

    def __init__(self, function: Callable[..., float], number: int) -> None:
        self.name = f"event {number}"
        self.value = function
        self.terminal = bool(getattr(function, "terminal", False))
        direction = float(getattr(function, "direction", 0.0))
        self.direction = int(np.sign(direction))


def make_events(events: Union[None, Callable[..., float], Sequence[Callable[..., float]]]) -> List[Event]:
    if events is None:
        return []
    return [Event(function, i) for i, function in enumerate([events] if callable(events) else events)]


class DenseSolution:
    """The motion at any time of the run: sol.sol(t) is y(t), by the interpolant of the method."""

    def __init__(self, dense: _core.DenseOutput) -> None:
        self._dense = dense

    @property
    def t_min(self) -> float:
        return self._dense.t_min

    @property
    def t_max(self) -> float:
        return self._dense.t_max

    def __call__(self, t: Any) -> Array:
        values = self._dense.evaluate(np.atleast_1d(np.asarray(t, dtype=float))).T
        return values[:, 0] if np.ndim(t) == 0 else values


class Solution:
    """A run: samples, channels, events, report.

    t (n), y (2 nq + ns, n): q over v over s; q, v, a (nq, n), lam (nc, n), s (ns, n); the names of the rows are
    model.coordinates, model.constraints and model.states. sol["chassis.z"] is a channel over t.
    """

    model: "Model"
    t: Array
    y: Array
    a: Array
    lam: Array
    sol: Optional[DenseSolution]
    t_events: Optional[List[Array]]
    y_events: Optional[List[Array]]
    status: int
    message: str
    report: Dict[str, Any]
    final: _core.State

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    @property
    def success(self) -> bool:
        return self.status >= 0

    @property
    def q(self) -> Array:
        return self.y[: self._nq]

    @property
    def v(self) -> Array:
        return self.y[self._nq: 2 * self._nq]

    @property
    def s(self) -> Array:
        return self.y[2 * self._nq:]

    @property
    def _nq(self) -> int:
        return len(self.a)

    @property
    def nfev(self) -> int:
        """Evaluations of the equations of motion."""
        return int(self.report["evaluations"])

    @property
    def njev(self) -> int:
        """Evaluations with tangents."""
        return int(self.report["jacobian_evaluations"])

    @property
    def nlu(self) -> int:
        """Factorizations."""
        return int(self.report["factorizations"])

    @property
    def channels(self) -> List[str]:
        """The names of the channels that were kept."""
        return list(self._places)

    def unit(self, channel: str) -> str:
        return self._columns[self._place(channel)][1]

    def meaning(self, channel: str) -> str:
        return self._columns[self._place(channel)][2]

    def __getitem__(self, channel: str) -> Array:
        return self.t if channel == "t" else self._values[:, self._place(channel)]

    def __contains__(self, channel: str) -> bool:
        return channel in self._places

    def _place(self, channel: str) -> int:
        place = self._places.get(channel)
        if place is None:
            near = fnmatch.filter(self._places, f"*{channel.split('.')[-1]}*")[:5]
            hint = f" Similar: {', '.join(near)}." if near else ""
            raise KeyError(f"no channel '{channel}' was kept; sol.channels lists those that were, "
                           f"model.channels all that simulate(channels=[...]) can keep.{hint}")
        return place

    @property
    def _places(self) -> Dict[str, int]:
        if "_place_of" not in self.__dict__:
            self._place_of = {name: i for i, (name, _, _) in enumerate(self._columns)}
        return self._place_of

    _columns: List[Tuple[str, str, str]]
    _values: Array

    def select(self, channels: Union[None, str, Sequence[str]] = None) -> List[str]:
        """The names that match any of the patterns; none: all."""
        if channels is None:
            return self.channels
        found: List[str] = []
        for pattern in [channels] if isinstance(channels, str) else channels:
            matching = [c for c in self._places if fnmatch.fnmatchcase(c, pattern)]
            if not matching:
                raise OptionError(f"no channel matches '{pattern}'.")
            found += [c for c in matching if c not in found]
        return found

    def to_pandas(self, channels: Union[None, str, Sequence[str]] = None) -> "pandas.DataFrame":
        """A table with the time as index and a column for each channel."""
        import pandas
        names = self.select(channels)
        frame = pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.t, name="t"))
        frame.attrs["units"] = {name: self.unit(name) for name in names}
        return frame

    def to_xarray(self, channels: Union[None, str, Sequence[str]] = None) -> "xarray.Dataset":
        """A variable for each channel, with unit and meaning."""
        import xarray
        return xarray.Dataset(
            {name: ("t", self[name], {"units": self.unit(name), "long_name": self.meaning(name)})
             for name in self.select(channels)},
            coords={"t": ("t", self.t, {"units": "s", "long_name": "time"})},
            attrs={"model": self.model.name, "method": self.report["method"], "message": self.message})

    def plot(self, *channels: str, ax: Any = None) -> Any:
        """Channels over time, by name or pattern. Returns the axes of matplotlib."""
        import matplotlib.pyplot as plt
        names = self.select(channels or self.channels[:1])
        axes = ax if ax is not None else plt.subplots()[1]
        for name in names:
            axes.plot(self.t, self[name], label=f"{name} [{self.unit(name)}]" if self.unit(name) else name)
        axes.set_xlabel("t [s]")
        axes.legend()
        return axes

    def page(self, file: Union[str, "os.PathLike[str]"]) -> pathlib.Path:
        """Writes the report page: animation, plots and report in one HTML file."""
        _core.write_run_page(self.model._mechanism, os.fspath(file), self._columns, np.ascontiguousarray(self.t),
                             np.ascontiguousarray(self._values), json.dumps(self.report))
        return pathlib.Path(file)

    def __repr__(self) -> str:
        return (f"<daedalus.Solution of '{self.model.name}': {self.report['method']}, {self.report['steps']} steps to "
                f"t = {self.report['t_end']:g} s, {len(self.t)} samples; {self.message.splitlines()[0]}>")

    def _repr_html_(self) -> str:
        try:
            with tempfile.TemporaryDirectory() as folder:
                text = self.page(pathlib.Path(folder) / "run.html").read_text(encoding="utf-8")
        except Exception as problem:  # a notebook shows what there is
            return f"<pre>{html.escape(repr(self))}\n{html.escape(str(problem))}</pre>"
        return (f'<iframe srcdoc="{html.escape(text)}" style="width:100%;height:640px;border:1px solid #ccc" '
                f'title="{html.escape(self.model.name)}"></iframe>')


def solution_of(model: "Model", recording: _core.Recording, events: List[Event],
                dense_output: bool) -> Solution:
    dense = DenseSolution(recording.dense) if recording.dense is not None else None
    t_events = [np.array([t for name, t in recording.events if name == event.name]) for event in events]
    y_events = [dense(t).T if dense is not None and len(t) else np.empty((0, recording.y.shape[1])) for t in t_events]
    return Solution(
        model=model, t=recording.t, y=recording.y.T, a=recording.a.T, lam=recording.lam.T,
        _values=recording.values, _columns=recording.channels, sol=dense if dense_output else None,
        t_events=t_events if events else None, y_events=y_events if events else None,
        status=STATUS[recording.status], message=recording.message, report=json.loads(recording.report),
        final=recording.final)
