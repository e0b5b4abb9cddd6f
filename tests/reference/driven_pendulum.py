"""Reference values of the driven pendulum (src/daedalus/closed_form/driven_pendulum.hpp), by an independent program.

Minimal coordinate theta from the downward vertical, pivot X = A sin(Om t), Y = B sin(2 Om t):

    L theta'' = -(g + Y'') sin(theta) - X'' cos(theta),    theta(0) = 1/2, theta'(0) = 0

integrated with the Gragg-Bulirsch-Stoer method in 40-digit arithmetic (mpmath); two step sizes must agree to 28 digits.
Prints t, x, y, vx, vy, ax, ay, lambda as rows for the table in driven_pendulum.cpp.

    python3 driven_pendulum.py
"""

from mpmath import cos, mp, mpf, nstr, sin

mp.dps = 40
m, L, g = mpf(1), mpf(1), mpf("9.81")
A, B, Om = mpf("0.3"), mpf("0.1"), mpf(4)
TIMES = [mpf(0), mpf("0.5"), mpf(1), mpf(2), mpf(5)]
COLUMNS = 12  # extrapolation to order 24


def pivot(t):
    """Position, velocity and acceleration of the pivot, (X, Y) each."""
    p = (A * sin(Om * t), B * sin(2 * Om * t))
    v = (A * Om * cos(Om * t), 2 * B * Om * cos(2 * Om * t))
    a = (-A * Om**2 * sin(Om * t), -4 * B * Om**2 * sin(2 * Om * t))
    return p, v, a


def theta_ddot(t, theta):
    _, _, (X2, Y2) = pivot(t)
    return (-(g + Y2) * sin(theta) - X2 * cos(theta)) / L


def midpoint(t, y, H, n):
    """The modified midpoint rule with n substeps; its error expands in even powers of H/n."""
    h = H / n
    f = lambda s, z: (z[1], theta_ddot(s, z[0]))
    old, k = y, f(t, y)
    new = tuple(a + h * b for a, b in zip(y, k))
    for i in range(1, n):
        k = f(t + i * h, new)
        old, new = new, tuple(a + 2 * h * b for a, b in zip(old, k))
    k = f(t + H, new)
    return tuple((a + b + h * c) / 2 for a, b, c in zip(old, new, k))


def step(t, y, H):
    table = []
    for j in range(COLUMNS):
        row = [midpoint(t, y, H, 2 * (j + 1))]
        for i in range(1, j + 1):
            ratio = (mpf(j + 1) / (j + 1 - i)) ** 2
            row.append(tuple(a + (a - b) / (ratio - 1) for a, b in zip(row[-1], table[-1][i - 1])))
        table.append(row)
    return table[-1][-1]


def solve(H):
    """theta, theta' at TIMES; H divides the differences of TIMES."""
    t, y, result = mpf(0), (mpf("0.5"), mpf(0)), []
    for goal in TIMES:
        for _ in range(int((goal - t) / H + mpf("0.5"))):
            y = step(t, y, H)
            t += H
        result.append(y)
    return result


def cartesian(t, theta, rate):
    (X, Y), (X1, Y1), (X2, Y2) = pivot(t)
    acceleration = theta_ddot(t, theta)
    s, c = sin(theta), cos(theta)
    x, y = X + L * s, Y - L * c
    vx, vy = X1 + L * c * rate, Y1 + L * s * rate
    ax, ay = X2 + L * (c * acceleration - s * rate**2), Y2 + L * (s * acceleration + c * rate**2)
    lam = -m * ((x - X) * ax + (y - Y) * (ay + g)) / (2 * L**2)  # from m a + 2 d lambda = (0, -m g), times d
    return x, y, vx, vy, ax, ay, lam


if __name__ == "__main__":
    coarse, fine = solve(mpf(1) / 20), solve(mpf(1) / 40)
    difference = max(abs(a - b) for p, q in zip(coarse, fine) for a, b in zip(p, q))
    assert difference < mpf(10) ** -28, difference
    print("// largest difference of the two step sizes:", nstr(difference, 3))
    for t, (theta, rate) in zip(TIMES, fine):
        print("{%s," % nstr(t, 3), ", ".join(nstr(z, 25) for z in cartesian(t, theta, rate)) + "},")
