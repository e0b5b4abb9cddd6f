#include "daedalus/integrate/support/manifold_step.hpp"

#include "daedalus/integrate/tableaus/dormand_prince.hpp"

namespace daedalus {

void ManifoldStep::resize(const Layout& layout) {
  stages_.resize(layout);
  projection_.resize(layout);
  at_ = State(layout);
  error_q_ = error_v_ = VecX::Zero(layout.nq);
  error_s_ = VecX::Zero(layout.ns);
}

StepOutcome ManifoldStep::complete(Equations& eq, State& x) {
  StepOutcome outcome;
  outcome.status = status_of(eq.factorize_saddle(x));  // factors of another stage, on the other side of the singular position, would lead astray
  if (outcome.ok()) outcome = projection_.project(eq, x);
  if (outcome.ok()) outcome.status = status_of(eq.solve_acceleration(x));
  if (outcome.ok() && eq.constraints_are_redundant()) outcome.status = StepStatus::singular_matrix;
  return outcome;
}

StepOutcome ManifoldStep::step(Equations& eq, const Tolerances& tolerances, const State& x, double h, VecX& sigma, State& y) {
  StepOutcome outcome;
  stages_.set(0, x, sigma);
  for (int i = 1; i < 6; ++i) {
    stages_.combine(dormand_prince.A[static_cast<std::size_t>(i)], i, x, h, at_);
    at_.t = x.t + dormand_prince.c[static_cast<std::size_t>(i)] * h;
    outcome = complete(eq, at_);
    if (!outcome.ok()) return outcome;
    stages_.set(i, at_, eq.value.sigma);
  }
  stages_.combine(dormand_prince.b, 6, x, h, y);
  y.t = x.t + h;
  outcome = complete(eq, y);
  if (!outcome.ok()) return outcome;
  stages_.set(6, y, eq.value.sigma);

  error_q_.setZero();
  error_v_.setZero();
  error_s_.setZero();
  stages_.accumulate(dormand_prince_error, 7, h, error_q_, error_v_, error_s_);
  ErrorNorm norm(tolerances);
  norm.add(error_q_, x.q, y.q);
  norm.add(error_v_, x.v, y.v);
  norm.add(error_s_, x.s, y.s);
  outcome.error = norm.value();
  outcome.error_exponent = 5;
  if (outcome.error <= 1) sigma = eq.value.sigma;
  return outcome;
}

}  // namespace daedalus
