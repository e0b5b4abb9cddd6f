#include "daedalus/linalg/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace daedalus {

SymmetricEigen symmetric_eigen(const MatX& A) {
  const Eigen::SelfAdjointEigenSolver<MatX> solver(A);
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

GeneralEigen general_eigen(const MatX& A) {
  const Eigen::EigenSolver<MatX> solver(A);
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

Eigen::VectorXcd eigenvalues(const MatX& A) { return Eigen::EigenSolver<MatX>(A, false).eigenvalues(); }

double spectral_radius(const MatX& A) { return A.size() == 0 ? 0 : eigenvalues(A).cwiseAbs().maxCoeff(); }

SingularValues singular_values_and_vectors(const MatX& A) {
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV | Eigen::ComputeFullU);
  return {.values = svd.singularValues(), .V = svd.matrixV()};
}

VecX singular_values(const MatX& A) { return Eigen::BDCSVD<MatX>(A).singularValues(); }

MatX solve_lu(const MatX& A, const MatX& B) { return A.partialPivLu().solve(B); }

MatX inverse_of(const MatX& A) { return A.partialPivLu().inverse(); }

MatX kernel_of(const MatX& A, double threshold) {
  Eigen::FullPivLU<MatX> lu(A);
  lu.setThreshold(threshold);
  return lu.kernel();
}

Cholesky::Cholesky(const MatX& M) {
  const Eigen::LLT<MatX> factors(M);
  ok_ = M.rows() == 0 || factors.info() == Eigen::Success;
  L_ = factors.matrixL();
}

MatX Cholesky::solve(const MatX& B) const {
  MatX X = B;
  solve_lower(X);
  solve_upper(X);
  return X;
}

void Cholesky::solve_lower(MatX& B) const {
  if (B.size() > 0) L_.triangularView<Eigen::Lower>().solveInPlace(B);
}

void Cholesky::solve_upper(MatX& B) const {
  if (B.size() > 0) L_.triangularView<Eigen::Lower>().transpose().solveInPlace(B);
}

PivotedQr pivoted_qr(const MatX& A) {
  const Eigen::ColPivHouseholderQR<MatX> qr(A);
  const auto& order = qr.colsPermutation().indices();
  return {.Q = qr.householderQ() * MatX::Identity(A.rows(), A.rows()),
          .R = qr.matrixR().triangularView<Eigen::Upper>(),
          .order = std::vector<Index>(order.begin(), order.end())};
}

Index rank_of(const MatX& A, double threshold) {
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(threshold);
  return static_cast<Index>(qr.compute(A).rank());
}

MatX least_squares(const MatX& A, const MatX& B, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatX> solver;
  solver.setThreshold(threshold);
  return solver.compute(A).solve(B);
}

}  // namespace daedalus
