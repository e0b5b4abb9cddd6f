#include "daedalus/integrate/explicit/manifold_step.hpp"

#include "daedalus/integrate/tableaus/dormand_prince.hpp"

namespace daedalus {

void ManifoldStep::resize(const Layout& layout) {
  stages_.resize(layout);
  projection_.resize(layout);
  at_ = State(layout);
}

StepOutcome ManifoldStep::complete(Equations& eq, State& x) {
  StepOutcome outcome;
  // factors of another stage, on the other side of the singular position, would lead astray
  outcome.status = status_of(eq.factorize_saddle(x));
  if (outcome.ok()) outcome = projection_.project(eq, x);
  if (outcome.ok()) outcome.status = status_of(eq.solve_acceleration(x));
  if (outcome.ok() && eq.constraints_are_redundant()) outcome.status = StepStatus::singular_matrix;
  return outcome;
}

StepOutcome ManifoldStep::step(Equations& eq, const Tolerances& tolerances, const State& x, double h, VecX& sigma,
                               State& y) {
  StepOutcome outcome;
  stages_.set(0, x, sigma);
  for (int i = 1; i < 6; ++i) {
    stages_.combine(dormand_prince.A[i], i, x, h, at_);
    at_.t = x.t + dormand_prince.c[i] * h;
    outcome = complete(eq, at_);
    if (!outcome.ok()) return outcome;
    stages_.set(i, at_, eq.value.sigma);
  }
  stages_.combine(dormand_prince.b, 6, x, h, y);
  y.t = x.t + h;
  outcome = complete(eq, y);
  if (!outcome.ok()) return outcome;
  stages_.set(6, y, eq.value.sigma);
  outcome.error = stages_.error(dormand_prince_error, tolerances, x, h, y);
  outcome.error_exponent = 5;
  if (outcome.error <= 1) sigma = eq.value.sigma;
  return outcome;
}

}  // namespace daedalus
