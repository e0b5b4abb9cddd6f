// solve_test.cpp: the loop around a method: outputs, events, failures, and the reference solutions.
#include "daedalus/integrate/solve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"

namespace daedalus {
namespace {

Result run(const std::string& problem, const std::string& method_name, const SolveOptions& options) {
  const auto system = make_closed_form(problem);
  const auto method = make_method(method_name);
  return solve(*system, *method, system->initial_guess(), options);
}

SolveOptions tight(double t_end) {
  return {.t_end = t_end,
          .integration = {.tolerances = {.rtol = 1e-13, .atol = 1e-15}},
          .output = Output::end_only,
          .monitoring = Monitoring::off};
}

// Correct digits of every component, and a message that shows the worst.
void expect_digits(const VecX& ours, const VecX& reference, double digits, const char* what) {
  for (Index i = 0; i < reference.size(); ++i)
    EXPECT_LT(std::abs(ours[i] - reference[i]), std::pow(10.0, -digits) * std::abs(reference[i]))
        << what << "[" << i << "] = " << ours[i] << " against " << reference[i];
}

// dopri5 at a tight tolerance against the verified reference (car_axle.hpp, andrews.hpp) in every component.
void expect_reference(const std::string& problem, double t, double digits_of_q_and_v, double digits_of_a_and_lambda) {
  const Result result = run(problem, "dopri5", tight(t));
  const State reference = find_closed_form(problem).reference(t).value();
  expect_digits(result.final.q, reference.q, digits_of_q_and_v, "q");
  expect_digits(result.final.v, reference.v, digits_of_q_and_v, "v");
  expect_digits(result.final.a, reference.a, digits_of_a_and_lambda, "a");
  expect_digits(result.final.lambda, reference.lambda, digits_of_a_and_lambda, "lambda");
}

TEST(ReferenceSolutions, CarAxleToNineDigitsAtThreeSeconds) { expect_reference("car_axle", 3, 9, 9); }
TEST(ReferenceSolutions, CarAxleToNineDigitsAtTenSeconds) { expect_reference("car_axle", 10, 9, 9); }
TEST(ReferenceSolutions, AndrewsToNineDigitsAtTheEnd) { expect_reference("andrews", 0.03, 9, 8); }

TEST(ReferenceSolutions, TheErrorOfAnAdaptiveRunFollowsTheTolerance) {
  double previous = 1;
  for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Result result =
        run("circular_track", "dopri5", {.t_end = 10, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}});
    const State exact = find_closed_form("circular_track").reference(10).value();
    const double error = (result.final.q - exact.q).lpNorm<Eigen::Infinity>();
    EXPECT_LT(error, 100 * rtol);
    EXPECT_LT(error, previous / 5);
    previous = error;
  }
}

TEST(Solve, EnergyOfAConservativeMotionIsKeptAndTheBalanceOfADrivenOneCloses) {
  const Result free = run("pendulum", "dopri5", {.t_end = 10, .integration = {.tolerances = {1e-11, 1e-13}}});
  EXPECT_NEAR(free.report.energy.final, free.report.energy.initial, 1e-8);
  EXPECT_EQ(free.report.energy.work, 0);

  const Result driven = run("driven_pendulum", "rk4", {.t_end = 5, .integration = {.h = 1e-3}});
  EXPECT_GT(std::abs(driven.report.energy.final - driven.report.energy.initial), 0.01);
  EXPECT_NEAR(driven.report.energy.drift(), 0, 1e-6);  // the work is a quadrature with error O(h³)
}

TEST(Solve, SamplesLieOnTheAskedTimesAndSatisfyTheConstraints) {
  const Result result =
      run("car_axle", "dopri5",
          {.t_end = 3, .integration = {.tolerances = {1e-9, 1e-11}}, .output = Output::interval, .every = 0.5});
  ASSERT_EQ(result.trajectory.size(), 7u);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(result.trajectory[k].t, 0.5 * static_cast<double>(k), 1e-14);
  const State reference = find_closed_form("car_axle").reference(0.5).value();
  EXPECT_LT((result.trajectory[1].q - reference.q).lpNorm<Eigen::Infinity>(), 1e-7);
  EXPECT_LT((result.trajectory[1].lambda - reference.lambda).lpNorm<Eigen::Infinity>(), 1e-6);

  const auto system = make_closed_form("car_axle");
  Equations eq(*system);
  for (const State& x : result.trajectory) {
    eq.evaluate(Want::position | Want::velocity, x);
    EXPECT_LT(eq.value.g.lpNorm<Eigen::Infinity>(), 1e-14);
    EXPECT_LT(eq.value.g_dot.lpNorm<Eigen::Infinity>(), 1e-13);
  }
}

TEST(Solve, SamplingDoesNotChangeTheRun) {
  const Result quiet =
      run("andrews", "dopri5", {.t_end = 0.01, .output = Output::end_only, .monitoring = Monitoring::off});
  const Result watched = run("andrews", "dopri5", {.t_end = 0.01, .output = Output::interval, .every = 1e-4});
  EXPECT_TRUE(quiet.final == watched.final);
  EXPECT_EQ(quiet.report.work.evaluations, watched.report.work.evaluations);
}

TEST(Solve, SamplingDoesNotMoveTheStateAnEventRestartsFrom) {
  const Result quiet = run("stop_block", "rk4", {.t_end = 0.5, .integration = {.h = 0.01}, .output = Output::end_only});
  const Result watched =
      run("stop_block", "rk4", {.t_end = 0.5, .integration = {.h = 0.01}, .output = Output::interval, .every = 1e-3});
  ASSERT_FALSE(quiet.report.events.empty());
  EXPECT_EQ(quiet.report.events[0].t, watched.report.events[0].t);
  EXPECT_TRUE(quiet.final == watched.final);
}

TEST(Solve, FixedStepsEndOnAGridWithoutAccumulatingRoundOff) {
  std::vector<double> times;
  SolveOptions options{.t_end = 100, .integration = {.h = 0.1}, .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) { times.push_back(x.t); };
  const Result result = run("pendulum", "rk4", options);
  EXPECT_EQ(result.report.steps.accepted, 1000);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], 0.1 * static_cast<double>(k), 1e-13);
}

TEST(Solve, AFixedStepThatDoesNotDivideTheIntervalEndsWithAShorterOne) {
  const Result result = run("pendulum", "rk4", {.t_end = 1, .integration = {.h = 0.3}});
  EXPECT_EQ(result.report.steps.accepted, 4);
  EXPECT_EQ(result.final.t, 1);
  EXPECT_NEAR(result.report.h_smallest, 0.1, 1e-12);
}

TEST(Solve, RefusesErrorControlForAMethodWithoutAnEstimate) {
  EXPECT_THROW(run("pendulum", "rk4", {.t_end = 1}), OptionError);
}

TEST(Solve, RefusesAnEndBeforeTheStartAndNonsenseIntervals) {
  EXPECT_THROW(run("pendulum", "dopri5", {.t_end = -1}), OptionError);
  EXPECT_THROW(run("pendulum", "dopri5", {.t_end = NAN}), OptionError);
  EXPECT_THROW(run("pendulum", "dopri5", {.t_end = 1, .output = Output::interval, .every = 0}), OptionError);
  EXPECT_EQ(run("pendulum", "dopri5", {.t_end = 0}).trajectory.size(), 1u);
}

TEST(Solve, StopsByValueWhenTheStartIsNotANumber) {
  const auto system = make_closed_form("car_axle");
  const auto method = make_method("dopri5");
  State x = system->initial_guess();
  x.v[2] = NAN;
  const Result result = solve(*system, *method, x, {.t_end = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_NE(result.failure->kind.find("not_finite"), std::string::npos) << result.failure->kind;
}

TEST(Solve, StopsByValueWhenTheStartCannotBeAssembled) {
  const auto system = make_closed_form("pendulum");
  const auto method = make_method("dopri5");
  State x = system->initial_guess();
  x.q.setZero();
  const Result result = solve(*system, *method, x, {.t_end = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure);
  EXPECT_NE(result.failure->kind.find("inconsistent_start"), std::string::npos);
}

TEST(Solve, CancellationKeepsWhatWasReached) {
  std::atomic<bool> stop = false;
  SolveOptions options{.t_end = 1000, .cancel = &stop};
  options.on_step = [&](const Integration& i) { stop = i.state().t > 2; };
  const Result result = run("pendulum", "dopri5", options);
  EXPECT_EQ(result.status, RunStatus::cancelled);
  EXPECT_GT(result.final.t, 2);
  EXPECT_LT(result.final.t, 3);
  EXPECT_EQ(result.trajectory.back(), result.final);
}

TEST(Solve, RefusesACheckpointOfAnotherSystemOrMethod) {
  const Result result = run("pendulum", "dopri5", {.t_end = 1});
  SolveOptions options{.t_end = 2, .restart = &result.checkpoint};
  EXPECT_THROW(run("car_axle", "dopri5", options), OptionError);
  options.integration.h = 0.01;
  EXPECT_THROW(run("pendulum", "rk4", options), OptionError);
}

std::string refusal_of_restart(const Checkpoint& checkpoint, const std::string& method, SolveOptions options,
                               const std::vector<OptionSetting>& settings = {}) {
  const auto system = make_closed_form("pendulum");
  options.restart = &checkpoint;
  try {
    solve(*system, *make_method(method, settings), system->initial_guess(), options);
  } catch (const OptionError& refused) {
    return refused.what();
  }
  return "";
}

TEST(Solve, RefusesACheckpointOfOtherSettingsByName) {
  const SolveOptions fixed{.t_end = 2, .integration = {.h = 0.01}}, adaptive{.t_end = 2};
  const Checkpoint of_fixed = run("pendulum", "dopri5", {.t_end = 1, .integration = {.h = 0.01}}).checkpoint;
  const Checkpoint of_adaptive = run("pendulum", "dopri5", {.t_end = 1}).checkpoint;
  EXPECT_EQ(refusal_of_restart(of_fixed, "dopri5", fixed), "");
  EXPECT_EQ(refusal_of_restart(of_adaptive, "dopri5", adaptive), "");

  SolveOptions other = fixed;
  other.integration.h = 0.001;
  EXPECT_NE(refusal_of_restart(of_fixed, "dopri5", other).find("h: 0.01"), std::string::npos);
  other = adaptive;
  other.integration.tolerances.rtol = 1e-8;
  EXPECT_NE(refusal_of_restart(of_adaptive, "dopri5", other).find("rtol: "), std::string::npos);
  other = adaptive;
  other.integration.control.safety = 0.8;
  EXPECT_NE(refusal_of_restart(of_adaptive, "dopri5", other).find("control.safety: 0.9"), std::string::npos);
  EXPECT_NE(
      refusal_of_restart(of_adaptive, "dopri5", adaptive, {{"projection.level", "none"}}).find("projection.level: "),
      std::string::npos);
  EXPECT_NE(refusal_of_restart(of_fixed, "dopri5", adaptive).find("rtol: not set"), std::string::npos);
}

TEST(Solve, RefusesDamagedMemory) {
  const Checkpoint good = run("pendulum", "nstiff", {.t_end = 0.1, .integration = {.h = 0.01}}).checkpoint;
  const auto system = make_closed_form("pendulum");
  const auto load = [&](const std::string& name, double value) {
    Checkpoint bad = good;
    bool found = name.empty();
    for (Archive::Item& item : bad.memory)
      if (item.name == name) item.values.at(0) = value, found = true;
    EXPECT_TRUE(found) << name;
    solve(*system, *make_method("nstiff"), system->initial_guess(),
          {.t_end = 0.2, .integration = {.h = 0.01}, .restart = &bad});
  };
  EXPECT_NO_THROW(load("", 0));
  EXPECT_THROW(load("corrector.solver", 7), FileError);
  EXPECT_THROW(load("corrector.solver", -1), FileError);
  EXPECT_THROW(load("tangents.age", 2), FileError);
  EXPECT_THROW(load("monitor.position.row", 1000), FileError);
  EXPECT_THROW(load("q", std::numeric_limits<double>::quiet_NaN()), FileError);
  EXPECT_THROW(load("h", 0.02), FileError);
  Checkpoint longer = good;
  longer.memory.push_back({"more", {1}});
  SolveOptions options{.t_end = 0.2, .integration = {.h = 0.01}, .restart = &longer};
  EXPECT_THROW(run("pendulum", "nstiff", options), FileError);
}

TEST(Solve, RefusesStepsAndSamplesWithoutEnd) {
  EXPECT_THROW(run("pendulum", "rk4", {.t_end = 1, .integration = {.h = 1e-22}}), OptionError);
  EXPECT_THROW(run("pendulum", "dopri5", {.t_end = 1, .output = Output::interval, .every = 1e-300}), OptionError);
  EXPECT_THROW(run("pendulum", "dopri5", {.t_end = 1, .output = Output::filled_steps, .every = 1e-10}), OptionError);
}

TEST(Solve, CancellationIsHeardBetweenSamples) {
  std::atomic<bool> stop = false;
  long samples = 0;
  SolveOptions options{.t_end = 1, .output = Output::interval, .every = 1e-6, .cancel = &stop};
  options.on_sample = [&](const State&, const StepInfo&) { stop = ++samples >= 10; };
  EXPECT_EQ(run("pendulum", "dopri5", options).status, RunStatus::cancelled);
  EXPECT_LE(samples, 11);  // the last state is one
}

TEST(Solve, TolerancesBelowRoundOffEndInAFailureInsteadOfStepsOfNoLength) {
  const Result result =
      run("pendulum", "dopri5",
          {.t_end = 1, .integration = {.tolerances = {.rtol = 1e-300, .atol = 1e-300}}, .output = Output::end_only});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, "step_too_small");
  EXPECT_LT(result.report.steps.accepted, 10000);
}

}  // namespace
}  // namespace daedalus
