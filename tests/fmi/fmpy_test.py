"""FMUs in the hands of an independent importer, FMPy: validation, simulation with CVode and in co-simulation."""

import fmpy
import numpy
import pytest
from fmpy.validation import validate_fmu
from fmus import SMALL_LIBRARY, export, gallery, largest_deviation, own_run


@pytest.mark.parametrize("version", ["3", "2"])
def test_validation_of_all_gallery_models_finds_nothing(tmp_path, version):
    for model in gallery():
        file, _ = export(tmp_path, model, "--version", version, DAEDALUS_FMU_LIBRARY=SMALL_LIBRARY)
        assert validate_fmu(file) == [], model


def simulate(file, kind, t_end, every, rtol):
    result = fmpy.simulate_fmu(file, fmi_type=kind, stop_time=t_end, output_interval=every, relative_tolerance=rtol,
                               record_events=False)
    return {name: result[name] for name in result.dtype.names}


# model, end, channels, tolerance of the comparison in model exchange (CVode with 1e-8) and in co-simulation
CASES = [
    ("slider_crank", 2, "crank.*", 1e-6, 1e-7),
    ("andrews", 0.03, "K1.*,K2.*,K3.*", 1e-4, 1e-6),
    ("car_axle", 3, "left.*,right.*", 1e-4, 1e-6),
    ("spatial_four_bar", 2, "crank.*", 1e-4, 1e-6),
    ("hmmwv14_stiff", 2, "chassis.*", 1e-4, 1e-5),
    ("rolling_disc", 2, "disc.*", 1e-4, 1e-5),
]


@pytest.mark.parametrize("model, t_end, channels, exchange, steps", CASES, ids=[case[0] for case in CASES])
def test_both_kinds_agree_with_our_own_run(tmp_path, model, t_end, channels, exchange, steps):
    every = t_end / 50
    ours = own_run(tmp_path, model, t_end, every, channels, "--rtol", 1e-9)
    file, _ = export(tmp_path, model, "--outputs", channels, "--rtol", 1e-8)
    for kind, tolerance in [("ModelExchange", exchange), ("CoSimulation", steps)]:
        theirs = simulate(file, kind, t_end, every, 1e-8)
        deviation, channel = largest_deviation(ours, theirs)
        assert deviation < tolerance, f"{kind}: {channel} deviates by {deviation:.2g} of the largest"


def test_version_2_gives_the_numbers_of_version_3(tmp_path):
    results = []
    for version in ("2", "3"):
        file, _ = export(tmp_path, "slider_crank", "--version", version, "--outputs", "crank.*")
        results.append([simulate(file, kind, 0.5, 0.05, 1e-6) for kind in ("ModelExchange", "CoSimulation")])
    for kind in (0, 1):
        for name, values in results[0][kind].items():
            numpy.testing.assert_array_equal(values, results[1][kind][name], name)


def test_states_are_handed_over_where_others_serve_better(tmp_path):
    file, _ = export(tmp_path, "spatial_four_bar", "--outputs", "crank.*")
    said = []
    fmpy.simulate_fmu(file, fmi_type="ModelExchange", stop_time=2, output_interval=0.04, debug_logging=True,
                      logger=lambda *words: said.append(words[-1]))
    assert sum(b"other independent coordinates" in words for words in said) >= 3


def test_the_state_can_be_saved_serialized_and_restored(tmp_path):
    file, _ = export(tmp_path, "slider_crank", "--method", "bdf", "--outputs", "crank.*")
    description = fmpy.read_model_description(file)
    folder = fmpy.extract(file, str(tmp_path / "unpacked"))
    outputs = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    fmu = fmpy.instantiate_fmu(folder, description, "CoSimulation")
    fmu.enterInitializationMode(startTime=0)
    fmu.exitInitializationMode()

    def go_on(first, last):
        for n in range(first, last):
            fmu.doStep(currentCommunicationPoint=0.01 * n, communicationStepSize=0.01)
        return fmu.getFloat64(outputs)

    go_on(0, 10)
    state = fmu.getFMUState()
    saved = fmu.serializeFMUState(state)
    expected = go_on(10, 20)
    fmu.setFMUState(state)
    assert go_on(10, 20) == expected
    again = fmu.deserializeFMUState(saved)
    fmu.setFMUState(again)
    assert go_on(10, 20) == expected
    fmu.freeFMUState(state)
    fmu.freeFMUState(again)
    fmu.terminate()
    fmu.freeInstance()


def test_inputs_drive_a_motor(tmp_path):
    """A torque of m g l/2 holds the rod of the example level: it stays there but for what it takes to get there."""
    file, said = export(tmp_path, "examples/realtime/held_pendulum.yaml", "--method", "rk4", "--h", 1e-3)
    assert said["inputs"] == 1
    held = 2 * 9.81 * 0.5 / 2
    signal = numpy.array([(0, held), (20, held)], dtype=[("time", float), ("torque", float)])
    result = fmpy.simulate_fmu(file, fmi_type="CoSimulation", stop_time=20, output_interval=0.5, input=signal)
    assert abs(result["pin.angle"][-1]) < 0.05
    exchanged = fmpy.simulate_fmu(file, fmi_type="ModelExchange", stop_time=20, output_interval=0.5, input=signal,
                                  relative_tolerance=1e-8)
    assert abs(exchanged["pin.angle"] - result["pin.angle"]).max() < 1e-5


def test_parameters_are_start_values(tmp_path):
    file, _ = export(tmp_path, "pendulum", "--outputs", "*")
    free = fmpy.simulate_fmu(file, stop_time=0.5, output_interval=0.05)
    name = next(v.name for v in fmpy.read_model_description(file).modelVariables if v.causality == "parameter")
    start = next(v.start for v in fmpy.read_model_description(file).modelVariables if v.name == name)
    other = fmpy.simulate_fmu(file, stop_time=0.5, output_interval=0.05, start_values={name: 1.1 * float(start)})
    assert any(abs(free[column] - other[column]).max() > 1e-6 for column in free.dtype.names)
