#include "daedalus/analysis/tangent_space.hpp"

#include "daedalus/base/errors.hpp"

namespace daedalus {

TangentSpace::TangentSpace(const MatX& M, const MatX& G) : M_(M) {
  const Index n = M.rows();
  if (n > 0 && M_.info() != Eigen::Success)
    throw ModelError("the mass matrix is not positive definite: allowed motions cannot be sought in its metric.");
  MatX Y = G.transpose();
  if (Y.size() > 0) M_.matrixL().solveInPlace(Y);
  row_scale_ = Y.colwise().norm().transpose();
  for (double& length : row_scale_) length = length > 0 ? 1 / length : 1;
  Y = Y * row_scale_.asDiagonal();
  MatX Q = MatX::Identity(n, n);
  if (Y.cols() > 0) {
    constexpr double dependent = 1e-9;  // of rows of length one in the metric of M⁻¹; unlike system/redundancy.hpp it knows no scale of the model
    qr_.setThreshold(dependent);
    qr_.compute(Y);
    rank_ = qr_.rank();
    Q = qr_.householderQ() * MatX::Identity(n, n);
  }
  M_.matrixU().solveInPlace(Q);
  Q_ = Q.leftCols(rank_);
  N_ = Q.rightCols(n - rank_);
}

MatX TangentSpace::smallest_motion(const MatX& b) const {
  if (rank_ == 0) return MatX::Zero(N_.rows(), b.cols());
  const MatX scaled = row_scale_.asDiagonal() * b;
  MatX w = (qr_.colsPermutation().transpose() * scaled).topRows(rank_);
  qr_.matrixR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().transpose().solveInPlace(w);
  return Q_ * w;
}

}  // namespace daedalus
