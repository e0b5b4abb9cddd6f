"""Every cell of the notebooks in examples/notebooks runs, from the first to the last."""

import json
import pathlib

import matplotlib
import pytest

matplotlib.use("Agg")
NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def test_they_are_there():
    assert len(NOTEBOOKS) >= 8


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_run_one_after_the_other(notebook, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names: dict = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None  # made when it is shown
            exec(compile("".join(cell["source"]), str(notebook), "exec"), names)
    matplotlib.pyplot.close("all")
    assert cells[0]["source"][0].startswith("# ")
