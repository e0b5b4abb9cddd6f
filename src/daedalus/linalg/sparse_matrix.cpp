#include "daedalus/linalg/sparse_matrix.hpp"

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

// Calls visit(row, column, value) for every stored entry, column by column.
template <class Visit>
void for_each_entry(const SparseMatrix& A, Visit visit) {
  const Index* start = A.pattern->column_starts().data();
  const Index* row = A.pattern->row_indices().data();
  const double* value = A.values.data();
  for (Index j = 0, n = A.cols(); j < n; ++j)
    for (Index k = start[j]; k < start[j + 1]; ++k) visit(row[k], j, value[k]);
}

}  // namespace

MatX SparseMatrix::to_dense() const {
  MatX dense = MatX::Zero(rows(), cols());
  for_each_entry(*this, [&](Index i, Index j, double value) { dense(i, j) = value; });
  return dense;
}

void multiply_add(double factor, const SparseMatrix& A, const VecX& x, VecX& y) {
  expects(x.size() == A.cols() && y.size() == A.rows(), "sizes fit in y += A x");
  for_each_entry(A, [&](Index i, Index j, double value) { y[i] += factor * value * x[j]; });
}

void multiply_add_transposed(double factor, const SparseMatrix& A, const VecX& x, VecX& y) {
  expects(x.size() == A.rows() && y.size() == A.cols(), "sizes fit in y += A' x");
  for_each_entry(A, [&](Index i, Index j, double value) { y[j] += factor * value * x[i]; });
}

}  // namespace daedalus
