// infl_sdirk.cpp: the five-stage SDIRK formula of order 4 on independent coordinates, solved in descriptor form.
//
//   stage i = 1 … 5:  M a_i + Gᵀλ_i = f,   G a_i = γ   at q_i, v_i                              [HNE, Eqs. (30)-(36), Table 2]
//   v_i = v_n + h Σ A_il a_l,   q_i = q_n + h Σ A_il v_l   in independent coordinates; the others from g = 0 and G v + g_t = 0
//   the step ends with stage 5
//
// The step itself: support/inflated_scheme.cpp; the equations of a stage and their matrix: support/inflated_stage.cpp; the choice of
// independent coordinates: support/coordinate_partition.cpp; what departs from the paper: docs/theory/paper-000.md.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor Form.
#include "daedalus/integrate/methods/infl_sdirk.hpp"

namespace daedalus {

MethodRecord InflSdirkDefinition::make_record() {
  return {.name = "infl-sdirk",
          .title = "SDIRK of order 4 on independent coordinates, in descriptor form",
          .family = "implicit Runge-Kutta",
          .order_q = 4,
          .order_v = 4,
          .order_lambda = 4,
          .dense_order = 3,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = "L-stable; order 1 in components with h |eigenvalue| >> 1 (stage order 1)",
          .needs = "M r g G g_dot gamma sigma r_q r_v r_s g_dot_q g_ddot_q g_ddot_v sigma_q sigma_v sigma_s",
          .source = "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
                    "Descriptor Form, Eqs. (30)-(61), Table 2",
          .formula = "M aᵢ + Gᵀλᵢ = f,  G aᵢ = γ   at stage i = 1 … 5\n"
                     "vᵢ = v + h Σ Aᵢₗ aₗ,  qᵢ = q + h Σ Aᵢₗ vₗ   independent coordinates, l ≤ i\n"
                     "dependent ones from g = 0 and G v + g_t = 0;  (q⁺, v⁺, λ⁺) = stage 5"};
}

}  // namespace daedalus
