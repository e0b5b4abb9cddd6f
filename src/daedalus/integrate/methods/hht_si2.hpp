// hht_si2.hpp: the method of Hilber, Hughes and Taylor on the stabilised index-2 equations of motion.
#pragma once

#include "daedalus/integrate/methods/hht_i3.hpp"

namespace daedalus {

struct HhtSi2Definition {
  using Options = HhtOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using HhtSi2 = SchemeMethod<HhtSi2Definition>;

}  // namespace daedalus
