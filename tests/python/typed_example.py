"""Checked by mypy, not run: the types that users see."""

from typing import List

import daedalus
import numpy as np


def heights(speeds: List[float]) -> np.ndarray:
    model: daedalus.Model = daedalus.load("hmmwv10", formulation="joint")
    found: List[float] = []
    for speed in speeds:
        sol = model.replace(speed=speed).simulate((0, 1), method="rk4", h=1e-3, t_eval=[0.5, 1.0])
        if sol.success:
            found.append(float(sol["chassis.z"][-1]))
    return np.array(found)


def driven() -> float:
    sim: daedalus.Simulation = daedalus.load("slider_crank").simulation(method="rk4", h=1e-3)
    sim.advance(0.1)
    checkpoint: daedalus.Checkpoint = sim.save()
    sim.restore(checkpoint)
    state: daedalus.State = sim.state
    return float(state.q[0]) + sim["crank.theta"]
