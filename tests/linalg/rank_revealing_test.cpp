#include "daedalus/linalg/rank_revealing.hpp"

#include <gtest/gtest.h>

#include "linalg/random_matrices.hpp"

namespace daedalus {
namespace {

TEST(FindDependentRows, FindsNoneInARandomMatrix) {
  const DependentRows found = find_dependent_rows(random_matrix(5, 9, 1));
  EXPECT_EQ(found.rank, 5);
  EXPECT_TRUE(found.dependent.empty());
}

TEST(FindDependentRows, NamesTheLaterOfTwoEqualRows) {
  MatX G = random_matrix(5, 9, 2);
  G.row(3) = -2 * G.row(1);
  const DependentRows found = find_dependent_rows(G);
  EXPECT_EQ(found.rank, 4);
  EXPECT_EQ(found.dependent, std::vector<Index>{3});
}

TEST(FindDependentRows, NamesTheLastOfRowsThatAddUp) {
  MatX G = random_matrix(6, 9, 3);
  G.row(2) = G.row(0) + G.row(1) - 3 * G.row(5);
  G.row(4) = G.row(3);
  EXPECT_EQ(find_dependent_rows(G).dependent, (std::vector<Index>{4, 5}));
}

TEST(FindDependentRows, NamesRowsOfZeros) {
  MatX G = random_matrix(3, 4, 4);
  G.row(0).setZero();
  const DependentRows found = find_dependent_rows(G);
  EXPECT_EQ(found.rank, 2);
  EXPECT_EQ(found.dependent, std::vector<Index>{0});
}

TEST(FindDependentRows, FindsAtMostAsManyIndependentRowsAsCoordinates) {
  const DependentRows found = find_dependent_rows(random_matrix(7, 4, 5));
  EXPECT_EQ(found.rank, 4);
  EXPECT_EQ(found.dependent, (std::vector<Index>{4, 5, 6}));
}

TEST(FindDependentRows, DecidesNearlyDependentRowsByTheTolerance) {
  MatX G = random_matrix(3, 6, 6);
  G.row(2) = G.row(0) + 1e-6 * random_vector(6, 7).transpose();
  EXPECT_EQ(find_dependent_rows(G, 1e-9).rank, 3);
  EXPECT_EQ(find_dependent_rows(G, 1e-4).dependent, std::vector<Index>{2});
}

// What should vanish and holds rounding is as good as any other row when it is measured by itself.
TEST(FindDependentRows, TakesARowOfRoundingForARowOfZeros) {
  MatX G = random_matrix(4, 6, 8);
  G.row(1) = 1e-16 * random_vector(6, 9).transpose();
  EXPECT_EQ(find_dependent_rows(G).dependent, std::vector<Index>{1});
}

// Rows that are nearly parallel to one another are worth little, even when they come first.
TEST(FindDependentRows, KeepsRowsThatAreWellAwayFromEachOther) {
  MatX G = random_matrix(4, 3, 10);
  G.row(1) = G.row(0) + 1e-5 * random_vector(3, 11).transpose();
  const DependentRows found = find_dependent_rows(G);
  EXPECT_EQ(found.rank, 3);
  EXPECT_EQ(found.dependent, std::vector<Index>{1});
}

TEST(FindDependentRows, AcceptsNoConstraintsAndNoCoordinates) {
  EXPECT_EQ(find_dependent_rows(MatX(0, 3)).rank, 0);
  EXPECT_EQ(find_dependent_rows(MatX(0, 0)).rank, 0);
}

}  // namespace
}  // namespace daedalus
