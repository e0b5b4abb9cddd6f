// Functions of time with kinks and jumps: what a long step would pass over is seen, by every method with error control.
#include <gtest/gtest.h>

#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

Result run(const std::string& text, const std::string& method, double t_end, double rtol = 1e-6, double h = 0) {
  const Model model = read_model_text(text, "breaks.yaml");
  const auto system = make_system(model);
  SolveOptions options{.t_end = t_end, .integration = tolerance(rtol, rtol / 100)};
  options.integration.h = h;
  const auto integrator = make_method(method);
  return solve(*system, *integrator, find_start(*system).state, options);
}

std::string pushed(const std::string& size) {
  return "bodies:\n  a: {type: point, moves: x, mass: 1}\nforces: {f: {type: point_force, on: a, direction: [1, 0, 0], "
         "size: " +
         size + "}}\n";
}

class ErrorControl : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, ErrorControl,
                         ::testing::Values("dopri5", "nstiff", "newmark", "hht_i3", "generalized_alpha", "nstiff_si2",
                                           "hht_add", "hht_si2", "infl_sdirk", "infl_trap", "for_sdirk", "expl_deabm"),
                         [](const auto& instance) { return std::string(instance.param); });

std::string method_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// A force of 1e4 N for 0.15 ms on 1 kg: 1.5 N s at t = 5 s, x(10) = 1.5 m/s * 5 s.
TEST_P(ErrorControl, SeesAPulseInATable) {
  const Result result = run(pushed("{type: table, x: [0, 4.9999, 4.99995, 5.00005, 5.0001, 10], y: [0, 0, 1e4, 1e4, 0, "
                                   "0], interpolation: linear}"),
                            method_name(GetParam()), 10);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_NEAR(result.final.q[0], 7.5, 2e-3);
  EXPECT_EQ(result.final.t, 10);
}

// 1e4 N for 0.2 ms: 2 N s at t = 5 s.
TEST_P(ErrorControl, SeesAPulseInAFormula) {
  const Result result = run(pushed("\"if(t < 4.9999, 0, if(t <= 5.0001, 1e4, 0))\""), method_name(GetParam()), 10);
  EXPECT_NEAR(result.final.q[0], 10, 2e-3);
}

// 1 N while sin(2 pi t) >= 0.5, a third of each second around k + 1/4: x(10) = sum of (10 - k - 1/4)/3 over k = 0 .. 9.
TEST_P(ErrorControl, SeesPeriodicPulses) {
  const Result result = run(pushed("\"if(sin(2*pi*t) >= 0.5, 1, 0)\""), method_name(GetParam()), 10);
  EXPECT_NEAR(result.final.q[0], 17.5, 5e-3);
  EXPECT_NEAR(result.final.v[0], 10.0 / 3, 1e-3);
}

TEST(TimeBreaks, ConstantForcesBetweenJumpsAreExactForAMethodOfHighOrder) {
  const Result result = run(pushed("\"if(t < 4.9999, 0, if(t <= 5.0001, 1e4, 0))\""), "dopri5", 10, 1e-10);
  EXPECT_NEAR(result.final.q[0], 10, 1e-8);
  EXPECT_LT(result.report.steps.accepted + result.report.steps.rejected, 200);
}

// A slide that is driven along a polygon: its velocity jumps, its position does not.
TEST(TimeBreaks, ADriverMayHaveKinks) {
  const Result result =
      run("bodies: {a: {type: planar, mass: 1, inertia: 1}}\n"
          "joints: {s: {type: translational, between: [a, ground], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
          "drivers: {d: {drives: s.displacement, motion: {type: table, x: [0, 1, 2, 3], y: [0, 1, 1, 4], "
          "interpolation: linear}}}\n",
          "dopri5", 2.5);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_NEAR(result.final.q[0], 2.5, 1e-9);
  EXPECT_NEAR(result.final.v[0], 3, 1e-9);
}

TEST(TimeBreaks, AMotionThatJumpsIsRefusedWithItsTime) {
  const std::string model =
      "bodies: {a: {type: planar, mass: 1, inertia: 0.1}}\njoints: {p: {type: revolute, between: [a, ground]}}\n";
  for (const std::string motion :
       {"if(t < 0.5, 0, 1)", "step(t - 0.5)", "sign(2*t - 1)", "if(sin(pi*t) > 0.9, t, t + 1)"})
    try {
      read_model_text(model + "drivers: {d: {drives: p.angle, motion: \"" + motion + "\"}}\n", "jump.yaml");
      ADD_FAILURE() << motion;
    } catch (const ModelError& refused) {
      EXPECT_NE(std::string(refused.what()).find("driver 'd'"), std::string::npos) << refused.what();
      EXPECT_NE(std::string(refused.what()).find("at t = 0."), std::string::npos) << refused.what();
    }
  EXPECT_NO_THROW(
      read_model_text(model + "drivers: {d: {drives: p.angle, motion: \"if(t < 0.5, 0, t - 0.5)\"}}\n", "kink.yaml"));
}

TEST(TimeBreaks, AFixedStepKeepsItsLengthAndAPulseInsideOneIsReported) {
  const std::string pulse = pushed("\"if(t < 5.0021, 0, if(t <= 5.0023, 1e4, 0))\"");
  const Result coarse = run(pulse, "rk4", 10, 1e-6, 0.01), fine = run(pulse, "rk4", 10, 1e-6, 1e-4);
  EXPECT_EQ(coarse.report.steps.accepted, 1000);
  const auto warns = [](const Result& result) {
    return std::any_of(result.report.warnings.begin(), result.report.warnings.end(), [](const std::string& warning) {
      return warning.find("t = 5.0021 s and t = 5.0023 s") != std::string::npos;
    });
  };
  EXPECT_TRUE(warns(coarse));
  EXPECT_FALSE(warns(fine));
}

TEST(TimeBreaks, ARestartAtABreakIsBitForBit) {
  const std::string text = pushed("\"if(t < 0.5, 0, if(t < 0.75, 3, -1))\"");
  const Model model = read_model_text(text, "breaks.yaml");
  const auto system = make_system(model);
  const State start = find_start(*system).state;
  const SolveOptions whole{.t_end = 2};
  const auto method = make_method("nstiff");
  const Result expected = solve(*system, *method, start, whole);
  int restarts = 0;
  for (long stop_after = 1; stop_after < expected.report.steps.accepted; ++stop_after) {
    std::atomic<bool> stop = false;
    SolveOptions first = whole;
    first.cancel = &stop;
    first.on_step = [&](const Integration& i) { stop = i.counts().accepted >= stop_after; };
    const auto before = make_method("nstiff"), after = make_method("nstiff");
    const Checkpoint checkpoint = solve(*system, *before, start, first).checkpoint;
    SolveOptions second = whole;
    second.restart = &checkpoint;
    EXPECT_TRUE(solve(*system, *after, start, second).final == expected.final) << stop_after;
    ++restarts;
  }
  EXPECT_GT(restarts, 5);
}

}  // namespace
}  // namespace daedalus::testing
