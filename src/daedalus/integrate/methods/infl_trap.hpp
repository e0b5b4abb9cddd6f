// infl_trap.hpp: the trapezoidal rule on the equations of motion in descriptor form.
#pragma once

#include "daedalus/integrate/support/inflated_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

struct InflTrapDefinition {
  using Options = InflatedOptions;
  static MethodRecord make_record();
  static InflatedScheme<2> make_scheme(const Options& options) { return {trapezoidal, options}; }
};
using InflTrap = SchemeMethod<InflTrapDefinition>;

}  // namespace daedalus
