#include "daedalus/integrate/shared/projection.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"

namespace daedalus {
namespace {

TEST(Projection, MovesAPointMassToTheNearestPointOfItsCircle) {
  const auto system = make_closed_form("pendulum");
  Equations eq(*system);
  State x = system->initial_guess();
  x.q << 0.9, -1.2;  // |q| = 1.5
  x.v << 3, 1;
  Projection projection;
  projection.resize(system->layout());
  ASSERT_TRUE(projection.project(eq, x).ok());
  EXPECT_NEAR(x.q[0], 0.6, 1e-14);
  EXPECT_NEAR(x.q[1], -0.8, 1e-14);
  // the velocity loses its radial part: v - (v·n) n with n = (0.6, -0.8)
  EXPECT_NEAR(x.v[0], 3 - 0.6, 1e-14);
  EXPECT_NEAR(x.v[1], 1 + 0.8, 1e-14);
}

TEST(Projection, LeavesAConsistentStateAloneUpToRoundOff) {
  for (const CatalogEntry& entry : closed_form_catalog()) {
    const auto system = entry.make();
    Equations eq(*system);
    State x = system->initial_guess();
    ASSERT_TRUE(make_consistent(eq, x).outcome.ok()) << entry.name;
    const State before = x;
    Projection projection;
    projection.resize(system->layout());
    ASSERT_TRUE(projection.project(eq, x).ok()) << entry.name;
    EXPECT_LT((x.q - before.q).lpNorm<Eigen::Infinity>(), 1e-14) << entry.name;
    EXPECT_LT((x.v - before.v).lpNorm<Eigen::Infinity>(), 1e-13) << entry.name;
  }
}

TEST(Projection, LevelVelocityDoesNotTouchPositions) {
  const auto system = make_closed_form("pendulum");
  Equations eq(*system);
  State x = system->initial_guess();
  x.q << 1.5, 0;
  x.v << 3, 1;
  Projection projection({.level = ProjectionLevel::velocity});
  projection.resize(system->layout());
  ASSERT_TRUE(projection.project(eq, x).ok());
  EXPECT_EQ(x.q[0], 1.5);
  EXPECT_NEAR(x.v[0], 0, 1e-14);
}

TEST(Consistency, ComputesAccelerationAndMultiplierOfTheHangingPendulum) {
  const auto system = make_closed_form("pendulum");
  Equations eq(*system);
  State x = system->initial_guess();
  x.q << 0, -1;
  x.v << 2, 0;
  ASSERT_TRUE(make_consistent(eq, x).outcome.ok());
  EXPECT_NEAR(x.a[0], 0, 1e-14);
  EXPECT_NEAR(x.a[1], 4, 1e-13);  // v²/L towards the pivot
  // m a = m g - Gᵀ lambda in the vertical: 4 = -9.81 - (2 y) lambda with G = 2 (x, y)
  EXPECT_NEAR(-x.lambda[0] * 2 * x.q[1], 4 + 9.81, 1e-12);
}

TEST(Consistency, ReportsHowFarTheGuessWasMovedAndWhereItFailed) {
  const auto system = make_closed_form("pendulum");
  Equations eq(*system);
  State x = system->initial_guess();
  x.q << 0, -1.25;
  const ConsistencyReport moved = make_consistent(eq, x);
  EXPECT_TRUE(moved.outcome.ok());
  EXPECT_NEAR(moved.moved_q, 0.25, 1e-12);

  x.q << 0, 0;  // the gradient of the constraint vanishes: no direction leads to the circle
  const ConsistencyReport stuck = make_consistent(eq, x);
  EXPECT_FALSE(stuck.outcome.ok());
}

}  // namespace
}  // namespace daedalus
