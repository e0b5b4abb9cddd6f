// nstiff_si2.cpp: BDF of order 2 with both the position and the velocity constraints.
//
//   q⁺ = 4/3 q − 1/3 q₋ + b q'⁺,   v⁺ = 4/3 v − 1/3 v₋ + b w⁺,   b = 2/3 h                  [NJK09, Eqs. (9), (10)]
//   0  = M(q⁺) w⁺ + Gᵀλ⁺ − f⁺
//   0  = v⁺ − q'⁺ + b e,   0 = M(q⁺) e − G⁺ᵀμ
//   0  = 1/b² g(q⁺, t + h),   0 = 1/b (G⁺v⁺ + g_t)
//
// q'⁺ is eliminated: q⁺ = 4/3 q − 1/3 q₋ + b v⁺ + b² e, the form of velocity_correction.hpp with bq = b².
// Departs from Eq. (10), where e is G⁺ᵀμ/b: with M⁻¹ the direction of this small correction does not depend on the units
// of the coordinates (metres, radians), and M e is a reaction force, which the solution exploits.
// The Newton matrix printed after Eq. (10) lacks −b Q_v, has the sign of (Φᵀμ)_q wrong and two columns exchanged.
// μ vanishes with h. The step itself, first step included: bdf2_scheme.cpp.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/nstiff_si2.hpp"

namespace daedalus {

MethodRecord NstiffSi2Definition::make_record() {
  return {.name = "nstiff-si2",
          .title = "BDF of order 2, stabilised index 2",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = "A-stable, radius 0 at infinity",
          .needs = "M r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (9), (10)",
          .formula =
              "y⁺ = 4/3 y − 1/3 y₋ + 2/3 h y'⁺   for y = q, v, s, with q' = v + M⁻¹Gᵀμ, v' = w\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  G v⁺ + g_t = 0"};
}

Bdf2Scheme NstiffSi2Definition::make_scheme(const Options& o) { return {Stabilisation::velocities, o.newton, o.tolerance}; }

}  // namespace daedalus
