"""Runs that are stepped by their owner."""

import pickle

import daedalus
import numpy as np
import pytest
from models import pushed_slider, rod


@pytest.mark.parametrize("method", ["rt-euler", "dopri5", "bdf", "hht-i3"])
def test_a_restored_simulation_goes_on_bit_for_bit(method):
    fixed = {"h": 1e-2} if method == "rt-euler" else {"rtol": 1e-6}
    sim = rod().simulation(method=method, **fixed)
    for _ in range(20):
        assert sim.step()
    saved = pickle.loads(pickle.dumps(sim.save()))
    for _ in range(20):
        sim.step()
    expected = sim.state
    sim.restore(saved)
    assert sim.steps == 20
    for _ in range(20):
        sim.step()
    assert sim.state == expected
    other = rod().simulation(method=method, **fixed)
    other.restore(saved)
    for _ in range(20):
        other.step()
    assert other.state == expected


def test_steps_are_those_of_a_run():
    sim = rod().simulation(method="rk4", h=1e-2)
    sim.advance(1)
    assert sim.t == pytest.approx(1, abs=1e-12) and sim.steps == 100
    assert sim.state == rod().simulate(1, method="rk4", h=1e-2).final


def test_with_error_control_a_step_ends_at_the_time_that_is_asked_for():
    sim = rod().simulation(method="dopri5", rtol=1e-9)
    for t in (0.1, 0.25, 1.0):
        assert sim.advance(t) and sim.t == t
    expected = rod().simulate(1, method="dopri5", rtol=1e-9)["rod.theta"][-1]
    assert sim["rod.theta"] == pytest.approx(expected, abs=1e-7)


def test_inputs_hold_from_the_next_step_on():
    # 1 kg, 3 N over 0.5 s, then -1 N over 0.5 s: v = 1.5, x = 0.375; then v = 1, x = 0.375 + 0.75 - 0.125
    sim = pushed_slider().simulation(method="rk4", h=1e-2)
    assert dict(sim.inputs) == {"push": 0.0}
    sim.inputs["push"] = 3
    sim.advance(0.5)
    assert sim["slider.x"] == pytest.approx(0.375, abs=1e-12)
    saved = sim.save()
    sim.inputs["push"] = -1
    sim.advance(1)
    assert sim["slider.vx"] == pytest.approx(1, abs=1e-12) and sim["slider.x"] == pytest.approx(1, abs=1e-12)
    sim.restore(saved)
    assert sim.inputs["push"] == 3
    with pytest.raises(daedalus.OptionError, match="push = 200"):
        sim.inputs["push"] = 200
    with pytest.raises(daedalus.OptionError, match="pusch"):
        sim.inputs["pusch"] = 1


def test_inputs_of_a_run_are_held():
    sol = pushed_slider().simulate(1, inputs={"push": 2.0}, method="dopri5")
    np.testing.assert_allclose(sol["slider.x"], sol.t**2, atol=1e-9)


def test_a_checkpoint_of_another_model_is_refused():
    saved = rod().simulation(method="rk4", h=1e-2).save()
    with pytest.raises(daedalus.OptionError):
        pushed_slider().simulation(method="rk4", h=1e-2).restore(saved)
