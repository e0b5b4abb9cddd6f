"""Equations written in Python: every method of the table, against scipy and exact solutions."""

import pickle

import daedalus
import numpy as np
import pytest
from scipy.integrate import solve_ivp

GRAVITY = 9.81


# Mass point on a circle of radius 1 about the origin; angle phi from the lowest point: phi'' = -g sin(phi).
def weight(t, q, v):
    return np.array([0.0, -GRAVITY])


def circle(t, q):
    return np.array([(q[0]**2 + q[1]**2 - 1) / 2])


def radius(t, q):
    return np.array([[q[0], q[1]]])


def height(t, q):
    return GRAVITY * q[1]


START = {"q0": [1.0, 0.0], "v0": [0.0, 0.0]}


def exact(t):
    return solve_ivp(lambda t, y: [y[1], -GRAVITY * np.sin(y[0])], (0, t[-1]), [np.pi / 2, 0], method="DOP853",
                     rtol=1e-13, atol=1e-13, t_eval=t).y


@pytest.mark.parametrize("given", [{}, {"G": radius}, {"G": radius, "g_t": lambda t, q: [0.0],
                                                      "gamma": lambda t, q, v: -(v @ v)}])
@pytest.mark.parametrize("method", ["dopri5", "infl-sdirk"])
def test_a_pendulum_with_what_is_given_and_the_rest_by_differences(method, given):
    t = np.linspace(0, 2, 21)
    sol = daedalus.solve_dae(np.eye(2), weight, circle, (0, 2), **START, method=method, rtol=1e-9, atol=1e-11,
                             potential=height, t_eval=t, **given)
    phi, rate = exact(t)
    assert sol.success and sol.report["residual"]["position"] < 1e-9
    np.testing.assert_allclose(sol.q, [np.sin(phi), -np.cos(phi)], atol=1e-6)
    # the rod carries centripetal force and weight: lambda = phi'^2 + g cos(phi), since f - G^T lambda = M a
    np.testing.assert_allclose(sol.lam[0], rate**2 + GRAVITY * np.cos(phi), atol=1e-4)
    assert sol.report["energy"]["verdict"] == "pass"


def test_every_method_of_the_table_integrates_them():
    t_end = 0.25
    phi = exact(np.array([0, t_end]))[0][-1]
    tried = 0
    for name, card in daedalus.methods().items():
        if card["how_to_get_it"] or name == "prk":  # not built; needs rate groups
            continue
        control = {"h": 1e-3} if card["control"] == "fixed step" else {"rtol": 1e-6}
        sol = daedalus.solve_dae(np.eye(2), weight, circle, (0, t_end), **START, G=radius, method=name, **control)
        assert sol.success, (name, sol.message)
        np.testing.assert_allclose(sol.q[:, -1], [np.sin(phi), -np.cos(phi)], atol=5e-3, err_msg=name)
        tried += 1
    assert tried >= 18


# Polar coordinates: M depends on q, f has the gyroscopic terms. Free flight is a straight line.
def test_a_mass_that_depends_on_the_position():
    def mass(t, q):
        return np.diag([1.0, q[0]**2])

    def gyroscopic(t, q, v):
        return [q[0] * v[1]**2, -2 * q[0] * v[0] * v[1]]

    t = np.linspace(0, 2, 5)
    for method in ("dopri5", "bdf"):
        sol = daedalus.solve_dae(mass, gyroscopic, None, (0, 2), [1.0, 0.0], [0.0, 1.0], method=method, rtol=1e-9,
                                 atol=1e-11, t_eval=t)
        np.testing.assert_allclose(sol.q[0], np.hypot(1, t), atol=1e-6)
        np.testing.assert_allclose(sol.q[1], np.arctan(t), atol=1e-6)
        assert sol.report["energy"]["verdict"] == "pass"


def test_an_ode_of_scipy_with_states():
    # an oscillator with a first-order actuator s' = (sin(t) - s)/0.3
    t = np.linspace(0, 3, 16)
    expected = solve_ivp(lambda t, y: [y[1], y[2] - 4 * y[0] - 0.2 * y[1], (np.sin(t) - y[2]) / 0.3], (0, 3), [1, 0, 0],
                         method="DOP853", rtol=1e-12, atol=1e-12, t_eval=t)
    sol = daedalus.solve_dae(None, lambda t, q, v, s: [s[0] - 4 * q[0] - 0.2 * v[0]], None, (0, 3), [1.0], s0=[0.0],
                             sigma=lambda t, q, v, s: [(np.sin(t) - s[0]) / 0.3], method="dopri5", rtol=1e-9, t_eval=t)
    np.testing.assert_allclose(sol.y, expected.y, atol=1e-7)


def test_constraints_that_depend_on_time():
    # a particle led along x = sin(t): the multiplier is the force of the guide, m x'' = -sin(t) = -lambda
    t = np.linspace(0, 2, 9)
    sol = daedalus.solve_dae(None, lambda t, q, v: [0.0, -GRAVITY], lambda t, q: [q[0] - np.sin(t)], (0, 2), [0.0, 0.0],
                             [1.0, 0.0], method="dopri5", rtol=1e-8, t_eval=t)
    np.testing.assert_allclose(sol.q, [np.sin(t), -GRAVITY * t**2 / 2], atol=1e-7)
    np.testing.assert_allclose(sol.lam[0], np.sin(t), atol=1e-7)


def test_columns_that_share_no_row_are_shifted_together():
    n, calls = 30, 0

    def chain(t, q, v):  # springs between neighbors, the ends fixed
        nonlocal calls
        calls += 1
        padded = np.concatenate([[0], q, [0]])
        return 100 * np.diff(padded, 2) - 0.1 * v

    q0 = np.sin(np.pi * np.arange(1, n + 1) / (n + 1))
    options = {"method": "infl-sdirk", "rtol": 1e-6, "t_eval": [1.0], "monitor": False}
    full = daedalus.solve_dae(None, chain, None, (0, 1), q0, **options)
    calls_full, calls = calls, 0
    band = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1
    banded = daedalus.solve_dae(None, chain, None, (0, 1), q0, sparsity=band, **options)
    np.testing.assert_allclose(banded.q, full.q, atol=1e-8)
    assert calls < calls_full / 2
    # the first mode alone: damped vibration with omega^2 = 400 sin^2(pi/(2(n+1)))
    omega, delta = np.sqrt(400) * np.sin(np.pi / 2 / (n + 1)), 0.05
    damped = np.sqrt(omega**2 - delta**2)
    np.testing.assert_allclose(full.q[:, 0], q0 * np.exp(-delta) * (np.cos(damped) + delta / damped * np.sin(damped)), atol=1e-5)


def test_equations_can_be_stepped_and_pickled():
    model = daedalus.dae(np.eye(2), weight, circle, **START, t_end=1, coordinates=["x", "y"])
    sim = model.simulation(method="dopri5", rtol=1e-8)
    sim.advance(1)
    assert sim["q.x"] == pytest.approx(np.sin(exact(np.array([0, 1.0]))[0][-1]), abs=1e-6)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.simulate(0.3).y, model.simulate(0.3).y)


def test_what_does_not_fit_together_is_refused():
    with pytest.raises(daedalus.ModelError, match="must agree"):
        daedalus.solve_dae(None, weight, None, (0, 1), [1.0, 0.0], [0.0])
    with pytest.raises(ValueError, match="f returned 2 numbers, expected 1"):
        daedalus.solve_dae(None, weight, None, (0, 1), [1.0])
    with pytest.raises(daedalus.ModelError, match="sigma"):
        daedalus.solve_dae(None, weight, None, (0, 1), [1.0, 0.0], s0=[1.0])
    with pytest.raises(ValueError, match="matrix of 2 x 2"):
        daedalus.solve_dae([[1.0]], weight, None, (0, 1), [1.0, 0.0])
    with pytest.raises(ZeroDivisionError):
        daedalus.solve_dae(None, lambda t, q, v: [1 / 0], None, (0, 1), [1.0])
