#include "daedalus/linalg/sparse_matrix.hpp"

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/entries.hpp"

namespace daedalus {

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
