#include "daedalus/analysis/tangent_space.hpp"

#include "daedalus/base/errors.hpp"

namespace daedalus {

TangentSpace::TangentSpace(const MatX& M, const MatX& G) {
  const Index n = M.rows();
  const Cholesky factors(M);
  if (!factors.ok()) throw ModelError("the mass matrix is not positive definite.");
  for (Index i = 0; i < G.rows(); ++i)
    if (!G.row(i).isZero(0)) kept_.push_back(i);
  MatX Y = G(kept_, Eigen::all).transpose();
  factors.solve_lower(Y);
  row_scale_ = Y.colwise().norm().transpose().cwiseInverse();
  Y = Y * row_scale_.asDiagonal();
  MatX Q = MatX::Identity(n, n);
  if (Y.cols() > 0) {
    qr_ = pivoted_qr(Y);
    Q = qr_.Q;
  }
  factors.solve_upper(Q);
  Q_ = Q.leftCols(rank());
  N_ = Q.rightCols(n - rank());
}

MatX TangentSpace::smallest_motion(const MatX& b) const {
  if (rank() == 0) return MatX::Zero(N_.rows(), b.cols());
  const MatX scaled = row_scale_.asDiagonal() * b(kept_, Eigen::all);
  MatX w = scaled(qr_.order, Eigen::all);
  qr_.R.topLeftCorner(rank(), rank()).triangularView<Eigen::Upper>().transpose().solveInPlace(w);
  return Q_ * w;
}

}  // namespace daedalus
