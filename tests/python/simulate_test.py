"""Runs against scipy and against published reference solutions."""

import daedalus
import numpy as np
import pytest
from models import G, angle_of_rod, rod


@pytest.mark.parametrize("formulation", ["joint", "cartesian"])
@pytest.mark.parametrize("method", ["dopri5", "bdf", "infl-sdirk"])
def test_a_rod_on_a_pin_moves_as_scipy_says(formulation, method):
    t = np.linspace(0, 3, 31)
    sol = rod().simulate(3, method=method, formulation=formulation, rtol=1e-9, atol=1e-11, t_eval=t)
    expected = angle_of_rod(t)
    assert sol.success and sol.status == 0
    np.testing.assert_array_equal(sol.t, t)
    np.testing.assert_allclose(sol["rod.theta"], expected.y[0], atol=2e-6)
    np.testing.assert_allclose(sol["rod.omega"], expected.y[1], atol=1e-5)


def test_dense_output_is_the_motion_at_any_time():
    t = np.sort(np.random.default_rng(1).uniform(0, 3, 50))
    sol = rod().simulate(3, method="dopri5", formulation="joint", rtol=1e-9, dense_output=True)
    np.testing.assert_allclose(sol.sol(t)[0], angle_of_rod(np.append(t, 3)).y[0][:-1], atol=1e-7)
    assert sol.sol(1.0).shape == (2,) and sol.sol.t_min == 0 and sol.sol.t_max == 3
    assert rod().simulate(0.1).sol is None


def test_dense_output_agrees_with_samples_of_every_method_with_error_control():
    model, t = rod(), np.linspace(0.013, 0.99, 7)
    for name, card in daedalus.methods().items():
        if "error control" not in card["control"] or card["how_to_get_it"]:
            continue
        sampled = model.simulate(1, method=name, rtol=1e-6, formulation="joint", t_eval=t)
        dense = model.simulate(1, method=name, rtol=1e-6, formulation="joint", dense_output=True)
        np.testing.assert_allclose(dense.sol(t)[:1], sampled.q, atol=1e-11, err_msg=name)


def test_events_are_where_scipy_finds_them():
    def lowest(t, y):
        return y[0] + np.pi / 2

    def turning(t, y):
        return y[1]

    turning.direction = 1
    t = np.linspace(0, 3, 4)
    expected = angle_of_rod(t, events=[lowest, turning])
    sol = rod().simulate(3, method="dopri5", formulation="joint", rtol=1e-9, events=[lowest, turning])
    for ours, theirs, y in zip(sol.t_events, expected.t_events, sol.y_events):
        assert len(ours) == len(theirs[theirs > 0]) >= 1
        np.testing.assert_allclose(ours, theirs[theirs > 0], atol=1e-7)
        assert y.shape == (len(ours), 2)
    assert np.abs(sol.y_events[0][:, 0] + np.pi / 2).max() < 1e-9


def test_a_terminal_event_ends_the_run():
    def lowest(t, y):
        return y[0] + np.pi / 2

    lowest.terminal = True
    sol = rod().simulate(3, method="dopri5", formulation="joint", rtol=1e-9, events=lowest, t_eval=0.01)
    assert sol.status == 1 and sol.success and "event" in sol.message
    assert sol.t[-1] == pytest.approx(sol.t_events[0][0]) and sol.t[-1] < 1


def test_andrews_mechanism_ends_where_the_ivp_test_set_says():
    # Mazzia, Magherini, Test Set for IVP Solvers, problem andrews: beta, Theta, gamma, Phi, delta, Omega, epsilon at 0.03 s
    expected = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
                0.5347301163226948, 1.048080741042263]
    sol = daedalus.load("closed_form:andrews").simulate(0.03, method="bdf", rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(sol.q[:, -1], expected, rtol=1e-5)


def test_samples_are_steps_or_intervals_or_times():
    model = rod()
    assert len(model.simulate(1, method="rk4", h=0.01, t_eval="steps").t) == 101
    np.testing.assert_allclose(model.simulate(1, t_eval=0.25).t, [0, 0.25, 0.5, 0.75, 1])
    np.testing.assert_array_equal(model.simulate(1, t_eval=[0.5]).t, [0.5])
    np.testing.assert_array_equal(model.simulate((0.5, 1), t_eval=[0.5, 0.7]).t, [0.5, 0.7])
    with pytest.raises(daedalus.OptionError, match="rise"):
        model.simulate(1, t_eval=[0.5, 0.2])
    with pytest.raises(daedalus.OptionError, match="after the end time"):
        model.simulate(1, t_eval=[0.5, 1.2])


def test_a_run_goes_on_from_the_final_state_of_another():
    model = rod()
    options = {"method": "dopri5", "rtol": 1e-10, "atol": 1e-12, "formulation": "joint"}
    first = model.simulate(1, **options)
    second = model.simulate((1, 2), start=first.final, **options)
    assert second.t[0] == 1
    np.testing.assert_allclose(second.q[:, -1], model.simulate(2, **options).q[:, -1], atol=1e-8)
    raised = first.final.replace(q=[0.0])
    assert raised.q[0] == 0.0 and raised.t == 1 and first.final.q[0] != 0


def test_rows_and_channels_of_a_solution_belong_together():
    model = rod()
    sol = model.simulate(1, formulation="cartesian", channels=["rod.*", "pin.*"])
    n = len(sol.t)
    cartesian = sol.model
    assert sol.y.shape == (6, n) and sol.q.shape == sol.v.shape == sol.a.shape == (3, n)
    assert sol.lam.shape == (len(cartesian.constraints), n) == (2, n) and sol.s.shape == (0, n)
    np.testing.assert_allclose(sol.q[cartesian.coordinates.index("rod.theta")], sol["rod.theta"], atol=1e-14)
    # the reaction carries weight and inertia: fy = m (g + y'')
    np.testing.assert_allclose(sol["pin.fy"], 2.0 * (G + sol["rod.ay"]), atol=1e-8)
    assert sol.unit("rod.theta") == "rad" and "rod.x" in sol and "energy.total" not in sol
    with pytest.raises(KeyError, match="channels"):
        sol["energy.total"]
    assert not sol.y.flags.owndata  # it is the memory of the run


def test_tables_for_pandas_and_xarray():
    sol = rod().simulate(1, t_eval=0.1)
    frame = sol.to_pandas(["rod.*"])
    assert frame.index.name == "t" and frame.attrs["units"]["rod.theta"] == "rad"
    np.testing.assert_array_equal(frame["rod.theta"], sol["rod.theta"])
    data = sol.to_xarray("rod.theta")
    assert data["rod.theta"].attrs["units"] == "rad" and data.sizes["t"] == 11
    assert data["rod.theta"].interp(t=0.5) == pytest.approx(sol["rod.theta"][5])


def test_a_solution_is_a_page_in_a_file_and_in_a_notebook(tmp_path):
    sol = rod().simulate(1, t_eval=0.1)
    page = sol.page(tmp_path / "rod.html").read_text(encoding="utf-8")
    assert '"rod.theta"' in page
    assert sol._repr_html_().startswith("<iframe srcdoc=") and "rod.theta" in sol._repr_html_()


def test_report_and_counts_are_those_of_the_run():
    sol = rod().simulate(1, method="infl-sdirk", rtol=1e-6)
    assert sol.report["status"] == "done" and sol.report["method"] == "infl-sdirk"
    assert sol.nfev == sol.report["evaluations"] > 0 and sol.njev > 0 and sol.nlu > 0
    assert sol.report["residual"]["position"] < 1e-9


def test_a_run_that_fails_keeps_what_it_has():
    def grows(t, value, rate):
        return 1e3 * rate**3

    sol = rod(forces={"drive": {"type": "formula_force", "acts_on": "pin.angle", "formula": grows}}).simulate(
        3, method="rk4", h=1e-2, t_eval="steps")
    assert sol.status == -1 and not sol.success and len(sol.t) > 1 and sol.message
    assert sol.report["failure"]["kind"]
