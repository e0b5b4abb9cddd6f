// constrained_step_test.cpp: the Newton matrix of the implicit low-order methods is exact, and bounded as h → 0.
#include "daedalus/integrate/low_order/constrained_step.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/methods/hht_add.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

using enum Stabilization;
const char* const step_problems[] = {"pendulum", "polar_particle", "driven_pendulum", "circular_track",
                                     "car_axle", "andrews",        "knife_edge",      "quarter_car"};

struct ConstrainedBench {
  ConstrainedBench(const std::string& problem, Stabilization stabilization, double h)
      : system(find_closed_form(problem).make()), eq(*system), step(constrained_newton(), stabilization) {
    x = system->initial_guess();
    make_consistent(eq, x);
    step.start(eq, x);
    step.bq = h * h / 4;
    step.bv = h / 2;
    step.qh = x.q + h * x.v + step.bq * x.a;
    step.vh = x.v + step.bv * x.a;
    step.sh = x.s + step.bv * step.c;
    y = x;
    y.t = x.t + h;
  }
  std::unique_ptr<System> system;
  Equations eq;
  ConstrainedStep step;
  State x, y;
};

// Stabilized: of the residual of w, c and λ, with e and μ held fixed.
TEST(ConstrainedStep, NewtonMatrixIsTheDerivativeOfTheResidual) {
  for (const std::string problem : step_problems)
    for (const Stabilization stabilization : {none, velocities}) {
      const double h = problem == "andrews" ? 1e-3 : 0.05;
      ConstrainedBench b(problem, stabilization, h);
      const Index n = b.step.size(), nq = b.x.q.size(), ns = b.x.s.size();
      const auto unknown = [&](Index j) -> double& {
        return j < nq ? b.y.a[j] : j < nq + ns ? b.step.c[j - nq] : b.y.lambda[j - nq - ns];
      };
      for (Index j = 0; j < n; ++j)
        unknown(j) += 0.3 * std::sin(1.0 + 2.0 * j);  // leaves the solution: every term counts
      const MatX J = b.step.compose(b.eq, b.y).composed->to_dense();
      VecX plus(n), minus(n);
      double worst = 0;
      for (Index j = 0; j < n; ++j) {
        const double eps = 1e-6 / b.step.bq, at = unknown(j);  // moves q by 1e-6
        unknown(j) = at + eps;
        b.step.residual(b.eq, b.y, plus);
        unknown(j) = at - eps;
        b.step.residual(b.eq, b.y, minus);
        unknown(j) = at;
        worst =
            std::max(worst, ((plus - minus) / (2 * eps) - J.col(j)).cwiseAbs().maxCoeff() / J.cwiseAbs().maxCoeff());
      }
      EXPECT_LT(worst, 2e-7) << problem << (stabilization == none ? "" : ", stabilized");
    }
}

double condition(const MatX& J) {
  const VecX s = singular_values(J);
  return s[0] / s[s.size() - 1];
}

TEST(ConstrainedStep, ConditionNumberStaysBoundedAsTheStepVanishes) {
  for (const std::string problem : {"pendulum", "andrews", "car_axle"})
    for (const Stabilization stabilization : {none, velocities}) {
      std::vector<double> conditions;
      // Andrews' mechanism turns at 1e4 rad/s²: 1e-1 is beyond any use there.
      for (double h = problem == "andrews" ? 1e-3 : 1e-1; h > 0.5e-8; h /= 10) {
        ConstrainedBench b(problem, stabilization, h);
        conditions.push_back(condition(b.step.compose(b.eq, b.y).composed->to_dense()));
      }
      const auto [least, most] = std::minmax_element(conditions.begin(), conditions.end());
      EXPECT_LT(*most / *least, 100) << problem << (stabilization == none ? "" : ", stabilized") << ": " << *least
                                     << " to " << *most;
      EXPECT_NEAR(conditions.back() / conditions[conditions.size() - 2], 1, 1e-3) << problem;
    }
}

TEST(HhtAdd, ConditionNumberStaysBoundedAsTheStepVanishes) {
  for (const std::string problem : {"pendulum", "andrews"}) {
    std::vector<double> conditions;
    for (double h = problem == "andrews" ? 1e-4 : 1e-1; h > 0.5e-8; h /= 10) {
      const auto system = find_closed_form(problem).make();
      Equations eq(*system);
      State x = system->initial_guess(), y = x;
      make_consistent(eq, x);
      HhtAdd method;
      method.start(eq, x, {});
      ASSERT_TRUE(method.step(eq, x, h, y).ok()) << problem << " " << h;
      method.accept(x, y, h);  // the first step is another formula's
      ASSERT_TRUE(method.step(eq, y, h, x).ok()) << problem << " " << h;
      conditions.push_back(condition(method.newton_matrix().to_dense()));
    }
    const auto [least, most] = std::minmax_element(conditions.begin(), conditions.end());
    EXPECT_LT(*most / *least, 100) << problem << ": " << *least << " to " << *most;
  }
}

// With the exact matrix in every iteration the last digits come at once.
TEST(HhtAdd, ConvergesQuadraticallyWithItsMatrix) {
  for (const std::string problem : {"driven_pendulum", "polar_particle", "circular_track", "knife_edge"}) {
    const auto system = find_closed_form(problem).make();
    Equations eq(*system);
    State x = system->initial_guess(), y = x;
    make_consistent(eq, x);
    HhtAdd method({.b = 0.25, .newton = {.jacobian = JacobianPolicy::every_iteration}});
    method.start(eq, x, {});
    for (int n = 0; n < 10; ++n) {
      const StepOutcome outcome = method.step(eq, x, 0.05, y);
      ASSERT_TRUE(outcome.ok()) << problem;
      if (n > 0) {
        EXPECT_LE(outcome.newton_iterations, 5) << problem;
      }  // the first step is another formula's
      method.accept(x, y, 0.05);
      std::swap(x, y);
    }
  }
}

TEST(ConstrainedStep, ASingularMatrixIsAFailureByValue) {
  ConstrainedBench b("pendulum", none, 0.01);
  b.step.qh.setZero();
  b.x.a.setZero();  // the pendulum's mass in its pivot: G = 0
  const StepOutcome outcome = b.step.solve(b.eq, b.x, 0.01, b.y);
  EXPECT_EQ(outcome.status, StepStatus::singular_matrix);
}

}  // namespace
}  // namespace daedalus
