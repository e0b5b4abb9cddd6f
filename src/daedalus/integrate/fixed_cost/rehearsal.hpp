// rehearsal.hpp: one step for practice, so that the first step of a run does nothing that the others do not: orders of
// pivots are chosen, slots found and memory taken before it. A step leaves no trace in method and state; the work is
// not counted.
#pragma once

#include "daedalus/integrate/method.hpp"

namespace daedalus {

inline void rehearse(Method& method, Equations& eq, const State& x) {
  constexpr double usual_step = 1e-3;  // s; start() does not know the real one, and pivots seldom depend on it
  const WorkCounts counts = eq.counts;
  State y = x;
  method.step(eq, x, usual_step, y);
  eq.counts = counts;
}

}  // namespace daedalus
