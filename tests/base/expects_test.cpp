#include "daedalus/base/expects.hpp"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

TEST(Expects, AKeptExpectationCostsNothingVisible) { expects(true, "truth holds"); }

TEST(ExpectsDeathTest, ABrokenExpectationStopsACheckedBuildAndNamesThePlace) {
  if constexpr (!checked_build) GTEST_SKIP() << "this build does not check";
  EXPECT_DEATH(expects(false, "the pendulum has a length"),
               "expects_test.cpp:[0-9]+: broken expectation: the pendulum has a length");
}

TEST(Expects, AnUncheckedBuildGoesOn) {
  if constexpr (checked_build) GTEST_SKIP() << "this build checks";
  expects(false, "never looked at");
}

}  // namespace
}  // namespace daedalus
