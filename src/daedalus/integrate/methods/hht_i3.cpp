// hht_i3.cpp: HHT-alpha applied directly to the index-3 equations of motion.
//
//   a⁺ = (1+α) w⁺ − α w                              a belongs to t + (1+α)h                      [NJK09, Eq. (8)]
//   q⁺ = q + h v + h²/2 [(1 − 2β) a + 2β a⁺]
//   v⁺ = v + h [(1 − γ) a + γ a⁺]
//   0  = M(q⁺) w⁺ + Gᵀλ⁺ − f⁺,   0 = g(q⁺, t + h) / bq
//   γ = (1 − 2α)/2, β = (1 − α)²/4, which the paper does not state
//
// Departs from Eq. (8): the paper pairs M(q⁺) with a⁺, which is first order when M depends on q. Solving for the true
// acceleration w⁺ is the same method for constant M and keeps order 2 (tests: low_order_convergence_test.cpp).
// Not here: the velocity constraint; hht_si2.cpp enforces it. The step itself: alpha_scheme.cpp.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/hht_i3.hpp"

namespace daedalus {

MethodRecord HhtI3Definition::make_record() {
  return {.name = "hht-i3",
          .title = "Hilber-Hughes-Taylor on the index-3 equations",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position,
          .stability = "A-stable; radius at infinity (1 + alpha)/(1 - alpha), 0.54 as set",
          .needs = "r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (8), corrected for M(q)",
          .formula =
              "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

AlphaScheme HhtI3Definition::make_scheme(const Options& o) {
  return {AlphaCoefficients::hht(o.alpha), Stabilisation::none, o.newton, o.tolerance};
}

}  // namespace daedalus
