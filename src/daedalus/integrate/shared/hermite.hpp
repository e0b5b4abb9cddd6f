// hermite.hpp: the cubic through values and slopes at both ends of a step, order 3:
//
//   u(theta) = (1-theta) x + theta y + theta (theta-1) [ (1-2 theta)(y-x) + (theta-1) h x' + theta h y' ]
#pragma once

#include "daedalus/system/state.hpp"

namespace daedalus {

inline void hermite(double theta, double h, const VecX& x, const VecX& dx, const VecX& y, const VecX& dy, VecX& at) {
  const double bump = theta * (theta - 1);
  at = (1 - theta) * x + theta * y + bump * ((1 - 2 * theta) * (y - x) + ((theta - 1) * h) * dx + (theta * h) * dy);
}

// t, q, v and s inside the step x -> y, with s' at both ends.
inline void hermite(double theta, const State& x, const VecX& x_rate, const State& y, const VecX& y_rate, State& at) {
  const double h = y.t - x.t;
  at.t = x.t + theta * h;
  hermite(theta, h, x.q, x.v, y.q, y.v, at.q);
  hermite(theta, h, x.v, x.a, y.v, y.a, at.v);
  hermite(theta, h, x.s, x_rate, y.s, y_rate, at.s);
}

}  // namespace daedalus
