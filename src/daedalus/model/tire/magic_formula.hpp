// magic_formula.hpp: forces of a tire against its slips by the Magic Formula, PAC2002: H. B. Pacejka, Tyre and Vehicle Dynamics, 2002,
// section 4.3.2, in ISO axes: x forward, y left, z up; κ = −V_sx/|V_x|, α = atan(V_sy/|V_x|), γ > 0: the top leans to −y. Without
// turn slip (ζ = 1), overturning moment and rolling resistance. With F_z0' = LFZO FNOMIN, d = (F_z − F_z0')/F_z0':
//
//   f(x; B, C, E) = C atan(B x − E (B x − atan(B x))),   every E ≤ 1
//   F_x0 = D_x sin f(κ + S_Hx) + S_Vx     D_x = μ_x F_z,  μ_x = (PDX1 + PDX2 d)(1 − PDX3 γ²),  B_x = K_x/(C_x D_x)
//                                         K_x = F_z (PKX1 + PKX2 d) exp(PKX3 d)
//   F_y0 = D_y sin f(α + S_Hy) + S_Vy     D_y = μ_y F_z,  B_y = K_y/(C_y D_y)
//                                         K_y = PKY1 F_z0' sin(2 atan(F_z/(PKY2 F_z0'))) (1 − PKY3 |γ|)
//   F_x = G_x F_x0,  G_x = cos f(α + RHX1; RBX1 cos atan(RBX2 κ), RCX1, E)/cos f(RHX1; …)
//   F_y = G_y F_y0 + S_Vyκ,  G_y = cos f(κ + S_Hyκ; RBY1 cos atan(RBY2 (α − RBY3)), RCY1, E)/cos f(S_Hyκ; …)
//   M_z = −t (F_y − S_Vyκ) + M_zr + s F_x,   t = D_t cos f(α_t,eq) cos α,   M_zr = D_r cos atan(B_r α_r,eq) cos α
//   tan α_eq = sgn(α) √(tan² α + (K_x κ/K_y)²)
//
// Everything is evaluated per load, so that nothing divides by F_z: sin(2 atan u)/u = 2/(1 + u²). Outside of the ranges of the file
// the arguments are held; forces are then proportional to the load.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "daedalus/math/value_of.hpp"
#include "daedalus/model/tire/magic_formula_coefficients.hpp"

namespace daedalus {

template <class S>
struct SlipForces {
  S F_x, F_y, M_z;  // N, N, N m
};

class MagicFormula {
 public:
  explicit MagicFormula(const MagicFormulaCoefficients& of) : c_(of) {
    if (c_.FZMAX == 0) c_.FZMAX = 4 * c_.FNOMIN;
  }
  const MagicFormulaCoefficients& coefficients() const { return c_; }

  // What makes the coefficients useless, "" if nothing does: what is linear in the load is judged at both ends of its range.
  std::string complaint() const {
    if (!(c_.FNOMIN > 0 && c_.UNLOADED_RADIUS > 0)) return "FNOMIN and UNLOADED_RADIUS must be positive.";
    if (!(c_.FZMIN >= 0 && c_.FZMIN < c_.FZMAX)) return "FZMIN must be at least 0 and less than FZMAX.";
    if (!(c_.KPUMIN < c_.KPUMAX && c_.ALPMIN < c_.ALPMAX && c_.CAMMIN < c_.CAMMAX))
      return "the lower end of a range (KPUMIN, ALPMIN, CAMMIN) must be less than its upper end.";
    if (!(c_.PCX1 * c_.LCX > 0 && c_.PCY1 * c_.LCY > 0)) return "the shape factors PCX1 and PCY1 must be positive.";
    if (!(c_.PKY1 < 0 && c_.PKY2 > 0))
      return "PKY1 must be negative and PKY2 positive: this is the ISO sign convention, in which the side force is "
             "opposite "
             "to the side slip.";
    for (const double load : {c_.FZMIN, c_.FZMAX}) {
      const double d = change(load);
      if (!((c_.PDX1 + c_.PDX2 * d) * c_.LMUX > 0 && (c_.PDY1 + c_.PDY2 * d) * c_.LMUY > 0))
        return "friction (PDX1 + PDX2 d or PDY1 + PDY2 d) is not positive at " + at(load);
      if (!((c_.PKX1 + c_.PKX2 * d) * c_.LKX > 0 && c_.LKY > 0))
        return "the slip stiffness (PKX1 + PKX2 d) is not positive at " + at(load);
    }
    return "";
  }

  double friction(double load) const { return c_.LMUY * (c_.PDY1 + c_.PDY2 * change(held(load))); }  // μ_y at γ = 0

  template <class S>
  SlipForces<S> operator()(const S& load, const S& kappa_given, const S& alpha_given, const S& gamma_given) const {
    using std::abs, std::atan, std::cos, std::exp, std::sin, std::tan;
    const S kappa = hold(kappa_given, c_.KPUMIN, c_.KPUMAX), alpha = hold(alpha_given, c_.ALPMIN, c_.ALPMAX);
    const S gamma = hold(gamma_given, c_.CAMMIN, c_.CAMMAX), F_z = hold(load, c_.FZMIN, c_.FZMAX);
    const double F_0 = c_.LFZO * c_.FNOMIN;
    const S d = (F_z - F_0) / F_0;

    // longitudinal, per load
    const S g_x = gamma * c_.LGAX, k_x = kappa + (c_.PHX1 + c_.PHX2 * d) * c_.LHX;
    const double C_x = c_.PCX1 * c_.LCX;
    const S mu_x = (c_.PDX1 + c_.PDX2 * d) * (1.0 - c_.PDX3 * g_x * g_x) * c_.LMUX;
    const S E_x = at_most_1(S((c_.PEX1 + c_.PEX2 * d + c_.PEX3 * d * d) * (1.0 - c_.PEX4 * sign_of(k_x)) * c_.LEX));
    const S K_x = (c_.PKX1 + c_.PKX2 * d) * exp(S(c_.PKX3 * d)) * c_.LKX;
    const S S_Vx = (c_.PVX1 + c_.PVX2 * d) * (c_.LVX * c_.LMUX);
    const S F_x0 = mu_x * sin(angle(k_x, S(K_x / (C_x * mu_x)), S(C_x), E_x)) + S_Vx;

    // lateral, per load
    const S g_y = gamma * c_.LGAY;
    const double C_y = c_.PCY1 * c_.LCY;
    const S mu_y = (c_.PDY1 + c_.PDY2 * d) * (1.0 - c_.PDY3 * g_y * g_y) * c_.LMUY;
    const S S_Vy = ((c_.PVY1 + c_.PVY2 * d) * c_.LVY + (c_.PVY3 + c_.PVY4 * d) * g_y) * c_.LMUY;
    const S S_Hy = (c_.PHY1 + c_.PHY2 * d) * c_.LHY + c_.PHY3 * g_y, a_y = alpha + S_Hy;
    const S E_y = at_most_1(S((c_.PEY1 + c_.PEY2 * d) * (1.0 - (c_.PEY3 + c_.PEY4 * g_y) * sign_of(a_y)) * c_.LEY));
    const S u = F_z / (c_.PKY2 * F_0);
    const S K_y = 2.0 * c_.PKY1 / c_.PKY2 * c_.LKY / (1.0 + u * u) * (1.0 - c_.PKY3 * abs(g_y));
    const S B_y = K_y / (C_y * mu_y);
    const S F_y0 = mu_y * sin(angle(a_y, B_y, S(C_y), E_y)) + S_Vy;

    // combined
    const S B_xa = c_.RBX1 * c_.LXAL * cos(atan(S(c_.RBX2 * kappa)));
    const S F_x = F_x0 * weight(alpha, S(c_.RHX1), B_xa, c_.RCX1, at_most_1(S(c_.REX1 + c_.REX2 * d)));
    const S B_yk = c_.RBY1 * c_.LYKA * cos(atan(S(c_.RBY2 * (alpha - c_.RBY3))));
    const S G_y = weight(kappa, S(c_.RHY1 + c_.RHY2 * d), B_yk, c_.RCY1, at_most_1(S(c_.REY1 + c_.REY2 * d)));
    const S S_Vyk = mu_y * (c_.RVY1 + c_.RVY2 * d + c_.RVY3 * gamma) * cos(atan(S(c_.RVY4 * alpha))) *
                    sin(S(c_.RVY5 * atan(S(c_.RVY6 * kappa)))) * c_.LVYKA;
    const S F_y_own = F_y0 * G_y, F_y = F_y_own + S_Vyk;

    // aligning moment, per load
    const S g_z = gamma * c_.LGAZ, drag = K_x / K_y * kappa, cosine = cos(alpha);
    const S a_t = alpha + c_.QHZ1 + c_.QHZ2 * d + (c_.QHZ3 + c_.QHZ4 * d) * g_z, a_r = alpha + S_Hy + S_Vy / K_y;
    const S B_t =
        (c_.QBZ1 + c_.QBZ2 * d + c_.QBZ3 * d * d) * (1.0 + c_.QBZ4 * g_z + c_.QBZ5 * abs(g_z)) * (c_.LKY / c_.LMUY);
    const S D_t = F_z / F_0 * (c_.QDZ1 + c_.QDZ2 * d) * (1.0 + c_.QDZ3 * g_z + c_.QDZ4 * g_z * g_z) *
                  (c_.UNLOADED_RADIUS * c_.LTR);
    const S bend = 2 / std::numbers::pi * atan(S(B_t * c_.QCZ1 * a_t));
    const S E_t = at_most_1(S((c_.QEZ1 + c_.QEZ2 * d + c_.QEZ3 * d * d) * (1.0 + (c_.QEZ4 + c_.QEZ5 * g_z) * bend)));
    const S trail = D_t * cos(angle(equivalent(a_t, drag), B_t, S(c_.QCZ1), E_t)) * cosine;
    const S B_r = c_.QBZ9 * (c_.LKY / c_.LMUY) + c_.QBZ10 * B_y * C_y;
    const S D_r = ((c_.QDZ6 + c_.QDZ7 * d) * c_.LRES + (c_.QDZ8 + c_.QDZ9 * d) * g_z) * (c_.UNLOADED_RADIUS * c_.LMUY);
    const S M_zr = D_r * cos(atan(S(B_r * equivalent(a_r, drag)))) * cosine;
    const S arm =
        (c_.SSZ1 + c_.SSZ2 * F_y * F_z / F_0 + (c_.SSZ3 + c_.SSZ4 * d) * gamma) * (c_.UNLOADED_RADIUS * c_.LS);
    return {load * F_x, load * F_y, load * (M_zr + arm * F_x - trail * F_y_own)};
  }

 private:
  double change(double load) const { return load / (c_.LFZO * c_.FNOMIN) - 1; }
  double held(double load) const { return std::clamp(load, c_.FZMIN, c_.FZMAX); }
  static std::string at(double load) {
    return "a load of " + std::to_string(std::lround(load)) + " N, an end of its range.";
  }

  template <class S>
  static S hold(const S& x, double low, double high) {
    if (value_of(x) < low) return S(low);
    return value_of(x) > high ? S(high) : x;
  }
  template <class S>
  static S at_most_1(const S& x) {
    return value_of(x) > 1 ? S(1.0) : x;
  }
  template <class S>
  static double sign_of(const S& x) {
    return value_of(x) > 0 ? 1 : value_of(x) < 0 ? -1 : 0;
  }
  template <class S>
  static S angle(const S& x, const S& B, const S& C, const S& E) {
    using std::atan;
    const S y = B * x;
    return C * atan(S(y - E * (y - atan(y))));
  }
  template <class S>
  static S weight(const S& slip, const S& shift, const S& B, double C, const S& E) {
    using std::cos;
    return cos(angle(S(slip + shift), B, S(C), E)) / cos(angle(shift, B, S(C), E));
  }
  // atan(√(tan² α + drag²)) with the sign of α; α itself without drag, also where it is 0.
  template <class S>
  static S equivalent(const S& alpha, const S& drag) {
    using std::atan, std::sqrt, std::tan;
    if (value_of(drag) == 0) return alpha;
    const S side = tan(alpha);
    const S angle = atan(sqrt(S(side * side + drag * drag)));
    return value_of(alpha) < 0 ? S(-angle) : angle;
  }

  MagicFormulaCoefficients c_;
};

using MagicFormulaPtr = std::shared_ptr<const MagicFormula>;

}  // namespace daedalus
