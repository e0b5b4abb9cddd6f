// tree_pivots.hpp: inverses of the small blocks that are pivots of an elimination along a tree.
#pragma once

#include <cmath>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// A matrix of any size, column by column, in memory that is somewhere else.
using MatrixInMemory = Eigen::Map<MatX>;

// Of a pivot, relative to what it is the sum of: below, nothing of it is left.
inline constexpr double lost_pivot = 1e-12;
// A becomes its inverse, by Gauss and Jordan with exchanges of rows, in units in which its diagonal entries are sums of
// numbers of size 1: `size` of each in the present ones. Returns the smallest pivot, 0 for a singular matrix. `row`:
// scratch, as many as A has rows.
inline double invert_in_place(MatrixInMemory A, double* size, Index* row) {
  const Index n = A.rows();
  for (Index k = 0; k < n; ++k) {
    if (!(size[k] > 0)) return 0;
    size[k] = 1 / std::sqrt(size[k]);
  }
  const auto scale = [&] {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) A(i, j) *= size[i] * size[j];
  };
  scale();
  double weakest = 1;
  for (Index k = 0; k < n; ++k) {
    Index best = k;
    for (Index i = k + 1; i < n; ++i)
      if (std::abs(A(i, k)) > std::abs(A(best, k))) best = i;
    const double pivot = std::abs(A(best, k));
    if (!(pivot > lost_pivot)) return 0;  // NaN as well
    weakest = std::min(weakest, pivot);
    row[k] = best;
    if (best != k) A.row(k).swap(A.row(best));
    const double inverse = 1 / A(k, k);
    A(k, k) = 1;
    A.row(k) *= inverse;
    for (Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = A(i, k);
      A(i, k) = 0;
      for (Index j = 0; j < n; ++j) A(i, j) -= factor * A(k, j);
    }
  }
  for (Index k = n - 1; k >= 0; --k)
    if (row[k] != k) A.col(k).swap(A.col(row[k]));
  scale();
  return weakest;
}

}  // namespace daedalus
