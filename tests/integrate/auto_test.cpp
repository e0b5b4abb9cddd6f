// auto_test.cpp: stiffness is noticed, and `auto` uses the method that fits, changes it when that does, and says so.
#include "daedalus/integrate/methods/auto.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "integrate/stiff_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::always;
using testing::FollowingMass;

Result run_of(const std::string& method, const FollowingMass& law, double t_end, double rtol) {
  const LawSystem<FollowingMass> system("mass", law);
  SolveOptions options{.t_end = t_end};
  options.integration.tolerances = {.rtol = rtol, .atol = rtol / 100};
  return solve(system, *make_method(method), system.initial_guess(), options);
}

double error_of_end(const Result& result, const FollowingMass& law) {
  return std::abs(result.final.q[0] - law.A * std::cos(result.final.t));
}

// The law declares no energy, so that there are warnings about its balance too.
std::vector<std::string> warnings_of_stiffness(const Result& result) {
  std::vector<std::string> found;
  for (const std::string& warning : result.report.warnings)
    if (warning.find("stiff") != std::string::npos) found.push_back(warning);
  return found;
}

const FollowingMass stiff = always(1, 1e4);  // λ = −10⁴, −10⁻⁴
const FollowingMass soft = always(4, 0.5);
const FollowingMass ringing = always(1e8, 0, 1e-6);  // λ = ±10⁴ i, not excited
// soft, stiff from 2 s to 4 s, soft again
const FollowingMass passing{.k = 1, .c = 1e4, .t_begin = 2, .t_end = 4, .width = 0.02};

TEST(StiffnessNotice, IsGivenByExplicitMethodsOnceWithNumbers) {
  for (const char* method : {"dopri5", "expl-deabm"}) {
    const Result result = run_of(method, stiff, 1, 1e-4);
    ASSERT_EQ(result.status, RunStatus::done);
    const std::vector<std::string> warnings = warnings_of_stiffness(result);
    ASSERT_EQ(warnings.size(), 1U) << method;
    EXPECT_NE(warnings[0].find("limited by stability"), std::string::npos) << warnings[0];
    ASSERT_TRUE(result.report.stiffness);
    EXPECT_TRUE(result.report.stiffness->limited_by_stability);
    EXPECT_NEAR(result.report.stiffness->lambda, 1e4, 2e3);
    EXPECT_LT(result.report.stiffness->t_noticed, 0.05);
  }
  const Result result = run_of("dopri5", stiff, 1, 1e-4);
  EXPECT_GT(result.report.stiffness->h_lambda, 1.9);
  EXPECT_LT(result.report.stiffness->h_lambda, 3.7);  // the limit is 3.3
}

TEST(StiffnessNotice, IsNotGivenWhereAccuracyLimitsTheSteps) {
  for (const double rtol : {1e-2, 1e-4, 1e-8})
    for (const char* method : {"dopri5", "expl-deabm"}) {
      const Result result = run_of(method, soft, 50, rtol);
      EXPECT_EQ(warnings_of_stiffness(result), std::vector<std::string>{}) << method << " " << rtol;
    }
}

TEST(StiffnessNotice, TellsImplicitMethodsWhereAnExplicitOneWouldDo) {
  const Result idle = run_of("infl-sdirk", soft, 50, 1e-6);
  ASSERT_EQ(idle.report.hints.size(), 1U);
  EXPECT_NE(idle.report.hints[0].find("dopri5"), std::string::npos);
  EXPECT_TRUE(run_of("infl-sdirk", stiff, 1, 1e-6).report.hints.empty());
  EXPECT_TRUE(run_of("auto", soft, 50, 1e-6).report.hints.empty());
}

std::vector<std::string> methods_of(const Result& result) {
  std::vector<std::string> names;
  for (const MethodChange& change : result.report.method_changes) names.push_back(change.method);
  return names;
}

TEST(Auto, StartsWithTheMethodThatFits) {
  EXPECT_EQ(methods_of(run_of("auto", soft, 50, 1e-6)), std::vector<std::string>{"dopri5"});
  EXPECT_EQ(methods_of(run_of("auto", stiff, 5, 1e-4)), std::vector<std::string>{"bdf"});
  EXPECT_EQ(methods_of(run_of("auto", ringing, 5, 1e-4)), std::vector<std::string>{"infl-sdirk"});
}

TEST(Auto, TakesFewStepsWhereOnlyStabilityLimitsExplicitOnes) {
  for (const FollowingMass& law : {stiff, ringing}) {
    const Result result = run_of("auto", law, 5, 1e-4);
    ASSERT_EQ(result.status, RunStatus::done);
    EXPECT_LT(result.report.steps.accepted, 500);  // dopri5 is stable with 15 000 or more
    EXPECT_LT(error_of_end(result, law), 1e-3);
  }
}

TEST(Auto, ChangesWhereTheEquationsBecomeStiffAndBackWhereTheyCease) {
  const Result result = run_of("auto", passing, 30, 1e-6);
  ASSERT_EQ(result.status, RunStatus::done);
  ASSERT_EQ(methods_of(result), (std::vector<std::string>{"dopri5", "bdf", "dopri5"}));
  EXPECT_NEAR(result.report.method_changes[1].t, 2, 0.3);
  EXPECT_GT(result.report.method_changes[2].t, 3.9);
  EXPECT_LT(error_of_end(result, passing), 1e-5);
  EXPECT_LT(result.report.steps.accepted, 3000);  // dopri5 alone: 6000 and more for stability between 2 s and 4 s
}

TEST(Auto, GoesOnBitForBitFromCheckpointsBeforeAtAndAfterAChange) {
  const LawSystem<FollowingMass> system("mass", passing);
  SolveOptions options{.t_end = 6};
  options.integration.tolerances = {.rtol = 1e-6, .atol = 1e-8};
  std::vector<Checkpoint> checkpoints;
  SolveOptions saving = options;
  saving.checkpoint_every = 5;
  saving.on_checkpoint = [&](const Checkpoint& checkpoint) { checkpoints.push_back(checkpoint); };
  const Result whole = solve(system, *make_method("auto"), system.initial_guess(), saving);
  ASSERT_EQ(whole.status, RunStatus::done);
  ASSERT_GE(whole.report.method_changes.size(), 3U);
  ASSERT_GT(checkpoints.size(), 10U);
  for (std::size_t k = 0; k < checkpoints.size(); k += 3) {
    SolveOptions second = options;
    second.restart = &checkpoints[k];
    const Result rest = solve(system, *make_method("auto"), system.initial_guess(), second);
    EXPECT_TRUE(rest.final == whole.final) << "checkpoint " << k;
    EXPECT_EQ(rest.report.steps.accepted, whole.report.steps.accepted);
    EXPECT_EQ(methods_of(rest), methods_of(whole));
  }
}

TEST(Auto, ChoosesOnceWithAFixedStep) {
  const LawSystem<FollowingMass> system("mass", stiff);
  const Result result =
      solve(system, *make_method("auto"), system.initial_guess(), {.t_end = 2, .integration = {.h = 0.01}});
  ASSERT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(methods_of(result), std::vector<std::string>{"infl-sdirk"});
  EXPECT_LT(error_of_end(result, stiff), 1e-6);
}

TEST(Auto, KeepsItsFirstMethodWhereItMayNotSwitch) {
  const LawSystem<FollowingMass> system("mass", passing);
  SolveOptions options{.t_end = 2.2};
  options.integration.tolerances = {.rtol = 1e-4, .atol = 1e-6};
  const Result result = solve(system, *make_method("auto", {{"switching", "off"}}), system.initial_guess(), options);
  EXPECT_EQ(methods_of(result), std::vector<std::string>{"dopri5"});
}

// The table of auto_choice.hpp, line by line.
TEST(AutoChoice, FollowsItsTable) {
  const AutoEvidence damped{.lambda = 100, .damping = 0.5}, undamped{.lambda = 100, .damping = 0.01};
  EXPECT_EQ(choose_first(damped, 101, 0).method, AutoChoice::bdf);
  EXPECT_EQ(choose_first(damped, 99, 0).method, AutoChoice::dopri5);
  EXPECT_EQ(choose_first(undamped, 21, 0).method, AutoChoice::infl_sdirk);
  EXPECT_EQ(choose_first(undamped, 19, 0).method, AutoChoice::dopri5);
  EXPECT_EQ(choose_first(damped, 1, 0.021).method, AutoChoice::infl_sdirk);
  EXPECT_EQ(choose_first(undamped, 1, 0.0091).method, AutoChoice::infl_sdirk);
  EXPECT_EQ(choose_first(damped, 1, 0.019).method, AutoChoice::dopri5);
  const auto next = [](AutoChoice used, const AutoEvidence& evidence, double h) {
    const auto decision = choose_other(used, evidence, h);
    return decision ? decision->method : used;
  };
  using enum AutoChoice;
  EXPECT_EQ(next(dopri5, damped, 0.021), bdf);
  EXPECT_EQ(next(dopri5, damped, 0.019), dopri5);
  EXPECT_EQ(next(dopri5, undamped, 0.0091), bdf2);
  EXPECT_EQ(next(dopri5, undamped, 0.0089), dopri5);
  EXPECT_EQ(next(bdf, damped, 0.0029), dopri5);
  EXPECT_EQ(next(bdf, damped, 0.0031), bdf);
  EXPECT_EQ(next(bdf, undamped, 0.09), bdf2);
  EXPECT_EQ(next(bdf, undamped, 0.11), bdf);
  EXPECT_EQ(next(bdf2, undamped, 0.0029), dopri5);
  EXPECT_EQ(next(bdf2, undamped, 1), bdf2);
  EXPECT_EQ(next(bdf2, damped, 1), bdf);
  EXPECT_EQ(next(infl_sdirk, undamped, 0.059), bdf2);
  EXPECT_EQ(next(infl_sdirk, undamped, 0.061), infl_sdirk);
  EXPECT_EQ(next(infl_sdirk, damped, 1), bdf);
}

}  // namespace
}  // namespace daedalus
