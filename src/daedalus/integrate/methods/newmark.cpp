// newmark.cpp: Newmark's method applied directly to the index-3 equations of motion.
//
//   q⁺ = q + h v + h²/2 [(1 − 2β) a + 2β a⁺]                                                      [NJK09, Eq. (5)]
//   v⁺ = v + h [(1 − γ) a + γ a⁺]
//   0  = M(q⁺) a⁺ + Gᵀλ⁺ − f⁺,   0 = g(q⁺, t + h) / (β h²)
//
// a is the true acceleration at either end. The step itself: alpha_scheme.cpp with α_m = α_f = 0.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/newmark.hpp"

namespace daedalus {

MethodRecord NewmarkDefinition::make_record() {
  return {.name = "newmark",
          .title = "Newmark's method on the index-3 equations",
          .family = "Newmark",
          .order_q = 1,
          .order_v = 1,
          .order_lambda = 1,
          .dense_order = 1,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position,
          .stability =
              "A-stable for beta >= (gamma + 1/2)^2/4; radius at infinity (3 - 2 gamma)/(1 + 2 gamma), 0.82 as set",
          .needs = "r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (5)",
          .formula =
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
              "M a⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

std::vector<std::string> NewmarkDefinition::concerns(double h) {
  if (h > 0) return {};
  return {"newmark has order 1: the tolerance is that of single steps, and their errors add up to 10 to 10 000 times as much. hht-i3 and nstiff keep a "
          "tolerance over the whole run."};
}

AlphaScheme NewmarkDefinition::make_scheme(const Options& o) {
  const double beta = o.beta > 0 ? o.beta : (o.gamma + 0.5) * (o.gamma + 0.5) / 4;
  return {AlphaCoefficients::newmark(beta, o.gamma), Stabilisation::none, o.newton};
}

}  // namespace daedalus
