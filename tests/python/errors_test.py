"""What is wrong with the input is an exception that says where."""

import daedalus
import pytest
from models import rod


def test_a_model_file_that_is_wrong_says_where(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("bodies:\n  rod: {type: planar, mass: 1, inertia: 1}\njoints:\n  pin: {type: revolut, between: [rod, ground]}\n")
    with pytest.raises(daedalus.ModelError, match="Did you mean 'revolute'") as caught:
        daedalus.load(file)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(file), 4, 15)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, daedalus.Error)


def test_all_problems_of_a_description_are_listed():
    with pytest.raises(daedalus.ModelError) as caught:
        daedalus.build("wrong", bodies={"a": {"type": "planar", "mass": -1, "inertia": 1}},
                       joints={"pin": {"type": "revolute", "between": ["a", "b"]}})
    assert "body 'a'" in str(caught.value) and "joint 'pin'" in str(caught.value)
    assert caught.value.file == "wrong" and caught.value.line > 1


def test_names_and_options_that_are_not_known():
    model = rod()
    for call in (lambda: daedalus.load("pendulumm"), lambda: model.simulate(1, method="rk5"),
                 lambda: model.simulate(1, method="bdf", options={"max_ordr": 3}), lambda: model.simulate(-1),
                 lambda: model.simulate(1, channels="nothing.*"), lambda: model.replace(mass=2),
                 lambda: model.simulate(1, rtol="small"), lambda: daedalus.load("pendulum", start="somewhere")):
        with pytest.raises(daedalus.OptionError):
            call()


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(daedalus.FileError) as caught:
        daedalus.load(tmp_path / "none.yaml")
    assert isinstance(caught.value, OSError)
    with pytest.raises(daedalus.FileError):
        rod().simulate(0.1).page(tmp_path / "no_folder" / "page.html")


def test_an_exception_of_a_callback_comes_through():
    def broken(t, y):
        raise ZeroDivisionError("in the event")

    with pytest.raises(ZeroDivisionError, match="in the event"):
        rod().simulate(1, events=broken)
    with pytest.raises(TypeError):
        rod().simulate(1, events=lambda t, y: "no number")
    assert rod().simulate(0.1).success  # and nothing is left behind
