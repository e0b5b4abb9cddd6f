// tolerance_test.cpp: that a tolerance is what the error at the end of a run is near to, for every method with error
// control.
#include <gtest/gtest.h>

#include "daedalus/closed_form/law_system.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

struct Case {
  const char* problem;
  double t_end;
  double finest;  // tolerance that methods of order 2 reach in a fraction of a second
};

// All with exact or verified solutions: conservative and damped, driven, with first-order states, stiff, nonholonomic,
// with M(q), with a switching function.
const Case cases[] = {{"pendulum", 3, 1e-6},        {"driven_pendulum", 5, 1e-4}, {"polar_particle", 3, 1e-6},
                      {"circular_track", 10, 1e-6}, {"andrews", 0.03, 1e-5},      {"knife_edge", 3, 1e-6},
                      {"quarter_car", 2, 1e-4},     {"car_axle", 3, 1e-3},        {"stop_block", 5, 1e-4}};

// Largest error at the end over largest magnitude in the run, of positions and velocities; in units of rtol.
double error_over_tolerance(const std::string& name, const Case& c, double rtol) {
  const CatalogEntry& entry = find_closed_form(c.problem);
  const auto system = entry.make();
  const auto method = make_method(name);
  const State exact = entry.reference(c.t_end).value();
  double size_q = testing::largest(exact.q), size_v = testing::largest(exact.v);
  SolveOptions options{.t_end = c.t_end,
                       .integration = {.tolerances = {.rtol = rtol, .atol = rtol / 100}},
                       .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) {
    size_q = std::max(size_q, testing::largest(x.q));
    size_v = std::max(size_v, testing::largest(x.v));
  };
  const Result r = solve(*system, *method, system->initial_guess(), options);
  if (r.status != RunStatus::done) return std::numeric_limits<double>::infinity();
  return std::max(testing::largest(r.final.q - exact.q) / size_q, testing::largest(r.final.v - exact.v) / size_v) /
         rtol;
}

// What tolerances promise, and how many times them errors may be. The methods of order 4 and 5 control single steps
// only: they are below 1 where a motion is neither sensitive nor stiff, and above 10 at loose tolerances on the
// pendulum, Andrews' mechanism and the car axle.
struct Promise {
  const char* method;
  double most;
};

// Only the first-order state moves, s = cos t: its error alone decides the steps. Errors per time of order 2 take
// 1/√rtol of them.
TEST(ToleranceOfStates, TakesStepsOfTheOrderOfTheMethodAndIsMet) {
  const LawSystem<testing::ProtheroRobinson> system("prothero_robinson", {.eigenvalue = -2});
  for (const char* name : {"nstiff", "nstiff-si2", "hht-i3", "hht-si2", "hht-add", "generalized-alpha"}) {
    long steps[2];
    int k = 0;
    for (const double rtol : {1e-3, 1e-5}) {
      const auto method = make_method(name);
      const Result r =
          solve(system, *method, system.initial_guess(),
                {.t_end = 5, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}, .output = Output::end_only});
      ASSERT_EQ(r.status, RunStatus::done) << name;
      EXPECT_LT(std::abs(r.final.s[0] - std::cos(5.0)), 10 * rtol) << name << " at " << rtol;
      steps[k++] = r.report.steps.accepted;
    }
    EXPECT_GT(steps[1], 5 * steps[0]) << name;
    EXPECT_LT(steps[1], 15 * steps[0]) << name;
  }
}

class Tolerance : public ::testing::TestWithParam<Promise> {};

TEST_P(Tolerance, IsWhatTheErrorAtTheEndOfARunIsNearTo) {
  for (const Case& c : cases)
    for (const double rtol : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      if (rtol < 0.5 * c.finest) continue;
      EXPECT_LT(error_over_tolerance(GetParam().method, c, rtol), GetParam().most) << c.problem << " at " << rtol;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Tolerance,
                         ::testing::Values(Promise{"nstiff", 10}, Promise{"nstiff-si2", 10}, Promise{"hht-i3", 10},
                                           Promise{"hht-si2", 10}, Promise{"hht-add", 10},
                                           Promise{"generalized-alpha", 10}, Promise{"expl-deabm", 20},
                                           Promise{"bdf", 10}, Promise{"for-sdirk", 10}, Promise{"infl-sdirk", 30},
                                           Promise{"infl-trap", 30}, Promise{"dopri5", 50}),
                         [](const auto& of) {
                           std::string name = of.param.method;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace daedalus
