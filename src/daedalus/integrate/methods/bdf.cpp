// bdf.cpp: BDF of variable order and step with fixed leading coefficient, on the stabilized index-2 equations of motion.
//
//   y₀, y₀'   polynomial through the last k + 1 points, y = (q, v, s), at t + h                (bdf_history.hpp)
//   y' = y₀' + α (y − y₀)   with   q' = v + e,  M v' + Gᵀλ = f,  s' = σ,  g = 0,  G v + g_t = 0,  W v + w = 0
//                                                                     [AFF, Eqs. (7), (13)], (multistep_corrector.hpp)
//   error  C |y − y₀| over q, v and s, accepted up to 1
//
// The forms index1 and ode solve equations that do not hold the constraints of position and velocity: y is brought back to
// them after the step and enters the history there.
//
// λ and e take no part in the error test: they are known to O(h^k) with a jump wherever h or k changes, which no smaller
// step would reduce (test: Bdf.MultipliersInTheErrorTestWouldStopIt).
//
// Order and step, from T_j ≈ |h^(j+1) y^(j+1)|, the errors at order j without their constants           [BCP96, 5.2.3]:
//   lowered where T_{k−1} and T_{k−2} are no larger than T_k; after k + 2 equal steps lowered where T_{k−1} <= T_k, T_{k+1}
//   and raised where T_{k+1} is smaller. At the start order and step rise with every step.
//   r = (2 error + 1e-4)^(−1/(k+1)):  doubled from r = 2 on, kept above 1, else times 0.5 … 0.9
//
// Departs from [BCP96]: a rejected step leaves no trace: that steps were rejected is seen from h < h of the last step. One
// that fails below a seventh of it is tried with order 1 as well. Tolerances are divided by 10 or more, choose_strictness().
// [AFF] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
// [BCP96] Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations,
// SIAM (1996).
#include "daedalus/integrate/methods/bdf.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

// Errors of steps add up, more of them the smaller they are: with steps as long as their errors allow at order 5, the error of
// a run is proportional to tol^(5/6). Tolerances are divided by 10 at 1e-3, and by more below, down to where rounding begins.
double choose_strictness(const Tolerances& tolerances) {
  constexpr double least = 10, loose = 1e-3, rounding = 5e-13;
  const double tol = std::max(tolerances.rtol, tolerances.atol);
  const double wanted = least * std::pow(loose / tol, 1.0 / 5);
  return std::max(least, std::min(wanted, tolerances.atol / rounding));
}

}  // namespace

MethodRecord Bdf::make_record() {
  return {.name = "bdf",
          .title = "BDF of variable order 1 to 5, stabilized index 2",
          .use_for = "stiff models at any tolerance; few evaluations per step",
          .family = "BDF",
          .order_q = 5,
          .order_v = 5,
          .order_lambda = 5,
          .dense_order = 1,
          .order_varies = true,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.radius_at_infinity = 0,
                        .imaginary_limit = 0,
                        .remark = "L-stable up to order 2; at the orders 3, 4, 5 stable for eigenvalues within 86, 73, "
                                  "52 degrees of the negative real axis"},
          .needs = MotionMatrix::needs | Want::residual | Want::position | Want::velocity | Want::sigma,
          .may_need = MotionMatrix::needs_of_accelerations | Equations::acceleration_needs | Projection::needs,
          .source =
              "Arnold, Fuchs, Fuehrer, Efficient corrector iteration for DAE time integration in multibody dynamics "
              "(2004), Eqs. (7), (13), (18); Brenan, Campbell, Petzold (1996), section 5.2",
          .formula =
              "y₀, y₀' from the polynomial through the last k + 1 points;  y' = y₀' + α (y − y₀),  y = (q, v, s)\n"
              "q' = v + e,  M v' + Gᵀλ = f,  s' = σ,  g = 0,  G v + g_t = 0,  W v + w = 0\n"
              "k = 1 … 5 and h by the errors at orders k − 2 … k + 1"};
}

void Bdf::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  strictness_ = choose_strictness(tolerances);
  nq_ = eq.layout().nq;
  ns_ = eq.layout().ns;
  nc_ = eq.layout().nc();
  step_.start(eq, tolerances);
  projection_.resize(eq.layout());
  for (VecX* v : {&e_, &sum_, &at_y_, &at_rates_}) *v = VecX::Zero(2 * nq_ + ns_ + nc_);
  forget_history(eq, x);
}

void Bdf::restart(Equations& eq, const State& x, const Tolerances&) {
  step_.restart(eq);
  forget_history(eq, x);
}

void Bdf::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  at_y_ << x.q, x.v, x.s, x.lambda;
  at_rates_ << x.v, x.a, eq.value.sigma, VecX::Zero(nc_);
  history_.start(at_y_, at_rates_);
  order_ = order_next_ = 1;
  starting_ = starting_next_ = true;
}

StepOutcome Bdf::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = attempt(eq, x, h, order_, y);
  const bool failed_often = tolerances_.apply && h < history_.h() / 7 && order_ > 1;
  if (failed_often && !(outcome.ok() && outcome.error <= 1)) outcome = attempt(eq, x, h, 1, y);
  return outcome;
}

StepOutcome Bdf::attempt(Equations& eq, const State& x, double h, int order, State& y) {
  formula_ = history_.coefficients(h, order);
  history_.predict(formula_, step_.y0, step_.rates0);
  step_.alpha = formula_.leading();
  StepOutcome outcome = step_.solve(eq, x, x.t + h, strictness_, y);
  if (outcome.ok() && is_projected()) {
    outcome.status = status_of(eq.factorize_saddle(y));  // those that are there may belong to a rejected step
    if (outcome.ok()) outcome.status = projection_.project(eq, y).status;
  }
  if (!outcome.ok()) return outcome;
  e_ << y.q, y.v, y.s, y.lambda;
  e_ -= step_.y0;
  order_next_ = std::min(formula_.k + 1, options_.max_order);  // with a fixed step
  if (!tolerances_.apply) return outcome;

  error_ = norm(e_, x, y);
  outcome.error = formula_.error_constant() * error_;
  outcome.error_exponent = formula_.k + 1;
  outcome.suggested_h = choose_order_and_step(x, y, outcome.error <= 1);
  return outcome;
}

bool Bdf::is_projected() const {
  return options_.form != EquationForm::stabilized && nc_ > 0 && options_.projection.level != ProjectionLevel::none;
}

double Bdf::norm(const VecX& e, const State& x, const State& y) const {
  ErrorNorm sum(tolerances_);
  for (Index i = 0; i < nq_; ++i) {
    sum.add(e[i], x.q[i], y.q[i]);
    sum.add(e[nq_ + i], x.v[i], y.v[i]);
  }
  for (Index i = 0; i < ns_; ++i) sum.add(e[2 * nq_ + i], x.s[i], y.s[i]);
  if (options_.error_test == ErrorTest::motion_and_multipliers)
    for (Index i = 0; i < nc_; ++i) sum.add(e[2 * nq_ + ns_ + i], x.lambda[i], y.lambda[i]);
  return strictness_ * sum.value();
}

double Bdf::choose_order_and_step(const State& x, const State& y, bool accepted) {
  const BdfCoefficients& c = formula_;
  const int k = c.k;
  const double error_k = c.error_factor(k) * error_, T_k = (k + 1) * error_k;
  double error_below = 0, T_below = 0;
  bool lower = false;
  if (k > 1) {
    sum_ = history_.scale(c, k + 1) * history_.phi(k + 1) + e_;
    error_below = c.error_factor(k - 1) * norm(sum_, x, y);
    T_below = k * error_below;
    lower = k == 2 && T_below <= T_k / 2;
    if (k > 2) {
      sum_ += history_.scale(c, k) * history_.phi(k);
      lower = std::max(T_below, (k - 1) * c.error_factor(k - 2) * norm(sum_, x, y)) <= T_k;
    }
  }
  int next = lower ? k - 1 : k;
  double error = lower ? error_below : error_k;
  if (!accepted) {
    const double r = 0.9 * std::pow(2 * error + 1e-4, -1.0 / (next + 1));
    return c.h * std::clamp(r, history_.is_new() ? 0.01 : 0.25, 0.9);
  }

  starting_next_ = starting_ && !lower && k < options_.max_order && c.h >= history_.h();
  if (starting_next_) {
    order_next_ = k + 1;
    return 2 * c.h;
  }
  const bool may_rise = !lower && k < options_.max_order && c.equal_steps >= k + 2 && history_.order() == k;
  if (may_rise) {
    sum_ = e_ - history_.phi(k + 2);
    const double error_above = norm(sum_, x, y) / (k + 2), T_above = (k + 2) * error_above;
    if (k > 1 && T_below <= std::min(T_k, T_above)) {
      next = k - 1;
      error = error_below;
    } else if (T_above < (k == 1 ? T_k / 2 : T_k)) {
      next = k + 1;
      error = error_above;
    }
  }
  order_next_ = next;
  const double r = std::pow(2 * error + 1e-4, -1.0 / (next + 1));
  return c.h * (r >= 2 ? 2 : r > 1 ? 1 : std::clamp(r, 0.5, 0.9));
}

void Bdf::accept(const State&, const State&, double) {
  history_.accept(formula_, e_);
  step_.accept();
  order_ = order_next_;
  starting_ = starting_next_;
}

void Bdf::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t;
  history_.interpolate((theta - 1) * h, at_y_, at_rates_);
  at.t = x.t + theta * h;
  at.q = at_y_.head(nq_);
  at.v = at_y_.segment(nq_, nq_);
  at.s = at_y_.segment(2 * nq_, ns_);
}

void Bdf::exchange(Archive& archive) {
  history_.exchange(archive);
  step_.exchange(archive);
  archive("bdf.next_order", order_, 1, BdfHistory::max_order);
  archive("bdf.starting", starting_);
}

}  // namespace daedalus
