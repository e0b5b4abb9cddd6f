#include "daedalus/linalg/rank_revealing.hpp"

#include <Eigen/Cholesky>

#include "daedalus/base/errors.hpp"

namespace daedalus {

// With M = L Lᵀ the columns of Y = L⁻¹ Gᵀ are the rows of G in the metric of M⁻¹. QR of Y in which columns are taken in
// their order and only put aside, never preferred: pivoting by size would name the dependent rows in no useful order.
DependentRows find_dependent_rows(const SparseMatrix& M, const SparseMatrix& G, double tolerance) {
  const Eigen::LLT<MatX> cholesky(M.to_dense());
  if (M.rows() > 0 && cholesky.info() != Eigen::Success)
    throw ModelError("the mass matrix is not positive definite: dependent constraints cannot be sought in its metric");
  MatX Y = G.to_dense().transpose();
  if (Y.size() > 0) cholesky.matrixL().solveInPlace(Y);

  DependentRows found;
  MatX Q(M.rows(), std::min(M.rows(), G.rows()));
  for (Index j = 0; j < G.rows(); ++j) {
    const double length = Y.col(j).norm();
    VecX rest = Y.col(j);
    for (int pass = 0; pass < 2; ++pass)  // twice is enough to be orthogonal to rounding (Kahan, Parlett)
      rest -= Q.leftCols(found.rank) * (Q.leftCols(found.rank).transpose() * rest);
    if (found.rank == Q.cols() || !(rest.norm() > tolerance * length)) {
      found.dependent.push_back(j);
    } else {
      Q.col(found.rank++) = rest.normalized();
    }
  }
  return found;
}

}  // namespace daedalus
