// column_kernels.hpp: the two inner loops of the frontal factorization, on columns stored `stride` apart.
//
// Plain loops over a few columns at a time: the compiler turns them into vector code, and unlike a general matrix
// product they cost nothing to start, which is what counts for fronts of 4 to 40 rows.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

template <int count>
void subtract_columns(double* __restrict y, const double* __restrict A, Index stride, const double* w, Index rows) {
  for (Index i = 0; i < rows; ++i) {
    double sum = A[i] * w[0];
    for (int p = 1; p < count; ++p) sum += A[i + p * stride] * w[p];
    y[i] -= sum;
  }
}

// y −= A w for `columns` columns of A.
inline void subtract_product(double* y, const double* A, Index stride, const double* w, Index rows, Index columns) {
  Index p = 0;
  for (; p + 4 <= columns; p += 4) subtract_columns<4>(y, A + p * stride, stride, w + p, rows);
  if (p + 2 <= columns) {
    subtract_columns<2>(y, A + p * stride, stride, w + p, rows);
    p += 2;
  }
  if (p < columns) subtract_columns<1>(y, A + p * stride, stride, w + p, rows);
}

inline double dot(const double* a, const double* b, Index size) {
  double even = 0, odd = 0;
  Index i = 0;
  for (; i + 2 <= size; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  return i < size ? even + odd + a[i] * b[i] : even + odd;
}

}  // namespace daedalus
