#include "daedalus/linalg/front_elimination.hpp"

#include <cmath>
#include <cstring>

#include "daedalus/math/wide_registers.hpp"

namespace daedalus {
namespace {

using Four = double __attribute__((vector_size(32)));

[[gnu::always_inline]] inline Four load_four(const double* from) {
  Four x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

[[gnu::always_inline]] inline void store_four(double* to, const Four& x) { std::memcpy(to, &x, sizeof x); }

// y −= A w for `count` columns of A, rows rounded up to four.
template <int count>
[[gnu::always_inline]] inline void subtract_from_one(double* y, const double* A, Index stride, const double* w,
                                                     Index rows) {
  for (Index i = 0; i < rows; i += 4) {
    Four sum = load_four(A + i) * w[0];
    for (int p = 1; p < count; ++p) sum += load_four(A + i + p * stride) * w[p];
    store_four(y + i, load_four(y + i) - sum);
  }
}

// The same for two columns of y: A is read once.
template <int count>
[[gnu::always_inline]] inline void subtract_from_two(double* y, double* z, const double* A, Index stride,
                                                     const double* w, const double* u, Index rows) {
  for (Index i = 0; i < rows; i += 4) {
    const Four first = load_four(A + i);
    Four of_y = first * w[0], of_z = first * u[0];
    for (int p = 1; p < count; ++p) {
      const Four a = load_four(A + i + p * stride);
      of_y += a * w[p];
      of_z += a * u[p];
    }
    store_four(y + i, load_four(y + i) - of_y);
    store_four(z + i, load_four(z + i) - of_z);
  }
}

// U of one column in `count` pivot rows, L of which is at A, copied to u.
template <int count>
[[gnu::always_inline]] inline void solve_pivot_rows(double* column, const double* A, Index stride, double* u) {
  for (int p = 0; p < count; ++p) {
    u[p] = column[p];
    for (int k = 0; k < p; ++k) u[p] -= A[p + k * stride] * u[k];
    column[p] = u[p];
  }
}

template <int count>
[[gnu::always_inline]] inline double sum_of_products(const double* row, Index stride, const double* u) {
  double sum = 0;
  for (int p = 0; p < count; ++p) sum += std::abs(row[p * stride] * u[p]);
  return sum;
}

// `count` pivots, the first at A: they are diagonal entries `first`, first + 1 ...
template <int count>
[[gnu::always_inline]] inline void eliminate_some(double* A, Index size, Index first, double* inverse,
                                                  double* removed) {
  const Index stride = size + front_slack, rows = size - first;  // from A to the end of its column
  for (int k = 0; k < count; ++k) {
    double* column = A + k * stride;
    for (int p = 0; p < k; ++p) {
      const double u = column[p];
      removed[first + k] += std::abs(A[k + p * stride] * u);
      subtract_from_one<1>(column + p + 1, A + p * stride + p + 1, 0, &u, rows - p - 1);
    }
    inverse[first + k] = 1 / column[k];
    for (Index i = k + 1; i < rows; i += 4) store_four(column + i, load_four(column + i) * inverse[first + k]);
  }
  const double* L = A + count;
  double u[count], w[count];
  Index j = count;
  for (; j + 2 <= rows; j += 2) {
    double *one = A + j * stride, *two = one + stride;
    solve_pivot_rows<count>(one, A, stride, u);
    solve_pivot_rows<count>(two, A, stride, w);
    removed[first + j] += sum_of_products<count>(A + j, stride, u);
    removed[first + j + 1] += sum_of_products<count>(A + j + 1, stride, w);
    subtract_from_two<count>(one + count, two + count, L, stride, u, w, rows - count);
  }
  if (j < rows) {
    double* one = A + j * stride;
    solve_pivot_rows<count>(one, A, stride, u);
    removed[first + j] += sum_of_products<count>(A + j, stride, u);
    subtract_from_one<count>(one + count, L, stride, u, rows - count);
  }
}

[[gnu::always_inline]] inline void eliminate_all(double* F, Index size, Index pivots, double* inverse,
                                                 double* removed) {
  const Index next = size + front_slack + 1;  // from one diagonal entry to the next
  Index first = 0;
  for (; first + 4 <= pivots; first += 4) eliminate_some<4>(F + first * next, size, first, inverse, removed);
  switch (pivots - first) {
    case 3: return eliminate_some<3>(F + first * next, size, first, inverse, removed);
    case 2: return eliminate_some<2>(F + first * next, size, first, inverse, removed);
    case 1: return eliminate_some<1>(F + first * next, size, first, inverse, removed);
    default: return;
  }
}

[[gnu::always_inline]] inline void subtract_columns_of(const double* A, Index stride, const double* w, Index columns,
                                                       double* y, Index rows) {
  Index p = 0;
  for (; p + 4 <= columns; p += 4) subtract_from_one<4>(y, A + p * stride, stride, w + p, rows);
  if (p + 2 <= columns) {
    subtract_from_one<2>(y, A + p * stride, stride, w + p, rows);
    p += 2;
  }
  if (p < columns) subtract_from_one<1>(y, A + p * stride, stride, w + p, rows);
}

[[gnu::always_inline]] inline void go_forward(const double* F, Index size, Index pivots, double* x, double* border) {
  const Index stride = size + front_slack;
  for (Index p = 0; p < pivots; ++p)
    for (Index i = p + 1; i < pivots; ++i) x[i] -= F[i + p * stride] * x[p];
  subtract_columns_of(F + pivots, stride, x, pivots, border, size - pivots);
}

// Rows in groups of four reach into those below the pivots: their sums are dropped.
[[gnu::always_inline]] inline void go_backward(const double* F, Index size, Index pivots, const double* inverse,
                                               double* x, const double* border) {
  const Index stride = size + front_slack;
  for (Index first = 0; first < pivots; first += 4) {
    const double* U = F + first + pivots * stride;
    Four sum = {0, 0, 0, 0};
    for (Index j = 0; j < size - pivots; ++j) sum += load_four(U + j * stride) * border[j];
    double known[4];
    store_four(known, sum);
    for (Index p = first; p < pivots && p < first + 4; ++p) x[p] -= known[p - first];
  }
  for (Index p = pivots - 1; p >= 0; --p) {
    x[p] *= inverse[p];
    for (Index i = 0; i < p; ++i) x[i] -= F[i + p * stride] * x[p];
  }
}

#if DAEDALUS_HAS_WIDE_CODE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
[[gnu::flatten]] void eliminate_wide(double* F, Index size, Index pivots, double* inverse, double* removed) {
  eliminate_all(F, size, pivots, inverse, removed);
}
[[gnu::flatten]] void go_forward_wide(const double* F, Index size, Index pivots, double* x, double* border) {
  go_forward(F, size, pivots, x, border);
}
[[gnu::flatten]] void go_backward_wide(const double* F, Index size, Index pivots, const double* inverse, double* x,
                                       const double* border) {
  go_backward(F, size, pivots, inverse, x, border);
}
#if DAEDALUS_HAS_WIDE_CODE
#pragma GCC pop_options
#endif

void eliminate_plain(double* F, Index size, Index pivots, double* inverse, double* removed) {
  eliminate_all(F, size, pivots, inverse, removed);
}
void go_forward_plain(const double* F, Index size, Index pivots, double* x, double* border) {
  go_forward(F, size, pivots, x, border);
}
void go_backward_plain(const double* F, Index size, Index pivots, const double* inverse, double* x,
                       const double* border) {
  go_backward(F, size, pivots, inverse, x, border);
}

}  // namespace

const FrontKernels& plain_front_kernels() {
  static const FrontKernels kernels = {eliminate_plain, go_forward_plain, go_backward_plain};
  return kernels;
}

const FrontKernels& wide_front_kernels() {
  static const FrontKernels kernels = {eliminate_wide, go_forward_wide, go_backward_wide};
  return kernels;
}

}  // namespace daedalus
