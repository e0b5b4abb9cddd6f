// Options whose spelling has changed.
#include "daedalus/integrate/renamed_options.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

TEST(RenamedOptions, OldSpellingsAreAcceptedAndTheReportSaysWhatTheyAreCalledNow) {
  const auto system = make_closed_form("circular_track");
  const SolveOptions options{.t_end = 0.1, .integration = {.h = 0.01}};
  const auto then =
      make_method("rt-euler", {{"stabilisation", "sequential-regularisation"}, {"regularisation.sweeps", "3"}});
  const auto now =
      make_method("rt-euler", {{"stabilization", "sequential-regularization"}, {"regularization.sweeps", "3"}});
  const Result a = solve(*system, *then, system->initial_guess(), options),
               b = solve(*system, *now, system->initial_guess(), options);
  EXPECT_EQ(a.final, b.final);
  ASSERT_EQ(a.report.warnings.size(), b.report.warnings.size() + 2);
  EXPECT_NE(a.report.warnings[0].find("stabilization=sequential-regularization"), std::string::npos)
      << a.report.warnings[0];
  EXPECT_NE(a.report.warnings[1].find("regularization.sweeps=3"), std::string::npos) << a.report.warnings[1];
}

}  // namespace
}  // namespace daedalus
