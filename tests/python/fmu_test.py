"""Models as functional mock-up units."""

import zipfile

import daedalus
import pytest
from models import rod


def test_a_built_model_is_an_fmu_with_its_text(tmp_path):
    file = tmp_path / "rod.fmu"
    said = rod().export_fmu(file, outputs=["pin.angle", "pin.angle_rate"], kind=["me"], partition="fixed")
    assert (said["states"], said["outputs"], said["fmi_version"]) == (2, 2, "3.0")
    names = zipfile.ZipFile(file).namelist()
    assert "modelDescription.xml" in names and "resources/daedalus.json" in names
    description = zipfile.ZipFile(file).read("modelDescription.xml").decode()
    assert "<ModelExchange " in description and "<CoSimulation " not in description


def test_parameters_and_method_are_those_that_are_given(tmp_path):
    said = daedalus.export_fmu("slider_crank", tmp_path / "crank.fmu", version=2, method="rt-euler", h=1e-3, c=2,
                               tunable="c")
    assert said["fmi_version"] == "2.0"
    description = zipfile.ZipFile(tmp_path / "crank.fmu").read("modelDescription.xml").decode()
    assert 'name="c"' in description and 'variability="tunable"' in description


def test_what_is_refused_has_a_type(tmp_path):
    with pytest.raises(daedalus.OptionError, match="no inputs"):
        daedalus.export_fmu("pendulum", tmp_path / "p.fmu", inputs=["throttle"])
