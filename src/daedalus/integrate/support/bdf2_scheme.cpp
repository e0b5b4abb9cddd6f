#include "daedalus/integrate/support/bdf2_scheme.hpp"

#include "daedalus/integrate/support/hermite.hpp"

namespace daedalus {

void Bdf2Scheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  step_.start(eq, x);
  q_before_ = error_q_ = x.q;
  v_before_ = x.v;
  s_before_ = error_s_ = x.s;
  c_ = c_before_ = step_.c;
  h_old_ = 0;
}

StepOutcome Bdf2Scheme::step(Equations& eq, const State& x, double h, State& y) {
  if (h_old_ == 0) {
    step_.bq = h * h / 6;
    step_.bv = h / 2;
    step_.qh = x.q + h * x.v + h * h / 3 * x.a;
    step_.vh = x.v + h / 2 * x.a;
    step_.sh = x.s + h / 2 * c_;
  } else {
    const auto [A, B, C, kappa] = Bdf2Coefficients::of_ratio(h / h_old_);
    step_.bv = C * h;
    step_.bq = step_.bv * step_.bv;
    step_.vh = A * x.v + B * v_before_;                                  // line 2
    step_.qh = A * x.q + B * q_before_ + step_.bv * step_.vh;
    step_.sh = A * x.s + B * s_before_;                                  // line 1
  }
  y.t = x.t + h;
  y.a = x.a;
  y.lambda = x.lambda;
  step_.c = c_;
  StepOutcome outcome = step_.solve(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = 3;
  return outcome;
}

double Bdf2Scheme::error(Equations& eq, const State& x, double h, const State& y) {
  const double kappa = Bdf2Coefficients::of_ratio(h_old_ > 0 ? h / h_old_ : 1).error;
  error_q_ = y.a - x.a;
  step_.filter(eq, y, error_q_);
  error_q_ *= kappa * h * h;
  ErrorNorm norm(tolerances_);
  norm.add(error_q_, x.q, y.q);
  error_s_ = step_.c - c_;
  if (h_old_ > 0) error_s_ -= h / h_old_ * (c_ - c_before_);
  error_s_ *= kappa * h * (h_old_ > 0 ? 2 * h / (h + h_old_) : 1);
  norm.add(error_s_, x.s, y.s);
  return norm.value();
}

void Bdf2Scheme::accept(const State& x, const State&, double h) {
  step_.accept();
  q_before_ = x.q;
  v_before_ = x.v;
  s_before_ = x.s;
  c_before_.swap(c_);
  c_ = step_.c;
  h_old_ = h;
}

void Bdf2Scheme::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t;
  at.t = x.t + theta * h;
  hermite(theta, h, x.q, x.v, y.q, y.v, at.q);
  hermite(theta, h, x.v, x.a, y.v, y.a, at.v);
  hermite(theta, h, x.s, c_before_, y.s, c_, at.s);
}

void Bdf2Scheme::exchange(Archive& archive) {
  archive("bdf2.q", q_before_);
  archive("bdf2.v", v_before_);
  archive("bdf2.s", s_before_);
  archive("bdf2.c_before", c_before_);
  archive("bdf2.c", c_);
  archive("bdf2.h_old", h_old_);
  step_.exchange(archive);
}

}  // namespace daedalus
