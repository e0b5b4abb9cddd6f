#include "daedalus/math/principal_axes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace daedalus {

PrincipalAxes principal_axes(const Mat3& A) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(A);
  Mat3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  return {.values = solver.eigenvalues(), .axes = axes};
}

Vec3 principal_values(const Mat3& A) { return principal_axes(A).values; }

}  // namespace daedalus
