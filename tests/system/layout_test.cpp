#include "daedalus/system/layout.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

Layout valid() {
  return {.nq = 2,
          .ng = 1,
          .nw = 1,
          .ns = 1,
          .coordinates = {"x", "y"},
          .constraints = {"rod", "wheel"},
          .states = {"z"},
          .switches = {},
          .patterns = Patterns::full(2, 2, 1),
          .rate_groups = {{.name = "fast", .coordinates = {1}, .constraints = {}, .states = {0}}}};
}

TEST(Layout, AcceptsSizesThatFitTogether) { EXPECT_NO_THROW(check(valid())); }

TEST(Layout, RefusesAWrongNumberOfNames) {
  Layout layout = valid();
  layout.constraints.pop_back();
  EXPECT_THROW(check(layout), ModelError);
}

TEST(Layout, RefusesAPatternOfAnotherSize) {
  Layout layout = valid();
  layout.patterns.G = Pattern::full(1, 2);  // the nonholonomic row is missing
  EXPECT_THROW(check(layout), ModelError);
}

TEST(Layout, RefusesARateGroupThatNamesWhatIsNotThere) {
  Layout layout = valid();
  layout.rate_groups[0].coordinates = {2};
  EXPECT_THROW(check(layout), ModelError);
}

}  // namespace
}  // namespace daedalus
