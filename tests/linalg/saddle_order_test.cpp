#include "daedalus/linalg/saddle_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/linalg/frontal_ldlt.hpp"
#include "linalg/random_matrices.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

bool is_permutation(std::vector<Index> order) {
  std::ranges::sort(order);
  for (std::size_t k = 0; k < order.size(); ++k)
    if (order[k] != static_cast<Index>(k)) return false;
  return true;
}

TEST(SaddleOrder, CoordinatesFirstPutsNoConstraintBeforeACoordinateItTouches) {
  const VehicleSaddle v;
  const std::vector<Index> order = coordinates_first_order(v.M_pattern, v.G_pattern);
  ASSERT_EQ(order.size(), 178u);
  EXPECT_TRUE(is_permutation(order));
  std::vector<Index> position(178);
  for (Index k = 0; k < 178; ++k) position[order[k]] = k;
  for (Index row = 0; row < 80; ++row)
    for (Index j = 0; j < 98; ++j) EXPECT_TRUE(v.G_pattern.find(row, j) < 0 || position[j] < position[98 + row]);
}

TEST(SaddleOrder, MixedOrderHasLessFillOnTheVehicle) {
  const VehicleSaddle v;
  const auto mixed = mixed_order(v.M, v.G), first = coordinates_first_order(v.M_pattern, v.G_pattern);
  EXPECT_TRUE(is_permutation(mixed));
  const auto fill = [&](const std::vector<Index>& order) {
    return make_front_tree(v.M_pattern, v.G_pattern, order, Fronts::many).factor_nonzeros;
  };
  EXPECT_LT(fill(mixed), fill(first));
}

// K = [1 0 1; 0 1 e; 1 e 0]: the constraint may follow the first coordinate alone, but not the second when e is small.
TEST(SaddleOrder, MixedOrderWaitsForACoordinateThatGivesTheConstraintAPivot) {
  for (const double e : {1e-6, 1.0}) {
    const PatternAndMatrix M(MatX::Identity(2, 2));
    MatX row(1, 2);
    row << e, 1;
    const PatternAndMatrix G(row);
    FrontalLdlt ldlt(M.pattern, G.pattern, mixed_order(M.A, G.A));
    EXPECT_GT(ldlt.factorize(M.A, G.A, VecX::Zero(G.A.rows())).constraints, 0.01);
  }
}

TEST(FrontalLdlt, ReportsTheShareThatCancellationLeavesOfAPivot) {
  // G M⁻¹ Gᵀ = [1 1; 1 1 + d]: the second pivot is d of a sum (1 + d) + 1.
  const double d = 1e-3;
  MatX rows(2, 2);
  rows << 1, 0, 1, std::sqrt(d);
  const PatternAndMatrix M(MatX::Identity(2, 2)), G(rows);
  FrontalLdlt ldlt(M.pattern, G.pattern, {0, 1, 2, 3}, Fronts::single);
  const FrontalLdlt::Quality quality = ldlt.factorize(M.A, G.A, VecX::Zero(G.A.rows()));
  EXPECT_NEAR(quality.constraints, d / (2 + d), 1e-12);
  EXPECT_EQ(quality.coordinates, 1);
}

TEST(FrontalLdlt, GivesTheSameSolutionHoweverUnknownsAreGroupedIntoFronts) {
  const VehicleSaddle v;
  const auto order = coordinates_first_order(v.M_pattern, v.G_pattern);
  FrontalLdlt many(v.M_pattern, v.G_pattern, order, Fronts::many);
  FrontalLdlt single(v.M_pattern, v.G_pattern, order, Fronts::single);
  EXPECT_GT(many.tree().count(), 10);
  EXPECT_EQ(single.tree().count(), 1);
  VecX b = random_vector(98, 1), c = random_vector(80, 2), b2 = b, c2 = c;
  many.factorize(v.M, v.G, VecX::Zero(80));
  many.solve(b, c);
  single.factorize(v.M, v.G, VecX::Zero(80));
  single.solve(b2, c2);
  EXPECT_LT((b - b2).norm(), 1e-11 * b.norm());
  EXPECT_LT((c - c2).norm(), 1e-11 * c.norm());
}

}  // namespace
}  // namespace daedalus
