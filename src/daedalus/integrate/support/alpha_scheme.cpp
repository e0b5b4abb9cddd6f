#include "daedalus/integrate/support/alpha_scheme.hpp"

namespace daedalus {

// a = w(t + Δh) + κ h² w'' where line 3 is in balance; the rest is the Taylor series of line 2.
double AlphaCoefficients::velocity_error_2() const {
  const double d = shift();
  const double kappa = ((1 - alpha_f) - (1 - alpha_m) * (1 + d) * (1 + d) - alpha_m * d * d) / 2;
  return 1.0 / 6 - ((1 - gamma) * d * d + gamma * (1 + d) * (1 + d)) / 2 - kappa;
}

AlphaCoefficients AlphaCoefficients::generalized_alpha(double rho) {
  AlphaCoefficients c;
  c.alpha_m = (2 * rho - 1) / (rho + 1);  // [CH93]: least damping of low frequencies
  c.alpha_f = rho / (rho + 1);
  c.gamma = 0.5 - c.alpha_m + c.alpha_f;           // second order
  c.beta = (c.gamma + 0.5) * (c.gamma + 0.5) / 4;  // two equal eigenvalues at infinity
  return c;
}

void AlphaScheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  share_.start(x.t);
  step_.start(eq, x);
  first_.start(eq.layout());
  consistent_.start(eq.layout());
  forget_history(x);
}

void AlphaScheme::restart(Equations& eq, const State& x) {
  step_.restart(eq, x);
  forget_history(x);
}

void AlphaScheme::forget_history(const State& x) {
  a_ = a_here_ = a_next_ = rest_ = w_ = w_next_ = x.a;
  as_ = as_here_ = as_next_ = rest_s_ = step_.rate();
  das_ = VecX::Zero(x.s.size());
  error_q_ = error_v_ = d_ = d_next_ = VecX::Zero(x.q.size());
  error_s_ = VecX::Zero(x.s.size());
  h_old_ = 0;
  steps_ = 0;
}

StepOutcome AlphaScheme::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = starts() ? solve_first(eq, x, h, y) : solve(eq, x, h, y);
  w_next_ = y.a;
  if (!outcome.ok() || !tolerances_.apply) return outcome;
  outcome.status = consistent_.find(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = coefficients_.second_order() ? share_.exponent() : 2;
  return outcome;
}

StepOutcome AlphaScheme::solve_first(Equations& eq, const State& x, double h, State& y) {
  const StepOutcome outcome = first_.solve(eq, step_, x, h, y);
  a_next_ = y.a + coefficients_.shift() * first_.a_change();
  as_next_ = step_.rate_proposed() + coefficients_.shift() * first_.rate_change();
  a_here_ = a_next_ - first_.a_change();
  as_here_ = as_next_ - first_.rate_change();
  return outcome;
}

StepOutcome AlphaScheme::solve(Equations& eq, const State& x, double h, State& y) {
  const auto [alpha_m, alpha_f, beta, gamma] = coefficients_;
  const double ratio = h_old_ > 0 ? h / h_old_ : 1;
  const VecX& c = step_.rate();
  a_here_ = w_ + ratio * (a_ - w_);
  as_here_ = c + ratio * (as_ - c);

  const double weight = (1 - alpha_f) / (1 - alpha_m);  // line 3: a⁺ = weight w⁺ + rest
  rest_ = (alpha_f * w_ - alpha_m * a_here_) / (1 - alpha_m);
  rest_s_ = (alpha_f * c - alpha_m * as_here_) / (1 - alpha_m);
  step_.bq = beta * h * h * weight;
  step_.bv = gamma * h * weight;
  step_.qh = x.q + h * x.v + h * h * ((0.5 - beta) * a_here_ + beta * rest_);  // line 1
  step_.vh = x.v + h * ((1 - gamma) * a_here_ + gamma * rest_);                // line 2
  step_.sh = x.s + h * ((1 - gamma) * as_here_ + gamma * rest_s_);

  const StepOutcome outcome = step_.solve(eq, x, h, y);
  a_next_ = weight * y.a + rest_;
  as_next_ = weight * step_.rate_proposed() + rest_s_;
  return outcome;
}

double AlphaScheme::error(Equations& eq, const State& x, double h, const State& y) {
  d_next_ = y.a - x.a;
  if (starts()) d_next_ = first_.a_change();
  error_q_ = d_next_;
  step_.filter(eq, y, error_q_);
  error_s_ = as_next_ - as_here_;
  ErrorNorm norm(tolerances_);
  error_v_ = h * coefficients_.velocity_error_1() * error_q_;
  error_q_ *= h * h * coefficients_.position_error();
  norm.add(error_q_, x.q, y.q);
  if (!coefficients_.second_order()) {
    error_s_ *= h * coefficients_.velocity_error_1();
    norm.add(error_v_, x.v, y.v);
    norm.add(error_s_, x.s, y.s);
    return norm.value();
  }
  double curvature = h * coefficients_.velocity_error_2();
  if (steps_ > 0) {
    curvature *= 2 * h / (h + h_old_);
    error_v_ = curvature * (d_next_ - (h / h_old_) * d_);
    step_.filter(eq, y, error_v_);
    ToleranceShare::without_rounding(coefficients_.velocity_error_2(), h, y.q, error_v_);
    norm.add(error_v_, x.v, y.v);
    error_s_ -= (h / h_old_) * das_;
  }
  error_s_ *= curvature;
  norm.add(error_s_, x.s, y.s);
  return share_.of(norm.value(), x.t, h);
}

void AlphaScheme::accept(const State& x, const State&, double h) {
  step_.accept(x, h);
  das_ = as_next_ - as_here_;
  d_.swap(d_next_);
  a_.swap(a_next_);
  w_.swap(w_next_);
  as_.swap(as_next_);
  h_old_ = h;
  ++steps_;
}

void AlphaScheme::exchange(Archive& archive) {
  archive("alpha.a", a_);
  archive("alpha.w", w_);
  archive("alpha.as", as_);
  archive("alpha.das", das_);
  archive("alpha.h_old", h_old_);
  archive("alpha.steps", steps_);
  archive("alpha.d", d_);
  share_.exchange(archive);
  step_.exchange(archive);
}

}  // namespace daedalus
