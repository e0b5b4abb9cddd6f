#include "daedalus/integrate/support/bdf2_scheme.hpp"

namespace daedalus {

void Bdf2Scheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  step_.start(eq, x);
  first_.start(eq.layout());
  forget_history(x);
}

void Bdf2Scheme::restart(Equations& eq, const State& x) {
  step_.restart(eq, x);
  forget_history(x);
}

void Bdf2Scheme::forget_history(const State& x) {
  q_before_ = error_q_ = x.q;
  v_before_ = x.v;
  s_before_ = error_s_ = x.s;
  h_old_ = 0;
}

StepOutcome Bdf2Scheme::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = starts() ? first_.solve(eq, step_, x, h, y) : solve(eq, x, h, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = 3;
  return outcome;
}

StepOutcome Bdf2Scheme::solve(Equations& eq, const State& x, double h, State& y) {
  const auto [A, B, C, kappa] = Bdf2Coefficients::of_ratio(h / h_old_);
  step_.bv = C * h;
  step_.bq = step_.bv * step_.bv;
  step_.vh = A * x.v + B * v_before_;  // line 2
  step_.qh = A * x.q + B * q_before_ + step_.bv * step_.vh;
  step_.sh = A * x.s + B * s_before_;  // line 1
  return step_.solve(eq, x, h, y);
}

double Bdf2Scheme::error(Equations& eq, const State& x, double h, const State& y) {
  const double kappa = Bdf2Coefficients::of_ratio(h_old_ > 0 ? h / h_old_ : 1).error;
  error_q_ = y.a - x.a;
  error_s_ = step_.rate_proposed() - step_.rate();
  if (starts()) {
    error_q_ = first_.a_change();
    error_s_ = first_.rate_change();
  }
  step_.filter(eq, y, error_q_);
  error_q_ *= kappa * h * h;
  ErrorNorm norm(tolerances_);
  norm.add(error_q_, x.q, y.q);
  if (h_old_ > 0) error_s_ -= h / h_old_ * (step_.rate() - step_.rate_before());
  error_s_ *= kappa * h * (h_old_ > 0 ? 2 * h / (h + h_old_) : 1);
  norm.add(error_s_, x.s, y.s);
  return norm.value();
}

void Bdf2Scheme::accept(const State& x, const State&, double h) {
  step_.accept(x, h);
  q_before_ = x.q;
  v_before_ = x.v;
  s_before_ = x.s;
  h_old_ = h;
}

void Bdf2Scheme::exchange(Archive& archive) {
  archive("bdf2.q", q_before_);
  archive("bdf2.v", v_before_);
  archive("bdf2.s", s_before_);
  archive("bdf2.h_old", h_old_);
  step_.exchange(archive);
}

}  // namespace daedalus
