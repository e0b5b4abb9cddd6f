// hht_i3.hpp: the method of Hilber, Hughes and Taylor on the index-3 equations of motion.
#pragma once

#include "daedalus/integrate/support/alpha_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

struct HhtOptions {
  double alpha = -0.3;
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, in_range(-1.0 / 3, 0), "numerical damping; 0 is the trapezoidal rule");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

struct HhtI3Definition {
  using Options = HhtOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using HhtI3 = SchemeMethod<HhtI3Definition>;

}  // namespace daedalus
