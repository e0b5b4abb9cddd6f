// initial_step.hpp: a first step from the size of the solution and its derivatives.
//
//   h_0 = 0.01 |y|/|y'|, at most 0.06 of the interval;   y_1 = y + h_0 y',   d_2 = |y'(y_1) - y'(y)|/h_0
//   h_1 = (0.01 / max(|y'|, d_2))^(1/(p+1))
//   h = min(100 h_0, h_1)                                         in the norm of the tolerances  [HNW93, section II.4]
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

// x is consistent; `order` is that of the method. Always positive and finite.
double choose_initial_step(Equations& eq, const State& x, const Tolerances& tolerances, int order, double interval);

}  // namespace daedalus
