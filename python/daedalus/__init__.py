"""Multibody dynamics whose time integrators you can choose, trust and compare.

    import daedalus

    model = daedalus.load("slider_crank", formulation="joint")
    sol = model.simulate(2, rtol=1e-6)
    print(sol.message, sol["crank.theta"][-1])
    sol.page("crank.html")

The guide is docs/guide/python.md.
"""

import os as _os
import pathlib as _pathlib

# A wheel carries the gallery; in the source tree it is where it always was.
_models = _pathlib.Path(__file__).parent / "models"
if _models.is_dir():
    _os.environ.setdefault("DAEDALUS_MODELS", str(_models))

from ._core import Checkpoint, State, gallery, model_schema, version as __version__
from .analyses import (Analysis, check, choose, compare, design, equilibrium, linearize, rates, reproduce, stability,
                       verify)
from .dae import Equations, dae, solve_dae
from .errors import Error, FileError, ModelError, OptionError
from .fmu import export_fmu
from .methods import Method, methods
from .model import Function, Model, build, load
from .sampling import grid, latin_hypercube, monte_carlo, normal, uniform
from .simulation import Simulation
from .solution import Solution
from .sweep import Sweep, sweep

__all__ = [
    "Analysis", "Checkpoint", "Equations", "Error", "FileError", "Function", "Method", "Model", "ModelError",
    "OptionError", "Simulation", "Solution", "State", "Sweep", "build", "check", "choose", "compare", "dae",
    "design", "equilibrium", "export_fmu", "gallery", "grid", "latin_hypercube", "linearize", "load", "methods", "model_schema",
    "monte_carlo", "normal", "rates", "reproduce", "solve_dae", "stability", "sweep", "uniform", "verify",
    "__version__",
]
