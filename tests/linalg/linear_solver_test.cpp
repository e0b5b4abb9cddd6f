// What the dense and the sparse solvers promise alike, and how the choice between them is made.
#include "daedalus/linalg/linear_solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "daedalus/linalg/decompositions.hpp"
#include "linalg/random_matrices.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

struct SolverUnderTest {
  std::string name;
  std::unique_ptr<LinearSolver> (*make)(const Pattern&);
};

const std::vector<SolverUnderTest> linear_solvers = {
    {"dense", [](const Pattern& p) { return make_linear_solver(p, SolverKind::dense); }},
    {"sparse", [](const Pattern& p) { return make_linear_solver(p, SolverKind::sparse); }},
    {"frontal", [](const Pattern& p) { return std::move(make_newton_solvers(p, 1, SolverKind::sparse).front()); }}};

class EveryLinearSolver : public testing::TestWithParam<SolverUnderTest> {
 protected:
  std::unique_ptr<LinearSolver> solver_for(const PatternAndMatrix& p) const { return GetParam().make(p.pattern); }
};
INSTANTIATE_TEST_SUITE_P(, EveryLinearSolver, testing::ValuesIn(linear_solvers),
                         [](const auto& which) { return which.param.name; });

// |b − A x| / (|A| |x| + |b|), entry by entry: how much A and b would have to change for x to be exact.
double backward_error(const MatX& A, const VecX& x, const VecX& b) {
  const VecX scale = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  return ((b - A * x).cwiseAbs().array() / scale.array().max(1e-300)).maxCoeff();
}

TEST_P(EveryLinearSolver, AgreesWithFullPivotingOnRandomMatrices) {
  for (const Index n : {1, 2, 5, 17, 60, 150}) {
    const PatternAndMatrix p(random_sparse(n, 3, 10 + static_cast<unsigned>(n)));
    const auto solver = solver_for(p);
    ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
    const VecX b = random_vector(n, 3);
    VecX x = b;
    solver->solve(x);
    const VecX expected = solve_lu(p.A.to_dense(), b);
    EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm()) << "n = " << n;
  }
}

TEST_P(EveryLinearSolver, SolvesWithTheTransposedMatrix) {
  for (const Index n : {1, 5, 60}) {
    const PatternAndMatrix p(random_sparse(n, 3, 10 + static_cast<unsigned>(n)));
    const auto solver = solver_for(p);
    ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
    const VecX b = random_vector(n, 3);
    VecX x = b;
    solver->solve_transposed(x);
    const VecX expected = solve_lu(p.A.to_dense().transpose(), b);
    EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm()) << "n = " << n;
  }
}

TEST_P(EveryLinearSolver, FollowsTheValuesFromFactorizationToFactorization) {
  PatternAndMatrix p(random_sparse(30, 3, 1));
  const auto solver = solver_for(p);
  const MatX start = p.A.to_dense(), drift = start.cwiseProduct(random_matrix(30, 30, 2));
  for (int step = 0; step <= 20; ++step) {
    p.set(start + 0.05 * step * drift);
    ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
    const VecX b = random_vector(30, 3);
    VecX x = b;
    solver->solve(x);
    EXPECT_LT(backward_error(p.A.to_dense(), x, b), 1e-12) << "step " << step;
  }
}

TEST_P(EveryLinearSolver, IsBlindToTheUnitsOfEquationsAndUnknowns) {
  const MatX A = random_sparse(25, 3, 4);
  const VecX rows = (10 * random_vector(25, 5).array()).exp().cwiseMin(1e12).cwiseMax(1e-12);
  const VecX cols = (10 * random_vector(25, 6).array()).exp().cwiseMin(1e12).cwiseMax(1e-12);
  const PatternAndMatrix p(rows.asDiagonal() * A * cols.asDiagonal());
  const auto solver = solver_for(p);
  ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
  const VecX b = random_vector(25, 7);
  VecX x = rows.asDiagonal() * b;
  solver->solve(x);
  const VecX expected = solve_lu(A, b);
  EXPECT_LT((cols.cwiseProduct(x) - expected).norm(), 1e-9 * expected.norm());
}

TEST_P(EveryLinearSolver, SolvesTheHilbertMatrixToSmallBackwardError) {
  const auto entry = [](Eigen::Index i, Eigen::Index j) { return 1 / static_cast<double>(i + j + 1); };
  const PatternAndMatrix p(MatX::NullaryExpr(8, 8, entry));
  const auto solver = solver_for(p);
  ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
  EXPECT_LT(solver->reciprocal_condition(), 1e-6);  // the true one is 6e-11
  const VecX b = VecX::Ones(8);
  VecX x = b;
  solver->solve(x);
  EXPECT_LT(backward_error(p.A.to_dense(), x, b), 1e-14);
}

TEST_P(EveryLinearSolver, CallsDependentRowsSingular) {
  MatX A = random_matrix(12, 12, 8);
  A.row(7) = A.row(2) - 3 * A.row(5);
  const PatternAndMatrix p(A);
  const auto solver = solver_for(p);
  EXPECT_EQ(solver->factorize(p.A), FactorStatus::singular);
  EXPECT_EQ(solver->reciprocal_condition(), 0);
}

TEST_P(EveryLinearSolver, CallsAnEmptyRowAndAnEmptyColumnSingular) {
  for (const bool row : {true, false}) {
    MatX A = random_matrix(5, 5, 9);
    if (row) A.row(3).setZero();
    else A.col(3).setZero();
    const PatternAndMatrix p(A);
    EXPECT_EQ(solver_for(p)->factorize(p.A), FactorStatus::singular);
  }
}

TEST_P(EveryLinearSolver, CallsZeroValuesOnTheirPatternSingular) {
  PatternAndMatrix p(random_matrix(5, 5, 9));
  p.A.values.setZero();
  EXPECT_EQ(solver_for(p)->factorize(p.A), FactorStatus::singular);
}

TEST_P(EveryLinearSolver, NoticesNanAndInfinity) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    PatternAndMatrix p(random_matrix(6, 6, 10));
    p.A.values[17] = bad;
    EXPECT_EQ(solver_for(p)->factorize(p.A), FactorStatus::not_finite);
  }
}

TEST_P(EveryLinearSolver, RecoversFromAMatrixItCouldNotFactorize) {
  PatternAndMatrix p(random_matrix(6, 6, 11));
  const auto solver = solver_for(p);
  const VecX good = p.A.values;
  p.A.values.setZero();
  EXPECT_EQ(solver->factorize(p.A), FactorStatus::singular);
  p.A.values.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(solver->factorize(p.A), FactorStatus::not_finite);
  p.A.values = good;
  ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
  VecX x = VecX::Ones(6);
  solver->solve(x);
  EXPECT_LT(backward_error(p.A.to_dense(), x, VecX::Ones(6)), 1e-13);
}

TEST_P(EveryLinearSolver, DoesNotAllocateAfterTheFirstFactorization) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  for (const Index n : {3, 40, 150, 200}) {  // Eigen's LU works on the stack up to here and some way beyond
    PatternAndMatrix p(random_sparse(n, 3, 12));
    const auto solver = solver_for(p);
    VecX x = VecX::Ones(n);
    ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
    solver->solve(x);
    const long before = AllocationCount::now();
    for (int k = 0; k < 5; ++k) {
      p.A.values *= 1.01;
      solver->factorize(p.A);
      solver->solve(x);
      solver->reciprocal_condition();
    }
    EXPECT_EQ(AllocationCount::now(), before) << "n = " << n;
  }
}

TEST_P(EveryLinearSolver, GoesOnBitForBitFromACheckpoint) {
  PatternAndMatrix p(random_sparse(40, 3, 13));
  const auto first = solver_for(p);
  const VecX start = p.A.values;
  for (const double scale : {1.0, 1.3, 0.7}) {
    p.A.values = start + scale * random_vector(p.pattern.nonzeros(), 14) * 0.05;
    ASSERT_EQ(first->factorize(p.A), FactorStatus::ok);
  }
  Archive saved = Archive::for_saving();
  first->exchange(saved);
  const auto second = solver_for(p);
  Archive loaded = Archive::for_loading(saved.items());
  second->exchange(loaded);

  for (int step = 0; step < 3; ++step) {
    VecX x = random_vector(40, 15), y = x;
    first->solve(x);
    second->solve(y);
    EXPECT_EQ(x, y) << "step " << step;
    EXPECT_EQ(first->reciprocal_condition(), second->reciprocal_condition());
    p.A.values *= 1.1;
    first->factorize(p.A);
    second->factorize(p.A);
  }
  EXPECT_EQ(first->report().refactorizations, second->report().refactorizations);
  EXPECT_EQ(first->report().full_factorizations, second->report().full_factorizations);
}

TEST_P(EveryLinearSolver, CanBeSavedBeforeItWasUsed) {
  PatternAndMatrix p(random_sparse(10, 3, 13));
  Archive saved = Archive::for_saving();
  solver_for(p)->exchange(saved);
  const auto solver = solver_for(p);
  ASSERT_EQ(solver->factorize(p.A), FactorStatus::ok);
  Archive loaded = Archive::for_loading(saved.items());
  solver->exchange(loaded);
  EXPECT_EQ(solver->factorize(p.A), FactorStatus::ok);
  EXPECT_EQ(solver->report().full_factorizations, 1);
}

TEST_P(EveryLinearSolver, HasNothingToDoForNoUnknowns) {
  const PatternAndMatrix p{MatX(0, 0)};
  const auto solver = solver_for(p);
  EXPECT_EQ(solver->factorize(p.A), FactorStatus::ok);
  VecX none(0);
  solver->solve(none);
}

TEST(MakeLinearSolver, ChoosesDenseForFullAndSparseForLargeSparseMatrices) {
  const auto chosen = [](const Pattern& pattern) { return make_linear_solver(pattern)->report().used; };
  EXPECT_EQ(chosen(Pattern::full(4, 4)), SolverKind::dense);
  EXPECT_EQ(chosen(Pattern::full(60, 60)), SolverKind::dense);
  EXPECT_EQ(chosen(PatternAndMatrix::pattern_of(random_sparse(60, 2, 1))), SolverKind::sparse);
  EXPECT_EQ(chosen(Pattern::identity(30)), SolverKind::sparse);
}

TEST(MakeLinearSolver, SaysWhyInNumbers) {
  const std::string reason = make_linear_solver(Pattern::full(4, 4))->report().reason;
  EXPECT_NE(reason.find("4 unknowns, 16 nonzeros"), std::string::npos) << reason;
  EXPECT_NE(reason.find("us"), std::string::npos) << reason;
}

}  // namespace
}  // namespace daedalus
