"""Studies: the same table on every executor, failed runs as rows, and what is done is not done again."""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import time

import daedalus
import numpy as np
import pytest

MODEL = "slider_crank"
PARAMETERS = {"c": [0.0, 2.0, 5.0, 10.0], "k": [80.0, 90.0, 100.0]}
MEASURE = {"peak": "max(crank.omega)", "last": "final(crank.theta)"}
OPTIONS = {"t_span": 0.3, "method": "dopri5", "rtol": 1e-6}


def last_angle(sol):  # functions of a module travel to other processes
    return {"last": sol["crank.theta"][-1]}


@pytest.fixture(scope="module")
def expected():
    return daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, workers=1, **OPTIONS).table


def test_the_table_has_what_single_runs_give(expected):
    assert list(expected.columns) == ["c", "k", "status", "reason", "peak", "last"] and len(expected) == 12
    row = expected.iloc[5]
    assert (row.c, row.k, row.status) == (2.0, 100.0, "done")
    sol = daedalus.load(MODEL, c=2.0, k=100.0).simulate(**OPTIONS)
    assert row.peak == sol["crank.omega"].max() and row["last"] == sol["crank.theta"][-1]


def test_threads_processes_and_dask_give_the_same_table(expected):
    from dask.distributed import Client, LocalCluster

    def table(**where):
        return daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, **where, **OPTIONS).table

    assert table(workers=3).equals(expected)
    with concurrent.futures.ProcessPoolExecutor(2) as processes:
        assert table(executor=processes).equals(expected)
        by_function = daedalus.sweep(MODEL, PARAMETERS, measure=last_angle, executor=processes, **OPTIONS).table
        assert by_function["last"].equals(expected["last"])
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            assert table(executor=client).equals(expected)


def test_a_run_that_fails_is_a_row_with_its_reason():
    runs = [{"c": 1.0}, {"c": "much"}, {"c": 2.0}]
    found = daedalus.sweep(MODEL, runs, measure=MEASURE, **OPTIONS)
    assert [row["status"] for row in found.rows] == ["done", "refused", "done"]
    assert "OptionError" in found.rows[1]["reason"] and found.rows[1]["peak"] is None and len(found.failed) == 1
    unstable = daedalus.sweep("double_pendulum_stiff", [{}], t_span=5, method="rk4", h=0.05)
    assert unstable.rows[0]["status"] == "failed" and "h" in unstable.rows[0]["reason"]


def test_what_is_done_is_not_done_again(tmp_path, expected):
    folder = tmp_path / "study"
    daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, folder=folder, shard=(1, 3), **OPTIONS)
    assert not (folder / "table.parquet").exists()
    before = {file: file.stat().st_mtime_ns for file in (folder / "rows").iterdir()}
    whole = daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, folder=folder, **OPTIONS)
    assert whole.table.equals(expected)
    after = {file: file.stat().st_mtime_ns for file in (folder / "rows").iterdir()}
    assert len(before) > 0 and all(after[file] == stamp for file, stamp in before.items())
    import pandas
    assert pandas.read_parquet(folder / "table.parquet").set_index("run").equals(expected)
    daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, folder=folder, **OPTIONS)
    assert {file: file.stat().st_mtime_ns for file in (folder / "rows").iterdir()} == after
    with pytest.raises(daedalus.OptionError, match="another study"):
        daedalus.sweep(MODEL, {"c": [1.0]}, measure=MEASURE, folder=folder, **OPTIONS)


def test_a_study_in_a_file_goes_on_after_kill_9(tmp_path):
    study = tmp_path / "mine.yaml"
    study.write_text("model: slider_crank\nlatin_hypercube: {n: 60, seed: 7, parameters: {c: [0, 5], k: [80, 120]}}\n"
                     "measure: {peak: max(crank.omega)}\nsimulate: {t_span: 4, method: rk4, h: 5.0e-4, t_eval: 0.01}\n")
    command = [sys.executable, "-m", "daedalus", "sweep", str(study), "--workers", "1"]
    rows = tmp_path / "mine" / "rows"
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not (rows.is_dir() and any(rows.glob("0*.parquet"))) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    done = {file.name: file.stat().st_mtime_ns for file in rows.glob("0*.parquet")}
    assert len(done) > 0 and not (tmp_path / "mine" / "table.parquet").exists()
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "60 of 60 runs, 0 failed" in ended.stdout
    assert {name: (rows / name).stat().st_mtime_ns for name in done} == done
    import pandas
    table = pandas.read_parquet(tmp_path / "mine" / "table.parquet")
    assert list(table["run"]) == list(range(60))
    at_once = daedalus.sweep("slider_crank", daedalus.latin_hypercube({"c": (0, 5), "k": (80, 120)}, 60, seed=7)[:3],
                             measure={"peak": "max(crank.omega)"}, t_span=4, method="rk4", h=5e-4, t_eval=0.01)
    np.testing.assert_array_equal(at_once.table["peak"], table["peak"][:3])


def test_a_study_has_a_page_and_its_runs_can_be_run_again(tmp_path, expected):
    found = daedalus.sweep(MODEL, PARAMETERS, measure=MEASURE, **OPTIONS)
    page = found.page(tmp_path / "study.html").read_text(encoding="utf-8")
    assert "peak over c" in page and "12 of 12 runs" in page
    assert found.rerun(7)["crank.omega"].max() == found.rows[7]["peak"]
    with pytest.raises(daedalus.OptionError, match="no run 12"):
        found.rerun(12)


def test_samples_of_runs_are_kept_on_request(tmp_path):
    import pandas
    daedalus.sweep(MODEL, {"c": [0.0, 1.0]}, folder=tmp_path, keep="crank.theta", t_eval=0.1, **OPTIONS)
    kept = pandas.read_parquet(tmp_path / "trajectories")
    assert sorted(kept["run"].unique()) == [0, 1] and list(kept.columns) == ["run", "t", "crank.theta"] and len(kept) == 8


def test_latin_hypercubes_have_one_sample_in_each_part():
    runs = daedalus.latin_hypercube({"a": (0, 1), "b": daedalus.normal(0, 1)}, 50, seed=3)
    a = np.array([run["a"] for run in runs])
    assert sorted((a * 50).astype(int)) == list(range(50))
    from scipy.stats import norm
    parts = norm.cdf([run["b"] for run in runs]) * 50
    assert sorted(parts.astype(int)) == list(range(50))
    assert runs == daedalus.latin_hypercube({"a": (0, 1), "b": daedalus.normal(0, 1)}, 50, seed=3) != \
        daedalus.latin_hypercube({"a": (0, 1), "b": daedalus.normal(0, 1)}, 50, seed=4)


def test_random_samples_have_their_distribution():
    from scipy.stats import kstest
    runs = daedalus.monte_carlo({"a": (2, 4), "b": daedalus.normal(1, 0.5)}, 2000, seed=1)
    assert kstest([run["a"] for run in runs], "uniform", (2, 2)).pvalue > 0.01
    assert kstest([run["b"] for run in runs], "norm", (1, 0.5)).pvalue > 0.01
    assert daedalus.grid({"a": [1, 2], "b": "xy"}) == [{"a": 1, "b": "xy"}, {"a": 2, "b": "xy"}]


def test_what_makes_no_study_is_refused():
    for call in (lambda: daedalus.sweep(MODEL, {"c": [1]}, measure="biggest(crank.x)"),
                 lambda: daedalus.sweep(MODEL, {"c": [1]}, shard=(3, 2)), lambda: daedalus.sweep(MODEL, {"c": [1]}, keep="*"),
                 lambda: daedalus.sweep(MODEL, [{"c": 1}, {"k": 1}]), lambda: daedalus.uniform(1, 1),
                 lambda: daedalus.monte_carlo({"c": 3}, 5, seed=1), lambda: daedalus.monte_carlo({"c": (1, 2)}, 0, seed=1)):
        with pytest.raises(daedalus.OptionError):
            call()
