// nstiff.hpp: BDF of order 2 on the index-3 equations of motion.
#pragma once

#include "daedalus/integrate/support/bdf2_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

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

}  // namespace daedalus
