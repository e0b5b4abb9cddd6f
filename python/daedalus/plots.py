"""Charts of analyses with matplotlib, which is imported when one is drawn."""

from typing import Any, Callable, Dict


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt
    return plt.subplots()[1]


def work_precision(data: Dict[str, Any], ax: Any) -> Any:
    axes = _axes(ax)
    for name in dict.fromkeys(run["method"] for run in data["runs"]):
        runs = [run for run in data["runs"] if run["method"] == name and "error" in run]
        axes.loglog([run["cpu_seconds"] for run in runs], [run["error"]["q"] for run in runs], "o-", label=name)
    axes.set_xlabel("CPU time [s]")
    axes.set_ylabel("relative error of positions at the end")
    axes.set_title(data["system"])
    axes.legend()
    return axes


def trials(data: Dict[str, Any], ax: Any) -> Any:
    axes = _axes(ax)
    for name in dict.fromkeys(trial["method"] for trial in data["trials"]):
        done = [trial for trial in data["trials"] if trial["method"] == name and "error" in trial]
        axes.loglog([trial["cpu_seconds"] for trial in done], [trial["error"]["of_allowed"] for trial in done], "o-",
                    label=name)
    axes.axhline(1, color="gray", linestyle="--")
    axes.set_xlabel("CPU time [s]")
    axes.set_ylabel("largest error, in units of what is allowed")
    axes.legend()
    return axes


def eigenvalues(data: Dict[str, Any], ax: Any) -> Any:
    axes = _axes(ax)
    axes.plot([mode["real"] for mode in data["modes"]], [mode["imaginary"] for mode in data["modes"]], "x")
    axes.axvline(0, color="gray", linewidth=0.5)
    axes.set_xlabel("real part [1/s]")
    axes.set_ylabel("imaginary part [1/s]")
    axes.set_title(data["model"])
    return axes


def root_locus(data: Dict[str, Any], ax: Any) -> Any:
    axes = _axes(ax)
    axes.plot([point["value"] for point in data["points"]], [point["growth"] for point in data["points"]], "o-")
    axes.axhline(0, color="gray", linewidth=0.5)
    axes.set_xlabel(data["parameter"])
    axes.set_ylabel("growth of the least stable mode [1/s]")
    return axes


def deviations(data: Dict[str, Any], ax: Any) -> Any:
    axes = _axes(ax)
    names = [f"{pair['first']} / {pair['second']}" for pair in data["pairs"]]
    axes.barh(names, [max(pair["motion"], 1e-16) for pair in data["pairs"]])
    axes.axvline(data["limits"]["motion"], color="gray", linestyle="--")
    axes.set_xscale("log")
    axes.set_xlabel("largest relative deviation of the motion")
    axes.set_title(f"{data['model']}: {data['verdict']}")
    return axes


CHARTS: Dict[str, Callable[[Dict[str, Any], Any], Any]] = {
    "compare": work_precision, "choose": trials, "linearize": eigenvalues, "root locus": root_locus,
    "verify": deviations,
}
