"""A double pendulum by other programs: the angles of both rods at some times, each with its own equations and integrator.

Two rods, the second on the tip of the first, released horizontally. Angles are measured from the x axis.
"""

from typing import Callable, Dict, Tuple

import daedalus
import numpy as np

MASS, INERTIA, CENTER, LENGTH, G = (1.5, 0.8), (0.09, 0.03), (0.4, 0.3), 0.8, 9.81
TIMES = (0.5, 1.0, 1.5)


def by_daedalus(method: str, formulation: str, **options: float) -> np.ndarray:
    (m1, m2), (j1, j2), (l1, l2) = MASS, INERTIA, CENTER
    model = daedalus.build(
        "double_pendulum", formulation=formulation, gravity=[0, -G, 0],
        bodies={"first": {"type": "planar", "mass": m1, "inertia": j1, "com": [l1, 0], "markers": {"tip": [LENGTH, 0]}},
                "second": {"type": "planar", "mass": m2, "inertia": j2, "com": [l2, 0], "position": [LENGTH, 0]}},
        joints={"pin": {"type": "revolute", "between": ["first", "ground"]},
                "hinge": {"type": "revolute", "between": ["second", "first.tip"]}})
    sol = model.simulate(TIMES[-1], method=method, t_eval=list(TIMES), **options)
    return np.array([sol["first.theta"], sol["second.theta"]]).T


def accelerations(y: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """M and f of the equations of Lagrange, by hand."""
    (m1, m2), (j1, j2), (l1, l2) = MASS, INERTIA, CENTER
    a, b, wa, wb = y
    coupling = m2 * LENGTH * l2
    M = np.array([[j1 + m1 * l1**2 + m2 * LENGTH**2, coupling * np.cos(a - b)], [coupling * np.cos(a - b), j2 + m2 * l2**2]])
    f = np.array([-coupling * np.sin(a - b) * wb**2 - (m1 * l1 + m2 * LENGTH) * G * np.cos(a),
                  coupling * np.sin(a - b) * wa**2 - m2 * l2 * G * np.cos(b)])
    return M, f


def by_scipy() -> np.ndarray:
    from scipy.integrate import solve_ivp
    sol = solve_ivp(lambda t, y: np.concatenate([y[2:], np.linalg.solve(*accelerations(y))]), (0, TIMES[-1]), [0.0] * 4,
                    method="DOP853", rtol=1e-12, atol=1e-12, t_eval=TIMES)
    return sol.y[:2].T


def by_sundials_ida() -> np.ndarray:
    from sksundae.ida import IDA

    def residual(t, y, yp, res):
        M, f = accelerations(y)
        res[:2] = yp[:2] - y[2:]
        res[2:] = M @ yp[2:] - f

    y0 = np.zeros(4)
    yp0 = np.concatenate([[0, 0], np.linalg.solve(*accelerations(y0))])
    sol = IDA(residual, rtol=1e-10, atol=1e-11).solve(np.array([0, *TIMES]), y0, yp0)
    return sol.y[1:, :2]


def by_mujoco() -> np.ndarray:
    import mujoco

    def body(k: int, position: float, inner: str) -> str:
        return (f'<body pos="{position} 0 0"><joint type="hinge" axis="0 0 1"/><inertial pos="{CENTER[k]} 0 0" '
                f'mass="{MASS[k]}" diaginertia="{INERTIA[k]} {INERTIA[k]} {INERTIA[k]}"/>{inner}</body>')

    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option gravity="0 {-G} 0" integrator="RK4" timestep="5e-4"/><worldbody>'
        f'{body(0, 0.0, body(1, LENGTH, ""))}</worldbody></mujoco>')
    data = mujoco.MjData(model)
    rows = []
    for t in TIMES:
        while data.time < t - 1e-9:
            mujoco.mj_step(model, data)
        rows.append([data.qpos[0], data.qpos[0] + data.qpos[1]])
    return np.array(rows)


def by_exudyn() -> np.ndarray:
    import exudyn as exu
    from exudyn import itemInterface as items
    rows = []
    for t in TIMES:
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(items.ObjectGround())
        pivot = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=ground))
        nodes = []
        for k, start in enumerate((0.0, LENGTH)):
            node = mbs.AddNode(items.NodeRigidBody2D(referenceCoordinates=[start + CENTER[k], 0, 0]))
            rod = mbs.AddObject(items.ObjectRigidBody2D(mass=MASS[k], inertia=INERTIA[k], nodeNumber=node))
            center = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=rod))
            mbs.AddLoad(items.LoadForceVector(markerNumber=center, loadVector=[0, -MASS[k] * G, 0]))
            end = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=rod, localPosition=[-CENTER[k], 0, 0]))
            mbs.AddObject(items.ObjectJointRevolute2D(markerNumbers=[pivot, end]))
            pivot = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=rod, localPosition=[LENGTH - CENTER[k], 0, 0]))
            nodes.append(node)
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime = t
        settings.timeIntegration.numberOfSteps = round(t / 2e-4)
        settings.timeIntegration.verboseMode = 0
        settings.solution.file.write = False
        mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
        rows.append([mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)[2] for node in nodes])
    return np.array(rows)


# Program, how to run it, its module, and a bound for how far it is from the exact motion at these tolerances and steps.
PEERS: Dict[str, Tuple[Callable[[], np.ndarray], str, float]] = {
    "scipy, DOP853 at rtol 1e-12": (by_scipy, "scipy", 1e-9),
    "SUNDIALS IDA (scikit-sundae) at rtol 1e-10": (by_sundials_ida, "sksundae", 1e-7),
    "MuJoCo, RK4 at 0.5 ms": (by_mujoco, "mujoco", 1e-9),
    "Exudyn, index-2 trapezoidal rule at 0.2 ms": (by_exudyn, "exudyn", 1e-5),
}

