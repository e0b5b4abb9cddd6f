// generalized_alpha.cpp: the generalized-alpha method applied directly to the index-3 equations of motion.
//
//   (1 − α_m) a⁺ + α_m a = (1 − α_f) w⁺ + α_f w         a belongs to t + (α_m − α_f) h                     [AB07]
//   q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],   v⁺ = v + h [(1 − γ) a + γ a⁺]
//   0  = M(q⁺) w⁺ + Gᵀλ⁺ − f⁺,   0 = g(q⁺, t + h) / bq
//   α_m = (2ρ − 1)/(ρ + 1), α_f = ρ/(ρ + 1), γ = 1/2 − α_m + α_f, β = (γ + 1/2)²/4                          [CH93]
//
// ρ is the spectral radius at infinity. HHT is the case α_m = 0, α_f = −α. The step itself: alpha_scheme.cpp.
// [AB07] Arnold, Brüls, Multibody Syst. Dyn. 18, 185 (2007).   [CH93] Chung, Hulbert, J. Appl. Mech. 60, 371 (1993).
#include "daedalus/integrate/methods/generalized_alpha.hpp"

namespace daedalus {

MethodRecord GeneralizedAlphaDefinition::make_record() {
  return {.name = "generalized-alpha",
          .title = "generalized-alpha on the index-3 equations",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position,
          .stability = "A-stable; radius at infinity rho_infinity, 0.8 as set",
          .needs = "r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
          .source =
              "Chung, Hulbert, J. Appl. Mech. 60, 371 (1993); constrained: Arnold, Bruls, Multibody Syst. Dyn. 18, 185 "
              "(2007)",
          .formula =
              "(1−α_m) a⁺ + α_m a = (1−α_f) w⁺ + α_f w\n"
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0\n"
              "α_m = (2ρ−1)/(ρ+1),  α_f = ρ/(ρ+1),  γ = 1/2 − α_m + α_f,  β = (γ + 1/2)²/4"};
}

AlphaScheme GeneralizedAlphaDefinition::make_scheme(const Options& o) {
  return {AlphaCoefficients::generalized_alpha(o.rho_infinity), Stabilisation::none, o.newton, o.tolerance};
}

}  // namespace daedalus
