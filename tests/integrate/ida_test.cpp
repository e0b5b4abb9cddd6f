// ida_test.cpp: SUNDIALS IDA as a method: its accuracy on problems with known solutions, its steps, and what it begins anew.
#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/methods/ida.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::largest;

class IdaMethod : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Ida::make_record().is_built()) GTEST_SKIP() << "not built: " << Ida::make_record().external.how_to_get_it;
  }
};

Result run_ida(const System& system, Method& method, double t_end, double rtol) {
  return solve(system, method, system.initial_guess(),
               {.t_end = t_end, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}});
}

// Driven, with M(q), stiff, with first-order states, nonholonomic, with a switching function.
TEST_F(IdaMethod, SolvesWhatHasAKnownSolution) {
  for (const auto& [problem, t_end] : {std::pair{"pendulum", 3.0},
                                       {"driven_pendulum", 5.0},
                                       {"polar_particle", 3.0},
                                       {"car_axle", 3.0},
                                       {"andrews", 0.03},
                                       {"circular_track", 10.0},
                                       {"knife_edge", 3.0},
                                       {"quarter_car", 2.0},
                                       {"stop_block", 5.0}}) {
    const CatalogEntry& entry = find_closed_form(problem);
    const auto system = entry.make();
    const State exact = entry.reference(t_end).value();
    double errors[2];
    int n = 0;
    for (const double rtol : {1e-5, 1e-8}) {
      const auto method = make_method("ida");
      const Result r = run_ida(*system, *method, t_end, rtol);
      ASSERT_EQ(r.status, RunStatus::done) << problem << " at " << rtol << ": " << r.failure->message();
      errors[n] = std::max(largest(r.final.q - exact.q) / (1 + largest(exact.q)),
                           largest(r.final.v - exact.v) / (1 + largest(exact.v)));
      EXPECT_LT(errors[n], 1000 * rtol) << problem << " at " << rtol;
      EXPECT_LT(r.report.residuals.position, 10 * rtol) << problem;
      const double lambda = largest(r.final.lambda - exact.lambda) / (1 + largest(exact.lambda));
      EXPECT_LT(lambda, 1e4 * rtol) << problem << " at " << rtol;
      ++n;
    }
    EXPECT_LT(errors[1], errors[0] / 30) << problem;
  }
}

TEST_F(IdaMethod, KeepsAHolonomicRowOverANonholonomicOne) {
  const LawSystem<testing::SleighInABowl> system("sleigh in a bowl");
  const auto ida = make_method("ida"), other = make_method("infl-sdirk");
  const Result a = run_ida(system, *ida, 2, 1e-7), b = run_ida(system, *other, 2, 1e-9);
  ASSERT_EQ(a.status, RunStatus::done);
  EXPECT_LT(largest(a.final.q - b.final.q), 1e-5);
  EXPECT_LT(a.report.residuals.position, 1e-7);
  EXPECT_LT(a.report.residuals.velocity, 1e-6);
}

TEST_F(IdaMethod, LeavesOutRedundantRows) {
  const LawSystem<testing::DoubledPendulum> twice("doubled pendulum");
  const auto method = make_method("ida");
  const Result r = run_ida(twice, *method, 3, 1e-7);
  ASSERT_EQ(r.status, RunStatus::done) << r.failure->message();
  const State exact = find_closed_form("pendulum").reference(3).value();
  EXPECT_LT(largest(r.final.q - exact.q), 1e-5);
}

TEST_F(IdaMethod, TakesStepsThatAreThoseOfTheRun) {
  const auto system = find_closed_form("driven_pendulum").make();
  Ida method;
  const Result r = run_ida(*system, method, 5, 1e-8);
  ASSERT_EQ(r.status, RunStatus::done);
  EXPECT_EQ(r.report.steps.accepted, method.counts().steps);
  EXPECT_LE(r.report.steps.rejected, method.counts().error_test_failures + 3);
  EXPECT_GE(method.order(), 4);
  const auto limited = make_method("ida", {{"max_order", "2"}});
  EXPECT_GT(run_ida(*system, *limited, 5, 1e-8).report.steps.accepted, 3 * r.report.steps.accepted);
}

TEST_F(IdaMethod, SolvesDenseAsSparse) {
  const auto system = find_closed_form("andrews").make();
  const auto klu = make_method("ida"), dense = make_method("ida", {{"matrix", "dense"}});
  EXPECT_LT(largest(run_ida(*system, *klu, 0.01, 1e-6).final.q - run_ida(*system, *dense, 0.01, 1e-6).final.q), 1e-5);
}

TEST_F(IdaMethod, InterpolatesToTheAccuracyOfItsSteps) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  Ida method;
  Equations eq(*system);
  State x = system->initial_guess(), at = x;
  make_consistent(eq, x);
  Integration integration(eq, method, x, 3, {.tolerances = {.rtol = 1e-8, .atol = 1e-8}});
  double inside = 0, at_ends = 0;
  while (integration.state().t < 3) {
    ASSERT_TRUE(integration.advance(3));
    const auto error_at = [&](double t, const State& x_there) {
      const State exact = entry.reference(t).value();
      return std::max(largest(x_there.q - exact.q), largest(x_there.v - exact.v));
    };
    at_ends = std::max(at_ends, error_at(integration.state().t, integration.state()));
    for (const double theta : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const double t = integration.previous().t + theta * integration.last_h();
      integration.interpolate(t, at);
      EXPECT_NEAR(at.t, t, 1e-14);
      inside = std::max(inside, error_at(t, at));
    }
  }
  EXPECT_LT(inside, 2 * at_ends);
  EXPECT_LT(at_ends, 1e-5);
}

// What the run does not accept is begun anew: order 1, and the same motion to the tolerance.
TEST_F(IdaMethod, BeginsAnewAfterAStepThatWasNotAccepted) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  Equations eq(*system);
  State x = system->initial_guess(), y = x;
  make_consistent(eq, x);
  Ida method;
  method.start(eq, x, {.rtol = 1e-7, .atol = 1e-7});
  double h = 1e-4;
  for (int k = 0; x.t < 1; ++k) {
    StepOutcome outcome = method.step(eq, x, h, y);
    ASSERT_TRUE(outcome.ok());
    if (outcome.error <= 1 && k % 40 == 39) {  // change your mind
      outcome = method.step(eq, x, h / 3, y);
      ASSERT_TRUE(outcome.ok());
      EXPECT_EQ(method.order(), 1);
    }
    if (outcome.error <= 1) {
      method.accept(x, y, y.t - x.t);
      std::swap(x, y);
    }
    h = outcome.suggested_h;
  }
  EXPECT_LT(largest(x.q - entry.reference(x.t).value().q), 1e-4);
}

TEST_F(IdaMethod, RefusesFixedSteps) {
  const auto system = find_closed_form("pendulum").make();
  const auto method = make_method("ida");
  try {
    solve(*system, *method, system->initial_guess(), {.t_end = 1, .integration = {.h = 0.01}});
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_NE(std::string(error.what()).find("--rtol"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace daedalus
