// spectral_radius_test.cpp: estimates against eigenvalues in closed form.
#include "daedalus/integrate/shared/spectral_radius.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/pendulum.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "integrate/stiff_laws.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using testing::always;
using testing::FollowingMass;

SpectralRadius estimate_of(const System& system, State x, int times = 3) {
  Equations eq(system);
  make_consistent(eq, x);
  SpectralRadius radius;
  radius.resize(system.layout());
  for (int k = 0; k < times; ++k) radius.estimate(eq, x);
  return radius;
}

SpectralRadius estimate_of(const FollowingMass& law) {
  const LawSystem<FollowingMass> system("mass", law);
  return estimate_of(system, system.initial_guess());
}

TEST(SpectralRadius, IsTheFrequencyOfAnUndampedVibration) {
  for (const double omega : {1e-2, 1.0, 30.0, 1e4}) {
    const SpectralRadius radius = estimate_of(always(omega * omega, 0));
    EXPECT_NEAR(radius.value() / omega, 1, 1e-3) << omega;
    EXPECT_NEAR(radius.damping(), 0, 1e-3) << omega;
  }
}

TEST(SpectralRadius, KnowsHowAVibrationIsDamped) {
  const double omega = 200;
  for (const double zeta : {-0.1, 0.02, 0.1, 0.5}) {
    const SpectralRadius radius = estimate_of(always(omega * omega, 2 * zeta * omega));
    EXPECT_NEAR(radius.value() / omega, 1, 0.15) << zeta;
    EXPECT_NEAR(radius.damping(), zeta, 1e-3) << zeta;
  }
}

TEST(SpectralRadius, IsTheLargerOfTwoRealEigenvalues) {
  // (λ + 1000)(λ + 10)
  const SpectralRadius radius = estimate_of(always(1e4, 1010));
  EXPECT_NEAR(radius.value(), 1000, 10);
  EXPECT_GT(radius.damping(), 0.99);
}

TEST(SpectralRadius, DoesNotSeeDirectionsOffTheConstraints) {
  // a pendulum at rest below its pivot: ω² = g/l, L = 1
  Pendulum law;
  const LawSystem<Pendulum> system("pendulum", law);
  State x = system.initial_guess();
  x.q << 0, -law.L;
  x.v.setZero();
  const SpectralRadius radius = estimate_of(system, x);
  EXPECT_NEAR(radius.value() / std::sqrt(law.g / law.L), 1, 0.05);
}

TEST(SpectralRadius, DoesNotAllocate) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  const auto system = make_closed_form("andrews");
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  SpectralRadius radius;
  radius.resize(system->layout());
  radius.estimate(eq, x);
  const long before = AllocationCount::now();
  radius.estimate(eq, x);
  EXPECT_EQ(AllocationCount::now() - before, 0);
}

}  // namespace
}  // namespace daedalus
