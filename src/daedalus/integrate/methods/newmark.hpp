// newmark.hpp: Newmark's method on the index-3 equations of motion.
#pragma once

#include "daedalus/integrate/support/alpha_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

struct NewmarkOptions {
  double gamma = 0.6;
  double beta = 0;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("gamma", gamma, in_range(0.5, 1.5), "1/2 is second order without damping, more is first order with damping");
    v("beta", beta, in_range(0, 1), "0 takes (gamma + 1/2)^2/4, the most damping of high frequencies");
    v("newton", newton);
  }
};

struct NewmarkDefinition {
  using Options = NewmarkOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
  static std::vector<std::string> concerns(double h);
};
using Newmark = SchemeMethod<NewmarkDefinition>;

}  // namespace daedalus
