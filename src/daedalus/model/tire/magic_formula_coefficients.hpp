// magic_formula_coefficients.hpp: the coefficients of PAC2002 by the names they have in .tir files. What a file does not give is 1
// for scale factors, which begin with L, and 0 for all others; required ones have no default.
#pragma once

#include <limits>

namespace daedalus {

enum class Coefficient { required, optional };

struct MagicFormulaCoefficients {
  double FNOMIN = 0, UNLOADED_RADIUS = 0;  // F_z0 in N, R_0 in m
  // ranges outside of which the arguments are held; FZMAX = 0: 4 FNOMIN
  double FZMIN = 0, FZMAX = 0;
  double KPUMIN = -std::numeric_limits<double>::infinity(), KPUMAX = -KPUMIN;
  double ALPMIN = KPUMIN, ALPMAX = KPUMAX, CAMMIN = KPUMIN, CAMMAX = KPUMAX;
  // scale factors
  double LFZO = 1, LCX = 1, LMUX = 1, LEX = 1, LKX = 1, LHX = 1, LVX = 1, LGAX = 1;
  double LCY = 1, LMUY = 1, LEY = 1, LKY = 1, LHY = 1, LVY = 1, LGAY = 1;
  double LTR = 1, LRES = 1, LGAZ = 1, LXAL = 1, LYKA = 1, LVYKA = 1, LS = 1;
  // longitudinal
  double PCX1 = 0, PDX1 = 0, PDX2 = 0, PDX3 = 0, PEX1 = 0, PEX2 = 0, PEX3 = 0, PEX4 = 0;
  double PKX1 = 0, PKX2 = 0, PKX3 = 0, PHX1 = 0, PHX2 = 0, PVX1 = 0, PVX2 = 0;
  double RBX1 = 0, RBX2 = 0, RCX1 = 0, REX1 = 0, REX2 = 0, RHX1 = 0;
  // lateral
  double PCY1 = 0, PDY1 = 0, PDY2 = 0, PDY3 = 0, PEY1 = 0, PEY2 = 0, PEY3 = 0, PEY4 = 0;
  double PKY1 = 0, PKY2 = 0, PKY3 = 0, PHY1 = 0, PHY2 = 0, PHY3 = 0, PVY1 = 0, PVY2 = 0, PVY3 = 0, PVY4 = 0;
  double RBY1 = 0, RBY2 = 0, RBY3 = 0, RCY1 = 0, REY1 = 0, REY2 = 0, RHY1 = 0, RHY2 = 0;
  double RVY1 = 0, RVY2 = 0, RVY3 = 0, RVY4 = 0, RVY5 = 0, RVY6 = 0;
  // aligning moment
  double QBZ1 = 0, QBZ2 = 0, QBZ3 = 0, QBZ4 = 0, QBZ5 = 0, QBZ9 = 0, QBZ10 = 0, QCZ1 = 0;
  double QDZ1 = 0, QDZ2 = 0, QDZ3 = 0, QDZ4 = 0, QDZ6 = 0, QDZ7 = 0, QDZ8 = 0, QDZ9 = 0;
  double QEZ1 = 0, QEZ2 = 0, QEZ3 = 0, QEZ4 = 0, QEZ5 = 0, QHZ1 = 0, QHZ2 = 0, QHZ3 = 0, QHZ4 = 0;
  double SSZ1 = 0, SSZ2 = 0, SSZ3 = 0, SSZ4 = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    constexpr auto required = Coefficient::required, optional = Coefficient::optional;
    // clang-format off
    v("FNOMIN", FNOMIN, required);  v("UNLOADED_RADIUS", UNLOADED_RADIUS, required);
    v("FZMIN", FZMIN, optional);    v("FZMAX", FZMAX, optional);
    v("KPUMIN", KPUMIN, optional);  v("KPUMAX", KPUMAX, optional);  v("ALPMIN", ALPMIN, optional);  v("ALPMAX", ALPMAX, optional);
    v("CAMMIN", CAMMIN, optional);  v("CAMMAX", CAMMAX, optional);
    v("LFZO", LFZO, optional);  v("LCX", LCX, optional);    v("LMUX", LMUX, optional);  v("LEX", LEX, optional);
    v("LKX", LKX, optional);    v("LHX", LHX, optional);    v("LVX", LVX, optional);    v("LGAX", LGAX, optional);
    v("LCY", LCY, optional);    v("LMUY", LMUY, optional);  v("LEY", LEY, optional);    v("LKY", LKY, optional);
    v("LHY", LHY, optional);    v("LVY", LVY, optional);    v("LGAY", LGAY, optional);  v("LTR", LTR, optional);
    v("LRES", LRES, optional);  v("LGAZ", LGAZ, optional);  v("LXAL", LXAL, optional);  v("LYKA", LYKA, optional);
    v("LVYKA", LVYKA, optional); v("LS", LS, optional);
    v("PCX1", PCX1, required);  v("PDX1", PDX1, required);  v("PDX2", PDX2, optional);  v("PDX3", PDX3, optional);
    v("PEX1", PEX1, optional);  v("PEX2", PEX2, optional);  v("PEX3", PEX3, optional);  v("PEX4", PEX4, optional);
    v("PKX1", PKX1, required);  v("PKX2", PKX2, optional);  v("PKX3", PKX3, optional);  v("PHX1", PHX1, optional);
    v("PHX2", PHX2, optional);  v("PVX1", PVX1, optional);  v("PVX2", PVX2, optional);
    v("RBX1", RBX1, optional);  v("RBX2", RBX2, optional);  v("RCX1", RCX1, optional);  v("REX1", REX1, optional);
    v("REX2", REX2, optional);  v("RHX1", RHX1, optional);
    v("PCY1", PCY1, required);  v("PDY1", PDY1, required);  v("PDY2", PDY2, optional);  v("PDY3", PDY3, optional);
    v("PEY1", PEY1, optional);  v("PEY2", PEY2, optional);  v("PEY3", PEY3, optional);  v("PEY4", PEY4, optional);
    v("PKY1", PKY1, required);  v("PKY2", PKY2, required);  v("PKY3", PKY3, optional);  v("PHY1", PHY1, optional);
    v("PHY2", PHY2, optional);  v("PHY3", PHY3, optional);  v("PVY1", PVY1, optional);  v("PVY2", PVY2, optional);
    v("PVY3", PVY3, optional);  v("PVY4", PVY4, optional);
    v("RBY1", RBY1, optional);  v("RBY2", RBY2, optional);  v("RBY3", RBY3, optional);  v("RCY1", RCY1, optional);
    v("REY1", REY1, optional);  v("REY2", REY2, optional);  v("RHY1", RHY1, optional);  v("RHY2", RHY2, optional);
    v("RVY1", RVY1, optional);  v("RVY2", RVY2, optional);  v("RVY3", RVY3, optional);  v("RVY4", RVY4, optional);
    v("RVY5", RVY5, optional);  v("RVY6", RVY6, optional);
    v("QBZ1", QBZ1, optional);  v("QBZ2", QBZ2, optional);  v("QBZ3", QBZ3, optional);  v("QBZ4", QBZ4, optional);
    v("QBZ5", QBZ5, optional);  v("QBZ9", QBZ9, optional);  v("QBZ10", QBZ10, optional); v("QCZ1", QCZ1, optional);
    v("QDZ1", QDZ1, optional);  v("QDZ2", QDZ2, optional);  v("QDZ3", QDZ3, optional);  v("QDZ4", QDZ4, optional);
    v("QDZ6", QDZ6, optional);  v("QDZ7", QDZ7, optional);  v("QDZ8", QDZ8, optional);  v("QDZ9", QDZ9, optional);
    v("QEZ1", QEZ1, optional);  v("QEZ2", QEZ2, optional);  v("QEZ3", QEZ3, optional);  v("QEZ4", QEZ4, optional);
    v("QEZ5", QEZ5, optional);  v("QHZ1", QHZ1, optional);  v("QHZ2", QHZ2, optional);  v("QHZ3", QHZ3, optional);
    v("QHZ4", QHZ4, optional);  v("SSZ1", SSZ1, optional);  v("SSZ2", SSZ2, optional);  v("SSZ3", SSZ3, optional);
    v("SSZ4", SSZ4, optional);
    // clang-format on
  }
};

}  // namespace daedalus
