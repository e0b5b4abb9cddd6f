// Mechanisms whose motion others have published: methods of order 4 and more, both formulations, to five digits and
// more at 1e-7. Methods of order 2 are run by the command.
#include "daedalus/reproduce/benchmarks/benchmarks.hpp"

#include <gtest/gtest.h>

#include "reproduce/gallery_runner.hpp"

namespace daedalus::reproduce::benchmarks {
namespace {

using daedalus::testing::gallery_runner;

TEST(Benchmarks, AreRightWithEveryMethodOfHighOrderInBothFormulations) {
  for (const Benchmark& benchmark : all()) {
    if (benchmark.model == "n_four_bar") continue;
    const Account account = run(gallery_runner(), benchmark);
    ASSERT_EQ(account.size(), 1u);
    // rk4, dopri5, infl-sdirk, infl-esdirk, for-sdirk, expl-deabm, bdf, auto in two formulations
    EXPECT_EQ(account[0].findings.size(), 16u);
    for (const Finding& finding : account[0].findings)
      EXPECT_EQ(finding.outcome, Outcome::confirmed)
          << benchmark.label << ", " << finding.subject << ": " << finding.ours << " " << finding.why;
  }
}

// Twice per turn all bars are on one line.
TEST(Benchmarks, TheNFourBarPassesItsSingularPositionsWithEveryMethodOfHighOrder) {
  for (const Benchmark& benchmark : all()) {
    if (benchmark.model != "n_four_bar") continue;
    const Account account = run(gallery_runner(), benchmark);
    for (const Finding& finding : account[0].findings)
      EXPECT_TRUE(finding.ours.starts_with("error "))
          << benchmark.label << ", " << finding.subject << ": " << finding.ours << " " << finding.why;
  }
}

}  // namespace
}  // namespace daedalus::reproduce::benchmarks
