#!/usr/bin/env python3
"""The points of tests/io/tire_file_test.cpp, by a second implementation of PAC2002.

Written separately from the C++ one, from the printed formulas (H. B. Pacejka, Tyre and Vehicle Dynamics, 2002, section 4.3.2), in
forces instead of forces per load, with coefficients by name.
Run it as  tests/reference/pac2002.py models/vehicle/parts/round_numbers.tir.
"""
import math
import re
import sys


def read(name):
    found = {}
    for line in open(name):
        match = re.match(r"\s*([A-Z_]+\d*)\s*=\s*([-+.\deE]+)\s*($|[$!])", line)
        if match:
            found[match[1]] = float(match[2])
    return found


def forces(c, fz, kappa, alpha, gamma):
    def p(key):
        return c.get(key, 1.0 if key.startswith("L") else 0.0)

    sgn = lambda x: (x > 0) - (x < 0)
    fz0 = p("FNOMIN") * p("LFZO")
    r0 = p("UNLOADED_RADIUS")
    dfz = (fz - fz0) / fz0

    def curve(function, D, C, B, E, x):
        return D * function(C * math.atan(B * x - E * (B * x - math.atan(B * x))))

    # (longitudinal)
    kx = kappa + (p("PHX1") + p("PHX2") * dfz) * p("LHX")
    gx = gamma * p("LGAX")
    Cx = p("PCX1") * p("LCX")
    Dx = fz * (p("PDX1") + p("PDX2") * dfz) * (1 - p("PDX3") * gx**2) * p("LMUX")
    Ex = min(1, (p("PEX1") + p("PEX2") * dfz + p("PEX3") * dfz**2) * (1 - p("PEX4") * sgn(kx)) * p("LEX"))
    Kx = fz * (p("PKX1") + p("PKX2") * dfz) * math.exp(p("PKX3") * dfz) * p("LKX")
    Svx = fz * (p("PVX1") + p("PVX2") * dfz) * p("LVX") * p("LMUX")
    Fx0 = curve(math.sin, Dx, Cx, Kx / (Cx * Dx), Ex, kx) + Svx
    # (lateral)
    gy = gamma * p("LGAY")
    Shy = (p("PHY1") + p("PHY2") * dfz) * p("LHY") + p("PHY3") * gy
    ay = alpha + Shy
    Cy = p("PCY1") * p("LCY")
    muy = (p("PDY1") + p("PDY2") * dfz) * (1 - p("PDY3") * gy**2) * p("LMUY")
    Dy = muy * fz
    Ey = min(1, (p("PEY1") + p("PEY2") * dfz) * (1 - (p("PEY3") + p("PEY4") * gy) * sgn(ay)) * p("LEY"))
    Ky = p("PKY1") * fz0 * math.sin(2 * math.atan(fz / (p("PKY2") * fz0))) * (1 - p("PKY3") * abs(gy)) * p("LKY")
    By = Ky / (Cy * Dy)
    Svy = fz * ((p("PVY1") + p("PVY2") * dfz) * p("LVY") + (p("PVY3") + p("PVY4") * dfz) * gy) * p("LMUY")
    Fy0 = curve(math.sin, Dy, Cy, By, Ey, ay) + Svy
    # (combined)
    Bxa = p("RBX1") * math.cos(math.atan(p("RBX2") * kappa)) * p("LXAL")
    Exa = min(1, p("REX1") + p("REX2") * dfz)
    Gx = curve(math.cos, 1, p("RCX1"), Bxa, Exa, alpha + p("RHX1")) / curve(math.cos, 1, p("RCX1"), Bxa, Exa, p("RHX1"))
    Fx = Gx * Fx0
    Byk = p("RBY1") * math.cos(math.atan(p("RBY2") * (alpha - p("RBY3")))) * p("LYKA")
    Eyk = min(1, p("REY1") + p("REY2") * dfz)
    Shyk = p("RHY1") + p("RHY2") * dfz
    Gy = curve(math.cos, 1, p("RCY1"), Byk, Eyk, kappa + Shyk) / curve(math.cos, 1, p("RCY1"), Byk, Eyk, Shyk)
    Dvyk = muy * fz * (p("RVY1") + p("RVY2") * dfz + p("RVY3") * gamma) * math.cos(math.atan(p("RVY4") * alpha))
    Svyk = Dvyk * math.sin(p("RVY5") * math.atan(p("RVY6") * kappa)) * p("LVYKA")
    Fy = Gy * Fy0 + Svyk
    # (aligning moment)
    gz = gamma * p("LGAZ")
    at = alpha + p("QHZ1") + p("QHZ2") * dfz + (p("QHZ3") + p("QHZ4") * dfz) * gz
    ar = alpha + Shy + Svy / Ky

    def equivalent(a):
        return math.copysign(math.atan(math.hypot(math.tan(a), Kx / Ky * kappa)), a)

    Bt = (p("QBZ1") + p("QBZ2") * dfz + p("QBZ3") * dfz**2) * (1 + p("QBZ4") * gz + p("QBZ5") * abs(gz)) * p("LKY") / p("LMUY")
    Ct = p("QCZ1")
    Dt = fz * (p("QDZ1") + p("QDZ2") * dfz) * (1 + p("QDZ3") * gz + p("QDZ4") * gz**2) * r0 / fz0 * p("LTR")
    Et = (p("QEZ1") + p("QEZ2") * dfz + p("QEZ3") * dfz**2) * (1 + (p("QEZ4") + p("QEZ5") * gz) * 2 / math.pi * math.atan(Bt * Ct * at))
    trail = curve(math.cos, Dt, Ct, Bt, min(1, Et), equivalent(at)) * math.cos(alpha)
    Br = p("QBZ9") * p("LKY") / p("LMUY") + p("QBZ10") * By * Cy
    Dr = fz * ((p("QDZ6") + p("QDZ7") * dfz) * p("LRES") + (p("QDZ8") + p("QDZ9") * dfz) * gz) * r0 * p("LMUY")
    Mzr = Dr * math.cos(math.atan(Br * equivalent(ar))) * math.cos(alpha)
    s = (p("SSZ1") + p("SSZ2") * Fy / fz0 + (p("SSZ3") + p("SSZ4") * dfz) * gamma) * r0 * p("LS")
    return Fx, Fy, -trail * (Fy - Svyk) + Mzr + s * Fx


if __name__ == "__main__":
    coefficients = read(sys.argv[1])
    for point in [(4000, 0, 0, 0), (4000, 0.05, 0, 0), (4000, 0, 0.05, 0), (4000, 0, -0.12, 0.03), (2500, -0.08, 0.04, -0.02),
                  (6500, 0.15, -0.07, 0.05), (9000, -0.6, 0.3, 0.01), (300, 0.02, -0.02, 0)]:
        print("{%s, %s}," % (", ".join("%g" % x for x in point), ", ".join("%.9f" % f for f in forces(coefficients, *point))))
