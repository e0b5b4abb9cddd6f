// hermite.hpp: the cubic through values and slopes at both ends of a step, order 3:
//
//   u(theta) = (1-theta) x + theta y + theta (theta-1) [ (1-2 theta)(y-x) + (theta-1) h x' + theta h y' ]
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

inline void hermite(double theta, double h, const VecX& x, const VecX& dx, const VecX& y, const VecX& dy, VecX& at) {
  const double bump = theta * (theta - 1);
  at = (1 - theta) * x + theta * y +
       bump * ((1 - 2 * theta) * (y - x) + ((theta - 1) * h) * dx + (theta * h) * dy);
}

}  // namespace daedalus
