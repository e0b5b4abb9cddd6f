// The N-four-bar goes through the position in which all its bars lie on one line. Its parallelogram motion is that of
// the pendulum equation [(N+1)/3 + N] φ'' = −g [(N+1)/2 + N] cos φ, solved here by itself; its reactions have a pole
// there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

constexpr int windows = 2;

struct Crank {
  double phi = std::numbers::pi / 2, rate = -1;
};

// Classical Runge-Kutta with steps of 5e-5 s: its error is below 1e-13.
Crank crank_at(double t_end) {
  Crank x;
  const double c = 9.81 * ((windows + 1) / 2.0 + windows) / ((windows + 1) / 3.0 + windows);
  const auto f = [c](double angle) { return -c * std::cos(angle); };
  const int steps = static_cast<int>(std::ceil(t_end / 5e-5));
  const double h = t_end / steps;
  for (int n = 0; n < steps; ++n) {
    const double k1 = f(x.phi), k2 = f(x.phi + h / 2 * x.rate), k3 = f(x.phi + h / 2 * x.rate + h * h / 4 * k1),
                 k4 = f(x.phi + h * x.rate + h * h / 2 * k2);
    x.phi += h * x.rate + h * h / 6 * (k1 + k2 + k3);
    x.rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return x;
}

double singular_instant() {  // φ = 0
  double t = 0.7;
  for (int k = 0; k < 6; ++k) {
    const Crank x = crank_at(t);
    t -= x.phi / x.rate;
  }
  return t;
}

// Of the angle of the first crank and, in units of its size, of its rate.
double error_of(const System& system, const State& x) {
  const auto& names = system.layout().coordinates;
  const char* name = names[0] == "pivot0.angle" ? "pivot0.angle" : "crank0.theta";
  const auto i = std::find(names.begin(), names.end(), name) - names.begin();
  const Crank expected = crank_at(x.t);
  return std::max(std::abs(x.q[i] - expected.phi), std::abs(x.v[i] - expected.rate) / 7);
}

struct Passing {
  std::string formulation, method;
  double tightest;  // tolerance
};
std::ostream& operator<<(std::ostream& out, const Passing& run) { return out << run.formulation << ' ' << run.method; }

std::vector<Passing> all_with_error_control() {
  std::vector<Passing> all;
  for (const char* formulation : {"cartesian", "joint"}) {
    for (const char* method : {"dopri5", "infl-sdirk", "for-sdirk", "expl-deabm"})
      all.push_back({formulation, method, 1e-10});
    for (const char* method :
         {"nstiff", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-si2", "hht-add", "infl-trap"})
      all.push_back({formulation, method, 1e-7});
  }
  return all;
}

class SingularPassage : public ::testing::TestWithParam<Passing> {};
INSTANTIATE_TEST_SUITE_P(Methods, SingularPassage, ::testing::ValuesIn(all_with_error_control()),
                         [](const auto& instance) {
                           std::string name = instance.param.formulation + "_" + instance.param.method;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// A tolerance is a multiple of the error for methods of low order, on an upside-down pendulum more so: what counts is
// that the passage adds little to it.
TEST_P(SingularPassage, AddsLessThanTenTolerancesToTheError) {
  const Model model = gallery_model("n_four_bar");
  const auto system = make_system(model, GetParam().formulation);
  const State start = find_start(*system).state;
  for (const double tol : {1e-4, 1e-7, 1e-10}) {
    if (tol < 0.99 * GetParam().tightest) continue;
    const auto method = make_method(GetParam().method);
    SolveOptions options{.t_end = 0.7, .output = Output::end_only, .monitoring = Monitoring::off};
    options.integration.tolerances = {.rtol = tol, .atol = tol};
    const Result before = solve(*system, *method, start, options);
    ASSERT_EQ(before.status, RunStatus::done);
    options.t_end = 1;
    const Result result = solve(*system, *method, start, options);
    ASSERT_EQ(result.status, RunStatus::done) << tol << ": " << result.failure->message();
    EXPECT_LE(error_of(*system, result.final), 3 * error_of(*system, before.final) + 10 * tol) << tol;
  }
}

// Four times on a tour of four seconds, twice per turn.
TEST(SingularPassages, AreManyOnALongRun) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const Model model = gallery_model("n_four_bar");
    const auto system = make_system(model, formulation);
    SolveOptions options{.t_end = 4, .output = Output::end_only};
    options.integration.tolerances = {.rtol = 1e-9, .atol = 1e-9};
    const Result result = solve(*system, *make_method("for-sdirk"), find_start(*system).state, options);
    ASSERT_EQ(result.status, RunStatus::done) << formulation << ": " << result.failure->message();
    EXPECT_LE(error_of(*system, result.final), 1e-6) << formulation;
  }
}

// The crank turns in one direction and passes a position at every multiple of π.
TEST(SingularPassages, BeforeACheckpointAreInTheReportOfTheRunThatGoesOn) {
  const Model model = gallery_model("n_four_bar");
  const auto system = make_system(model, "cartesian");
  const State start = find_start(*system).state;
  SolveOptions options{.t_end = 1, .output = Output::end_only};
  options.integration.tolerances = {.rtol = 1e-9, .atol = 1e-9};
  const Result first = solve(*system, *make_method("infl-sdirk"), start, options);
  ASSERT_EQ(first.status, RunStatus::done);
  options.restart = &first.checkpoint;
  options.t_end = 2;
  const Result second = solve(*system, *make_method("infl-sdirk"), start, options);
  ASSERT_EQ(second.status, RunStatus::done);
  const int passed = static_cast<int>(-std::floor(crank_at(2).phi / std::numbers::pi));
  ASSERT_GT(passed, 1);
  const std::string expected =
      fmt::format("passed {} singular positions, the first at t = {:.3g}", passed, singular_instant());
  EXPECT_TRUE(std::any_of(second.report.warnings.begin(), second.report.warnings.end(),
                          [&](const std::string& warning) { return warning.starts_with(expected); }))
      << expected << "\n"
      << fmt::format("{}", fmt::join(second.report.warnings, "\n"));
}

// In joint coordinates a row of forty windows is badly conditioned far from the position, too: trouble begins where σ
// is a quarter of what it was. Crank angle and rate at 2 s from the 30-digit solution of n_four_bar_test.cpp.
TEST(SingularPassages, OfFortyWindows) {
  const Model model = gallery_model("n_four_bar", {{"N", "40"}});
  for (const auto& [name, tol] : {std::pair("for-sdirk", 1e-8), std::pair("infl-sdirk", 1e-8)}) {
    const auto system = make_system(model, "joint");
    SolveOptions options{.t_end = 2, .output = Output::end_only, .monitoring = Monitoring::off};
    options.integration.tolerances = {.rtol = tol, .atol = tol};
    const Result result = solve(*system, *make_method(name), find_start(*system).state, options);
    ASSERT_EQ(result.status, RunStatus::done) << name << ": " << result.failure->message();
    EXPECT_NEAR(result.final.q[0], -4.74686211524122, 1e-7) << name;
    EXPECT_NEAR(result.final.v[0], -1.0065492036262305, 1e-6) << name;
    EXPECT_FALSE(result.report.warnings.empty()) << name;
  }
}

TEST(SingularPassages, AreReportedWithTheirInstant) {
  const Model model = gallery_model("n_four_bar");
  const auto system = make_system(model, "joint");
  SolveOptions options{.t_end = 1, .output = Output::end_only};
  options.integration.tolerances = {.rtol = 1e-8, .atol = 1e-8};
  const Result result = solve(*system, *make_method("infl-trap"), find_start(*system).state, options);
  ASSERT_EQ(result.status, RunStatus::done);
  const std::string expected = fmt::format("passed 1 singular position, the first at t = {:.3g}", singular_instant());
  bool is_reported = false;
  for (const std::string& warning : result.report.warnings) is_reported = is_reported || warning.starts_with(expected);
  EXPECT_TRUE(is_reported) << expected;
}

TEST(SingularPassages, HaveSamplesInsideAndMayEndInside) {
  const Model model = gallery_model("n_four_bar");
  for (const char* formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const State start = find_start(*system).state;
    SolveOptions options{.t_end = 0.74, .output = Output::interval, .every = 1e-3};
    options.integration.tolerances = {.rtol = 1e-8, .atol = 1e-8};
    const Result result = solve(*system, *make_method("infl-trap"), start, options);
    ASSERT_EQ(result.status, RunStatus::done) << result.failure->message();
    ASSERT_EQ(result.trajectory.size(), 741u);
    const double t_singular = singular_instant();
    for (const State& x : result.trajectory) {
      if (std::abs(x.t - 0.715) > 0.03 || std::abs(x.t - t_singular) < 2e-4) continue;  // rounding
      EXPECT_LE(error_of(*system, x), 1e-7) << formulation << " at " << x.t;
    }
    options.t_end = t_singular + 2e-3;
    const Result ended = solve(*system, *make_method("infl-trap"), start, options);
    ASSERT_EQ(ended.status, RunStatus::done) << ended.failure->message();
    EXPECT_EQ(ended.final.t, options.t_end);
    EXPECT_LE(error_of(*system, ended.final), 1e-7) << formulation;
  }
}

// Steps of 2 ms end on their grid, on both sides of the position.
TEST(SingularPassages, OfFixedStepsInJointCoordinates) {
  const Model model = gallery_model("n_four_bar");
  const auto system = make_system(model, "joint");
  const State start = find_start(*system).state;
  const std::vector<std::pair<const char*, double>> largest_errors = {
      {"rk4", 1e-8},       {"dopri5", 1e-10},           {"nstiff", 5e-4},     {"newmark", 5e-3},
      {"hht-i3", 5e-4},    {"generalized-alpha", 5e-4}, {"nstiff-si2", 5e-4}, {"hht-si2", 5e-4},
      {"hht-add", 5e-4},   {"infl-sdirk", 1e-8},        {"infl-trap", 1e-4},  {"for-sdirk", 1e-8},
      {"expl-deabm", 1e-5}};
  for (const auto& [name, largest] : largest_errors) {
    const auto method = make_method(name);
    const Result result =
        solve(*system, *method, start, {.t_end = 1, .integration = {.h = 2e-3}, .monitoring = Monitoring::off});
    ASSERT_EQ(result.status, RunStatus::done) << name << ": " << result.failure->message();
    EXPECT_LE(error_of(*system, result.final), largest) << name;
    for (const State& x : result.trajectory) EXPECT_NEAR(x.t / 2e-3, std::round(x.t / 2e-3), 1e-6) << name;
  }
}

// A crank that is driven beyond the reach of its rod, 1 + sin(2t)/2 = √1.25, stops there as ever: nothing goes on
// behind.
TEST(SingularPassages, AreNotMadeWhereTheMechanismLocks) {
  const Model model = read_model_text(R"yaml(
name: lock
bodies:
  ground: {markers: {O: [0, 0], slide: {position: [1, 0], axis: [0, 1, 0]}}}
  crank: {type: planar, mass: 1, inertia: 0.1, com: [0.25, 0], position: [0, 0], angle: pi/2, markers: {O: [0, 0], tip: [0.5, 0]}}
  rod: {type: planar, mass: 1, inertia: 0.1, position: [0.5, 0.25], angle: "atan2(-0.5, 1)", markers: {A: ["-sqrt(1.25)/2", 0], B: ["sqrt(1.25)/2", 0]}}
joints:
  o: {type: revolute, between: [crank.O, ground.O]}
  a: {type: revolute, between: [rod.A, crank.tip]}
  line: {type: point_on_line, between: [rod.B, ground.slide]}
drivers:
  turn: {drives: o.angle, motion: "pi/2 + 2*t"}
run: {t_end: 3}
)yaml",
                                      "lock.yaml");
  const double t_locked = std::asin(2 * (std::sqrt(1.25) - 1)) / 2;
  for (const char* formulation : {"cartesian", "joint"})
    for (const char* name : {"dopri5", "infl-sdirk", "hht-i3"}) {
      const auto system = make_system(model, formulation);
      SolveOptions options{.t_end = 3, .output = Output::end_only, .monitoring = Monitoring::off};
      const Result result = solve(*system, *make_method(name), find_start(*system).state, options);
      EXPECT_EQ(result.status, RunStatus::failed) << formulation << ' ' << name;
      EXPECT_NEAR(result.final.t, t_locked, 1e-5) << formulation << ' ' << name;
    }
}

// A checkpoint in front of the position knows what was before.
TEST(SingularPassages, AreTheSameAfterARestart) {
  const Model model = gallery_model("n_four_bar");
  const auto system = make_system(model, "joint");
  const State start = find_start(*system).state;
  SolveOptions options{.t_end = 0.72, .output = Output::end_only, .monitoring = Monitoring::off};
  options.integration.tolerances = {.rtol = 1e-6, .atol = 1e-6};
  std::optional<Checkpoint> last;  // before the position, at 0.7144 s
  double t = 0;
  options.on_step = [&](const Integration& integration) { t = integration.state().t; };
  options.checkpoint_every = 20;
  options.on_checkpoint = [&](const Checkpoint& checkpoint) {
    if (t < 0.712) last = checkpoint;
  };
  const auto method = make_method("hht-i3");
  const Result whole = solve(*system, *method, start, options);
  ASSERT_EQ(whole.status, RunStatus::done) << whole.failure->message();
  ASSERT_TRUE(last);
  ASSERT_EQ(whole.report.warnings.size(), 1u);  // there was one
  options.restart = &*last;
  options.on_checkpoint = {};
  options.checkpoint_every = 0;
  const Result rest = solve(*system, *make_method("hht-i3"), start, options);
  ASSERT_EQ(rest.status, RunStatus::done);
  EXPECT_EQ(rest.report.warnings.size(), 1u);
  EXPECT_TRUE(rest.final == whole.final);
}

}  // namespace
}  // namespace daedalus::testing
