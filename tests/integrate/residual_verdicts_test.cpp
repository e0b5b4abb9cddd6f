// residual_verdicts_test.cpp: bounds of the constraint residuals, where they were exceeded, and what the report says of
// it.
#include "daedalus/integrate/residual_verdicts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/base/expects.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/stiff_oscillator.hpp"
#include "daedalus/integrate/consistent.hpp"
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
TEST(Judgment, ADriftIsLargestAtTheEndAndItsRowIsNamed) {
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

TEST(Judgment, AMotionThatKeepsItsConstraintsPassesWithoutAWord) {
  const Report report = run("circular_track", "rk4", {}, {.t_end = 10, .integration = {.h = 0.1}}).report;
  for (const Level level : all_levels) EXPECT_EQ(report.verdicts[level], pass) << text_of(level);
  EXPECT_TRUE(report.warnings.empty());
}

TEST(Judgment, TheBoundIsTheToleranceTimesOnePlusTheLargestMotion) {
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

TEST(Judgment, ABoundThatIsGivenGoesBeforeTheRuleForItsLevelOnly) {
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
  EXPECT_TRUE(contains(report.warnings[0], "rk4 satisfies this level to round-off")) << report.warnings[0];
}

TEST(Judgment, WithoutConstraintsThereIsNothingToJudge) {
  const Report free = run("quarter_car", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}}).report;
  for (const Level level : all_levels) EXPECT_EQ(free.verdicts[level], none) << text_of(level);
  const Report rolling = run("knife_edge", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}}).report;
  EXPECT_EQ(rolling.verdicts.position, none);  // nonholonomic: there is no position level
  EXPECT_EQ(rolling.verdicts.velocity, pass);
  const Report unwatched =
      run("pendulum", "rk4", {}, {.t_end = 1, .integration = {.h = 0.01}, .monitoring = Monitoring::off}).report;
  EXPECT_EQ(unwatched.verdicts.position, none);
}

TEST(Judgment, RemembersTheWorstInstantAndRowAndBlamesAMethodThatDoesNotPromiseTheLevel) {
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
  EXPECT_EQ(report.residual_at.velocity.row, system->layout().constraints[row]);
  EXPECT_EQ(report.verdicts.velocity, fail);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_TRUE(
      contains(report.warnings[0], "loose enforces position only; this level follows from its integration formula"))
      << report.warnings[0];
}

// g' and g'' of one observed step of a given length, judged for a method in index 3.
Report judged(double h, double off_velocity, double off_acceleration) {
  const auto system = make_closed_form("circular_track");  // g = |q|² - 1
  Equations eq(*system);
  State x = system->initial_guess();
  expects(eq.solve_acceleration(x) == FactorStatus::ok, "regular");
  Monitor monitor;
  monitor.start(eq, x);
  x.t += h;
  x.v += off_velocity * x.q / 2;  // 2 q·v is off by this
  x.a += off_acceleration * x.q / 2;
  x.a -= (x.v.squaredNorm() - system->initial_guess().v.squaredNorm()) * x.q;
  monitor.observe(eq, x);
  Report report;
  report.rtol = 1e-5;
  judge_residuals(monitor, system->layout(), {.name = "loose", .index = 3, .satisfies = ConstraintLevel::position}, {},
                  report);
  return report;
}

TEST(Judgment, ALevelThatIsLeftToTheFormulaIsJudgedByWhatItMovesInItsStep) {
  const double limit = 1e-5 * (1 + make_closed_form("circular_track")->initial_guess().q.lpNorm<Eigen::Infinity>());
  const double h = 1e-3;
  for (const double share : {0.9, 1.1}) {
    const Report velocity = judged(h, share * limit / h, 0);
    EXPECT_EQ(velocity.verdicts.velocity, share < 1 ? pass : fail);
    EXPECT_NEAR(velocity.residuals.velocity / velocity.bounds.velocity, share, 1e-3);
    const Report acceleration = judged(h, 0, share * 2 * limit / (h * h));
    EXPECT_EQ(acceleration.verdicts.acceleration, share < 1 ? pass : fail);
    EXPECT_NEAR(acceleration.residuals.acceleration / acceleration.bounds.acceleration, share, 1e-3);
    EXPECT_TRUE(contains(acceleration.bound_rule, "acceleration by its effect over one step"))
        << acceleration.bound_rule;
  }
  EXPECT_EQ(judged(10 * h, 0.9 * limit / h, 0).verdicts.velocity, fail);  // the same residual, a longer step
}

// A drift adds up: it is judged as it is, however short the steps.
TEST(Judgment, ADriftingLevelIsNotJudgedByItsStep) {
  const Result result =
      run("circular_track", "rk4", {{"projection.level", "none"}}, {.t_end = 10, .integration = {.h = 0.1}});
  double largest = 0;
  for (const State& x : result.trajectory) largest = std::max(largest, x.v.lpNorm<Eigen::Infinity>());
  EXPECT_DOUBLE_EQ(result.report.bounds.velocity, 1e-6 * (1 + largest));
  EXPECT_FALSE(contains(result.report.bound_rule, "effect over one step")) << result.report.bound_rule;
}

// The work is the same quadrature, within the error of the states, when some states are followed by much the same state
// just behind it.
TEST(Monitor, AStepThatWasCutShortDoesNotSpoilTheWork) {
  const auto system = make_closed_form("quarter_car");
  SolveOptions options{.t_end = 1, .output = Output::interval, .every = 0.002};
  options.integration.tolerances = {.rtol = 1e-10, .atol = 1e-12};
  const Result run = solve(*system, *make_method("dopri5"), system->initial_guess(), options);
  const auto drift = [&](double short_step) {
    Equations eq(*system);
    Monitor monitor;
    monitor.start(eq, run.trajectory.front());
    for (std::size_t k = 1; k < run.trajectory.size(); ++k) {
      monitor.observe(eq, run.trajectory[k]);
      if (short_step == 0 || k % 50 != 5) continue;
      State x = run.trajectory[k];
      x.t += short_step;
      x.v *= 1 + 1e-7;  // the error of an interpolation
      monitor.observe(eq, x);
    }
    return monitor.energy().relative_drift();
  };
  EXPECT_LT(std::abs(drift(0)), 1e-3);
  EXPECT_NEAR(drift(1e-11), drift(0), 1e-3);
}

// The same motion, twice as fast behind an event: the power jumps there, and no parabola is laid across.
TEST(Monitor, LaysNoParabolaAcrossAChangeOfTheEquations) {
  const auto system = make_closed_form("quarter_car");
  Equations eq(*system);
  const auto at = [&](double t) {
    State x = system->initial_guess();
    x.t = t;
    x.v << std::sin(t), t < 0.1 ? 0.1 : 2;
    return x;
  };
  const auto power = [&](double t) {
    eq.evaluate(Want::energy, at(t));
    return eq.value.energy.supplied - eq.value.energy.dissipated;
  };
  const auto work = [&](double from, double to) {  // Simpson's rule on 200 parts
    double sum = 0, h = (to - from) / 200;
    for (int k = 0; k < 200; ++k)
      sum += h / 6 * (power(from + k * h) + 4 * power(from + (k + 0.5) * h) + power(from + (k + 1) * h));
    return sum;
  };
  Monitor monitor;
  monitor.start(eq, at(0));
  for (const double t : {0.02, 0.04, 0.06, 0.08}) monitor.observe(eq, at(t));
  monitor.observe(eq, at(0.1));
  const double before = monitor.energy().work;
  monitor.begin_branch(eq, at(0.1));
  for (const double t : {0.12, 0.14, 0.16}) monitor.observe(eq, at(t));
  EXPECT_NEAR(monitor.energy().work - before, work(0.1, 0.16), 1e-4 * std::abs(work(0.1, 0.16)));
}

// Let go at the height of the pivot: m g L is kinetic at the lowest point.
TEST(Judgment, TheEnergyScaleIsTheLargestKineticEnergy) {
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

// A spring-mass with h ω = 5 grows by a factor of some twenty per step of rk4 (limit 2.83): its residuals, or what
// would be its bounds, say nothing then.
TEST(Judgment, AMotionThatBlowsUpIsStoppedAndCalledUnstable) {
  const LawSystem<StiffOscillator> oscillator("oscillator", {.stiffness = 1e6});
  const Result result =
      solve(oscillator, *make_method("rk4"), oscillator.initial_guess(), {.t_end = 10, .integration = {.h = 5e-3}});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, "unstable");
  EXPECT_LT(result.final.t, 0.1);
  EXPECT_TRUE(result.final.is_finite());
  EXPECT_EQ(result.report.energy_verdict, fail);
}

TEST(Judgment, ABoundDoesNotGrowWithAMotionThatBlowsUp) {
  Monitor calm, wild;
  const auto system = make_closed_form("circular_track");
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  calm.start(eq, x);
  wild.start(eq, x);
  State y = x;
  y.t += 0.01;
  calm.observe(eq, y);
  for (int k = 0; k < 2; ++k) {
    y.t += 0.01;
    y.v *= 1e3;  // a million times the energy, from nowhere
    wild.observe(eq, y);
  }
  EXPECT_EQ(wild.magnitudes().velocity, calm.magnitudes().velocity);
  EXPECT_TRUE(wild.has_blown_up());
  EXPECT_FALSE(calm.has_blown_up());
}

// Newmark's method with γ = 0.6 damps an oscillation by the ratio (γ − 1/2) ω h/2: with ω = 1/s and h = 0.15 s, 59 % of
// the energy are gone after a minute.
TEST(Judgment, EnergyThatGoesNowhereIsAFindingToo) {
  const LawSystem<StiffOscillator> oscillator("oscillator", {.stiffness = 1});
  const Report report = solve(oscillator, *make_method("newmark", {{"gamma", "0.6"}, {"beta", "0.3025"}}),
                              oscillator.initial_guess(), {.t_end = 60, .integration = {.h = 0.15}})
                            .report;
  EXPECT_NEAR(report.energy.error(), 1 - std::exp(-2 * 0.1 * 0.15 / 2 * 60), 0.02);
  EXPECT_EQ(report.energy_verdict, fail);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_TRUE(contains(report.warnings.back(), "energy balance error")) << report.warnings.back();
}

// A crank that is driven around in eight steps: its work is not known, so nothing can be said of it.
TEST(Judgment, EnergyIsNotJudgedBeyondWhatIsKnownOfTheWork) {
  const Report report =
      run("driven_pendulum", "dopri5", {}, {.t_end = 2, .integration = {.tolerances = {.rtol = 1e-2, .atol = 1e-2}}})
          .report;
  EXPECT_GT(report.energy.uncertainty, 0);
  EXPECT_EQ(report.energy_verdict, pass);
}

}  // namespace
}  // namespace daedalus
