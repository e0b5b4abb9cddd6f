"""Studies: one model with many parameters, on threads, processes or a cluster.

Runs go out in batches of about a second. The table is the same whatever runs them: one row per run, in the order of the runs.
"""

import concurrent.futures
import os
import pathlib
import sys
import time
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple, Union

from . import _core
from .errors import OptionError
from .measures import Measure, Measures
from .model import Model, load
from .sampling import Run, runs_of
from .solution import Solution
from .study_folder import StudyFolder, digest_of

if TYPE_CHECKING:
    import pandas

Row = Dict[str, Any]
Batch = Tuple[List[Row], List[Row], float]  # rows, trajectories, seconds

BATCH_SECONDS = 1.0
MOST_CHARTS = 24  # of a page


class Study:
    """What a batch needs to be computed anywhere."""

    def __init__(self, model: Model, measures: Measures, options: Dict[str, Any], keep: Sequence[str]) -> None:
        self.model, self.measures, self.options, self.keep = model, measures, options, list(keep)

    def run(self, number: int, parameters: Run) -> Tuple[Row, Optional[Row]]:
        row: Row = {"run": number, **parameters}
        try:
            options = {"channels": self.measures.channels() + self.keep if self.measures.channels() else self.keep}
            sol = self.model.replace(**parameters).simulate(**{**options, **self.options})
            row.update(status=sol.report["status"] if sol.status >= 0 else "failed",
                       reason="" if sol.success else sol.message)
            row.update(self.measures(sol) if sol.success else {})
        except Exception as problem:  # a row with its reason, not the end of the study
            row.update(status="refused", reason=f"{type(problem).__name__}: {problem}")
            return row, None
        names = sol.select(self.keep) if self.keep else []
        kept = {"run": [number] * len(sol.t), "t": sol.t.tolist(), **{name: sol[name].tolist() for name in names}}
        return row, kept if self.keep else None


def run_batch(study: Study, batch: Sequence[Tuple[int, Run]]) -> Batch:
    begin = time.perf_counter()
    found = [study.run(number, parameters) for number, parameters in batch]
    return [row for row, _ in found], [kept for _, kept in found if kept is not None], time.perf_counter() - begin


class Sweep:
    """The table of a study: rows (dictionaries), .table (pandas), .failed."""

    def __init__(self, rows: Sequence[Row], parameters: Sequence[str], runs: int, study: Study) -> None:
        names = list(dict.fromkeys(name for row in rows for name in row))
        self.rows = [{name: row.get(name) for name in names} for row in sorted(rows, key=lambda row: row["run"])]
        self.parameters = list(parameters)
        self.runs = runs  # of the study; fewer rows: a shard
        self._study = study

    @property
    def measures(self) -> List[str]:
        known = {"run", "status", "reason", *self.parameters}
        return [name for name in (self.rows[0] if self.rows else {}) if name not in known]

    @property
    def failed(self) -> List[Row]:
        return [row for row in self.rows if row["status"] in ("failed", "refused")]

    @property
    def table(self) -> "pandas.DataFrame":
        import pandas
        return pandas.DataFrame(self.rows).set_index("run")

    def __len__(self) -> int:
        return len(self.rows)

    def plot(self, x: Optional[str] = None, y: Optional[str] = None, ax: Any = None) -> Any:
        """A measure over a parameter. Returns the axes of matplotlib."""
        import matplotlib.pyplot as plt
        x, y = x or self.parameters[0], y or self.measures[0]
        axes = ax if ax is not None else plt.subplots()[1]
        done = [row for row in self.rows if row[y] is not None]
        axes.plot([row[x] for row in done], [row[y] for row in done], "o")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        return axes

    def rerun(self, run: int, **options: Any) -> Solution:
        """One of the runs again, as a solution: with all its channels, and its page."""
        row = next((row for row in self.rows if row["run"] == run), None)
        if row is None:
            raise OptionError(f"there is no run {run} in this table.")
        model = self._study.model.replace(**{name: row[name] for name in self.parameters})
        return model.simulate(**{**self._study.options, **options})

    def page(self, file: Union[str, "os.PathLike[str]"]) -> pathlib.Path:
        """Writes the table, and each measure over each parameter, in one HTML file."""
        def numbers(name: str) -> bool:
            return all(row[name] is None or isinstance(row[name], (int, float)) for row in self.rows)

        scatters = []
        for y in self.measures:
            for x in filter(numbers, self.parameters):
                done = [row for row in self.rows if row[y] is not None and row[x] is not None]
                scatters.append((f"{y} over {x}", x, y, [float(row[x]) for row in done], [row[y] for row in done]))
        names = list(self.rows[0]) if self.rows else []
        cells = [[None if row[n] is None else row[n] if isinstance(row[n], str) else float(row[n]) for n in names]
                 for row in self.rows]
        _core.write_study_page(os.fspath(file), self._study.model.name, repr(self).strip("<>"), names, cells,
                               scatters[:MOST_CHARTS])
        return pathlib.Path(file)

    def __repr__(self) -> str:
        return f"<daedalus.Sweep: {len(self)} of {self.runs} runs, {len(self.failed)} failed>"


def sweep(model: Union[str, Model], parameters: Union[Mapping[str, Iterable[Any]], Sequence[Run]], *,
          measure: Measure = None, executor: Any = None, workers: Optional[int] = None,
          folder: Union[None, str, "os.PathLike[str]"] = None, keep: Union[str, Sequence[str]] = (),
          shard: Tuple[int, int] = (1, 1), progress: bool = False, **options: Any) -> Sweep:
    """Runs a model with many parameters.

    parameters  {'c': [0, 5], 'k': [80, 100]}, all combinations; or a list of runs: grid(), latin_hypercube(), monte_carlo()
    measure     'max(chassis.z)', several of them by name, {'peak': 'max(chassis.z)'}, or functions of the solution
    executor    any concurrent.futures.Executor or a Dask client; default: threads in this process
    folder      for the rows, as Parquet: a study that was interrupted goes on where it was
    keep        patterns of channels whose samples are kept in the folder as well
    shard       (i, n): the i-th of n parts, for job arrays
    options     of Model.simulate
    """
    base = model if isinstance(model, Model) else load(model)
    runs = runs_of(parameters)
    part, parts = shard
    if not 1 <= part <= parts:
        raise OptionError(f"shard {part}/{parts}: expected 1/{parts} to {parts}/{parts}.")
    if keep and folder is None:
        raise OptionError("keep: samples are written to the folder of the study: give one.")
    measures = Measures(measure)
    study = Study(base, measures, options, [keep] if isinstance(keep, str) else keep)
    store = StudyFolder(folder, _definition(study, runs)) if folder is not None else None
    rows = [row for row in (store.read() if store else []) if row["run"] % parts == part - 1]
    done = {row["run"] for row in rows}
    todo = [(number, run) for number, run in enumerate(runs) if number % parts == part - 1 and number not in done]
    report = _Report(len(todo), len(rows)) if progress else None
    for found, trajectories in _compute(study, todo, executor, workers):
        if store:
            store.write(found, trajectories)
        rows += found
        if report:
            report.add(found)
    names = list(runs[0]) if runs else []
    if store and len(everything := Sweep(store.read(), names, len(runs), study)) == len(runs):
        store.write_table(everything.rows)
    return Sweep(rows, names, len(runs), study)


def _definition(study: Study, runs: Sequence[Run]) -> Dict[str, Any]:
    request = study.model.__getstate__()
    return {"model": {key: value for key, value in request.items() if key in ("name", "formulation", "parameters", "start")},
            "text": digest_of(request.get("text")), "measures": repr(study.measures), "options": study.options,
            "keep": study.keep, "runs": len(runs), "parameters": digest_of(list(runs))}


def _compute(study: Study, todo: Sequence[Tuple[int, Run]], executor: Any, workers: Optional[int]) -> Iterable[Any]:
    """Rows and trajectories of one batch after the other, as they are done."""
    if hasattr(executor, "get_executor"):  # a Dask client
        workers = workers or max(1, sum(executor.nthreads().values()))
        executor = executor.get_executor()
    own = executor is None
    workers = workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    pool = concurrent.futures.ThreadPoolExecutor(workers) if own else executor
    waiting: Set[Any] = set()
    next_run, seconds, counted, size = 0, 0.0, 0, 1
    try:
        while waiting or next_run < len(todo):
            while next_run < len(todo) and len(waiting) < 2 * workers:
                batch = todo[next_run:next_run + size]
                waiting.add(pool.submit(run_batch, study, batch))
                next_run += len(batch)
            finished, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                rows, trajectories, spent = future.result()
                seconds, counted = seconds + spent, counted + len(rows)
                yield rows, trajectories
            fair_share = max(1, (len(todo) - next_run) // (4 * workers))  # so that no worker is left alone at the end
            size = max(1, min(fair_share, int(BATCH_SECONDS * counted / max(seconds, 1e-6))))
    finally:
        for future in waiting:
            future.cancel()
        if own:
            pool.shutdown(wait=True, cancel_futures=True)


class _Report:
    """A line with what is done and how long the rest will take, on the standard error stream."""

    def __init__(self, todo: int, before: int) -> None:
        self._todo, self._before, self._done, self._failed, self._begin = todo, before, 0, 0, time.monotonic()

    def add(self, rows: Sequence[Row]) -> None:
        self._done += len(rows)
        self._failed += sum(row["status"] in ("failed", "refused") for row in rows)
        left = (time.monotonic() - self._begin) / self._done * (self._todo - self._done)
        sys.stderr.write(f"\r{self._before + self._done} of {self._before + self._todo} runs, {self._failed} failed, "
                         f"{left:.0f} s left   " + ("\n" if self._done == self._todo else ""))
        sys.stderr.flush()
