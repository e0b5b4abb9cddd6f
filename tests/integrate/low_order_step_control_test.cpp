// low_order_step_control_test.cpp: error control and work of the implicit low-order methods.
#include <gtest/gtest.h>

#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::relative_error;

const std::vector<std::string> second_order = {"nstiff",     "hht-i3",  "generalized-alpha",
                                               "nstiff-si2", "hht-add", "hht-si2"};
std::vector<std::string> all_methods() {
  std::vector<std::string> names = second_order;
  names.push_back("newmark");
  return names;
}

Result run(const std::string& name, const std::string& problem, double t_end, const IntegrationOptions& integration) {
  const auto system = find_closed_form(problem).make();
  const auto method = make_method(name);
  return solve(*system, *method, system->initial_guess(),
               {.t_end = t_end, .integration = integration, .output = Output::end_only});
}

// Errors of the steps add up to about the tolerance; that they stay far below it would be wasteful. The mechanism
// forgets some of them, and hht-add, whose estimate is not filtered, takes more steps than it needs.
TEST(LowOrderMethods, ErrorFollowsTheToleranceOnAndrewsMechanism) {
  const State exact = find_closed_form("andrews").reference(0.03).value();
  for (const std::string& name : second_order) {
    double looser = 0;
    for (const double rtol : {1e-3, 1e-4, 1e-5}) {
      const Result r = run(name, "andrews", 0.03, {.tolerances = {.rtol = rtol, .atol = 1e-2 * rtol}});
      ASSERT_EQ(r.status, RunStatus::done) << name << " " << rtol;
      const double error = std::max(relative_error(r.final.q, exact.q), relative_error(r.final.v, exact.v));
      EXPECT_LT(error, 5 * rtol) << name << " " << rtol;
      EXPECT_GT(error, rtol / 50) << name << " " << rtol << ": wasteful";
      if (looser > 0) {
        EXPECT_LT(error, looser / 4) << name << " " << rtol;
      }
      looser = error;
      EXPECT_LT(r.report.steps.rejected, r.report.steps.accepted / 3) << name << " " << rtol;
    }
  }
}

TEST(LowOrderMethods, NewmarkUnderErrorControlConverges) {
  const State exact = find_closed_form("andrews").reference(0.03).value();
  double looser = 1;
  for (const double rtol : {1e-3, 1e-5, 1e-7}) {
    const Result r = run("newmark", "andrews", 0.03, {.tolerances = {.rtol = rtol, .atol = 1e-2 * rtol}});
    ASSERT_EQ(r.status, RunStatus::done) << rtol;
    const double error = relative_error(r.final.q, exact.q);
    EXPECT_LT(error, looser / 5) << rtol;
    looser = error;
  }
}

TEST(LowOrderMethods, FactorizeAtLeastThreeTimesLessOftenThanTheyIterate) {
  for (const std::string& name : all_methods())
    for (const double h : {1e-4, 3e-5, 1e-5}) {
      const Result r = run(name, "andrews", 0.03, {.h = h});
      ASSERT_EQ(r.status, RunStatus::done) << name << " " << h;
      const long iterations = r.report.steps.newton_iterations;
      // Counted too, one per step: the descriptor matrix of the velocity correction, which is no Newton matrix.
      const bool corrects = name == "hht-si2" || name == "nstiff-si2";
      const long of_corrections = corrects ? r.report.steps.accepted : 0;
      EXPECT_LE(3 * (r.report.work.factorizations - of_corrections), iterations) << name << " at h = " << h;
      EXPECT_LE(iterations, 8 * r.report.steps.accepted) << name << " at h = " << h;
      EXPECT_GE(r.report.work.solves, iterations) << "every iteration is a solve, and counted";
    }
}

TEST(LowOrderMethods, FactorizeInEveryIterationWhenToldTo) {
  const auto system = find_closed_form("andrews").make();
  const auto method = make_method("hht-i3", {{"newton.jacobian", "every_iteration"}});
  const Result r = solve(*system, *method, system->initial_guess(), {.t_end = 0.003, .integration = {.h = 1e-5}});
  EXPECT_GE(r.report.work.factorizations, r.report.steps.newton_iterations);
  EXPECT_LE(r.report.steps.newton_iterations, 4 * r.report.steps.accepted);
}

// The switching function of the stop ends steps where the force changes: history is forgotten there.
TEST(LowOrderMethods, StartAgainBehindASwitchingFunction) {
  const State exact = find_closed_form("stop_block").reference(5).value();
  for (const std::string& name : all_methods()) {
    const Result r = run(name, "stop_block", 5, {.tolerances = {.rtol = 1e-7, .atol = 1e-9}});
    ASSERT_EQ(r.status, RunStatus::done) << name;
    EXPECT_GT(r.report.events.size(), 1u) << name;
    EXPECT_LT(relative_error(r.final.q, exact.q), name == "newmark" ? 0.05 : 3e-3) << name;
  }
}

}  // namespace
}  // namespace daedalus
