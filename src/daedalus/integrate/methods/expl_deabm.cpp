// expl_deabm.cpp: predict, evaluate, correct, evaluate with Adams formulas of order 1 to 12 on independent coordinates.
// The step is the formula of the record                                                          [SG75, chapter 10]:
// P is p, E is F(p), C is y⁺, E is F(y⁺), which moves the differences φ (adams_history.hpp).
//
// Order: lowered where the estimates at k − 1 and k − 2 are no larger, raised where the one at k + 1 is smaller; step:
// doubled or kept as long as half the tolerance allows it, else shrunk by 0.5 to 0.9. At the start order and step rise
// with every step.
// F recovers dependent positions and velocities from the constraints and solves the descriptor system [HNE, section
// 6.4].
//
// Departs from the code DEABM behind [HNE]: differences are kept of all coordinates, dependent ones too. They predict
// the recovery, they serve dense output, and a new partition needs no restart; all of them are tested for errors
// (partitioned_norm.hpp). Tested as well is by how much the recovery moves dependent coordinates away from what the
// formula makes of them: near a position where the partition is singular that is most of their error. A rejected step leaves no trace: that steps were rejected is seen from h < h of the last
// step. One that fails below a seventh of it is tried with order 1 as well; a step that is merely cut short, by an
// event or the end of the run, keeps its order.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
// [SG75] Shampine, Gordon, Computer Solution of Ordinary Differential Equations. The Initial Value Problem, Freeman
// (1975).
#include "daedalus/integrate/methods/expl_deabm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/state_space/partitioned_norm.hpp"

namespace daedalus {
namespace {

// On 18 mechanisms, of rtol 1e-2 to 1e-8, errors of runs are up to 10.3 tolerances with 10.
constexpr double deabm_strictness = 20;

std::string_view limits_of_orders() {
  static const std::string text =
      fmt::format("limits are the lowest of all orders; for real eigenvalues orders 1 to {} reach {:.3g}",
                  AdamsHistory::max_order, fmt::join(AdamsHistory::real_limits, ", "));
  return text;
}

}  // namespace

MethodRecord ExplDeabm::make_record() {
  return {
      .name = "expl-deabm",
      .title = "Adams PECE of variable order 1 to 12 on independent coordinates",
      .use_for = "smooth non-stiff motion to many digits; few force evaluations",
      .family = "explicit multistep",
      .order_q = 12,
      .order_v = 12,
      .order_lambda = 12,
      .dense_order = 2,
      .order_varies = true,
      .index = 1,
      .control = StepControl::fixed_or_adaptive,
      .satisfies = ConstraintLevel::position_and_velocity,
      .stability = {.real_limit = AdamsHistory::real_limits.back(), .imaginary_limit = 0, .remark = limits_of_orders()},
      .needs = Equations::acceleration_needs | Want::position | Want::velocity,
      .source =
          "Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in "
          "Descriptor Form, section 6.4; Shampine, Gordon, Computer Solution of Ordinary Differential Equations (1975)",
      .formula =
          "p = y + h Σ gᵢ φᵢ,  i ≤ k,   d = F(p) − p',   y⁺ = p + h gₖ₊₁ d,   then F(y⁺)      y = (q, v, s)\n"
          "error = h (gₖ − gₖ₊₁) |d|\n"
          "F: dependent q, v from g = 0, G v + g_t = 0;  M a + Gᵀλ = f,  G a = γ\n"
          "k = 1 … 12 and h by the errors at orders k − 2 … k + 1"};
}

void ExplDeabm::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = share_of_a_step(tolerances, deabm_strictness);
  nq_ = eq.layout().nq;
  ns_ = eq.layout().ns;
  partition_.start(eq, x);
  for (VecX* v : {&y_, &p_, &rates_, &d_, &sum_, &at_y_, &at_rates_}) *v = VecX::Zero(2 * nq_ + ns_);
  forget_history(eq, x);
}

void ExplDeabm::restart(Equations& eq, const State& x, const Tolerances&) {
  partition_.restart(eq, x);
  forget_history(eq, x);
}

void ExplDeabm::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  read_rates(x, eq.value.sigma, rates_);
  accepted_.start(rates_);
  proposed_ = accepted_;
  starting_ = starting_next_ = true;
}

void ExplDeabm::write(const VecX& y, double t, State& x) const {
  x.t = t;
  x.q = y.head(nq_);
  x.v = y.segment(nq_, nq_);
  x.s = y.tail(ns_);
}

void ExplDeabm::read_rates(const State& x, const VecX& sigma, VecX& rates) const {
  rates.head(nq_) = x.v;
  rates.segment(nq_, nq_) = x.a;
  rates.tail(ns_) = sigma;
}

StepOutcome ExplDeabm::evaluate(Equations& eq, State& x, VecX& rates) {
  StepOutcome outcome = partition_.recover(eq, x);
  if (!outcome.ok()) return outcome;
  outcome.status = status_of(eq.solve_acceleration(x));
  if (outcome.ok()) read_rates(x, eq.value.sigma, rates);
  return outcome;
}

// In shares of the tolerance at y_ and p_.
double ExplDeabm::norm(const VecX& e) const {
  const auto parts = [&](const VecX& y) -> MotionParts { return {y.head(nq_), y.segment(nq_, nq_), y.tail(ns_)}; };
  return partitioned_norm(tolerances_, partition_.partition(), parts(e), parts(y_), parts(p_));
}

StepOutcome ExplDeabm::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  outcome.status = partition_.prepare(eq, x);
  if (!outcome.ok()) return outcome;
  outcome = attempt(eq, x, h, accepted_.k(), y);
  const bool failed_often = tolerances_.apply && h < accepted_.h() / 7 && accepted_.k() > 1;
  if (failed_often && !(outcome.ok() && outcome.error <= 1)) {
    outcome.status = partition_.prepare(eq, x);  // the factors may be those of where it failed, or none
    if (outcome.ok()) outcome = attempt(eq, x, h, 1, y);
  }
  if (outcome.ok()) outcome.status = partition_.measure(eq, y);
  return outcome;
}

StepOutcome ExplDeabm::attempt(Equations& eq, const State& x, double h, int order, State& y) {
  proposed_ = accepted_;
  proposed_.set_order(order);
  starting_next_ = starting_ && h >= accepted_.h();
  y_.head(nq_) = x.q;
  y_.segment(nq_, nq_) = x.v;
  y_.tail(ns_) = x.s;

  proposed_.predict(h, sum_);
  p_ = y_ + sum_;  // P
  y = x;
  write(p_, x.t + h, y);
  StepOutcome outcome = evaluate(eq, y, rates_);  // E
  if (!outcome.ok()) return outcome;
  d_ = rates_ - proposed_.predicted_rates();
  outcome.error = h * proposed_.error_weight() * norm(d_);
  outcome.error_exponent = proposed_.k() + 1;
  p_ += h * proposed_.corrector_weight() * d_;  // C
  write(p_, x.t + h, y);
  outcome.status = evaluate(eq, y, rates_).status;  // E
  if (!outcome.ok()) return outcome;
  sum_ << y.q, y.v, y.s;
  sum_ -= p_;  // what the constraints make of dependent coordinates, and what the formula made of them
  outcome.error = std::max(outcome.error, norm(sum_));
  const double next = choose_order_and_step(h);
  outcome.suggested_h = outcome.error <= 1 ? next : h / 2;
  return outcome;
}

double ExplDeabm::choose_order_and_step(double h) {
  AdamsHistory& A = proposed_;
  const int k = A.k();
  double error_k = A.error_factor(k) * norm(d_), error_below = 0, error_above = 0;
  bool lower = false;
  if (k > 1) {
    sum_ = A.phi(k) + d_;
    error_below = A.error_factor(k - 1) * norm(sum_);
    lower = k == 2 && error_below <= error_k / 2;
  }
  if (k > 2) {
    sum_ = A.phi(k - 1) + d_;
    lower = std::max(error_below, A.error_factor(k - 2) * norm(sum_)) <= error_k;
  }
  A.correct(rates_);
  if (lower || k >= options_.max_order) starting_next_ = false;

  int next = k;
  if (starting_next_) {
    next = k + 1;
    error_k = 0;
  } else if (lower) {
    next = k - 1;
  } else if (k + 1 <= A.steps_of_this_length()) {  // only then φ_{k+2} is known
    error_above = h * AdamsHistory::leading_coefficient(k + 1) * norm(A.phi(k + 2));
    if (k > 1 && error_below <= std::min(error_k, error_above)) next = k - 1;
    else if (k < options_.max_order && error_above < (k == 1 ? error_k / 2 : error_k)) next = k + 1;
  }
  if (next < k) error_k = error_below;
  if (next > k) error_k = error_above;
  A.set_order(next);

  if (starting_next_ || error_k * std::pow(2.0, next + 1) <= 0.5) return 2 * h;
  if (error_k <= 0.5) return h;
  return h * std::clamp(std::pow(0.5 / error_k, 1.0 / (next + 1)), 0.5, 0.9);
}

void ExplDeabm::accept(const State&, const State&, double) {
  std::swap(accepted_, proposed_);
  starting_ = starting_next_;
  partition_.accept();
}

void ExplDeabm::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t;
  accepted_.interpolate((theta - 1) * h, at_y_, at_rates_);
  at.t = x.t + theta * h;
  at.q = y.q + at_y_.head(nq_);
  at.v = y.v + at_y_.segment(nq_, nq_);
  at.s = y.s + at_y_.tail(ns_);
}

void ExplDeabm::exchange(Archive& archive) {
  partition_.exchange(archive);
  accepted_.exchange(archive);
  archive("deabm.starting", starting_);
}

}  // namespace daedalus
