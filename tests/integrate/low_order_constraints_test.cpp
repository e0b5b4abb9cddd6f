// low_order_constraints_test.cpp: which constraint levels the implicit low-order methods keep, redundant rows included.
#include <gtest/gtest.h>

#include "daedalus/integrate/consistent.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::DoubledPendulum;
using testing::SleighInABowl;

const char* const index3[] = {"nstiff", "newmark", "hht-i3", "generalized-alpha"};
const char* const stabilized[] = {"nstiff-si2", "hht-add", "hht-si2"};

struct Violation {
  double position = 0, velocity = 0;  // largest at any step, relative to 1 + the largest |q| and |v|
};

Violation largest_violation(const System& system, const std::string& name, double t_end, double h) {
  const auto method = make_method(name);
  double q = 1, v = 1;
  SolveOptions options{.t_end = t_end, .integration = {.h = h}, .output = Output::end_only};
  options.on_step = [&](const Integration& i) {
    q = std::max(q, 1 + testing::largest(i.state().q));
    v = std::max(v, 1 + testing::largest(i.state().v));
  };
  const Result result = solve(system, *method, system.initial_guess(), options);
  EXPECT_EQ(result.status, RunStatus::done) << name;
  return {result.report.residuals.position / q, result.report.residuals.velocity / v};
}

TEST(StabilizedMethods, KeepPositionsAndVelocitiesToRoundOffAtEveryStep) {
  for (const std::string name : stabilized)
    for (const auto& [problem, t_end, h] : {std::tuple{"andrews", 0.03, 3e-5},
                                            {"pendulum", 5.0, 0.01},
                                            {"pendulum", 0.1, 1e-5},
                                            {"driven_pendulum", 5.0, 0.01},
                                            {"car_axle", 3.0, 0.005},
                                            {"knife_edge", 3.0, 0.01},
                                            {"polar_particle", 3.0, 0.02}}) {
      const auto system = find_closed_form(problem).make();
      const Violation violation = largest_violation(*system, name, t_end, h);
      EXPECT_LT(violation.position, 1e-13) << name << " on " << problem;
      EXPECT_LT(violation.velocity, 1e-12) << name << " on " << problem;
    }
}

// Newmark too: its order is 1, its velocity violation O(h²), against the general statement of [NJK09, section 3.3].
TEST(Index3Methods, ViolateTheVelocityConstraintByOrderTwo) {
  for (const std::string name : index3)
    for (const auto& [problem, t_end, h] :
         {std::tuple{"andrews", 0.01, 1e-5}, {"pendulum", 2.0, 0.01}, {"driven_pendulum", 2.0, 0.01}}) {
      const auto system = find_closed_form(problem).make();
      const Violation coarse = largest_violation(*system, name, t_end, h),
                      fine = largest_violation(*system, name, t_end, h / 2);
      EXPECT_LT(fine.position, 1e-13);
      EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), 2.0, 0.15) << name << " on " << problem;
    }
}

// Nonholonomic rows have no position level: index-3 methods keep their velocity level.
TEST(Index3Methods, KeepNonholonomicRows) {
  const auto system = find_closed_form("knife_edge").make();
  for (const std::string name : index3) EXPECT_LT(largest_violation(*system, name, 3, 0.01).velocity, 1e-12) << name;
}

TEST(LowOrderMethods, HandleHolonomicAndNonholonomicRowsTogether) {
  const LawSystem<SleighInABowl> system("sleigh_in_a_bowl");
  const double t_end = 1.5;
  const auto oracle = make_method("dopri5");
  const State exact = solve(system, *oracle, system.initial_guess(),
                            {.t_end = t_end, .integration = {.tolerances = {.rtol = 1e-12, .atol = 1e-13}}})
                          .final;
  for (const std::string name :
       {"nstiff", "newmark", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-add", "hht-si2"}) {
    const MethodRecord& record = find_method(name).record;
    double error[2], lambda[2];
    for (const int k : {0, 1}) {
      const double h = k == 0 ? 0.005 : 0.0025;
      const auto method = make_method(name);
      const Result r = solve(system, *method, system.initial_guess(), {.t_end = t_end, .integration = {.h = h}});
      ASSERT_EQ(r.status, RunStatus::done) << name;
      error[k] = std::max(testing::relative_error(r.final.q, exact.q), testing::relative_error(r.final.v, exact.v));
      lambda[k] = testing::relative_error(r.final.lambda, exact.lambda);
      EXPECT_LT(r.report.residuals.position, 1e-13) << name;
      if (record.index == 2) {
        EXPECT_LT(r.report.residuals.velocity, 1e-12) << name;
      }
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), record.order_q, 0.1) << name << " " << error[0];
    EXPECT_NEAR(std::log2(lambda[0] / lambda[1]), record.order_lambda, 0.2) << name << " " << lambda[0];
  }
}

TEST(LowOrderMethods, MoveAsWithoutThemWhereConstraintsAreRedundant) {
  const LawSystem<DoubledPendulum> doubled("doubled_pendulum");
  const auto single = find_closed_form("pendulum").make();
  for (const std::string name :
       {"nstiff", "newmark", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-add", "hht-si2"}) {
    const SolveOptions options{.t_end = 2, .integration = {.h = 0.01}, .output = Output::end_only};
    const auto one = make_method(name), other = make_method(name);
    const Result a = solve(*single, *one, single->initial_guess(), options);
    const Result b = solve(doubled, *other, doubled.initial_guess(), options);
    ASSERT_EQ(b.status, RunStatus::done) << name;
    EXPECT_LT(testing::relative_error(b.final.q, a.final.q), 1e-9) << name;
    EXPECT_LT(testing::relative_error(b.final.v, a.final.v), 1e-9) << name;
    EXPECT_NEAR(b.final.lambda[0] + 3 * b.final.lambda[1], a.final.lambda[0], 1e-5 * std::abs(a.final.lambda[0]))
        << name;
  }
}

}  // namespace
}  // namespace daedalus
