"""Models of the tests, and their solutions by other means."""

import daedalus
import numpy as np
from scipy.integrate import solve_ivp

G = 9.81


def rod(**more):
    """A rod on a pin, horizontal at the start: theta'' = -m g l cos(theta) / (J + m l^2)."""
    return daedalus.build(
        "rod", gravity=[0, -G, 0], joints={"pin": {"type": "revolute", "between": ["rod", "ground"]}},
        bodies={"rod": {"type": "planar", "mass": 2.0, "inertia": 0.3, "com": [0.4, 0], "markers": {"tip": [0.8, 0]}}},
        **{"run": {"t_end": 3}, **more})


def angle_of_rod(t, events=None, torque=None):
    m, l, J = 2.0, 0.4, 0.3

    def rate(t, y):
        load = torque(t, y[0], y[1]) if torque else 0.0
        return [y[1], (-m * G * l * np.cos(y[0]) + load) / (J + m * l * l)]

    return solve_ivp(rate, (0, t[-1]), [0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-13, t_eval=t, events=events)


def pushed_slider(**more):
    """1 kg on a rail along x, pushed by the input 'push' in N."""
    return daedalus.build(
        "slider", bodies={"slider": {"type": "planar", "mass": 1.0, "inertia": 0.1}},
        joints={"rail": {"type": "translational", "between": ["slider", "ground"], "at": [0, 0, 0],
                         "axis": [1, 0, 0]}},
        functions={"push": {"type": "input", "initial": 0.0, "max": 100}},
        forces={"motor": {"type": "point_force", "on": "slider", "direction": [1, 0, 0], "size": "push"}},
        **{"run": {"t_end": 1}, **more})
