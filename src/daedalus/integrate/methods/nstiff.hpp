// nstiff.hpp: the second-order backward differentiation formula on constrained equations of motion: nstiff, nstiff-si2.
#pragma once

#include "daedalus/integrate/low_order/low_order_scheme.hpp"
#include "daedalus/integrate/shared/scheme_method.hpp"

namespace daedalus {

struct Bdf2Coefficients {
  double A, B, C;
  double error;  // −κ, times h³ y'''

  static Bdf2Coefficients of_ratio(double r) {
    const double d = 1 + 2 * r;
    return {(1 + r) * (1 + r) / d, -r * r / d, (1 + r) / d, -(1 + r) * (1 + r) / (6 * r * d)};
  }
};

class Bdf2Formula {
 public:
  static bool starts_by_itself() { return false; }
  void forget_history(const State& x, const VecX&) { accept(x); }
  void prepare(const State& x, double h, double h_old, ConstrainedStep& step) const;
  void note(const State&, const ConstrainedStep&) {}
  void note_first(const State&, const ConstrainedStep&, const FirstStep&) {}
  static LowOrderErrors errors(double ratio);
  void accept(const State& x);
  void exchange(Archive& archive);

 private:
  VecX q_before_, v_before_, s_before_;  // of the state before x
};
using Bdf2Scheme = LowOrderScheme<Bdf2Formula>;

struct NstiffOptions {
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();
  JacobianOptions jacobian = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
    v("jacobian", jacobian);
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
