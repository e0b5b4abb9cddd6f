// generalized_alpha.hpp: the generalized-alpha method on the index-3 equations of motion.
#pragma once

#include "daedalus/integrate/support/alpha_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

struct GeneralizedAlphaOptions {
  double rho_infinity = 0.8;
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("rho_infinity", rho_infinity, in_range(0, 1), "spectral radius at infinity; 1 does not damp, 0 damps most");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

struct GeneralizedAlphaDefinition {
  using Options = GeneralizedAlphaOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using GeneralizedAlpha = SchemeMethod<GeneralizedAlphaDefinition>;

}  // namespace daedalus
