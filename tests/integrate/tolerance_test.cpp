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

struct Motion {
  std::unique_ptr<System> system;
  State exact;  // at the end
};

Motion motion_of(const Case& c) {
  const CatalogEntry& entry = find_closed_form(c.problem);
  return {entry.make(), entry.reference(c.t_end).value()};
}

// Largest error at the end over largest magnitude in the run, of positions and velocities; in units of rtol.
double error_over_tolerance(const std::string& name, const Motion& motion, double t_end, double rtol) {
  const auto method = make_method(name);
  const State& exact = motion.exact;
  double size_q = testing::largest(exact.q), size_v = testing::largest(exact.v);
  SolveOptions options{
      .t_end = t_end, .integration = {.tolerances = {.rtol = rtol, .atol = rtol / 100}}, .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) {
    size_q = std::max(size_q, testing::largest(x.q));
    size_v = std::max(size_v, testing::largest(x.v));
  };
  const Result r = solve(*motion.system, *method, motion.system->initial_guess(), options);
  if (r.status != RunStatus::done) return std::numeric_limits<double>::infinity();
  return std::max(testing::largest(r.final.q - exact.q) / size_q, testing::largest(r.final.v - exact.v) / size_v) /
         rtol;
}

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

// A mass at rest under the load sin(pi t), which is zero again when the run ends, and all but zero at its start. A first
// step as long as the run would see no load at all.
struct LoadOfOneArch {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  static constexpr double pi = 3.141592653589793;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>::Constant(S(1.0));
  }
  template <class S>
  Vec<S, 1> force(const S& t, const Vec<S, 1>&, const Vec<S, 1>&, const Vec<S, 0>&) const {
    using std::sin;
    return Vec<S, 1>{sin(pi * t) + 1e-13};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {1}, .v = {0}, .a = {0}, .lambda = {}}); }
};

TEST(InitialStep, DoesNotMissALoadThatIsZeroAtBothEndsOfTheRun) {
  const LawSystem<LoadOfOneArch> system("one_arch");
  const Tolerances tolerances{.rtol = 1e-8, .atol = 1e-10};
  for (const char* name : {"expl-deabm", "dopri5", "infl-sdirk", "for-sdirk", "infl-trap", "bdf", "nstiff"}) {
    const auto method = make_method(name);
    const double rtol = name == std::string("infl-trap") || name == std::string("nstiff") ? 1e-5 : tolerances.rtol;
    const Result r = solve(
        system, *method, system.initial_guess(),
        {.t_end = 1, .integration = {.tolerances = {.rtol = rtol, .atol = rtol / 100}}, .monitoring = Monitoring::off});
    ASSERT_EQ(r.status, RunStatus::done) << name << (r.failure ? r.failure->message() : "");
    EXPECT_NEAR(r.final.q[0], 1 + 1 / LoadOfOneArch::pi, 10 * rtol) << name;
    EXPECT_NEAR(r.final.v[0], 2 / LoadOfOneArch::pi, 10 * rtol) << name;
  }
}

enum class Affordable { to_finest, all };

struct Promise {
  const char* method;
  Affordable tolerances;  // those of order 2 take 1/√rtol steps
};

class Tolerance : public ::testing::TestWithParam<Promise> {};

TEST_P(Tolerance, IsWhatTheErrorAtTheEndOfARunIsNearTo) {
  for (const Case& c : cases) {
    const Motion motion = motion_of(c);
    for (const double rtol : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
      if (GetParam().tolerances == Affordable::to_finest && rtol < 0.5 * c.finest) continue;
      EXPECT_LT(error_over_tolerance(GetParam().method, motion, c.t_end, rtol), 10) << c.problem << " at " << rtol;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Tolerance,
    ::testing::Values(Promise{"nstiff", Affordable::to_finest}, Promise{"nstiff-si2", Affordable::to_finest},
                      Promise{"hht-i3", Affordable::to_finest}, Promise{"hht-si2", Affordable::to_finest},
                      Promise{"hht-add", Affordable::to_finest}, Promise{"generalized-alpha", Affordable::to_finest},
                      Promise{"infl-trap", Affordable::to_finest}, Promise{"expl-deabm", Affordable::all},
                      Promise{"bdf", Affordable::all}, Promise{"for-sdirk", Affordable::all},
                      Promise{"infl-sdirk", Affordable::all}, Promise{"infl-esdirk", Affordable::all},
                      Promise{"dopri5", Affordable::all}),
    [](const auto& of) {
      std::string name = of.param.method;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace daedalus
