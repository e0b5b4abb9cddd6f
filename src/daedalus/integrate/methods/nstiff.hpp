// nstiff.hpp: the second-order backward differentiation formula on constrained equations of motion: nstiff, nstiff-si2.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/low_order/first_step.hpp"
#include "daedalus/integrate/low_order/tolerance_share.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"
#include "daedalus/integrate/shared/scheme_method.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct Bdf2Coefficients {
  double A, B, C;
  double error;  // −κ, times h³ y'''

  static Bdf2Coefficients of_ratio(double r) {
    const double d = 1 + 2 * r;
    return {(1 + r) * (1 + r) / d, -r * r / d, (1 + r) / d, -(1 + r) * (1 + r) / (6 * r * d)};
  }
};

class Bdf2Scheme {
 public:
  Bdf2Scheme(Stabilization stabilization, const NewtonOptions& newton, ErrorBudget budget)
      : step_(newton, stabilization), share_(budget) {}

  void start(Equations& eq, const State& x, const Tolerances& tolerances);
  void restart(Equations& eq, const State& x);
  StepOutcome step(Equations& eq, const State& x, double h, State& y);
  void accept(const State& x, const State& y, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const {
    step_.interpolate(x, y, theta, at);
  }
  void report(Report& report) const { report.corrector = step_.solver_report(); }
  void exchange(Archive& archive);

 private:
  void forget_history(const State& x);
  bool starts() const { return h_old_ == 0; }
  StepOutcome solve(Equations& eq, const State& x, double h, State& y);
  double error(Equations& eq, const State& x, double h, const State& y);

  ConstrainedStep step_;
  FirstStep first_;
  ConsistentAccelerations consistent_;
  Tolerances tolerances_;
  ToleranceShare share_;

  // History: the state before x, and how long ago it was.
  VecX q_before_, v_before_, s_before_;
  double h_old_ = 0;  // 0 in the first step
  VecX d_, d_next_;   // w⁺ − w of the last step and of the proposal
  VecX error_q_, error_v_, error_s_;
};

struct NstiffOptions {
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

struct NstiffDefinition {
  using Options = NstiffOptions;
  static MethodRecord make_record();
  static Bdf2Scheme make_scheme(const Options& options);
};
using Nstiff = SchemeMethod<NstiffDefinition>;

struct NstiffSi2Definition {
  using Options = NstiffOptions;
  static MethodRecord make_record();
  static Bdf2Scheme make_scheme(const Options& options);
};
using NstiffSi2 = SchemeMethod<NstiffSi2Definition>;

}  // namespace daedalus
