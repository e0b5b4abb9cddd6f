"""Functions and force laws written in Python, against the same ones as expressions and against scipy."""

import time

import daedalus
import numpy as np
import pytest
from models import angle_of_rod, rod


def torque(t, angle, rate):
    return 3 * np.sin(2 * t) - 0.5 * rate - 2 * angle


def driven_rod(law, **more):
    return rod(forces={"drive": {"type": "formula_force", "acts_on": "pin.angle", "formula": law}}, **more)


@pytest.mark.parametrize("method", ["dopri5", "infl-sdirk"])
@pytest.mark.parametrize("formulation", ["joint", "cartesian"])
def test_a_force_law_in_python_is_that_of_a_formula(method, formulation):
    t = np.linspace(0, 3, 31)
    options = {"method": method, "rtol": 1e-9, "atol": 1e-11, "formulation": formulation, "t_eval": t}
    ours = driven_rod(torque).simulate(**options)
    formula = driven_rod("3*sin(2*t) - 0.5*pin.angle_rate - 2*pin.angle").simulate(**options)
    np.testing.assert_allclose(ours["rod.theta"], formula["rod.theta"], atol=1e-7)
    np.testing.assert_allclose(ours["rod.theta"], angle_of_rod(t, torque=torque).y[0], atol=2e-6)
    assert ours["drive.force"] == pytest.approx(torque(t, ours["rod.theta"], ours["rod.omega"]), abs=1e-9)


def test_a_motion_in_python_drives_as_one_by_expression():
    def driven(motion, **more):
        return rod(drivers={"motor": {"drives": "pin.angle", "motion": motion}}, **more)

    options = {"method": "dopri5", "rtol": 1e-8, "t_eval": 0.1, "t_span": 2}
    expected = driven("0.3*sin(2*t)").simulate(**options)
    with_derivatives = driven(daedalus.Function(lambda t: 0.3 * np.sin(2 * t), lambda t: 0.6 * np.cos(2 * t),
                                                lambda t: -1.2 * np.sin(2 * t))).simulate(**options)
    by_differences = driven(lambda t: 0.3 * np.sin(2 * t)).simulate(**options)
    np.testing.assert_allclose(with_derivatives["motor.force"], expected["motor.force"], atol=1e-8)
    np.testing.assert_allclose(by_differences["motor.force"], expected["motor.force"], atol=1e-6)
    np.testing.assert_allclose(by_differences["rod.theta"], 0.3 * np.sin(2 * by_differences.t), atol=1e-9)


def test_a_file_may_name_a_function_of_python(tmp_path):
    file = tmp_path / "driven.yaml"
    file.write_text("bodies: {rod: {type: planar, mass: 1, inertia: 1}}\n"
                    "joints: {pin: {type: revolute, between: [rod, ground]}}\n"
                    "drivers: {motor: {drives: pin.angle, motion: ramp}}\n")
    model = daedalus.load(file, functions={"ramp": lambda t: 0.5 * t * t})
    sol = model.simulate(1, t_eval=[0.5, 1])
    np.testing.assert_allclose(sol["rod.theta"], [0.125, 0.5], atol=1e-9)
    with pytest.raises(daedalus.ModelError, match="ramp"):
        daedalus.load(file)


def test_a_force_on_nothing_is_refused():
    with pytest.raises(daedalus.ModelError, match="Did you mean 'pin.angle'"):
        rod(forces={"drive": {"type": "formula_force", "acts_on": "pin.angel", "formula": torque}})


def test_an_exception_in_a_law_comes_through():
    def broken(t, angle, rate):
        if t > 0.5:
            raise LookupError("no table")
        return 0.0

    with pytest.raises(LookupError, match="no table"):
        driven_rod(broken).simulate(1)


def test_a_force_law_costs_little_beside_itself():
    # 20 000 evaluations with and without the law. The bound leaves room for a busy machine: 10 times what was measured.
    calls = 0

    def law(t, angle, rate):
        nonlocal calls
        calls += 1
        return 0.0

    options = {"t_span": 1, "method": "rk4", "h": 2e-4, "t_eval": [1.0], "monitor": False, "formulation": "joint"}
    bare, driven = rod(), driven_rod(law)

    def seconds(model):
        start = time.process_time()
        model.simulate(**options)
        return time.process_time() - start

    alone, with_law = (min(seconds(model) for _ in range(3)) for model in (bare, driven))
    per_call = (with_law - alone) / (calls / 3)
    print(f"{per_call * 1e6:.2f} us per call")
    assert per_call < 2e-6
