// consistent.hpp: from a guess to a state that satisfies the constraints at all three levels.
#pragma once

#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

struct ConsistencyReport {
  StepOutcome outcome;
  double moved_q = 0, moved_v = 0;  // largest change of a coordinate and of a velocity
};

// Corrects x.q and x.v with the least change in the norm of M and computes x.a and x.lambda.
ConsistencyReport make_consistent(Equations& eq, State& x);

}  // namespace daedalus
