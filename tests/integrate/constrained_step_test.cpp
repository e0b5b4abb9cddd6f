// constrained_step_test.cpp: the Newton matrix of the implicit low-order methods is exact, and bounded as h → 0.
#include "daedalus/integrate/support/constrained_step.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "daedalus/closed_form/catalogue.hpp"
#include "daedalus/integrate/methods/hht_add.hpp"
#include "daedalus/integrate/support/consistent.hpp"

namespace daedalus {
namespace {

using enum PositionCorrection;
const char* const problems[] = {"pendulum", "polar_particle", "driven_pendulum", "circular_track", "car_axle",
                                "andrews",  "knife_edge",     "quarter_car"};

struct Bench {
  Bench(const std::string& problem, PositionCorrection correction, double h)
      : system(find_closed_form(problem).make()), eq(*system), step(constrained_newton(), correction) {
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

TEST(ConstrainedStep, NewtonMatrixIsTheDerivativeOfTheResidual) {
  for (const std::string problem : problems)
    for (const PositionCorrection correction : {none, euclidean, in_norm_of_mass}) {
      const double h = problem == "andrews" ? 1e-3 : 0.05;
      Bench b(problem, correction, h);
      const Index n = b.step.size();
      VecX r(n), plus(n), minus(n), dx(n);
      for (Index i = 0; i < n; ++i) dx[i] = 0.3 * std::sin(1.0 + 2.0 * i);  // leaves the solution: every term counts
      b.step.correct(dx, b.y);
      const MatX J = b.step.compose(b.eq, b.y).to_dense();
      double worst = 0;
      for (Index j = 0; j < n; ++j) {
        const double eps = 1e-6 / b.step.bq;  // moves q by 1e-6
        dx.setZero();
        dx[j] = eps;
        b.step.correct(-dx, b.y);
        b.step.residual(b.eq, b.y, plus);
        b.step.correct(2 * dx, b.y);
        b.step.residual(b.eq, b.y, minus);
        b.step.correct(-dx, b.y);
        const VecX difference = (plus - minus) / (2 * eps);
        const double scale = J.cwiseAbs().maxCoeff();
        worst = std::max(worst, (difference - J.col(j)).cwiseAbs().maxCoeff() / scale);
      }
      EXPECT_LT(worst, 2e-7) << problem << ", correction " << static_cast<int>(correction);
    }
}

double condition(const MatX& J) {
  const VecX s = Eigen::JacobiSVD<MatX>(J).singularValues();
  return s[0] / s[s.size() - 1];
}

TEST(ConstrainedStep, ConditionNumberStaysBoundedAsTheStepVanishes) {
  for (const std::string problem : {"pendulum", "andrews", "car_axle"})
    for (const PositionCorrection correction : {none, euclidean, in_norm_of_mass}) {
      std::vector<double> conditions;
      // Andrews' mechanism turns at 1e4 rad/s²: 1e-1 is beyond any use there.
      for (double h = problem == "andrews" ? 1e-3 : 1e-1; h > 0.5e-8; h /= 10) {
        Bench b(problem, correction, h);
        conditions.push_back(condition(b.step.compose(b.eq, b.y).to_dense()));
      }
      const auto [least, most] = std::minmax_element(conditions.begin(), conditions.end());
      EXPECT_LT(*most / *least, 100) << problem << ", correction " << static_cast<int>(correction) << ": " << *least
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
      EXPECT_LE(outcome.newton_iterations, 5) << problem;
      method.accept(x, y, 0.05);
      std::swap(x, y);
    }
  }
}

TEST(ConstrainedStep, ASingularMatrixIsAFailureByValue) {
  Bench b("pendulum", none, 0.01);
  b.y.q.setZero();
  b.step.qh.setZero();  // the pendulum's mass in its pivot: G = 0
  b.y.a.setZero();
  const StepOutcome outcome = b.step.solve(b.eq, b.y);
  EXPECT_EQ(outcome.status, StepStatus::singular_matrix);
}

}  // namespace
}  // namespace daedalus
