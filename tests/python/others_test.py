"""The page 'Checked against others': published results and other programs, each within the bound that the page states."""

import pathlib
import re

import daedalus
import numpy as np
import peers
import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "checked_against_others.md"


def andrews():
    # Mazzia, Magherini, Test Set for Initial Value Problem Solvers, release 2.4: andrews at 0.03 s
    expected = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
                0.5347301163226948, 1.048080741042263]
    sol = daedalus.load("closed_form:andrews").simulate(0.03, method="dopri5", rtol=1e-10, atol=1e-12)
    assert sol.success
    return np.abs(sol.q[:, -1] - expected).max()


def car_axle():
    # the same, problem caraxis at 3 s
    expected = [0.04934557842755629, 0.4969894602303324, 1.0417425248854, 0.3739110272652214]
    sol = daedalus.load("closed_form:car_axle").simulate(3, method="dopri5", rtol=1e-10, atol=1e-12)
    assert sol.success
    return np.abs(sol.q[:, -1] - expected).max()


def double_pendulum(by_others):
    ours = peers.by_daedalus("dopri5", "joint", rtol=1e-12, atol=1e-13)
    return np.abs(by_others() - ours).max()


# What it is, how it is computed, and a bound: an order or two above the accuracy of the other side at its tolerances and steps.
CHECKS = {
    "IVP Test Set: Andrews' mechanism, 7 angles at 0.03 s": (andrews, 1e-6),
    "IVP Test Set: car axle, positions at 3 s": (car_axle, 1e-6),
    **{f"double pendulum: {name}": (lambda run=run: double_pendulum(run), bound)
       for name, (run, _, bound) in peers.PEERS.items()},
}
ROW = re.compile(r"^\| (.+?) \| (\S+) \| (\S+) \|$", re.MULTILINE)


@pytest.mark.parametrize("name", CHECKS)
def test_results_of_others_are_met(name):
    check, bound = CHECKS[name]
    deviation = check()
    print(f"| {name} | {deviation:.0e} | {bound:.0e} |")
    assert deviation < bound


def test_the_page_lists_every_check_with_its_bound():
    rows = {name: (float(deviation), float(bound)) for name, deviation, bound in ROW.findall(PAGE.read_text(encoding="utf-8"))
            if deviation != "---" and not deviation.startswith("largest")}
    assert {name: bound for name, (_, bound) in rows.items()} == {name: bound for name, (_, bound) in CHECKS.items()}
    assert all(deviation < bound for deviation, bound in rows.values())


def test_both_formulations_and_other_methods_agree_on_the_double_pendulum():
    expected = peers.by_daedalus("dopri5", "joint", rtol=1e-12, atol=1e-13)
    for method in ("bdf", "infl-sdirk"):
        np.testing.assert_allclose(peers.by_daedalus(method, "cartesian", rtol=1e-9), expected, atol=2e-7)
