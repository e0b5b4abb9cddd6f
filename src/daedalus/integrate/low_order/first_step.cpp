#include "daedalus/integrate/low_order/first_step.hpp"

namespace daedalus {

void FirstStep::start(const Layout& layout) {
  middle_ = State(layout);
  a_change_ = VecX::Zero(layout.nq);
  rate_ = rate_change_ = VecX::Zero(layout.ns);
}

StepOutcome FirstStep::solve(Equations& eq, ConstrainedStep& step, const State& x, double h, State& y) {
  const double b = gamma * h, rest = h - b;
  step.bv = b;
  step.bq = b * b;
  step.vh = x.v;
  step.qh = x.q + b * x.v;  // line 1
  step.sh = x.s;
  StepOutcome outcome = step.solve_with_velocities(eq, x, b, middle_);
  if (!outcome.ok()) return outcome;
  rate_ = step.rate_proposed();

  step.vh = x.v + rest * middle_.a;
  // line 2; q₁' is v₁ and what the velocity constraints add
  step.qh = x.q + (rest / b) * (middle_.q - x.q) + b * step.vh;
  step.sh = x.s + rest * rate_;
  const int iterations = outcome.newton_iterations;
  outcome = step.solve_with_velocities(eq, middle_, rest, y);
  outcome.newton_iterations += iterations;
  if (outcome.ok()) outcome.status = status_of(eq.solve_acceleration(middle_));
  if (outcome.ok()) outcome.status = status_of(eq.solve_acceleration(y));
  a_change_ = (y.a - middle_.a) / (1 - gamma);
  rate_change_ = (step.rate_proposed() - rate_) / (1 - gamma);
  return outcome;
}

}  // namespace daedalus
