// infl_trap.cpp: the trapezoidal rule on independent coordinates, solved in descriptor form.
//
//   v⁺ = v + h/2 (a + a⁺),   q⁺ = q + h/2 (v + v⁺)   independent coordinates                    [HNE, Eqs. (30)-(36), Table 3]
//   M⁺ a⁺ + G⁺ᵀλ⁺ = f⁺,   G⁺ a⁺ = γ⁺;   the others from g⁺ = 0 and G⁺ v⁺ + g_t = 0
//   error: the difference to backward Euler, O(h²)
//
// The step itself: support/inflated_scheme.cpp, with a first stage that is the state at t.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor Form.
#include "daedalus/integrate/methods/infl_trap.hpp"

namespace daedalus {

MethodRecord InflTrapDefinition::make_record() {
  return {.name = "infl-trap",
          .title = "Trapezoidal rule on independent coordinates, in descriptor form",
          .family = "implicit Runge-Kutta",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .cost = StepCost::iterative,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = "A-stable, radius 1 at infinity: stiff components are not damped",
          .needs = "M r g G g_dot gamma sigma r_q r_v r_s g_dot_q g_ddot_q g_ddot_v sigma_q sigma_v sigma_s",
          .source = "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
                    "Descriptor Form, Eqs. (30)-(61), Table 3",
          .formula = "v⁺ = v + h/2 (a + a⁺),  q⁺ = q + h/2 (v + v⁺)   independent coordinates\n"
                     "M⁺a⁺ + G⁺ᵀλ⁺ = f⁺,  G⁺a⁺ = γ⁺,  dependent ones from g⁺ = 0 and G⁺v⁺ + g_t = 0"};
}

}  // namespace daedalus
