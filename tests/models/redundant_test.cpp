// Three parallel cranks where two are enough.
#include <gtest/gtest.h>

#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

TEST(RedundantParallelogram, NamesTheRedundantRow) {
  const GalleryRun run("redundant_parallelogram");
  const CheckReport check = run.check();
  EXPECT_EQ(check.constraints, 12);
  EXPECT_EQ(check.rank, 11);
  EXPECT_EQ(check.degrees_of_freedom, 1);
  ASSERT_EQ(check.redundant.size(), 1u);
  EXPECT_EQ(check.redundant[0], "pin3.y");
}

TEST(RedundantParallelogram, MovesLikeTheMechanismWithTwoCranks) {
  GalleryRun three("redundant_parallelogram"), two("redundant_parallelogram", {{"cranks", "2"}}),
      many("redundant_parallelogram", {{"cranks", "7"}});
  EXPECT_TRUE(two.check().redundant.empty());
  EXPECT_EQ(many.check().redundant.size(), 5u);
  for (const double t : {0.5, 1.0, 3.0, 10.0}) {
    two.to(t);
    for (GalleryRun* run : {&three, &many}) {
      run->to(t);
      for (const char* name : {"platform.x", "platform.y", "platform.theta", "crank1.theta", "crank2.theta"}) {
        EXPECT_NEAR(run->q(name), two.q(name), 1e-9) << name << " at " << t;
        EXPECT_NEAR(run->v(name), two.v(name), 1e-9) << name << " at " << t;
      }
    }
  }
}

TEST(RedundantParallelogram,
     SharesTheLoadBetweenItsCranksWithLeastEffort) {  // symmetric: the outer cranks carry the same
  GalleryRun run("redundant_parallelogram", {{"phi", "-pi/2"}});
  const double outer = run.channel("pin1.fy"), middle = run.channel("pin2.fy");
  EXPECT_NEAR(run.channel("pin3.fy"), outer, 1e-6);
  EXPECT_NEAR(2 * outer + middle, -4 * 9.81, 1e-6);  // the platform hangs on the cranks: they are pulled down
}

}  // namespace
}  // namespace daedalus::testing
