#include "daedalus/linalg/rank_revealing.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "linalg/random_matrices.hpp"

namespace daedalus {
namespace {

DependentRows find(const MatX& G, double tolerance = 1e-9) {
  const PatternAndMatrix mass(random_definite(static_cast<Index>(G.cols()), 99)), jacobian(G);
  return find_dependent_rows(mass.A, jacobian.A, tolerance);
}

TEST(FindDependentRows, FindsNoneInARandomMatrix) {
  const DependentRows found = find(random_matrix(5, 9, 1));
  EXPECT_EQ(found.rank, 5);
  EXPECT_TRUE(found.dependent.empty());
}

TEST(FindDependentRows, NamesTheLaterOfTwoEqualRows) {
  MatX G = random_matrix(5, 9, 2);
  G.row(3) = -2 * G.row(1);
  const DependentRows found = find(G);
  EXPECT_EQ(found.rank, 4);
  EXPECT_EQ(found.dependent, std::vector<Index>{3});
}

TEST(FindDependentRows, NamesTheLastOfRowsThatAddUp) {
  MatX G = random_matrix(6, 9, 3);
  G.row(2) = G.row(0) + G.row(1) - 3 * G.row(5);
  G.row(4) = G.row(3);
  EXPECT_EQ(find(G).dependent, (std::vector<Index>{4, 5}));
}

TEST(FindDependentRows, NamesRowsOfZeros) {
  MatX G = random_matrix(3, 4, 4);
  G.row(0).setZero();
  const DependentRows found = find(G);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.dependent, std::vector<Index>{0});
}

TEST(FindDependentRows, FindsAtMostAsManyIndependentRowsAsCoordinates) {
  const DependentRows found = find(random_matrix(7, 4, 5));
  EXPECT_EQ(found.rank, 4);
  EXPECT_EQ(found.dependent, (std::vector<Index>{4, 5, 6}));
}

TEST(FindDependentRows, DecidesNearlyDependentRowsByTheTolerance) {
  MatX G = random_matrix(3, 6, 6);
  G.row(2) = G.row(0) + 1e-6 * random_vector(6, 7).transpose();
  EXPECT_EQ(find(G, 1e-9).rank, 3);
  EXPECT_EQ(find(G, 1e-4).dependent, std::vector<Index>{2});
}

TEST(FindDependentRows, IsBlindToTheUnitsOfTheRows) {
  MatX G = random_matrix(4, 6, 8);
  G.row(1) *= 1e-12;
  G.row(2) *= 1e9;
  EXPECT_EQ(find(G).rank, 4);
  G.row(3) = 1e-15 * G.row(2) + G.row(1);
  EXPECT_EQ(find(G).dependent, std::vector<Index>{3});
}

TEST(FindDependentRows, AcceptsNoConstraintsAndNoCoordinates) {
  EXPECT_EQ(find(MatX(0, 3)).rank, 0);
  EXPECT_EQ(find(MatX(0, 0)).rank, 0);
}

TEST(FindDependentRows, RefusesAMassMatrixThatIsNotPositiveDefinite) {
  const PatternAndMatrix mass(-MatX::Identity(3, 3)), jacobian(random_matrix(1, 3, 9));
  EXPECT_THROW(find_dependent_rows(mass.A, jacobian.A), ModelError);
}

}  // namespace
}  // namespace daedalus
