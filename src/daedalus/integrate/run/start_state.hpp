// start_state.hpp: the first state of a run, or why there is none.
#pragma once

#include "daedalus/result/result.hpp"

namespace daedalus {

// The guess made consistent, with a warning when that moved it. Where that fails, the guess, and status and failure of
// the result say why.
State consistent_start(Equations& eq, const State& guess, Result& result);

}  // namespace daedalus
