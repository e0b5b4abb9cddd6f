#include "daedalus/integrate/corrector/corrector.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/closed_form/catalog.hpp"

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
  void correct(const VecX& dx, ConvergenceTest& test) {
    x -= dx[0];
    y -= dx[1];
    test.set_size(dx.norm() / tolerance);
  }
  double error() const { return std::abs(x - std::sqrt(2 + std::sqrt(3.0))); }
};

// The work of these problems is counted with that of some equations.
Equations& any_equations() {
  static const auto system = make_closed_form("pendulum");
  static Equations eq(*system);
  return eq;
}

template <class Problem>
CorrectorOutcome solve(Corrector& corrector, Problem& problem, double expected_rate = 0) {
  return corrector.solve(
      any_equations(), [&](VecX& r) { problem.residual(r); }, [&]() -> const SparseMatrix& { return problem.matrix(); },
      [&](const VecX& dx) { problem.correct(dx, corrector.test); }, expected_rate);
}

Corrector make_corrector(const NewtonOptions& options, const Pattern& pattern) {
  Corrector corrector(options);
  corrector.resize(pattern, SolverKind::automatic, Corrector::Keeps::yes);
  return corrector;
}

TEST(Corrector, ConvergesQuadraticallyWithAnExactMatrix) {
  CircleAndHyperbola problem;
  problem.tolerance = 1e-12;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::every_iteration}, problem.pattern);
  const CorrectorOutcome outcome = solve(corrector, problem);
  EXPECT_EQ(outcome.status, StepStatus::ok);
  EXPECT_LT(problem.error(), 1e-14);
  EXPECT_LE(outcome.iterations, 6);
  EXPECT_EQ(problem.matrices, outcome.iterations);
}

TEST(Corrector, StopsWhenTheRemainingErrorIsBelowTheStatedFractionOfTheTolerance) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    CircleAndHyperbola problem;
    problem.tolerance = tolerance;
    Corrector corrector =
        make_corrector({.jacobian = JacobianPolicy::every_step, .max_iterations = 50}, problem.pattern);
    const CorrectorOutcome outcome = solve(corrector, problem);
    EXPECT_EQ(outcome.status, StepStatus::ok);
    EXPECT_EQ(problem.matrices, 1);
    EXPECT_LT(problem.error(), 0.02 * tolerance);
    EXPECT_GT(problem.error(), 1e-5 * tolerance) << "iterated far beyond what was asked for";
  }
}

TEST(Corrector, ReusesTheMatrixOfTheLastSolveWhileItContractsQuickly) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::reuse}, problem.pattern);
  solve(corrector, problem);
  const int before = problem.matrices;
  problem.x += 1e-3;
  EXPECT_EQ(solve(corrector, problem).status, StepStatus::ok);
  EXPECT_EQ(problem.matrices, before);
  EXPECT_LT(problem.error(), 1e-7);
}

TEST(Corrector, RenewsAReusedMatrixThatContractsSlowly) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::reuse}, problem.pattern);
  solve(corrector, problem);
  const int before = problem.matrices;
  problem.x = -2, problem.y = -0.7;  // the mirror image: the old matrix has the wrong sign
  EXPECT_EQ(solve(corrector, problem).status, StepStatus::ok);
  EXPECT_GT(problem.matrices, before);
  EXPECT_NEAR(problem.x, -std::sqrt(2 + std::sqrt(3.0)), 1e-7);
}

TEST(Corrector, ReportsDivergenceAndTheWorstRow) {
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
    void correct(const VecX& dx, ConvergenceTest& test) {
      x -= dx[0];
      y -= dx[1];
      test.set_size(dx.norm() / 1e-6);
    }
  } problem;
  Corrector corrector = make_corrector({}, problem.pattern);
  const CorrectorOutcome outcome = solve(corrector, problem);
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
  double noise = 1;  // of the correction against what is reachable
  void correct(const VecX&, ConvergenceTest& test) {
    test.set_size(sizes[std::min(next++, sizes.size() - 1)]);
    test.add(1, VecX::Constant(1, noise), 1);
  }
};

// What stiff bushings leave of a tolerance of 1e-6: sizes seen in a run of the stiff HMMWV in joint coordinates.
TEST(Corrector, TakesACorrectionThatNoLongerShrinksForRoundingWhenItIsFarBelowTheAccuracy) {
  for (const double size : {1.1e-9, 1.1e-6, 9e-4}) {
    GivenCorrections problem{{0.98 * size, size, 0.89 * size, 0.98 * size}};
    Corrector corrector = make_corrector({.accuracy = 0.01}, problem.pattern);
    const CorrectorOutcome outcome = solve(corrector, problem);
    EXPECT_EQ(outcome.status, StepStatus::ok) << size;
    EXPECT_EQ(outcome.iterations, 2);
    EXPECT_EQ(outcome.rate, 0);  // no contraction that a next solve could rely on
  }
}

TEST(Corrector, TakesACorrectionThatGrowsForDivergenceWhenTheStepCouldFeelIt) {
  for (const double size : {2e-3, 0.1, 10.0}) {
    GivenCorrections problem{{0.98 * size, size, 1.1 * size, 1.2 * size, 1.3 * size}};
    Corrector corrector = make_corrector({.accuracy = 0.01}, problem.pattern);
    EXPECT_EQ(solve(corrector, problem).status, StepStatus::newton_diverged) << size;
  }
}

TEST(Corrector, CallsItStagnationWhereTheLastCorrectionIsRounding) {
  for (const bool rounding : {false, true}) {
    GivenCorrections problem{{0.1, 0.11, 0.1, 0.12, 0.11}};
    problem.noise = rounding ? 1e-12 : 1e-8;  // a thousand and more bits are no rounding
    Corrector corrector = make_corrector({.accuracy = 0.01}, problem.pattern);
    EXPECT_EQ(solve(corrector, problem).status, rounding ? StepStatus::newton_stagnated : StepStatus::newton_diverged);
  }
}

TEST(Corrector, ReportsASingularMatrix) {
  CircleAndHyperbola problem;
  problem.x = 1, problem.y = 1;  // det = 2 x² - 2 y² = 0
  Corrector corrector = make_corrector({}, problem.pattern);
  EXPECT_EQ(solve(corrector, problem).status, StepStatus::singular_matrix);
}

TEST(Corrector, ReportsNan) {
  CircleAndHyperbola problem;
  problem.y = NAN;
  Corrector corrector = make_corrector({}, problem.pattern);
  EXPECT_EQ(solve(corrector, problem).status, StepStatus::not_finite);
}

TEST(Corrector, CountsItsWorkWithThatOfTheEquations) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::every_iteration}, problem.pattern);
  const WorkCounts before = any_equations().counts;
  const CorrectorOutcome outcome = solve(corrector, problem);
  EXPECT_EQ(outcome.status, StepStatus::ok);
  EXPECT_EQ(any_equations().counts.factorizations - before.factorizations, outcome.factorizations);
  EXPECT_EQ(any_equations().counts.solves - before.solves, outcome.iterations);
}

TEST(Corrector, ReportsTheMatricesOfBothSetsOfFactors) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::every_iteration}, problem.pattern);
  EXPECT_FALSE(corrector.report()) << "none was factorized";
  const CorrectorOutcome outcome = solve(corrector, problem);
  const std::optional<LinearSolverReport> report = corrector.report();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->size, 2);
  // the first one is made in both
  EXPECT_EQ(report->full_factorizations + report->refactorizations, outcome.factorizations + 1);
}

// A coefficient that has changed by more than the policy allows calls for a new matrix, a smaller change does not.
TEST(Corrector, RenewsAKeptMatrixWhoseCoefficientHasChangedTooMuch) {
  CircleAndHyperbola problem;
  Corrector corrector({}, StopAt::tolerance, 1.5);
  corrector.resize(problem.pattern, SolverKind::automatic, Corrector::Keeps::yes);
  corrector.begin_step(1);
  solve(corrector, problem);
  corrector.keep();
  for (const double coefficient : {1.49, 1 / 1.49, 1.51, 1 / 1.51}) {
    CircleAndHyperbola next = problem;
    next.matrices = 0;
    next.x += 1e-4;
    corrector.begin_step(coefficient);
    EXPECT_EQ(solve(corrector, next).status, StepStatus::ok);
    EXPECT_EQ(next.matrices, coefficient > 1.5 || coefficient < 1 / 1.5 ? 1 : 0) << coefficient;
  }
}

// A step that never kept its matrix has left none.
TEST(Corrector, AMatrixThatIsNotKeptBelongsToOneStep) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({}, problem.pattern);
  corrector.begin_step();
  solve(corrector, problem);
  const int before = problem.matrices;
  problem.x += 1e-4;
  corrector.begin_step();
  solve(corrector, problem);
  EXPECT_EQ(problem.matrices, before + 1);
}

TEST(Corrector, RestoresTheKeptFactorsAfterAnAttemptThatMadeNewOnes) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::reuse}, problem.pattern);
  solve(corrector, problem);
  corrector.keep();
  CircleAndHyperbola straight = problem, after_detour = problem, detour = problem;
  straight.x += 1e-3, after_detour.x += 1e-3;
  solve(corrector, straight);

  corrector.begin_step();
  detour.x = -2, detour.y = -0.7;
  solve(corrector, detour);  // never kept
  ASSERT_GT(detour.matrices, problem.matrices) << "the detour takes other factors";
  corrector.begin_step();
  solve(corrector, after_detour);
  EXPECT_EQ(straight.x, after_detour.x);
  EXPECT_EQ(straight.y, after_detour.y);
  EXPECT_EQ(after_detour.matrices, straight.matrices) << "the kept factors serve";
}

TEST(Corrector, RestoredFactorsGiveTheSameBits) {
  CircleAndHyperbola problem;
  Corrector corrector = make_corrector({.jacobian = JacobianPolicy::reuse}, problem.pattern);
  solve(corrector, problem);
  corrector.keep();
  Archive saved = Archive::for_saving();
  corrector.exchange(saved);

  Corrector restored = make_corrector({.jacobian = JacobianPolicy::reuse}, problem.pattern);
  Archive loading = Archive::for_loading(saved.items());
  restored.exchange(loading);
  CircleAndHyperbola a, b;
  a.x = b.x = 1.9;
  solve(corrector, a);
  solve(restored, b);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
}

}  // namespace
}  // namespace daedalus
