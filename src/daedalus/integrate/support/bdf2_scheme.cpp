#include "daedalus/integrate/support/bdf2_scheme.hpp"

namespace daedalus {

void Bdf2Scheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  share_.start(x.t);
  step_.start(eq, x);
  first_.start(eq.layout());
  consistent_.start(eq.layout());
  forget_history(x);
}

void Bdf2Scheme::restart(Equations& eq, const State& x) {
  step_.restart(eq, x);
  forget_history(x);
}

void Bdf2Scheme::forget_history(const State& x) {
  q_before_ = error_q_ = error_v_ = d_ = d_next_ = x.q;
  v_before_ = x.v;
  s_before_ = error_s_ = x.s;
  h_old_ = 0;
}

StepOutcome Bdf2Scheme::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = starts() ? first_.solve(eq, step_, x, h, y) : solve(eq, x, h, y);
  if (!outcome.ok() || !tolerances_.apply) return outcome;
  outcome.status = consistent_.find(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = share_.exponent();
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
  d_next_ = y.a - x.a;
  error_s_ = step_.rate_proposed() - step_.rate();
  if (starts()) {
    d_next_ = first_.a_change();
    error_s_ = first_.rate_change();
  }
  error_q_ = kappa * h * h * d_next_;
  step_.filter(eq, y, error_q_);
  ErrorNorm norm(tolerances_);
  norm.add(error_q_, x.q, y.q);
  if (!starts()) {
    const double curvature = kappa * h * 2 * h / (h + h_old_);
    error_v_ = curvature * (d_next_ - h / h_old_ * d_);
    step_.filter(eq, y, error_v_);
    ToleranceShare::without_rounding(kappa, h, y.q, error_v_);
    norm.add(error_v_, x.v, y.v);
    error_s_ -= h / h_old_ * (step_.rate() - step_.rate_before());
    error_s_ *= curvature;
  } else {
    error_s_ *= kappa * h;
  }
  norm.add(error_s_, x.s, y.s);
  return share_.of(norm.value(), x.t, h);
}

void Bdf2Scheme::accept(const State& x, const State&, double h) {
  step_.accept(x, h);
  q_before_ = x.q;
  v_before_ = x.v;
  s_before_ = x.s;
  d_.swap(d_next_);
  h_old_ = h;
}

void Bdf2Scheme::exchange(Archive& archive) {
  archive("bdf2.q", q_before_);
  archive("bdf2.v", v_before_);
  archive("bdf2.s", s_before_);
  archive("bdf2.h_old", h_old_);
  archive("bdf2.d", d_);
  share_.exchange(archive);
  step_.exchange(archive);
}

}  // namespace daedalus
