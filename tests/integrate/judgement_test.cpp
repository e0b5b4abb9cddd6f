// judgement_test.cpp: bounds of the constraint residuals, where they were exceeded, and what the report says of it.
#include "daedalus/integrate/judgement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/closed_form/catalogue.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

using enum ResidualVerdict;

Result run(const std::string& problem, const std::string& method, const std::vector<OptionSetting>& settings,
           const SolveOptions& options) {
  const auto system = make_closed_form(problem);
  return solve(*system, *make_method(method, settings), system->initial_guess(), options);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Without projection the steps leave the circle to the same side again and again: the last state is the worst.
TEST(Judgement, ADriftIsLargestAtTheEndAndItsRowIsNamed) {
  const Result result =
      run("circular_track", "rk4", {{"projection.level", "none"}}, {.t_end = 10, .integration = {.h = 0.1}});
  const Report& report = result.report;
  const VecX &q = result.final.q, &v = result.final.v;
  EXPECT_DOUBLE_EQ(report.residuals.position, std::abs(q.squaredNorm() - 1));
  EXPECT_EQ(report.residual_at.position.t, 10);
  EXPECT_EQ(report.residual_at.position.row, "track");
  EXPECT_GE(report.residuals.velocity, std::abs(2 * q.dot(v)));

  EXPECT_EQ(report.verdicts.position, fail);
  EXPECT_EQ(report.verdicts.acceleration, pass);  // solved for at every state
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_TRUE(contains(report.warnings[0], "position residual")) << report.warnings[0];
  EXPECT_TRUE(contains(report.warnings[0], "at t = 10 s, track")) << report.warnings[0];
  EXPECT_TRUE(contains(report.warnings[0], "projection.level=none lets this level drift")) << report.warnings[0];
}

TEST(Judgement, AMotionThatKeepsItsConstraintsPassesWithoutAWord) {
  const Report report = run("circular_track", "rk4", {}, {.t_end = 10, .integration = {.h = 0.1}}).report;
  for (const Level level : all_levels) EXPECT_EQ(report.verdicts[level], pass) << text_of(level);
  EXPECT_TRUE(report.warnings.empty());
}

TEST(Judgement, TheBoundIsTheToleranceTimesOnePlusTheLargestMotion) {
  const auto check = [](const Result& result, double tol) {
    PerLevel<double> largest;
    for (const State& x : result.trajectory) {
      largest.position = std::max(largest.position, x.q.lpNorm<Eigen::Infinity>());
      largest.velocity = std::max(largest.velocity, x.v.lpNorm<Eigen::Infinity>());
      largest.acceleration = std::max(largest.acceleration, x.a.lpNorm<Eigen::Infinity>());
    }
    for (const Level level : all_levels)
      EXPECT_DOUBLE_EQ(result.report.bounds[level], tol * (1 + largest[level])) << text_of(level);
  };
  check(run("pendulum", "rk4", {}, {.t_end = 2, .integration = {.h = 0.01}}), 1e-6);
  check(run("pendulum", "dopri5", {}, {.t_end = 2, .integration = {.tolerances = {1e-4, 1e-6}}}), 1e-4);
}

TEST(Judgement, ABoundThatIsGivenGoesBeforeTheRuleForItsLevelOnly) {
  SolveOptions options{.t_end = 1, .integration = {.h = 0.01}};
  const Report by_rule = run("pendulum", "rk4", {}, options).report;
  options.bounds.velocity = 1e-30;
  const Report report = run("pendulum", "rk4", {}, options).report;
  EXPECT_EQ(report.bounds.velocity, 1e-30);
  EXPECT_EQ(report.bounds.position, by_rule.bounds.position);
  EXPECT_EQ(report.verdicts.velocity, fail);
  EXPECT_EQ(report.verdicts.position, pass);
  EXPECT_TRUE(contains(report.bound_rule, "velocity as given")) << report.bound_rule;
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_TRUE(contains(report.warnings[0], "rk4 keeps this level up to round-off")) << report.warnings[0];
}

TEST(Judgement, WithoutConstraintsThereIsNothingToJudge) {
  const Report free = run("quarter_car", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}}).report;
  for (const Level level : all_levels) EXPECT_EQ(free.verdicts[level], none) << text_of(level);
  const Report rolling = run("knife_edge", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}}).report;
  EXPECT_EQ(rolling.verdicts.position, none);  // nonholonomic: there is no position level
  EXPECT_EQ(rolling.verdicts.velocity, pass);
  const Report unwatched =
      run("pendulum", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}, .monitoring = Monitoring::off}).report;
  EXPECT_EQ(unwatched.verdicts.position, none);
}

TEST(Judgement, RemembersTheWorstInstantAndRowAndBlamesAMethodThatDoesNotPromiseTheLevel) {
  const auto system = make_closed_form("andrews");
  Equations eq(*system);
  State x = system->initial_guess();
  Monitor monitor;
  monitor.start(eq, x);
  const VecX v = x.v;
  eq.evaluate(Want::jacobian, x);
  const MatX G = eq.value.G.to_dense();
  x.t = 0.25;
  x.v = v + G.row(4).transpose();  // against the constraints
  eq.evaluate(Want::velocity, x);
  Index row = -1;
  const double worst = eq.value.g_dot.cwiseAbs().maxCoeff(&row);
  monitor.observe(eq, x);
  x.t = 0.5;
  x.v = v;
  monitor.observe(eq, x);

  Report report;
  report.h = 0.01;
  judge_residuals(monitor, system->layout(), {.name = "loose", .index = 3, .satisfies = ConstraintLevel::position}, {},
                  report);
  EXPECT_EQ(report.residuals.velocity, worst);
  EXPECT_EQ(report.residual_at.velocity.t, 0.25);
  EXPECT_EQ(report.residual_at.velocity.row, system->layout().constraints[static_cast<std::size_t>(row)]);
  EXPECT_EQ(report.verdicts.velocity, fail);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_TRUE(contains(report.warnings[0], "loose lets this level drift")) << report.warnings[0];
}

// Let go at the height of the pivot: m g L is kinetic at the lowest point.
TEST(Judgement, TheEnergyScaleIsTheLargestKineticEnergy) {
  const Report report = run("pendulum", "rk4", {}, {.t_end = 2, .integration = {.h = 1e-3}}).report;
  EXPECT_NEAR(report.energy.scale, 9.81, 1e-4);
  EXPECT_DOUBLE_EQ(report.energy.relative_drift(), report.energy.drift() / report.energy.scale);
}

TEST(Report, ShowsTheOptionsAsGivenAndAsUsed) {
  SolveOptions options{.t_end = 0.1};
  options.integration.control_given = {{"safety", "0.80"}};
  options.integration.control = with_settings(StepControlOptions{}, options.integration.control_given);
  const Report report = run("pendulum", "dopri5", {{"projection.level", "velocity"}}, options).report;
  EXPECT_EQ(report.options[0].name, "projection.level");
  EXPECT_EQ(report.options[0].given, "velocity");
  EXPECT_EQ(report.options[1].given, "");
  EXPECT_EQ(report.control[0].name, "safety");
  EXPECT_EQ(report.control[0].given, "0.80");
  EXPECT_EQ(report.control[0].value, "0.8");
  EXPECT_TRUE(run("pendulum", "dopri5", {}, {.t_end = 0.1, .integration = {.h = 0.01}}).report.control.empty());
}

}  // namespace
}  // namespace daedalus
