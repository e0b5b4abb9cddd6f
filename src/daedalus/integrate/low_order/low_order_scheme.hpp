// low_order_scheme.hpp: what BDF2 and the α methods do alike around their formulas: the first step, accelerations that
// belong to the state, and errors.
//
//   struct Formula {
//     bool starts_by_itself() const;                             false: the first step is that of first_step.hpp
//     void forget_history(const State& x, const VecX& rate);     rate is s' at x
//     void prepare(const State& x, double h, double h_old, ConstrainedStep& step);      q̂, v̂, ŝ, bq, bv
//     void note(const State& y, const ConstrainedStep& step);                           what was found with them
//     void note_first(const State& y, const ConstrainedStep& step, const FirstStep& first);
//     LowOrderErrors errors(double ratio) const;                 of steps, ratio = h/h_old
//     void accept(const State& x);
//     void exchange(Archive& archive);
//   };
//
// Local errors at order 2: e_q h³ w', e_v h³ w'', alike for s; h w' is the difference d of w over the step, h² w'' that
// of d over two steps. w solves the descriptor system at both ends of the step: accelerations of a formula are off by
// O(h) across the constraints and jump when h changes, and G at the two ends is not the same for the filter
// (constrained_step.hpp) to take that out. Errors of v count with the weight of tolerance_share.hpp.
// At order 1 they are e_q h³ w' and e_1 h² w', and single steps are controlled: errors per time would take 1/tol steps.
#pragma once

#include <algorithm>

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/low_order/first_step.hpp"
#include "daedalus/integrate/low_order/tolerance_share.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct LowOrderErrors {
  double q = 0, v = 0;  // e_q, e_v
  double first = 0;     // e_1; 0 at order 2
};

template <class Formula>
class LowOrderScheme {
 public:
  LowOrderScheme(const Formula& formula, Stabilization stabilization, const NewtonOptions& newton,
                 const JacobianOptions& jacobian, ErrorBudget budget = ErrorBudget::run)
      : formula_(formula), step_(newton, stabilization, jacobian), share_(budget) {}
  static constexpr Want needs = ConstrainedStep::needs | Equations::acceleration_needs;

  void start(Equations& eq, const State& x, const Tolerances& tolerances) {
    tolerances_ = tolerances;
    share_.start(x.t);
    step_.start(eq, x, tolerances);
    first_.start(eq.layout());
    consistent_.start(eq.layout());
    forget_history(x);
  }
  void restart(Equations& eq, const State& x) {
    step_.restart(eq, x);
    forget_history(x);
  }

  StepOutcome step(Equations& eq, const State& x, double h, State& y) {
    const bool is_first = h_old_ == 0 && !formula_.starts_by_itself();
    StepOutcome outcome;
    if (is_first) {
      outcome = first_.solve(eq, step_, x, h, y);
      formula_.note_first(y, step_, first_);
    } else {
      formula_.prepare(x, h, h_old_, step_);
      outcome = step_.solve(eq, x, h, y);
      formula_.note(y, step_);
    }
    if (!outcome.ok() || !tolerances_.apply) return outcome;
    outcome.status = consistent_.find(eq, y);
    if (!outcome.ok()) return outcome;
    d_next_ = y.a - x.a;
    ds_next_ = step_.rate_proposed() - step_.rate();
    if (is_first) d_next_ = first_.a_change(), ds_next_ = first_.rate_change();
    const LowOrderErrors errors = formula_.errors(h_old_ > 0 ? h / h_old_ : 1);
    outcome.error = std::max(error(eq, x, h, y, errors), error_across(eq, x, y));
    outcome.error_exponent = errors.first == 0 ? share_.exponent() : 2;
    return outcome;
  }

  void accept(const State& x, const State&, double h) {
    step_.accept(x, h);
    formula_.accept(x);
    d_.swap(d_next_);
    ds_.swap(ds_next_);
    h_old_ = h;
  }

  void interpolate(const State& x, const State& y, double theta, State& at) const {
    step_.interpolate(x, y, theta, at);
  }
  void report(Report& report) const { report.corrector = step_.solver_report(); }

  void exchange(Archive& archive) {
    formula_.exchange(archive);
    archive("low_order.h_old", h_old_);
    archive("low_order.d", d_);
    archive("low_order.ds", ds_);
    share_.exchange(archive);
    step_.exchange(archive);
  }

 private:
  void forget_history(const State& x) {
    formula_.forget_history(x, step_.rate());
    d_ = d_next_ = error_q_ = error_v_ = VecX::Zero(x.q.size());
    ds_ = ds_next_ = error_s_ = VecX::Zero(x.s.size());
    h_old_ = 0;
  }

  double error(Equations& eq, const State& x, double h, const State& y, const LowOrderErrors& errors) {
    ErrorNorm norm(tolerances_);
    error_q_ = d_next_;
    step_.filter(eq, y, error_q_);
    error_v_ = h * errors.first * error_q_;
    error_s_ = h * errors.first * ds_next_;
    error_q_ *= h * h * errors.q;
    norm.add(error_q_, x.q, y.q);
    if (errors.first != 0) {
      norm.add(error_v_, x.v, y.v);
      norm.add(error_s_, x.s, y.s);
      return norm.value();
    }
    error_s_ = h * errors.v * ds_next_;
    if (h_old_ > 0) {
      const double curvature = h * errors.v * 2 * h / (h + h_old_);
      error_v_ = curvature * (d_next_ - (h / h_old_) * d_);
      step_.filter(eq, y, error_v_);
      ToleranceShare::without_rounding(errors.v, h, y.q, error_v_);
      norm.add(error_v_, x.v, y.v);
      error_s_ = curvature * (ds_next_ - (h / h_old_) * ds_);
    }
    norm.add(error_s_, x.s, y.s);
    return share_.of(norm.value(), x.t, h);
  }

  // Across the constraints errors do not add up: positions meet them after every step.
  double error_across(Equations& eq, const State& x, const State& y) {
    if (eq.layout().ng == 0) return 0;
    ErrorNorm norm(tolerances_);
    step_.find_gap_inside(eq, x, y, error_q_);
    norm.add(error_q_, x.q, y.q);
    return norm.value();
  }

  Formula formula_;
  ConstrainedStep step_;
  FirstStep first_;
  ConsistentAccelerations consistent_;
  Tolerances tolerances_;
  ToleranceShare share_;
  double h_old_ = 0;   // of the last step; 0: there was none
  VecX d_, d_next_;    // differences of w over the last step and over the proposal
  VecX ds_, ds_next_;  // of s'
  VecX error_q_, error_v_, error_s_;
};

}  // namespace daedalus
