// What is particular to sparse LU by fronts: orders that are kept, watched, shared and given up.
#include "daedalus/linalg/frontal_solver.hpp"

#include <gtest/gtest.h>

#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/linalg/diagonal_order.hpp"
#include "daedalus/linalg/front_elimination.hpp"
#include "daedalus/math/wide_registers.hpp"
#include "linalg/random_matrices.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

// M + K with an unsymmetric K, and constraints: a Newton matrix.
MatX newton_matrix(Index n, Index m, double stiffness, unsigned seed) {
  MatX A = saddle(random_definite(n, seed), random_matrix(m, n, seed + 1));
  A.topLeftCorner(n, n) += stiffness * random_definite(n, seed + 2) + 0.3 * stiffness * random_matrix(n, n, seed + 3);
  return A;
}

double error_of(FrontalSolver& solver, const MatX& A) {
  const VecX expected = VecX::LinSpaced(A.rows(), 1, 2);
  VecX x = A * expected;
  solver.solve(x);
  return (x - expected).norm() / expected.norm();
}

// Masses in a row, pulled together by constraints between neighbors; each constraint earns its pivot from its masses.
MatX constrained_row(Index masses, double coupling) {
  MatX G = MatX::Zero(masses - 1, masses);
  for (Index k = 0; k + 1 < masses; ++k) G.block<1, 2>(k, k) << 1, -1;
  MatX A = saddle(MatX(VecX::LinSpaced(masses, 1, 2).asDiagonal()), G);
  for (Index k = 0; k + 1 < masses; ++k) A(k, k + 1) = coupling, A(k + 1, k) = -coupling;
  return A;
}

TEST(FrontalSolver, SolvesNewtonMatricesWithoutKlu) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    const PatternAndMatrix p(newton_matrix(30, 12, 0.5 * seed, 100 * seed));
    FrontalSolver solver(p.pattern, "frontal");
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    EXPECT_LT(error_of(solver, p.A.to_dense()), 1e-11);
    EXPECT_EQ(solver.report().reason, "frontal") << "seed " << seed;
  }
}

TEST(FrontalSolver, SolvesTheDescriptorMatrixOfAVehicle) {
  const VehicleSaddle vehicle(1);
  const MatX K = saddle(vehicle.M.to_dense(), vehicle.G.to_dense());
  const PatternAndMatrix p(K);
  FrontalSolver solver(p.pattern, "frontal");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  const VecX b = random_vector(K.rows(), 5), expected = solve_lu(K, b);
  VecX x = b;
  solver.solve(x);
  EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm());
  EXPECT_EQ(solver.report().reason, "frontal");
}

TEST(FrontalSolver, KeepsItsOrderWhileValuesDrift) {
  const MatX start = newton_matrix(20, 8, 1, 7), drift = start.cwiseProduct(random_matrix(28, 28, 8));
  PatternAndMatrix p(start);
  FrontalSolver solver(p.pattern, "");
  for (int step = 0; step <= 20; ++step) {
    p.set(start + 0.01 * step * drift);
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    EXPECT_LT(error_of(solver, p.A.to_dense()), 1e-11) << "step " << step;
  }
  EXPECT_EQ(solver.report().full_factorizations, 1);
  EXPECT_EQ(solver.report().pivot_order_renewals, 0);
}

TEST(FrontalSolver, SharesTheOrderWithItsGroup) {
  const PatternAndMatrix p(constrained_row(12, 0.1));
  const auto order = std::make_shared<std::vector<Index>>();
  FrontalSolver one(p.pattern, "", order), other(p.pattern, "", order);
  ASSERT_EQ(one.factorize(p.A), FactorStatus::ok);
  ASSERT_EQ(*order, find_diagonal_order(p.A));
  std::ranges::reverse(*order);  // a poorer one, to see that it is taken
  PatternAndMatrix definite(random_definite(12, 1));
  const auto given = std::make_shared<std::vector<Index>>(std::vector<Index>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  FrontalSolver taking(definite.pattern, "", given);
  ASSERT_EQ(taking.factorize(definite.A), FactorStatus::ok);
  EXPECT_EQ(given->front(), 11);
  EXPECT_LT(error_of(taking, definite.A.to_dense()), 1e-12);
}

TEST(FrontalSolver, FindsAnotherOrderWhereAnEarnedPivotVanishes) {
  // the constraint earns its pivot from the first two unknowns; then the first one leaves it, and their parts cancel
  MatX A = MatX::Zero(4, 4);
  A.diagonal() << 1, 1, 5, 0;
  A.row(3).head(3) << 1, 1, 1;
  A.col(3).head(3) << 1, 1, 1;
  PatternAndMatrix p(A);
  FrontalSolver solver(p.pattern, "frontal");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  A(3, 0) = -1;  // 1·1 − 1·1: what two unknowns give it cancels, the third one is left
  p.set(A);
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_LT(error_of(solver, A), 1e-14);
}

TEST(FrontalSolver, LeavesMatricesToKluThatNeedOtherPivots) {
  MatX A = MatX::Zero(6, 6);
  for (Index k = 0; k < 6; ++k) A(k, (k + 1) % 6) = 1 + k;  // a permutation without diagonal
  const PatternAndMatrix p(A);
  FrontalSolver solver(p.pattern, "frontal");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_LT(error_of(solver, A), 1e-15);
  EXPECT_EQ(solver.report().reason, "frontal; pivots have to be exchanged");
}

// The shares of these pivots are 1, but the factors are 1e9 times as large as the matrix: only the solution tells.
TEST(FrontalSolver, LeavesMatricesToKluWhoseFactorsGrow) {
  MatX A = MatX::Identity(4, 4);
  A.topLeftCorner<2, 2>() << 1e-14, 1, -1, 1e-14;
  A(2, 0) = A(0, 2) = 0.5;
  A(3, 2) = A(2, 3) = 0.3;
  const PatternAndMatrix p(A);
  FrontalSolver solver(p.pattern, "frontal");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_LT(error_of(solver, A), 1e-13);
}

// How much rounding leaves depends on the registers; what is left to Newton's method without refinement is 1e-6.
TEST(FrontalSolver, RefinesWhereFactorsHaveGrownALittle) {
  for (const double pivot : {1e-9, 1e-11, 1e-12, 1e-13}) {
    MatX A = MatX::Identity(4, 4);
    A.topLeftCorner<2, 2>() << pivot, 1, -1, pivot;
    A(2, 0) = A(0, 2) = 0.5;
    const PatternAndMatrix p(A);
    FrontalSolver solver(p.pattern, "frontal");
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    const double error = error_of(solver, A);
    EXPECT_LT(error, solver.report().refined_solves > 0 ? 1e-11 : 2e-6) << pivot;
    if (pivot == 1e-13) {
      EXPECT_EQ(solver.report().refined_solves, 1);
    }
  }
}

// A in the storage of a front: a column and its slack after the other.
struct StoredFront {
  explicit StoredFront(const MatX& A)
      : size(static_cast<Index>(A.rows())), numbers(MatX::Zero(size + front_slack, size + 1)),
        inverse(VecX::Zero(size)), removed(VecX::Zero(size)) {
    numbers.topLeftCorner(size, size) = A;
  }
  MatX F() const { return numbers.topLeftCorner(size, size); }
  Index size;
  MatX numbers;
  VecX inverse, removed;
};

TEST(FrontKernels, AreTheSameWithWideRegistersUpToRounding) {
  if (!has_wide_registers()) GTEST_SKIP() << "this processor or compiler has no wide registers";
  for (const Index size : {1, 2, 3, 5, 8, 13, 30})
    for (Index pivots = 1; pivots <= size; ++pivots) {
      StoredFront plain(random_definite(size, 3) + 0.1 * random_matrix(size, size, 4)), wide = plain;
      plain_front_kernels().eliminate(plain.numbers.data(), size, pivots, plain.inverse.data(), plain.removed.data());
      wide_front_kernels().eliminate(wide.numbers.data(), size, pivots, wide.inverse.data(), wide.removed.data());
      EXPECT_LT((plain.numbers - wide.numbers).lpNorm<Eigen::Infinity>(), 1e-11)
          << size << " rows, " << pivots << " pivots";
      EXPECT_LT((plain.removed - wide.removed).lpNorm<Eigen::Infinity>(), 1e-11);
      EXPECT_EQ(wide.numbers.bottomRows(front_slack).lpNorm<Eigen::Infinity>(), 0) << "the slack stays zero";
    }
}

// By the definition of L U and of its inverse, row by row, without blocks.
TEST(FrontKernels, GiveFactorsOfALeadingBlockTheSchurComplementAndSolutions) {
  for (const FrontKernels* kernels : {&plain_front_kernels(), has_wide_registers() ? &wide_front_kernels() : nullptr}) {
    if (!kernels) continue;
    for (const Index size : {1, 2, 4, 7, 12})
      for (Index pivots = 1; pivots <= size; ++pivots) {
        const MatX A = random_definite(size, 5) + 0.1 * random_matrix(size, size, 6);
        StoredFront front(A);
        kernels->eliminate(front.numbers.data(), size, pivots, front.inverse.data(), front.removed.data());
        const MatX F = front.F();
        MatX L = MatX::Identity(size, size), U = MatX::Identity(size, size);
        for (Index j = 0; j < size; ++j)
          for (Index i = 0; i < size; ++i) {
            if (i > j && j < pivots) L(i, j) = F(i, j);
            if ((i <= j && i < pivots) || (i >= pivots && j >= pivots)) U(i, j) = F(i, j);
          }
        EXPECT_LT((L * U - A).lpNorm<Eigen::Infinity>(), 1e-12 * A.lpNorm<Eigen::Infinity>());
        for (Index k = 0; k < pivots; ++k) EXPECT_DOUBLE_EQ(front.inverse[k] * F(k, k), 1);
        VecX sum = VecX::Zero(size);
        for (Index i = 0; i < size; ++i)
          for (Index p = 0; p < std::min(i, pivots); ++p) sum[i] += std::abs(L(i, p) * U(p, i));
        EXPECT_LT((sum - front.removed).lpNorm<Eigen::Infinity>(), 1e-12 * (1 + sum.maxCoeff()));

        const VecX b = random_vector(size, 7);
        VecX x = b.head(pivots), border = VecX::Zero(size - pivots + front_slack);
        border.head(size - pivots) = b.tail(size - pivots);
        kernels->forward(front.numbers.data(), size, pivots, x.data(), border.data());
        VecX z(size);
        z << x, border.head(size - pivots);
        EXPECT_LT((L * z - b).norm(), 1e-12 * b.norm()) << size << " rows, " << pivots << " pivots";
        const VecX rest = border.head(size - pivots);
        kernels->backward(front.numbers.data(), size, pivots, front.inverse.data(), x.data(), border.data());
        VecX known = U.topLeftCorner(pivots, pivots) * x;
        if (size > pivots) known += U.topRightCorner(pivots, size - pivots) * rest;
        EXPECT_LT((known - z.head(pivots)).norm(), 1e-11 * (1 + z.norm())) << size << " rows, " << pivots << " pivots";
      }
  }
}

}  // namespace
}  // namespace daedalus
