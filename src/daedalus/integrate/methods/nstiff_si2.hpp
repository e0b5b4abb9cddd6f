// nstiff_si2.hpp: BDF of order 2 on the stabilised index-2 equations of motion.
#pragma once

#include "daedalus/integrate/methods/nstiff.hpp"

namespace daedalus {

struct NstiffSi2Definition {
  using Options = NstiffOptions;
  static MethodRecord make_record();
  static Bdf2Scheme make_scheme(const Options& options);
};
using NstiffSi2 = SchemeMethod<NstiffSi2Definition>;

}  // namespace daedalus
