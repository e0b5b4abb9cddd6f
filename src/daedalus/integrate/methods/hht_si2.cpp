// hht_si2.cpp: HHT-alpha with both the position and the velocity constraints.
//
//   a⁺ = (1+α) w⁺ − α w                                                                    [NJK09, Eqs. (12), (13)]
//   q⁺ = q + h v + h²/2 [(1 − 2β) a + 2β a⁺] + bq e,    v⁺ = v + h [(1 − γ) a + γ a⁺]
//   0  = M(q⁺) w⁺ + Gᵀλ⁺ − f⁺
//   0  = M(q⁺) e − G⁺ᵀμ                        the paper's ā is 2 bq/h² e
//   0  = g(q⁺, t + h) / bq,   0 = (G⁺v⁺ + g_t) / bv
//
// Departs from Eq. (13), which has M̄ = M(t + (1+α)h, q + (1+α)h v) with a⁺ and with ā, and the forces of both ends of the
// step: with the true acceleration w⁺ as unknown no shifted mass matrix is needed. For constant M the two are the same
// method; for M(q) both have order 2 and differ by O(h²). As printed, the last line of Eq. (13) divides only Φ_t by h;
// the whole bracket is meant.
// e and μ belong to the step alone and vanish with h. The step itself: alpha_scheme.cpp.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/hht_si2.hpp"

namespace daedalus {

MethodRecord HhtSi2Definition::make_record() {
  return {
      .name = "hht-si2",
      .title = "Hilber-Hughes-Taylor, stabilised index 2",
      .family = "Newmark",
      .order_q = 2,
      .order_v = 2,
      .order_lambda = 2,
      .dense_order = 2,
      .index = 2,
      .control = StepControl::fixed_or_adaptive,
      .cost = StepCost::iterative,
      .satisfies = ConstraintLevel::position_and_velocity,
      .stability = "A-stable; radius at infinity (1 + alpha)/(1 - alpha), 0.54 as set",
      .needs = "M r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
      .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (12), (13), corrected for M(q)",
      .formula =
          "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
          "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺] + bq e,  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
          "M w⁺ + Gᵀλ⁺ = f⁺,  M e = Gᵀμ,  g⁺ = 0,  G v⁺ + g_t = 0"};
}

AlphaScheme HhtSi2Definition::make_scheme(const Options& o) {
  return {AlphaCoefficients::hht(o.alpha), Stabilisation::velocities, o.newton, o.tolerance};
}

}  // namespace daedalus
