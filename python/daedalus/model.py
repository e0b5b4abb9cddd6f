"""Models: loaded by name or built from dictionaries, then simulated, stepped and analyzed."""

import os
import pathlib
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from .description import Description, Forces, Function, Functions, derivatives_of
from .errors import OptionError
from .settings import number, pairs
from .simulation import Simulation
from .solution import Solution, make_events, solution_of

__all__ = ["Function", "Model", "build", "load"]

TimeSpan = Union[None, float, Tuple[float, float]]


class Channel:
    """What is known of a channel: name, unit, meaning."""

    def __init__(self, name: str, unit: str, meaning: str) -> None:
        self.name, self.unit, self.meaning = name, unit, meaning

    def __repr__(self) -> str:
        return f"{self.name}{f' [{self.unit}]' if self.unit else ''}: {self.meaning}"


class Model:
    """A mechanism with its equations and a consistent start. Constant: several threads may use one at once."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        self._request = dict(request)
        self._mechanism = _core.Mechanism.load(
            request["name"], formulation=request["formulation"], parameters=pairs(request["parameters"]),
            start=request["start"], text=request["text"], functions=request["functions"], forces=request["forces"])
        self._others: Dict[str, "Model"] = {}

    # A model file travels with its text: it may have changed where it was, or not be there at all.
    def __getstate__(self) -> Dict[str, Any]:
        request = dict(self._request)
        if request["text"] is None and self.file and not _is_of_gallery(self.file):
            request["name"] = os.path.abspath(self.file)
            request["text"] = pathlib.Path(self.file).read_text(encoding="utf-8")
        return request

    def __setstate__(self, request: Dict[str, Any]) -> None:
        Model.__init__(self, request)

    @property
    def name(self) -> str:
        return self._mechanism.name

    @property
    def file(self) -> str:
        """The model file; "" for a closed-form system and for a model that was built."""
        return "" if self._request["text"] is not None else self._mechanism.file

    @property
    def text(self) -> Optional[str]:
        """What the reader of model files was given, of a model that was built: messages count its lines."""
        return self._request["text"]

    @property
    def description(self) -> str:
        return self._mechanism.description

    @property
    def formulation(self) -> str:
        return self._mechanism.formulation

    @property
    def coordinates(self) -> List[str]:
        """The names of the rows of `sol.q`."""
        return self._mechanism.coordinates

    @property
    def constraints(self) -> List[str]:
        """The names of the rows of `sol.lam`."""
        return self._mechanism.constraints

    @property
    def states(self) -> List[str]:
        """The names of the rows of `sol.s`."""
        return self._mechanism.states

    @property
    def channels(self) -> Dict[str, Channel]:
        return {name: Channel(name, unit, meaning) for name, unit, meaning in self._mechanism.channels}

    @property
    def inputs(self) -> Dict[str, float]:
        """What can be set while the model runs, with initial values."""
        return {name: initial for name, initial, _, _ in self._mechanism.inputs}

    @property
    def parameters(self) -> Dict[str, Union[float, str]]:
        return dict(self._mechanism.parameters)

    @property
    def notes(self) -> List[str]:
        return self._mechanism.notes

    @property
    def start(self) -> _core.State:
        return self._mechanism.start

    @property
    def t_span(self) -> Tuple[float, float]:
        """The interval that the model suggests, s."""
        return self.start.t, self._mechanism.t_end

    def __repr__(self) -> str:
        sizes = f"{len(self.coordinates)} coordinates, {len(self.constraints)} constraints"
        return f"<daedalus.Model '{self.name}' ({self.formulation}): {sizes}>"

    def replace(self, formulation: Optional[str] = None, **parameters: Any) -> "Model":
        """The same model with other parameters or in another formulation."""
        request = dict(self._request)
        request["parameters"] = {**request["parameters"], **parameters}
        if formulation is not None:
            request["formulation"] = formulation
        return Model(request)

    def _in(self, formulation: Optional[str]) -> "Model":
        if formulation is None or formulation == self.formulation:
            return self
        if formulation not in self._others:
            self._others[formulation] = self.replace(formulation=formulation)
        return self._others[formulation]

    def simulate(self, t_span: TimeSpan = None, *, method: Optional[str] = None, h: Optional[float] = None,
                 rtol: Optional[float] = None, atol: Optional[float] = None,
                 formulation: Optional[str] = None,
                 t_eval: Union[None, float, str, Sequence[float], np.ndarray] = None,
                 events: Union[None, Callable[..., float], Sequence[Callable[..., float]]] = None,
                 dense_output: bool = False, channels: Union[str, Sequence[str]] = (),
                 inputs: Optional[Mapping[str, float]] = None, options: Optional[Mapping[str, Any]] = None,
                 control: Optional[Mapping[str, Any]] = None, start: Optional[_core.State] = None,
                 monitor: bool = True, progress: Union[bool, Callable[[float], Any]] = False) -> Solution:
        """Integrates the equations of motion. What is not given is what the model suggests.

        t_span        end time, or (start, end), s
        method        one of `daedalus.methods()`; h: fixed step, s; rtol, atol: tolerances of error control
        formulation   'cartesian' or 'joint'
        t_eval        samples: times; an interval, s; or 'steps', each step of the method
        events        functions event(t, y) as those of scipy: attributes `terminal` and `direction`
        dense_output  sol.sol(t) is (q, v, s) at any time
        channels      patterns of channels to keep, 'chassis.*'
        inputs        values held over the run
        options       of the method, {'newton.max_iterations': 6}; control: of the step control
        start         a state to start from, as `sol.final`
        monitor       watch constraint residuals and energy
        progress      True, or a function of the time
        """
        model = self._in(formulation)
        core = model._mechanism
        t_end, start = _interval(t_span, start, core.start)
        every, times = _instants(t_eval, t_end if t_end is not None else core.t_end)
        wanted = make_events(events)
        ticker = _Progress(core.start.t if start is None else start.t, t_end if t_end is not None else core.t_end) \
            if progress is True else progress or None
        recording = _core.run(
            core, method=method, options=pairs(options), h=number("h", h), rtol=number("rtol", rtol),
            atol=number("atol", atol), t_end=t_end, every=every, times=times,
            channels=[channels] if isinstance(channels, str) else list(channels), inputs=pairs(inputs),
            control=pairs(control), events=[(e.name, e.value, e.direction, e.terminal) for e in wanted],
            dense=dense_output or bool(wanted), monitor=monitor, start=start, progress=ticker)
        if isinstance(ticker, _Progress):
            ticker.close()
        return solution_of(model, recording, wanted, dense_output)

    def simulation(self, *, method: Optional[str] = None, h: Optional[float] = None, rtol: Optional[float] = None,
                   atol: Optional[float] = None, formulation: Optional[str] = None,
                   inputs: Optional[Mapping[str, float]] = None, options: Optional[Mapping[str, Any]] = None,
                   control: Optional[Mapping[str, Any]] = None, start: Optional[_core.State] = None) -> Simulation:
        """A run that is stepped by you: set inputs, look at the state, save and restore it between steps."""
        model = self._in(formulation)
        stepping = _core.Stepping(model._mechanism, method=method, options=pairs(options), h=number("h", h),
                                  rtol=number("rtol", rtol), atol=number("atol", atol), inputs=pairs(inputs),
                                  control=pairs(control), start=start)
        return Simulation(model, stepping)

    def export_fmu(self, file: Union[str, "os.PathLike[str]"], **options: Any) -> Dict[str, Any]:
        """The model as a functional mock-up unit: `model.export_fmu("crank.fmu", version=3, outputs="crank.*")`.

        The options are those of `daedalus.export_fmu`.
        """
        from .fmu import export_fmu

        return export_fmu(self, file, **options)


def load(name: Union[str, "os.PathLike[str]"], formulation: Optional[str] = None, *, start: Optional[str] = None,
         functions: Optional[Mapping[str, Any]] = None, forces: Optional[Mapping[str, Mapping[str, Any]]] = None,
         parameters: Optional[Mapping[str, Any]] = None, **more_parameters: Any) -> Model:
    """A model file, a model of the gallery or a closed-form system, by name: `load("hmmwv10", speed=10)`.

    `functions` and `forces` are Python functions that are added to the file: functions for its elements to name, and
    forces as for `build`.
    """
    added = Description({"functions": functions or {}, "forces": forces or {}})
    if added.text != "{}":
        raise OptionError("functions and forces of load() are Python functions: others belong into the model file.")
    return Model({"name": os.fspath(name), "formulation": formulation, "start": start, "text": None,
                  "parameters": {**(parameters or {}), **more_parameters},
                  "functions": added.functions, "forces": added.forces})


def build(name: str = "model", *, formulation: Optional[str] = None, start: Optional[str] = None,
          **sections: Any) -> Model:
    """A model from dictionaries, with the words of model files:

        build("pendulum", gravity=[0, -9.81, 0], joints={"pin": {"type": "revolute", "between": ["rod", "ground"]}},
              bodies={"rod": {"type": "planar", "mass": 1, "inertia": 0.1, "com": [0.5, 0]}})

    Wherever a file has a function of time, a Python function will do, and `formula` of a formula_force may be a Python
    function of time, value and rate of what it acts on.
    """
    described = Description({"name": name, **sections})
    return Model({"name": name, "formulation": formulation, "start": start, "text": described.text, "parameters": {},
                  "functions": described.functions, "forces": described.forces})


def _is_of_gallery(file: str) -> bool:
    folder = os.environ.get("DAEDALUS_MODELS")
    return bool(folder) and pathlib.Path(folder or "").resolve() in pathlib.Path(file).resolve().parents


def _interval(t_span: TimeSpan, start: Optional[_core.State],
              suggested: _core.State) -> Tuple[Optional[float], Optional[_core.State]]:
    if t_span is None or np.isscalar(t_span):
        return (None if t_span is None else float(t_span)), start  # type: ignore[arg-type]
    t_start, t_end = (float(t) for t in t_span)  # type: ignore[union-attr]
    begin = start if start is not None else suggested
    return t_end, (start if begin.t == t_start else begin.replace(t=t_start))


def _instants(t_eval: Any, t_end: float) -> Tuple[Optional[float], List[float]]:
    """The interval, or the times."""
    if t_eval is None:
        return None, []
    if isinstance(t_eval, str):
        if t_eval != "steps":
            raise OptionError(f"t_eval = '{t_eval}': expected times, an interval in s, or 'steps'.")
        return 0.0, []
    if np.ndim(t_eval) == 0:
        return float(t_eval), []
    times = np.asarray(t_eval, dtype=float)
    if times.ndim != 1 or len(times) == 0:
        raise OptionError("t_eval must be a list of times.")
    if not times[-1] <= t_end:
        raise OptionError(f"t_eval goes on to {times[-1]:g} s, after the end time {t_end:g} s.")
    return None, times.tolist()


class _Progress:
    """A line on the standard error stream."""

    def __init__(self, t_start: float, t_end: float) -> None:
        import sys
        self._stream, self._from, self._to, self._shown = sys.stderr, t_start, t_end, False

    def __call__(self, t: float) -> None:
        share = (t - self._from) / (self._to - self._from) if self._to > self._from else 1.0
        self._stream.write(f"\r{t:10.4g} s of {self._to:g} s  {100 * share:3.0f} %")
        self._stream.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown:
            self._stream.write("\r" + " " * 60 + "\r")
            self._stream.flush()
