// rt_midpoint.cpp: the explicit midpoint rule, half-explicit on the index-2 equations: the multipliers of a stage are
// those with which the velocity that follows from it satisfies G v + g_t = 0 at its own position and time    [HLR89].
// The step is the formula of the record; a stage solves [M Gᵀ; G(q₂) 0](h/2 a₁; h/2 λ₁) = (h/2 f; −ġ(t + h/2, q₂, v)).
//
// q⁺ takes its Newton step with M and G of the middle before the second system: it moves by its local error, O(h³).
// [HLR89] Hairer, Lubich, Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods.
#include "daedalus/integrate/methods/rt_midpoint.hpp"

#include "daedalus/integrate/fixed_cost/rehearsal.hpp"

namespace daedalus {

MethodRecord RtMidpoint::make_record() {
  return {.name = "rt-midpoint",
          .title = "half-explicit midpoint rule with fixed cost",
          .use_for = "real time, non-stiff models, second order",
          .family = "half-explicit Runge-Kutta",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 1,
          .dense_order = 1,
          .index = 2,
          .control = StepControl::fixed_only,
          .cost = StepCost::fixed,
          .satisfies = ConstraintLevel::velocity,
          .lag_order = 1,
          .stability = {.real_limit = 2, .imaginary_limit = 0},
          .needs = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::force | Want::sigma,
          .source =
              "Hairer, Lubich, Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods "
              "(1989), half-explicit methods",
          .formula =
              "q₂ = q + h/2 v,  v₂ = v + h/2 a₁,  s₂ = s + h/2 σ     M a₁ + Gᵀλ₁ = f,  G(q₂) v₂ + g_t = 0\n"
              "q⁺ = q + h v₂, one Newton step to g = 0\n"
              "v⁺ = v + h a₂,  s⁺ = s + h σ₂     M₂ a₂ + G₂ᵀλ₂ = f₂,  G(q⁺) v⁺ + g_t = 0"};
}

void RtMidpoint::start(Equations& eq, const State& x, const Tolerances&) {
  const Layout& layout = eq.layout();
  matrix_.start(eq, LinearImplicitMatrix::Borders::constraints, {});
  projection_.resize(layout);
  middle_ = seen_ = x;
  dv_ = VecX::Zero(layout.nq);
  ds_ = VecX::Zero(layout.ns);
  rows_ = no_rows_ = VecX::Zero(layout.nc());
  rehearse(*this, eq, x);
}

// With the forces of `at`, from x over h, so that the velocity fits at (t, q).
StepStatus RtMidpoint::solve_stage(Equations& eq, const State& at, const State& x, const VecX& q, double t, double h) {
  eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::sigma, at);
  dv_ = h * eq.value.f;
  ds_ = h * eq.value.sigma;
  matrix_.begin(eq.value, nullptr, {});
  seen_.t = t;
  seen_.q = q;
  seen_.v = x.v;
  eq.evaluate(Want::jacobian | Want::velocity, seen_);
  rows_ = -eq.value.g_dot;
  if (const FactorStatus status = matrix_.finish(eq); status != FactorStatus::ok) return status_of(status);
  matrix_.solve(eq, dv_, ds_, rows_, no_rows_);
  return StepStatus::ok;
}

StepOutcome RtMidpoint::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  middle_.t = x.t + h / 2;
  middle_.q = x.q + h / 2 * x.v;
  outcome.status = solve_stage(eq, x, x, middle_.q, middle_.t, h / 2);
  if (!outcome.ok()) return outcome;
  middle_.v = x.v + dv_;
  middle_.s = x.s + ds_;

  y.t = x.t + h;
  y.q = x.q + h * middle_.v;
  if (options_.projection == RtMidpointProjection::on && eq.layout().ng > 0) {
    outcome.status = status_of(eq.factorize_saddle(middle_));
    if (outcome.ok()) outcome.status = projection_.project_positions(eq, FixedProjection::Factors::kept, 1, y);
    if (!outcome.ok()) return outcome;
  }
  outcome.status = solve_stage(eq, middle_, x, y.q, y.t, h);
  if (!outcome.ok()) return outcome;
  y.v = x.v + dv_;
  y.s = x.s + ds_;
  y.a = dv_ / h;
  y.lambda = rows_ / h;
  return outcome;
}

// v between its ends is known to O(h²): linear; q follows as its integral.
void RtMidpoint::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t, rest = theta * (1 - theta);
  at.t = x.t + theta * h;
  at.q = (1 - theta) * x.q + theta * y.q + 0.5 * h * rest * (x.v - y.v);
  at.v = (1 - theta) * x.v + theta * y.v;
  at.s = (1 - theta) * x.s + theta * y.s;
}

}  // namespace daedalus
