// dopri5.cpp: the adaptive yardstick and the oracle for what follows. The step is the formula of the record, its error
// O(h⁵)                                                                                       [HNW93, Table II.5.2].
//
// q and v are brought back to the constraints with the factors of stage 6, which is at t + h too. Stage 7 is the
// derivative at the projected y and the first stage of the next step.
// Departs from the plain method there: the projection moves y by its local error O(h⁶) and the estimate by O(h⁷), and
// one solution of the descriptor system per step is saved.
// [HNW93] Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed.
#include "daedalus/integrate/methods/dopri5.hpp"

#include "daedalus/integrate/tableaus/dormand_prince.hpp"

namespace daedalus {
namespace {
// On 18 mechanisms, of rtol 1e-2 to 3e-8, errors of runs are up to 12 tolerances with 10, up to 5 with 20: those of the
// car axle at 1e-2, where the errors of 130 steps add up. (docs/methods/tolerance.md)
constexpr double dopri5_strictness = 20;
}  // namespace

MethodRecord Dopri5::make_record() {
  return {.name = "dopri5",
          .title = "Dormand-Prince 5(4) with dense output, projected",
          .use_for = "non-stiff models, accurate results",
          .family = "explicit Runge-Kutta",
          .order_q = 5,
          .order_v = 5,
          .order_lambda = 5,
          .dense_order = 4,
          .index = 1,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.real_limit = 3.3066, .imaginary_limit = 0.9972},
          .needs = Equations::acceleration_needs | Projection::needs,
          .source = "Hairer, Norsett, Wanner, Solving ODEs I, Table II.5.2; projection: section VII.2 of volume II",
          .formula =
              "M aᵢ + Gᵀλᵢ = f,  G aᵢ = γ   at stage i = 1 … 6\n"
              "q⁺ = q + h Σ bᵢ vᵢ,  v⁺ = v + h Σ bᵢ aᵢ,  s⁺ = s + h Σ bᵢ σᵢ\n"
              "then q⁺ to g = 0 and v⁺ to G v + g_t = 0\n"
              "error = h Σ (bᵢ − b̂ᵢ) kᵢ,  i = 1 … 7"};
}

void Dopri5::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = share_of_a_step(tolerances, dopri5_strictness);
  stages_.resize(eq.layout());
  projection_.resize(eq.layout());
  eq.evaluate(Want::sigma, x);
  sigma_ = eq.value.sigma;
}

StepOutcome Dopri5::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  outcome.status = stages_.compute(eq, dormand_prince, 6, x, sigma_, h);
  if (!outcome.ok()) return outcome;

  stages_.combine(dormand_prince.b, 6, x, h, y);
  y.t = x.t + h;
  outcome = projection_.project(eq, y);
  if (!outcome.ok()) return outcome;

  outcome.status = status_of(eq.solve_acceleration(y));
  if (!outcome.ok()) return outcome;
  stages_.set(6, y, eq.value.sigma);

  outcome.error = stages_.error(dormand_prince_error, tolerances_, x, h, y);
  outcome.error_exponent = 5;
  return outcome;
}

void Dopri5::accept(const State&, const State&, double) { sigma_ = stages_.ds(6); }

void Dopri5::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t, rest = 1 - theta;
  const auto extend = [&](const VecX& x0, const VecX& y0, const VecX& k1, const VecX& k7, VecX& u) {
    // u holds r = h sum dense_i k_i on entry
    u = x0 +
        theta * ((y0 - x0) + rest * ((h * k1 - (y0 - x0)) + theta * ((2 * (y0 - x0) - h * k7 - h * k1) + rest * u)));
  };
  at.t = x.t + theta * h;
  at.q.setZero();
  at.v.setZero();
  at.s.setZero();
  stages_.accumulate(dormand_prince_dense, 7, h, at.q, at.v, at.s);
  extend(x.q, y.q, stages_.dq(0), stages_.dq(6), at.q);
  extend(x.v, y.v, stages_.dv(0), stages_.dv(6), at.v);
  extend(x.s, y.s, stages_.ds(0), stages_.ds(6), at.s);
}

}  // namespace daedalus
