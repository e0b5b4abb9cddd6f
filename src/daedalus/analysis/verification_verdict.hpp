// verification_verdict.hpp: what a comparison of runs says about a model, and about which part of the motion it says
// nothing.
#pragma once

#include "daedalus/analysis/verification.hpp"

namespace daedalus {

// Sets t_compared, verdict and reason from runs and pairs.
void judge(Verification& all);

}  // namespace daedalus
