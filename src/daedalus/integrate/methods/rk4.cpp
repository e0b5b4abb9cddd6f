// rk4.cpp: a yardstick, plain enough to be believed. The step is the formula of the record      [HNW93, Table II.1.2].
//
// The projection (projection.hpp) moves y by its local error, O(h⁵): order 4 in q and v, and, since lambda solves the
// descriptor system at y, in lambda too.
// [HNW93] Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed.
#include "daedalus/integrate/methods/rk4.hpp"

#include "daedalus/integrate/shared/hermite.hpp"
#include "daedalus/integrate/tableaus/classical_rk4.hpp"

namespace daedalus {

MethodRecord Rk4::make_record() {
  return {.name = "rk4",
          .title = "classical Runge-Kutta, fixed step, projected",
          .use_for = "non-stiff models at a fixed step; simple reference method",
          .family = "explicit Runge-Kutta",
          .order_q = 4,
          .order_v = 4,
          .order_lambda = 4,
          .dense_order = 3,
          .index = 1,
          .control = StepControl::fixed_only,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.real_limit = 2.7853, .imaginary_limit = 2.8284},
          .needs = Equations::acceleration_needs | Projection::needs,
          .source = "Hairer, Norsett, Wanner, Solving ODEs I, Table II.1.2; projection: section VII.2 of volume II",
          .formula =
              "M aᵢ + Gᵀλᵢ = f,  G aᵢ = γ   at stage i = 1 … 4\n"
              "q⁺ = q + h/6 (v₁ + 2 v₂ + 2 v₃ + v₄),  v⁺ = v + h/6 (a₁ + 2 a₂ + 2 a₃ + a₄),  s⁺ alike\n"
              "then q⁺ to g = 0 and v⁺ to G v + g_t = 0"};
}

void Rk4::start(Equations& eq, const State& x, const Tolerances&) {
  stages_.resize(eq.layout());
  projection_.resize(eq.layout());
  eq.evaluate(Want::sigma, x);
  sigma_ = eq.value.sigma;
  sigma_next_ = sigma_;
}

StepOutcome Rk4::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  outcome.status = stages_.compute(eq, classical_rk4, 4, x, sigma_, h);
  if (!outcome.ok()) return outcome;

  stages_.combine(classical_rk4.b, 4, x, h, y);
  y.t = x.t + h;
  outcome = projection_.project(eq, y);
  if (!outcome.ok()) return outcome;

  outcome.status = status_of(eq.solve_acceleration(y));
  sigma_next_ = eq.value.sigma;
  return outcome;
}

void Rk4::accept(const State&, const State&, double) { sigma_.swap(sigma_next_); }

void Rk4::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, sigma_next_, y, sigma_, at);  // accept() has swapped the two
}

}  // namespace daedalus
