// differences.hpp: derivatives from values alone, by central differences of order eight.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus::testing {

// f'(0), error O(h⁸) and about 1e-14 |f|/h of rounding.
template <class Function>
VecX derivative_at_zero(Function f, double h = 1e-3) {
  return (4.0 / 5 * (f(h) - f(-h)) - 1.0 / 5 * (f(2 * h) - f(-2 * h)) + 4.0 / 105 * (f(3 * h) - f(-3 * h)) -
          1.0 / 280 * (f(4 * h) - f(-4 * h))) /
         h;
}

// The Jacobian of f: Rⁿ → Rᵐ at x.
template <class Function>
MatX jacobian_at(Function f, const VecX& x, Index rows) {
  MatX J(rows, x.size());
  for (Index j = 0; j < x.size(); ++j)
    J.col(j) = derivative_at_zero([&](double e) {
      VecX moved = x;
      moved[j] += e;
      return VecX(f(moved));
    });
  return J;
}

}  // namespace daedalus::testing
