"""Analyses of a model as functions that return data: those of the program, with the same numbers as its `--json`.

Each of them runs the program of the package. Models are files, models of the gallery or models that were built; one that
contains Python functions exists in this process only and is refused.
"""

import json
import os
import pathlib
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core, plots
from .errors import OptionError
from .model import Model, load
from .program import run_program
from .settings import text_of

ModelName = Union[str, "os.PathLike[str]", Model]
Numbers = Union[None, float, Sequence[float]]
Names = Union[None, str, Sequence[str]]


class Analysis(Mapping[str, Any]):
    """What an analysis found, as a mapping: the object that the program prints with --json."""

    def __init__(self, kind: str, data: Dict[str, Any], page: Optional[str]) -> None:
        self.kind = kind
        self.data = data
        self._page = page

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def page(self, file: Union[str, "os.PathLike[str]"]) -> pathlib.Path:
        """Writes the page that the program makes of it: charts and tables in one HTML file."""
        if self._page is None:
            raise OptionError(f"there is no page of {self.kind}; .plot() and the data are all there is.")
        path = pathlib.Path(file)
        path.write_text(self._page, encoding="utf-8")
        return path

    def plot(self, ax: Any = None) -> Any:
        """A chart of it. Returns the axes of matplotlib."""
        if self.kind not in plots.CHARTS:
            raise OptionError(f"there is no chart of {self.kind}: use its data.")
        return plots.CHARTS[self.kind](self.data, ax)

    def __repr__(self) -> str:
        return f"<daedalus.Analysis ({self.kind}): {', '.join(self.data)}>"


class Linearization(Analysis):
    """Modes and matrices of a model around a state: x' = A x + B u, y = C x + D u."""

    @property
    def eigenvalues(self) -> np.ndarray:
        return np.array([complex(mode["real"], mode["imaginary"]) for mode in self["modes"]])

    def _matrix(self, name: str) -> np.ndarray:
        if "matrices" not in self:
            raise OptionError("matrices are computed on request: linearize(..., matrices=True).")
        return np.array(self["matrices"][name], dtype=float)

    @property
    def A(self) -> np.ndarray:
        return self._matrix("A")

    @property
    def B(self) -> np.ndarray:
        return self._matrix("B")

    @property
    def C(self) -> np.ndarray:
        return self._matrix("C")

    @property
    def D(self) -> np.ndarray:
        return self._matrix("D")


def _arguments(options: Mapping[str, Any]) -> List[str]:
    """--name value, of those that are given; a list is separated by commas, a mapping repeats NAME=VALUE."""
    found: List[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            found.append(option)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                found += [option, f"{key}={text_of(key, inner)}"]
        elif isinstance(value, str) or np.ndim(value) == 0:
            found += [option, text_of(name, value)]
        else:
            found += [option, ",".join(text_of(name, item) for item in value)]
    return found


def _analyze(kind: str, model: Optional[ModelName], options: Mapping[str, Any], *, command: Sequence[str] = (),
             has_page: bool = True, result: type = Analysis, formulation: Optional[str] = None,
             parameters: Optional[Mapping[str, Any]] = None) -> Any:
    arguments: List[str] = list(command) or [kind]
    with tempfile.TemporaryDirectory(prefix="daedalus-") as folder:
        if model is not None:
            arguments += _name_of(model, parameters or {}, formulation, folder)
        arguments += _arguments(options)
        page = pathlib.Path(folder) / "page.html"
        if has_page and _core.can_write_pages():
            arguments += ["--page", str(page)]
        output = run_program([*arguments, "--json"])
        return result(kind, json.loads(output), page.read_text(encoding="utf-8") if page.exists() else None)


def _name_of(model: ModelName, parameters: Mapping[str, Any], formulation: Optional[str], folder: str) -> List[str]:
    """The model as arguments of the program. It is loaded here first: what is wrong with it has a type here."""
    loaded = (model.replace(formulation=formulation, **parameters) if parameters or formulation else model) \
        if isinstance(model, Model) else load(model, formulation, parameters=parameters)
    request = loaded.__getstate__()
    if request["functions"] or request["forces"]:
        raise OptionError(f"'{loaded.name}' contains Python functions, which the program that does this cannot call. "
                          "Write them as expressions or tables.")
    name = loaded.file or request["name"]
    if loaded.text is not None:
        given = pathlib.Path(request["name"])
        suffix = given.suffix if given.suffix in (".urdf", ".xml", ".mjcf") else ".yaml"
        name = str(pathlib.Path(folder) / (given.stem + suffix))
        pathlib.Path(name).write_text(loaded.text, encoding="utf-8")
    settings = {"set": request["parameters"], "formulation": request["formulation"]}
    if request["start"] == "equilibrium":
        raise OptionError("a model that starts at its equilibrium says so itself here:  run: {start: equilibrium}.")
    return [name, *_arguments(settings)]


def compare(model: ModelName, methods: Names = None, *, h: Numbers = None, rtol: Numbers = None,
            t_end: Optional[float] = None, reference: Optional[str] = None, reference_rtol: Optional[float] = None,
            repetitions: Optional[int] = None, formulation: Optional[str] = None, **parameters: Any) -> Analysis:
    """Methods on one model: errors against a reference, orders, work. `runs`, `orders`, `reference`."""
    return _analyze("compare", model, {"methods": methods, "h": h, "rtol": rtol, "t_end": t_end,
                                       "reference": reference, "reference_rtol": reference_rtol,
                                       "repetitions": repetitions}, formulation=formulation, parameters=parameters)


def verify(model: ModelName, *, t_end: Optional[float] = None, rtol: Optional[float] = None,
           samples: Optional[int] = None, motion: Optional[float] = None, reactions: Optional[float] = None,
           effort: Optional[float] = None, **parameters: Any) -> Analysis:
    """Both formulations with two independent methods each. `verdict`, `reason`, `runs`, `pairs`."""
    options = {"t_end": t_end, "rtol": rtol, "samples": samples, "motion": motion, "reactions": reactions,
               "effort": effort}
    if isinstance(model, Model):  # runs both formulations
        model = model.replace(**parameters)
        parameters, model = {}, Model({**model.__getstate__(), "formulation": None})
    return _analyze("verify", model, options, parameters=parameters)


def check(model: ModelName, *, at: Optional[float] = None, formulation: Optional[str] = None,
          **parameters: Any) -> Analysis:
    """Degrees of freedom, redundant constraints, assembly. `degrees_of_freedom`, `redundant`, ..."""
    return _analyze("check", model, {"at": at}, has_page=False, formulation=formulation, parameters=parameters)


def linearize(model: ModelName, *, at: Optional[float] = None, from_equilibrium: bool = False, inputs: Names = None,
              outputs: Names = None, matrices: bool = False, over: Optional[str] = None,
              formulation: Optional[str] = None, **parameters: Any) -> Linearization:
    """Eigenvalues, modes and matrices; with over="speed=10:100:10" a root locus. `modes`; .eigenvalues, .A, .B, .C, .D."""
    wanted = matrices or inputs is not None or outputs is not None
    return _analyze("root locus" if over else "linearize", model,
                    {"at": at, "from_equilibrium": from_equilibrium, "inputs": inputs, "outputs": outputs,
                     "matrices": wanted, "over": over}, command=["linearize"], has_page=over is not None,
                    result=Linearization, formulation=formulation, parameters=parameters)


def equilibrium(model: ModelName, *, formulation: Optional[str] = None, **parameters: Any) -> Analysis:
    """The static equilibrium. `found`, `tire_loads`, `forces`, `heights`."""
    return _analyze("equilibrium", model, {}, has_page=False, formulation=formulation, parameters=parameters)


def stability(model: Optional[ModelName] = None, *, method: str = "rt-euler", h: Optional[float] = None,
              options: Optional[Mapping[str, Any]] = None, widest: Optional[float] = None,
              highest: Optional[float] = None, formulation: Optional[str] = None, **parameters: Any) -> Analysis:
    """Where a method is stable: on an oscillator, or at which steps on a model."""
    return _analyze("stability", model, {"method": method, "opt": options, "h": h, "widest": widest,
                                         "highest": highest}, formulation=formulation, parameters=parameters)


def rates(model: ModelName, *, at: Optional[float] = None, all_tableaus: bool = False,
          formulation: Optional[str] = None, **parameters: Any) -> Analysis:
    """Fast and slow parts of a model for dual-rate methods."""
    return _analyze("rates", model, {"at": at, "all": all_tableaus}, formulation=formulation, parameters=parameters)


def choose(model: ModelName, *, accuracy: Optional[float] = None, within: Optional[Mapping[str, float]] = None,
           channels: Names = None, deadline: Union[None, str, float] = None, methods: Names = None,
           t_end: Optional[float] = None, formulation: Optional[str] = None, **parameters: Any) -> Analysis:
    """The method for an accuracy or a deadline, by trying. `trials`, `recommended`."""
    limit = deadline if deadline is None or isinstance(deadline, str) else f"{deadline * 1e3:g}ms"
    return _analyze("choose", model, {"accuracy": accuracy, "within": within, "channels": channels, "deadline": limit,
                                      "methods": methods, "t_end": t_end}, formulation=formulation,
                    parameters=parameters)


def design(*, slow: int = 2, fast: int = 5, order: Optional[int] = None, axis: Optional[str] = None,
           objective: Optional[str] = None, starts: Optional[int] = None, seed: Optional[int] = None,
           output: Union[None, str, "os.PathLike[str]"] = None) -> Analysis:
    """A dual-rate tableau; with output="mine.yaml" a file that serves as a method."""
    return _analyze("design", None, {"slow": slow, "fast": fast, "order": order, "axis": axis, "objective": objective,
                                     "starts": starts, "seed": seed, "output": output}, command=["design", "prk"],
                    has_page=False)


def reproduce(paper: str, *, only: Names = None, quick: bool = False) -> Analysis:
    """The experiments of a paper. `figures`: findings, tables and charts of each."""
    with tempfile.TemporaryDirectory(prefix="daedalus-") as folder:
        data, page = pathlib.Path(folder) / "paper.json", pathlib.Path(folder) / "paper.html"
        arguments = ["reproduce", paper, *_arguments({"only": only, "quick": quick}), "--json", str(data)]
        run_program([*arguments, "--page", str(page)] if _core.can_write_pages() else arguments)
        return Analysis("reproduce", json.loads(data.read_text(encoding="utf-8")),
                        page.read_text(encoding="utf-8") if page.exists() else None)
