// Decompositions against matrices whose factors are known by hand.
#include "daedalus/linalg/decompositions.hpp"

#include <gtest/gtest.h>

#include <complex>

#include "daedalus/linalg/entries.hpp"
#include "daedalus/math/principal_axes.hpp"

namespace daedalus {
namespace {

MatX two_by_two(double a, double b, double c, double d) {
  MatX A(2, 2);
  A << a, b, c, d;
  return A;
}

TEST(SymmetricEigen, ValuesAscendAndVectorsBelongToThem) {
  const auto [values, vectors] = symmetric_eigen(two_by_two(2, 1, 1, 2));
  EXPECT_NEAR(values[0], 1, 1e-14);
  EXPECT_NEAR(values[1], 3, 1e-14);
  EXPECT_NEAR(std::abs(vectors(0, 1) - vectors(1, 1)), 0, 1e-14);  // (1, 1)/√2 belongs to 3
}

TEST(GeneralEigen, ARotationHasAConjugatePair) {
  const auto [values, vectors] = general_eigen(two_by_two(0, -2, 2, 0));
  EXPECT_NEAR(std::abs(values[0].imag()), 2, 1e-14);
  EXPECT_NEAR(std::abs(values[0] + values[1]), 0, 1e-14);
  EXPECT_NEAR(std::abs(vectors(0, 0)), std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(spectral_radius(two_by_two(0, -2, 2, 0)), 2, 1e-14);
  EXPECT_EQ(spectral_radius(MatX(0, 0)), 0);
}

TEST(SingularValues, OfARankOneMatrixOneIsZeroAndItsVectorIsInTheKernel) {
  const MatX A = two_by_two(3, 4, 6, 8);  // (1, 2)ᵀ (3, 4): singular values √5 · 5 and 0
  const auto [values, V] = singular_values_and_vectors(A);
  EXPECT_NEAR(values[0], 5 * std::sqrt(5.0), 1e-13);
  EXPECT_NEAR(values[1], 0, 1e-13);
  EXPECT_NEAR((A * V.col(1)).norm(), 0, 1e-13);
  EXPECT_NEAR((singular_values(A) - values).norm(), 0, 1e-13);
  EXPECT_EQ(rank_of(A, 1e-9), 1);
  const MatX kernel = kernel_of(A, 1e-9);
  ASSERT_EQ(kernel.cols(), 1);
  EXPECT_NEAR(3 * kernel(0, 0) + 4 * kernel(1, 0), 0, 1e-13);
}

TEST(Lu, SolvesAndInvertsWhatNeedsPivots) {
  const MatX A = two_by_two(0, 2, 3, 0);
  EXPECT_NEAR((inverse_of(A) - two_by_two(0, 1.0 / 3, 0.5, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((solve_lu(A, Vec<double, 2>(4, 9)) - Vec<double, 2>(3, 2)).norm(), 0, 1e-14);
}

TEST(Cholesky, SolvesByItsFactorsAndRefusesIndefiniteMatrices) {
  const Cholesky factors(two_by_two(4, 2, 2, 5));  // L = (2 0; 1 2)
  ASSERT_TRUE(factors.ok());
  MatX b = Vec<double, 2>(2, 3);
  factors.solve_lower(b);
  EXPECT_NEAR((b - Vec<double, 2>(1, 1)).norm(), 0, 1e-15);
  factors.solve_upper(b);
  EXPECT_NEAR((b - Vec<double, 2>(0.25, 0.5)).norm(), 0, 1e-15);
  EXPECT_NEAR((factors.solve(Vec<double, 2>(2, 3)) - b).norm(), 0, 1e-15);
  EXPECT_FALSE(Cholesky(two_by_two(1, 2, 2, 1)).ok());
  EXPECT_TRUE(Cholesky(MatX(0, 0)).ok());
}

TEST(PivotedQr, TakesTheLongestColumnFirst) {
  MatX A(3, 2);
  A << 1, 0, 0, 5, 0, 0;
  const auto [Q, R, order] = pivoted_qr(A);
  EXPECT_EQ(order, (std::vector<Index>{1, 0}));
  EXPECT_NEAR((Q * R - A(Eigen::all, order)).norm(), 0, 1e-15);
  EXPECT_NEAR((Q.transpose() * Q - MatX::Identity(3, 3)).norm(), 0, 1e-15);
}

TEST(LeastSquares, OfSolutionsThatFitEquallyWellTheShortestIsTaken) {
  MatX A(1, 2);
  A << 1, 1;
  EXPECT_NEAR((least_squares(A, MatX::Constant(1, 1, 2), 1e-12) - Vec<double, 2>(1, 1)).norm(), 0, 1e-14);
}

TEST(PrincipalAxes, AreRightHandedAndReturnTheMatrix) {
  Mat3 A;
  A << 2, 1, 0, 1, 2, 0, 0, 0, 5;
  const auto [values, axes] = principal_axes(A);
  EXPECT_NEAR((values - Vec3(1, 3, 5)).norm(), 0, 1e-14);
  EXPECT_NEAR((axes * values.asDiagonal() * axes.transpose() - A).norm(), 0, 1e-14);
  EXPECT_NEAR(axes(0, 0) * (axes(1, 1) * axes(2, 2) - axes(1, 2) * axes(2, 1)) -
                  axes(0, 1) * (axes(1, 0) * axes(2, 2) - axes(1, 2) * axes(2, 0)) +
                  axes(0, 2) * (axes(1, 0) * axes(2, 1) - axes(1, 1) * axes(2, 0)),
              1, 1e-14);
}

TEST(Entries, AreVisitedColumnByColumn) {
  const Pattern pattern(2, 2, {{1, 1}, {0, 0}, {1, 0}});
  SparseMatrix A(pattern);
  A.values << 1, 2, 3;
  std::vector<std::array<double, 3>> seen;
  for_each_entry(A, [&](Index i, Index j, double value) { seen.push_back({double(i), double(j), value}); });
  EXPECT_EQ(seen, (std::vector<std::array<double, 3>>{{0, 0, 1}, {1, 0, 2}, {1, 1, 3}}));
}

}  // namespace
}  // namespace daedalus
