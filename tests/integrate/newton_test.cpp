#include "daedalus/integrate/support/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/closed_form/catalogue.hpp"

namespace daedalus {
namespace {

// Intersection of the circle x² + y² = 4 with the hyperbola x y = 1: x² is a root of z² - 4 z + 1.
struct CircleAndHyperbola {
  double x = 2, y = 0.7;
  double tolerance = 1e-6;
  int matrices = 0;
  Pattern pattern = Pattern::full(2, 2);
  SparseMatrix J{pattern};

  void residual(VecX& r) const { r << x * x + y * y - 4, x * y - 1; }
  const SparseMatrix& matrix() {
    ++matrices;
    J.as_dense() << 2 * x, 2 * y, y, x;
    return J;
  }
  double correct(const VecX& dx) {
    x -= dx[0];
    y -= dx[1];
    return dx.norm() / tolerance;
  }
  double error() const { return std::abs(x - std::sqrt(2 + std::sqrt(3.0))); }
};

Newton make_newton(const NewtonOptions& options, const CircleAndHyperbola& problem) {
  Newton newton(options);
  newton.resize(problem.pattern);
  return newton;
}

TEST(Newton, ConvergesQuadraticallyWithAnExactMatrix) {
  CircleAndHyperbola problem;
  problem.tolerance = 1e-12;
  Newton newton = make_newton({.jacobian = JacobianPolicy::every_iteration}, problem);
  const NewtonOutcome outcome = newton.solve(problem);
  EXPECT_EQ(outcome.status, StepStatus::ok);
  EXPECT_LT(problem.error(), 1e-14);
  EXPECT_LE(outcome.iterations, 6);
  EXPECT_EQ(problem.matrices, outcome.iterations);
}

TEST(Newton, StopsWhenTheRemainingErrorIsBelowTheStatedFractionOfTheTolerance) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    CircleAndHyperbola problem;
    problem.tolerance = tolerance;
    Newton newton = make_newton({.jacobian = JacobianPolicy::every_step, .max_iterations = 50}, problem);
    const NewtonOutcome outcome = newton.solve(problem);
    EXPECT_EQ(outcome.status, StepStatus::ok);
    EXPECT_EQ(problem.matrices, 1);
    EXPECT_LT(problem.error(), 0.02 * tolerance);
    EXPECT_GT(problem.error(), 1e-5 * tolerance) << "iterated far beyond what was asked for";
  }
}

TEST(Newton, ReusesTheMatrixOfTheLastSolveWhileItContractsQuickly) {
  CircleAndHyperbola problem;
  Newton newton = make_newton({.jacobian = JacobianPolicy::reuse}, problem);
  newton.solve(problem);
  const int before = problem.matrices;
  problem.x += 1e-3;
  EXPECT_EQ(newton.solve(problem).status, StepStatus::ok);
  EXPECT_EQ(problem.matrices, before);
  EXPECT_LT(problem.error(), 1e-7);
}

TEST(Newton, RenewsAReusedMatrixThatContractsSlowly) {
  CircleAndHyperbola problem;
  Newton newton = make_newton({.jacobian = JacobianPolicy::reuse}, problem);
  newton.solve(problem);
  const int before = problem.matrices;
  problem.x = -2, problem.y = -0.7;  // the mirror image: the old matrix has the wrong sign
  EXPECT_EQ(newton.solve(problem).status, StepStatus::ok);
  EXPECT_GT(problem.matrices, before);
  EXPECT_NEAR(problem.x, -std::sqrt(2 + std::sqrt(3.0)), 1e-7);
}

TEST(Newton, ReportsDivergenceAndTheWorstRow) {
  struct NoRoot {
    double x = 0.5;
    Pattern pattern = Pattern::full(2, 2);
    SparseMatrix J{pattern};
    double y = 0;
    void residual(VecX& r) const { r << x * x + 1, y; }
    const SparseMatrix& matrix() {
      J.as_dense() << 2 * x, 0, 0, 1;
      return J;
    }
    double correct(const VecX& dx) {
      x -= dx[0];
      y -= dx[1];
      return dx.norm() / 1e-6;
    }
  } problem;
  Newton newton;
  newton.resize(problem.pattern);
  const NewtonOutcome outcome = newton.solve(problem);
  EXPECT_EQ(outcome.status, StepStatus::newton_diverged);
  EXPECT_EQ(outcome.worst_row, 0);
}

// Corrections as a given sequence, which the equations have nothing to do with: x = 0 is solved with J = 1.
struct GivenCorrections {
  std::vector<double> sizes;
  std::size_t next = 0;
  Pattern pattern = Pattern::full(1, 1);
  SparseMatrix J{pattern};
  void residual(VecX& r) const { r << 1; }
  const SparseMatrix& matrix() {
    J.as_dense() << 1;
    return J;
  }
  double correct(const VecX&) { return sizes[std::min(next++, sizes.size() - 1)]; }
};

// What stiff bushings leave of a tolerance of 1e-6: sizes seen in a run of the stiff HMMWV in joint coordinates.
TEST(Newton, TakesACorrectionThatNoLongerShrinksForRoundingWhenItIsFarBelowTheAccuracy) {
  for (const double size : {1.1e-9, 1.1e-6, 9e-4}) {
    GivenCorrections problem{{0.98 * size, size, 0.89 * size, 0.98 * size}};
    Newton newton({.accuracy = 0.01});
    newton.resize(problem.pattern);
    const NewtonOutcome outcome = newton.solve(problem);
    EXPECT_EQ(outcome.status, StepStatus::ok) << size;
    EXPECT_EQ(outcome.iterations, 2);
    EXPECT_EQ(outcome.rate, 0);  // no contraction that a next solve could rely on
  }
}

TEST(Newton, TakesACorrectionThatGrowsForDivergenceWhenTheStepCouldFeelIt) {
  for (const double size : {2e-3, 0.1, 10.0}) {
    GivenCorrections problem{{0.98 * size, size, 1.1 * size, 1.2 * size, 1.3 * size}};
    Newton newton({.accuracy = 0.01});
    newton.resize(problem.pattern);
    EXPECT_EQ(newton.solve(problem).status, StepStatus::newton_diverged) << size;
  }
}

// The problem knows what rounding makes of its corrections.
TEST(Newton, CallsItStagnationWhereTheLastCorrectionIsRounding) {
  struct Rounding : GivenCorrections {
    bool rounding;
    bool is_rounding() const { return rounding; }
  };
  for (const bool rounding : {false, true}) {
    Rounding problem{{{0.1, 0.11, 0.1, 0.12, 0.11}}, rounding};
    Newton newton({.accuracy = 0.01});
    newton.resize(problem.pattern);
    EXPECT_EQ(newton.solve(problem).status, rounding ? StepStatus::newton_stagnated : StepStatus::newton_diverged);
  }
}

TEST(Newton, ReportsASingularMatrix) {
  CircleAndHyperbola problem;
  problem.x = 1, problem.y = 1;  // det = 2 x² - 2 y² = 0
  Newton newton = make_newton({}, problem);
  EXPECT_EQ(newton.solve(problem).status, StepStatus::singular_matrix);
}

TEST(Newton, ReportsNan) {
  CircleAndHyperbola problem;
  problem.y = NAN;
  Newton newton = make_newton({}, problem);
  EXPECT_EQ(newton.solve(problem).status, StepStatus::not_finite);
}

TEST(Newton, CountsItsWorkWithThatOfTheEquations) {
  const auto system = make_closed_form("pendulum");
  Equations eq(*system);
  CircleAndHyperbola problem;
  Newton newton = make_newton({.jacobian = JacobianPolicy::every_iteration}, problem);
  const NewtonOutcome outcome = newton.solve(eq, problem);
  EXPECT_EQ(outcome.status, StepStatus::ok);
  EXPECT_EQ(eq.counts.factorizations, outcome.factorizations);
  EXPECT_EQ(eq.counts.solves, outcome.iterations);
}

TEST(Newton, RestoresTheKeptFactorsAfterAnAttemptThatMadeNewOnes) {
  CircleAndHyperbola problem;
  Newton newton = make_newton({.jacobian = JacobianPolicy::reuse}, problem);
  newton.solve(problem);
  newton.keep();
  CircleAndHyperbola straight = problem, after_detour = problem, detour = problem;
  straight.x += 1e-3, after_detour.x += 1e-3;
  newton.solve(straight);

  newton.restore();
  newton.forget_matrix();
  detour.x = -2, detour.y = -0.7;
  newton.solve(detour);  // never kept
  newton.restore();
  newton.solve(after_detour);
  EXPECT_EQ(straight.x, after_detour.x);
  EXPECT_EQ(straight.y, after_detour.y);
  EXPECT_EQ(after_detour.matrices, straight.matrices) << "the kept factors serve";
}

TEST(Newton, RestoredFactorsGiveTheSameBits) {
  CircleAndHyperbola problem;
  Newton newton = make_newton({.jacobian = JacobianPolicy::reuse}, problem);
  newton.solve(problem);
  Archive saved = Archive::for_saving();
  newton.exchange(saved);

  Newton restored = make_newton({.jacobian = JacobianPolicy::reuse}, problem);
  Archive loading = Archive::for_loading(saved.items());
  restored.exchange(loading);
  CircleAndHyperbola a, b;
  a.x = b.x = 1.9;
  newton.solve(a);
  restored.solve(b);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
}

}  // namespace
}  // namespace daedalus
