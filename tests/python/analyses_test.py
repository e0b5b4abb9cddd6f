"""Analyses: the numbers of the program as data, with charts and pages."""

import json
import subprocess

import daedalus
import matplotlib
import numpy as np
import pytest
from daedalus.program import program_file
from models import G, rod

matplotlib.use("Agg")


def test_they_are_what_the_program_prints():
    printed = subprocess.run([program_file(), "check", "slider_crank", "--set", "k=50", "--json"], capture_output=True)
    assert dict(daedalus.check("slider_crank", k=50)) == json.loads(printed.stdout)


def test_a_comparison_has_runs_orders_chart_and_page(tmp_path):
    found = daedalus.compare(rod(), "rk4,dopri5", h=[1e-2, 5e-3, 2.5e-3], t_end=0.5)
    assert [run["steps"] for run in found["runs"] if run["method"] == "rk4"] == [50, 100, 200]
    assert {order["method"] for order in found["orders"]} == {"rk4", "dopri5"}
    assert found.plot().get_xlabel() == "CPU time [s]"
    assert "<html" in found.page(tmp_path / "compare.html").read_text()[:2000].lower()


def test_a_hanging_rod_swings_with_its_frequency():
    # small vibrations about the lowest position: omega^2 = m g l / (J + m l^2)
    model = rod(initial={"pin.angle": {"value": -np.pi / 2}})
    found = daedalus.linearize(model, matrices=True)
    omega = np.sqrt(2.0 * G * 0.4 / (0.3 + 2.0 * 0.16))
    np.testing.assert_allclose(np.sort(found.eigenvalues.imag)[-1], omega, rtol=1e-6)
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(found.A).imag), [-omega, omega], rtol=1e-6)
    assert found.plot().lines
    with pytest.raises(daedalus.OptionError, match="no page"):
        found.page("modes.html")


def test_other_analyses_return_data():
    assert daedalus.verify(rod(run={"t_end": 0.3}))["verdict"] == "agree"
    assert daedalus.equilibrium("engine_mounts")["found"]
    assert daedalus.choose("pendulum", t_end=1, methods=["dopri5", "bdf"])["recommended"]
    assert daedalus.stability(method="rk4")["method"] == "rk4"
    assert daedalus.rates("quarter_car")["methods"]
    assert daedalus.design(slow=2, fast=5, starts=2)["order"] == 2
    assert daedalus.linearize("wheelset", over="speed=10:20:10", yaw=0)["parameter"] == "speed"
    assert daedalus.methods()["rk4"]["order"]["q"] == 4


def test_what_is_refused_has_a_type():
    with pytest.raises(daedalus.OptionError, match="rk5"):
        daedalus.compare(rod(), "rk5", h=1e-2)
    with pytest.raises(daedalus.OptionError, match="unknown model"):
        daedalus.verify("nothing")
    driven = rod(forces={"f": {"type": "formula_force", "acts_on": "pin.angle", "formula": lambda t, a, r: 0.0}})
    with pytest.raises(daedalus.OptionError, match="Python functions"):
        daedalus.verify(driven)
