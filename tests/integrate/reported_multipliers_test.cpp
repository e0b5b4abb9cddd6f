// reported_multipliers_test.cpp: accelerations and multipliers in results belong to the state, whatever the formula of
// the method makes of them.
#include <gtest/gtest.h>

#include "support/convergence.hpp"

namespace daedalus {
namespace {

const std::vector<std::string> methods = {"nstiff", "nstiff-si2", "hht-i3", "hht-si2", "hht-add", "generalized-alpha"};

// The worst multiplier of a whole run under error control, where h changes all the time, over the largest one.
TEST(ReportedMultipliers, AreAsAccurateAsTheMotionInEveryStep) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  for (const std::string& name : methods)
    for (const double rtol : {1e-3, 1e-5}) {
      const auto method = make_method(name);
      const Result r = solve(*system, *method, system->initial_guess(),
                             {.t_end = 3, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}});
      double worst = 0, size = 0;
      for (const State& x : r.trajectory) {
        const State exact = entry.reference(x.t).value();
        worst = std::max(worst, testing::largest(x.lambda - exact.lambda));
        size = std::max(size, testing::largest(exact.lambda));
      }
      EXPECT_LT(worst, 10 * rtol * size) << name << " " << rtol << ", " << r.trajectory.size() << " steps";
    }
}

TEST(ReportedMultipliers, OfMethodsOfFixedCostAreThoseOfTheState) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  for (const std::string name : {"rt-ros2", "rt-euler"})
    for (const double h : {0.02, 0.005}) {
      const auto method = make_method(name);
      const Result r = solve(*system, *method, system->initial_guess(), {.t_end = 2, .integration = {.h = h}});
      ASSERT_EQ(r.status, RunStatus::done) << name;
      Equations eq(*system);
      for (const State& x : r.trajectory) {
        State y = x;
        ASSERT_EQ(eq.solve_acceleration(y), FactorStatus::ok);
        EXPECT_LT(testing::largest(y.lambda - x.lambda), 1e-6 * (1 + testing::largest(y.lambda)))
            << name << " h = " << h << ", t = " << x.t;
      }
    }
}

}  // namespace
}  // namespace daedalus
