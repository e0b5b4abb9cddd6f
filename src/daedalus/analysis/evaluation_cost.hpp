// evaluation_cost.hpp: what evaluations of the equations cost on this machine: the whole, and the fast rate group alone.
#pragma once

#include "daedalus/system/equations.hpp"

namespace daedalus {

struct EvaluationCost {
  double whole = 0;  // s, accelerations and s' of everything
  double fast = 0;   // s, of the fast rate group; that of the whole when there is none
  double ratio() const { return whole > 0 ? fast / whole : 1; }
};

// Least of several short rounds. Throws ModelError when the fast group cannot be evaluated alone.
EvaluationCost measure_evaluation_cost(const System& system, const State& at);

}  // namespace daedalus
