// Every derivative of the seam against differences of the values below it, for every joint and force, at random states
// on and off the constraints: g → g_dot → G, gamma → tangents. The values themselves are checked in values_test.cpp.
#include <gtest/gtest.h>

#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "formulation/derivative_checker.hpp"
#include "formulation/element_zoo.hpp"
#include "support/sanitized.hpp"

namespace daedalus::testing {
namespace {

constexpr int states_per_case = under_address_sanitizer ? 3 : 100;  // slow there, and the numbers are the same

void check_zoo(const std::vector<ZooCase>& zoo) {
  for (const ZooCase& c : zoo) {
    SCOPED_TRACE(c.name);
    const CartesianSystem system(c.model);
    RandomStates random(system, {.t = 2, .q = c.reach, .v = 1, .a = 2, .lambda = 3, .s = c.state_reach});
    DerivativeChecker checker(system);
    for (int k = 0; k < states_per_case; ++k) checker.check(random());
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(CartesianDerivatives, OfEveryJointAreThoseOfItsValues) { check_zoo(joint_zoo()); }
TEST(CartesianDerivatives, OfEveryForceAreThoseOfItsValues) { check_zoo(force_zoo()); }

}  // namespace
}  // namespace daedalus::testing
