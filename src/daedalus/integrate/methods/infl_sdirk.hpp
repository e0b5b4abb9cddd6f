// infl_sdirk.hpp: SDIRK of order 4 on the equations of motion in descriptor form.
#pragma once

#include "daedalus/integrate/support/inflated_scheme.hpp"
#include "daedalus/integrate/support/scheme_method.hpp"

namespace daedalus {

struct InflSdirkDefinition {
  using Options = InflatedOptions;
  static MethodRecord make_record();
  static InflatedScheme<5> make_scheme(const Options& options) { return {sdirk4, options}; }
};
using InflSdirk = SchemeMethod<InflSdirkDefinition>;

}  // namespace daedalus
