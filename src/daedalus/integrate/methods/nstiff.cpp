// nstiff.cpp: BDF of order 2 applied directly to the index-3 equations of motion.
//
//   q⁺ = 4/3 q − 1/3 q₋ + h (8/9 v − 2/9 v₋) + 4/9 h² w⁺                                       [NJK09, Eqs. (3), (4)]
//   v⁺ = 4/3 v − 1/3 v₋ + 2/3 h w⁺
//   0  = M(q⁺) w⁺ + Gᵀλ⁺ − f⁺,   0 = 9/(4h²) g(q⁺, t + h)
//
// The step itself, with coefficients for steps of different length and the first step: bdf2_scheme.cpp.
// Not here: the velocity constraint; nstiff_si2.cpp enforces it.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/nstiff.hpp"

namespace daedalus {

MethodRecord NstiffDefinition::make_record() {
  return {.name = "nstiff",
          .title = "BDF of order 2 on the index-3 equations",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position,
          .stability = "A-stable, radius 0 at infinity",
          .needs = "r g G g_dot sigma r_q r_v r_s g_dot_q sigma_q sigma_v sigma_s",
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (3), (4)",
          .formula =
              "y⁺ = 4/3 y − 1/3 y₋ + 2/3 h y'⁺   for y = q, v, s, with q' = v, v' = w\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

Bdf2Scheme NstiffDefinition::make_scheme(const Options& o) { return {Stabilisation::none, o.newton, o.tolerance}; }

}  // namespace daedalus
