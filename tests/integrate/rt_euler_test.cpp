// rt_euler_test.cpp: Euler steps of fixed cost: coefficients, orders, drift, the errata of the paper, constant work.
//
// Formulas: Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics,
// sections 2 and 3.
#include "daedalus/integrate/methods/rt_euler.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "support/allocation_counter.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using Settings = std::vector<OptionSetting>;

std::unique_ptr<Method> rt(const Settings& settings) { return make_method("rt-euler", settings); }

std::string text_of(const Settings& settings) {
  std::string text;
  for (const OptionSetting& s : settings) text += s.name + "=" + s.value + " ";
  return text;
}

// Every update with every way to hold the constraints that it has.
std::vector<Settings> combinations() {
  const std::vector<Settings> updates = {
      {{"update", "explicit"}}, {{"update", "half-implicit"}}, {{"jacobian", "j1"}},      {{"jacobian", "j2"}},
      {{"jacobian", "j3"}},     {{"jacobian", "exact"}},       {{"jacobian", "reversed"}}};
  const std::vector<Settings> holds = {
      {{"index", "1"}, {"stabilization", "none"}},
      {{"index", "1"}, {"stabilization", "none"}, {"multipliers", "separate"}},
      {{"index", "1"}, {"stabilization", "baumgarte"}},
      {{"index", "1"}, {"stabilization", "projection"}, {"multipliers", "separate"}},
      {{"index", "1"}, {"stabilization", "projection"}, {"projection.jacobian", "new"}},
      {{"index", "2"}, {"stabilization", "none"}},
      {{"index", "2"}, {"stabilization", "baumgarte"}},
      {{"index", "2"}, {"stabilization", "projection"}},
      {{"index", "2"}, {"stabilization", "ggl"}, {"projection.newton_steps", "2"}},
      {{"index", "2"}, {"stabilization", "sequential-regularization"}},
  };
  std::vector<Settings> all;
  for (const Settings& update : updates)
    for (const Settings& hold : holds) {
      all.push_back(update);
      all.back().insert(all.back().end(), hold.begin(), hold.end());
    }
  all.push_back({{"jacobian", "j3"}, {"derivative", "exact"}, {"stiffness", "forces"}, {"refresh", "5"}});
  all.push_back({{"jacobian", "j2"}, {"refresh", "4"}, {"stiffness", "forces"}});
  return all;
}

struct RtEulerBench {
  explicit RtEulerBench(const std::string& problem)
      : system(find_closed_form(problem).make()), eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
  }
  std::unique_ptr<System> system;
  Equations eq;
  State x;
};

// m q'' = -k q - c q'
struct Oscillator {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  double m = 2, k = 30, c = 4;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>{S(m)};
  }
  template <class S>
  Vec<S, 1> force(const S&, const Vec<S, 1>& q, const Vec<S, 1>& v, const Vec<S, 0>&) const {
    return Vec<S, 1>{-k * q[0] - c * v[0]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>& q) const {
    return 0.5 * k * q[0] * q[0];
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {0.7}, .v = {-1.3}, .a = {0}}); }
};

// A point on a circle that is asked for twice.
template <int times>
struct Held {
  static constexpr int nq = 2, ng = times, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(1.5), S(0.0)}, {S(0.0), S(1.5)}};
  }
  template <class S>
  Vec<S, 2> force(const S&, const Vec<S, 2>&, const Vec<S, 2>&, const Vec<S, 0>&) const {
    return {S(0.0), S(-9.81 * 1.5)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>& q) const {
    return 9.81 * 1.5 * q[1];
  }
  template <class S>
  Vec<S, times> constraint(const S&, const Vec<S, 2>& q) const {
    Vec<S, times> g;
    for (int k = 0; k < times; ++k) g[k] = (1.0 + 2.0 * k) * (q[0] * q[0] + q[1] * q[1] - 1.0);
    return g;
  }
  std::vector<std::string> coordinates() const { return {"x", "y"}; }
  std::vector<std::string> constraints() const {
    return times == 1 ? std::vector<std::string>{"rod"} : std::vector<std::string>{"rod", "rod again"};
  }
  State initial_guess() const {
    State x = make_state(0, {.q = {1, 0}, .v = {0, 0.3}, .a = {0, 0}, .lambda = {0, 0}});
    x.lambda = VecX::Zero(times);
    return x;
  }
};
using TwiceHeld = Held<2>;

TEST(RtEuler, OneStepOnAnOscillatorIsThatOfTheFormulas) {
  const LawSystem<Oscillator> system("oscillator");
  const double m = 2, k = 30, c = 4, h = 0.2, q = 0.7, v = -1.3, f = -k * q - c * v, along = -k * v;
  struct Case {
    Settings settings;
    double dv;
    bool new_velocity;
  };
  const double full = m + h * c + h * h * k;
  const Case cases[] = {{{{"update", "explicit"}}, h * f / m, false},
                        {{{"update", "half-implicit"}}, h * f / m, true},
                        {{{"jacobian", "j1"}}, h * (f + h * along) / (m + h * c), false},
                        {{{"jacobian", "j2"}}, h * (f + h * along) / full, false},
                        {{{"jacobian", "j3"}, {"derivative", "exact"}}, h * (f + h * along) / m, false},
                        {{{"jacobian", "exact"}}, h * (f + h * along) / full, true},
                        {{{"jacobian", "reversed"}}, h * f / full, true}};
  for (const Case& expected : cases)
    for (const char* index : {"1", "2"}) {
      Settings settings = expected.settings;
      settings.push_back({"index", index});
      Equations eq(system);
      State x = system.initial_guess(), y = x;
      ASSERT_TRUE(make_consistent(eq, x).outcome.ok());
      const auto method = rt(settings);
      method->start(eq, x, {});
      ASSERT_TRUE(method->step(eq, x, h, y).ok());
      EXPECT_NEAR(y.v[0], v + expected.dv, 1e-13) << text_of(settings);
      EXPECT_NEAR(y.q[0], q + h * (expected.new_velocity ? v + expected.dv : v), 1e-13) << text_of(settings);
    }
}

TEST(RtEuler, TheDifferenceAlongTheVelocityIsTheExactDerivative) {
  RtEulerBench a("car_axle"), b("car_axle");
  const auto exact = rt({{"jacobian", "j3"}, {"derivative", "exact"}}), difference = rt({{"jacobian", "j3"}});
  State y = a.x, z = b.x;
  exact->start(a.eq, a.x, {});
  difference->start(b.eq, b.x, {});
  ASSERT_TRUE(exact->step(a.eq, a.x, 1e-3, y).ok());
  ASSERT_TRUE(difference->step(b.eq, b.x, 1e-3, z).ok());
  EXPECT_LT((y.v - z.v).norm(), 1e-9);
  EXPECT_NE(y.v, z.v);
}

TEST(RtEuler, EveryCombinationIsOfOrderOne) {
  for (const char* name : {"driven_pendulum", "polar_particle", "circular_track"}) {
    const CatalogEntry& problem = find_closed_form(name);
    const auto system = problem.make();
    const double t_end = 1;
    const State exact = problem.reference(t_end).value();
    for (const Settings& settings : combinations()) {
      double error[2];
      for (int k = 0; k < 2; ++k) {
        const auto method = rt(settings);
        const Result run = solve(*system, *method, system->initial_guess(),
                                 {.t_end = t_end,
                                  .integration = {.h = 1e-3 / (1 + k)},
                                  .output = Output::end_only,
                                  .monitoring = Monitoring::off});
        ASSERT_EQ(run.status, RunStatus::done) << name << " " << text_of(settings);
        error[k] =
            std::max({testing::relative_error(run.final.q, exact.q), testing::relative_error(run.final.v, exact.v),
                      testing::relative_error(run.final.lambda, exact.lambda)});
      }
      EXPECT_NEAR(std::log2(error[0] / error[1]), 1, 0.2)
          << name << " " << text_of(settings) << error[0] << " " << error[1];
    }
  }
}

// Largest |g| of the car axle until t_end, steps of h.
double drift(const Settings& settings, double h, double t_end) {
  RtEulerBench bench("car_axle");
  const auto method = rt(settings);
  Integration integration(bench.eq, *method, bench.x, t_end, {.h = h});
  Equations observer(*bench.system);
  double largest = 0;
  while (integration.state().t < t_end) {
    EXPECT_TRUE(integration.advance(t_end));
    observer.evaluate(Want::position, integration.state());
    largest = std::max(largest, observer.value.g.lpNorm<Eigen::Infinity>());
  }
  return largest;
}

TEST(RtEuler, TheDriftOnTheCarAxleHasTheOrdersOfFigure6) {
  struct Case {
    Settings settings;
    double order;
  };
  const Case cases[] = {{{{"preset", "index1"}}, 1},
                        {{{"preset", "index2"}}, 1},
                        {{{"preset", "index1-baumgarte"}}, 2},
                        {{{"preset", "index2-baumgarte"}}, 2},
                        {{{"preset", "index1-projected"}}, 3},
                        {{{"preset", "index2-projected"}}, 3},
                        {{{"preset", "index2-projected"}, {"projection.jacobian", "new"}}, 4}};
  for (const Case& c : cases) {
    const double h = c.order == 1 ? 5e-5 : 1e-3;  // unstabilized, errors of two kinds grow against each other
    const double coarse = drift(c.settings, h, 1), fine = drift(c.settings, h / 2, 1);
    EXPECT_NEAR(std::log2(coarse / fine), c.order, 0.15) << text_of(c.settings) << coarse << " " << fine;
  }
}

TEST(RtEuler, ProjectionAndBaumgarteBoundTheDriftOverManySteps) {
  for (const char* preset : {"index1-projected", "index2-projected", "index1-baumgarte", "index2-baumgarte"}) {
    const double first = drift({{"preset", preset}}, 1e-3, 2), all = drift({{"preset", preset}}, 1e-3, 40);
    EXPECT_LT(all, 2 * first) << preset;
  }
  EXPECT_GT(drift({{"preset", "index1"}}, 1e-3, 40), 5 * drift({{"preset", "index1"}}, 1e-3, 2));
}

// |q| - 1 at t = 25, 50, 75, 100 s with explicit Euler, h = 0.01 s, from an independent program; paper 003, Fig. 3.
TEST(RtEuler, TheCircularTrackIsLeftAsAnIndependentProgramLeavesIt) {
  struct Case {
    Settings settings;
    double expected[4], tolerance;
  };
  const Case cases[] = {
      {{{"update", "explicit"}, {"index", "1"}, {"stabilization", "none"}}, {0.1869, 0.331, 0.4487, 0.548}, 1e-4},
      // agree to 2e-4
      {{{"update", "explicit"}, {"index", "2"}, {"stabilization", "none"}}, {0.118, 0.2247, 0.3228, 0.4142}, 3e-4},
      {{{"update", "explicit"}, {"index", "1"}, {"stabilization", "projection"}},
       {1.25e-9, 1.25e-9, 1.25e-9, 1.25e-9},
       1e-11}};
  for (const Case& c : cases) {
    RtEulerBench bench("circular_track");
    const auto method = rt(c.settings);
    Integration integration(bench.eq, *method, bench.x, 100, {.h = 0.01});
    for (int k = 0; k < 4; ++k) {
      while (integration.state().t < 25 * (k + 1)) ASSERT_TRUE(integration.advance(25 * (k + 1)));
      EXPECT_NEAR(integration.state().q.norm() - 1, c.expected[k], c.tolerance) << text_of(c.settings) << k;
    }
  }
}

// Errata of Eq. (6b): with its h on the right or without g_t this is O(1) on the car axle.
TEST(RtEuler, Index2MeetsTheVelocityConstraintsOfAMovingRoad) {
  for (const char* jacobian : {"j1", "j2", "j3"})
    for (const char* stabilization : {"none", "projection", "ggl"}) {
      const auto method = rt({{"jacobian", jacobian}, {"index", "2"}, {"stabilization", stabilization}});
      const auto system = find_closed_form("car_axle").make();
      const Result run = solve(*system, *method, system->initial_guess(), {.t_end = 1, .integration = {.h = 1e-3}});
      ASSERT_EQ(run.status, RunStatus::done);
      EXPECT_LT(run.report.residuals.velocity, 1e-13) << jacobian << " " << stabilization;
    }
}

TEST(RtEuler, NonholonomicRowsAreMetToRoundOffOrToOrderOne) {
  const auto system = find_closed_form("knife_edge").make();
  for (const Settings& settings : combinations()) {
    const auto method = rt(settings);
    const auto residual = [&](double h) {
      const Result run = solve(*system, *method, system->initial_guess(), {.t_end = 1, .integration = {.h = h}});
      EXPECT_EQ(run.status, RunStatus::done) << text_of(settings);
      return run.report.residuals.velocity;
    };
    const double coarse = residual(1e-3), fine = residual(2.5e-4);
    if (method->record().satisfies == ConstraintLevel::velocity) EXPECT_LT(coarse, 1e-13) << text_of(settings);
    else EXPECT_LT(fine, std::max(1e-13, coarse / 3)) << text_of(settings) << ": O(h) falls to a quarter";
  }
}

TEST(RtEuler, RedundantConstraintsChangeNothing) {
  const LawSystem<Held<1>> once("held");
  const LawSystem<Held<2>> twice("twice_held");
  for (const Settings& settings : combinations()) {
    if (text_of(settings).find("sequential") != std::string::npos) continue;  // its D counts a row twice
    const auto method = rt(settings);
    const Result run = solve(twice, *method, twice.initial_guess(), {.t_end = 0.5, .integration = {.h = 1e-3}});
    ASSERT_EQ(run.status, RunStatus::done) << text_of(settings);
    const State &x = run.final,
                expected = solve(once, *method, once.initial_guess(), {.t_end = 0.5, .integration = {.h = 1e-3}}).final;
    EXPECT_LT((x.q - expected.q).norm() + (x.v - expected.v).norm(), 1e-11) << text_of(settings);
    EXPECT_NEAR(x.lambda[0] + 3 * x.lambda[1], expected.lambda[0], 1e-9) << text_of(settings);  // the same force
    // and the least multipliers
    EXPECT_NEAR(x.lambda[1], 3 * x.lambda[0], 1e-9) << text_of(settings);
  }
}

TEST(RtEuler, RegularizationTendsToBaumgarteOfIndex2) {
  const auto system = find_closed_form("car_axle").make();
  const auto final_state = [&](const Settings& settings) {
    const auto method = rt(settings);
    return solve(*system, *method, system->initial_guess(), {.t_end = 0.2, .integration = {.h = 1e-3}}).final;
  };
  const State limit = final_state({{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "baumgarte"}});
  double before = 1;
  for (const char* epsilon : {"0.3", "0.1", "0.03"}) {
    const State x = final_state({{"jacobian", "j3"},
                                 {"index", "2"},
                                 {"stabilization", "sequential-regularization"},
                                 {"regularization.epsilon", epsilon}});
    const double distance = (x.v - limit.v).norm();
    EXPECT_LT(distance, 0.3 * before) << epsilon;
    before = distance;
  }
}

TEST(RtEuler, EveryStepDoesTheSameWork) {
  for (const char* problem : {"car_axle", "circular_track", "andrews", "knife_edge"})
    for (const Settings& settings : combinations()) {
      if (text_of(settings).find("refresh") != std::string::npos) continue;
      RtEulerBench bench(problem);
      const auto method = rt(settings);
      const double h = std::string(problem) == "andrews" ? 1e-6 : 1e-4;
      Integration integration(bench.eq, *method, bench.x, 1, {.h = h});
      WorkCounts first, before = bench.eq.counts;
      for (int k = 0; k < 300; ++k) {
        ASSERT_TRUE(integration.advance(1)) << problem << " " << text_of(settings) << "step " << k;
        const WorkCounts& now = bench.eq.counts;
        const WorkCounts work{.evaluations = now.evaluations - before.evaluations,
                              .residuals = now.residuals - before.residuals,
                              .tangents = now.tangents - before.tangents,
                              .factorizations = now.factorizations - before.factorizations,
                              .solves = now.solves - before.solves};
        before = now;
        if (k == 0) first = work;
        ASSERT_EQ(work.evaluations, first.evaluations) << problem << " " << text_of(settings) << "step " << k;
        ASSERT_EQ(work.residuals, first.residuals);
        ASSERT_EQ(work.tangents, first.tangents);
        ASSERT_EQ(work.factorizations, first.factorizations);
        ASSERT_EQ(work.solves, first.solves);
      }
      EXPECT_EQ(integration.counts().newton_iterations, 0);
    }
}

TEST(RtMethods, OfOrderTwoDoTheSameWorkInEveryStepToo) {
  for (const char* name : {"rt-ros2", "rt-midpoint"})
    for (const char* problem : {"car_axle", "circular_track", "knife_edge"}) {
      RtEulerBench bench(problem);
      const auto method = make_method(name);
      Integration integration(bench.eq, *method, bench.x, 1, {.h = 1e-3});
      WorkCounts first, before = bench.eq.counts;
      for (int k = 0; k < 200; ++k) {
        ASSERT_TRUE(integration.advance(1));
        const WorkCounts& now = bench.eq.counts;
        const WorkCounts work{.evaluations = now.evaluations - before.evaluations,
                              .residuals = now.residuals - before.residuals,
                              .tangents = now.tangents - before.tangents,
                              .factorizations = now.factorizations - before.factorizations,
                              .solves = now.solves - before.solves};
        before = now;
        if (k == 0) first = work;
        ASSERT_EQ(work.evaluations, first.evaluations) << name << " " << problem << k;
        ASSERT_EQ(work.tangents, name == std::string("rt-ros2") ? 1 : 0);
        ASSERT_EQ(work.factorizations, first.factorizations);
        ASSERT_EQ(work.solves, first.solves);
      }
    }
}

TEST(RtMethods, OfOrderTwoTakeRedundantConstraintsAsTheyAre) {
  const LawSystem<TwiceHeld> twice("twice_held");
  for (const char* name : {"rt-ros2", "rt-midpoint"}) {
    const auto method = make_method(name);
    const Result run = solve(twice, *method, twice.initial_guess(), {.t_end = 0.5, .integration = {.h = 1e-3}});
    ASSERT_EQ(run.status, RunStatus::done) << name;
    EXPECT_NEAR(run.final.v.squaredNorm() + 2 * 9.81 * run.final.q[1], 0.09, 1e-4) << name;
    EXPECT_NEAR(run.final.q.norm(), 1, 1e-9) << name;
  }
}

// ROS2 on y' = λ y with the exact Jacobian: R(z) = (1 + (1 - 2γ) z + (1/2 - 2γ + γ²) z²)/(1 - γ z)²; here z = h λ on
// q'' = -a q - b q'.
TEST(RtMethods, Ros2AmplifiesAsItsStabilityFunctionSays) {
  const double m = 2, k = 30, c = 4, h = 0.2, gamma = 1 - 1 / std::sqrt(2.0);
  const LawSystem<Oscillator> system("oscillator");
  Equations eq(system);
  State x = system.initial_guess(), y = x;
  ASSERT_TRUE(make_consistent(eq, x).outcome.ok());
  const auto method = make_method("rt-ros2");
  method->start(eq, x, {});
  ASSERT_TRUE(method->step(eq, x, h, y).ok());
  Eigen::Matrix2d A, I = Eigen::Matrix2d::Identity();
  A << 0, 1, -k / m, -c / m;
  A *= h;
  const Eigen::Matrix2d denominator = I - gamma * A;
  const Eigen::Vector2d expected =
      (denominator * denominator).inverse() *
      ((I + (1 - 2 * gamma) * A + (0.5 - 2 * gamma + gamma * gamma) * A * A) * Eigen::Vector2d(x.q[0], x.v[0]));
  EXPECT_NEAR(y.q[0], expected[0], 1e-13);
  EXPECT_NEAR(y.v[0], expected[1], 1e-13);
}

TEST(RtEuler, ARefreshEveryKStepsRepeatsItsWorkEveryKSteps) {
  RtEulerBench bench("car_axle");
  const auto method = rt({{"jacobian", "j2"}, {"refresh", "4"}});
  Integration integration(bench.eq, *method, bench.x, 1, {.h = 1e-4});
  long before = bench.eq.counts.tangents;
  for (int k = 0; k < 40; ++k) {
    ASSERT_TRUE(integration.advance(1));
    EXPECT_EQ(bench.eq.counts.tangents - before, k % 4 == 0 ? 1 : 0) << k;
    before = bench.eq.counts.tangents;
  }
}

TEST(RtEuler, NoCombinationAllocatesInAStepNotEvenInTheFirst) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  for (const Settings& settings : combinations()) {
    RtEulerBench bench("car_axle");
    const auto method = rt(settings);
    Integration integration(bench.eq, *method, bench.x, 1, {.h = 1e-4});
    const long before = AllocationCount::now();
    bool ok = true;
    for (int k = 0; k < 50; ++k) ok = integration.advance(1) && ok;
    EXPECT_EQ(AllocationCount::now() - before, 0) << text_of(settings);
    EXPECT_TRUE(ok) << text_of(settings);
  }
}

TEST(RtEuler, ARefreshedJacobianSurvivesACheckpoint) {
  const auto system = find_closed_form("car_axle").make();
  const Settings settings = {{"jacobian", "j2"}, {"refresh", "7"}};
  const SolveOptions options{.t_end = 0.1, .integration = {.h = 1e-3}};
  const auto whole_method = rt(settings);
  const Result whole = solve(*system, *whole_method, system->initial_guess(), options);
  std::atomic<bool> stop = false;
  SolveOptions first_half = options;
  first_half.cancel = &stop;
  first_half.on_step = [&](const Integration& i) { stop = i.counts().accepted >= 52; };
  const auto first_method = rt(settings);
  const Result first = solve(*system, *first_method, system->initial_guess(), first_half);
  SolveOptions second_half = options;
  second_half.restart = &first.checkpoint;
  const auto second_method = rt(settings);
  EXPECT_TRUE(solve(*system, *second_method, system->initial_guess(), second_half).final == whole.final);
}

TEST(RtEuler, BaumgarteParametersBelongToTheOrderOfTheUpdate) {
  const double h = 1e-3;
  // the optimum of the paper,
  EXPECT_NEAR(baumgarte_radius(1, false, h, 1 / h, 1 / (h * h)), 0, 1e-7);
  // with the new velocity
  EXPECT_NEAR(baumgarte_radius(1, true, h, 1 / h, 1 / (h * h)), (1 + std::sqrt(5.0)) / 2, 1e-12);
  EXPECT_NEAR(baumgarte_radius(1, true, h, 0.5 / h, 1 / (h * h)), 0, 1e-7);
  EXPECT_LT(baumgarte_radius(1, true, h, 100, 1e4), 1);  // section 4.3
  EXPECT_NEAR(baumgarte_radius(2, false, h, 2.5 / h, 0), 1.5, 1e-12);

  const Settings reversed = {{"jacobian", "reversed"}, {"index", "1"}, {"stabilization", "baumgarte"}};
  Settings wrong = reversed;
  wrong.push_back({"baumgarte.alpha", "1000"});
  wrong.push_back({"baumgarte.beta", "1e6"});
  EXPECT_TRUE(rt(reversed)->concerns(h).empty());
  EXPECT_TRUE(rt({{"preset", "vehicle"}})->concerns(h).empty());
  ASSERT_EQ(rt(wrong)->concerns(h).size(), 1u);
  EXPECT_NE(rt(wrong)->concerns(h)[0].find("1.618"), std::string::npos) << rt(wrong)->concerns(h)[0];

  const auto system = find_closed_form("car_axle").make();
  const auto method = rt(wrong);
  const Result run = solve(*system, *method, system->initial_guess(), {.t_end = 0.1, .integration = {.h = h}});
  EXPECT_TRUE(run.status == RunStatus::failed || run.report.residuals.position > 1) << run.report.residuals.position;
  EXPECT_FALSE(run.report.warnings.empty());
}

TEST(RtEuler, CombinationsThatMeanNothingAreRefused) {
  EXPECT_THROW(rt({{"index", "1"}, {"stabilization", "ggl"}}), OptionError);
  EXPECT_THROW(rt({{"index", "1"}, {"stabilization", "sequential-regularization"}}), OptionError);
  EXPECT_THROW(rt({{"index", "2"}, {"multipliers", "separate"}}), OptionError);
  EXPECT_THROW(rt({{"rate_group", "1"}, {"jacobian", "j3"}}), OptionError);
  RtEulerBench bench("car_axle");
  EXPECT_THROW(rt({{"rate_group", "1"}})->start(bench.eq, bench.x, {}), OptionError);
}

}  // namespace
}  // namespace daedalus
