// What is particular to the sparse solver: pivot orders that are kept, watched and renewed.
#include "daedalus/linalg/klu_solver.hpp"

#include <gtest/gtest.h>

#include "daedalus/linalg/composed_matrix.hpp"
#include "linalg/random_matrices.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

// Pairs of unknowns coupled by [d 1; 1 −d], and to the next pair weakly.
MatX pairs(Index count, double d) {
  MatX A = MatX::Zero(2 * count, 2 * count);
  for (Index k = 0; k < 2 * count; k += 2) {
    A.block<2, 2>(k, k) << d, 1, 1, -d;
    if (k > 0) A(k, k - 1) = A(k - 1, k) = 0.1;
  }
  return A;
}

double error(KluSolver& solver, const MatX& A) {
  const VecX expected = VecX::LinSpaced(A.rows(), 1, 2);
  VecX x = A * expected;
  solver.solve(x);
  return (x - expected).norm() / expected.norm();
}

TEST(KluSolver, KeepsThePivotOrderWhileItServes) {
  PatternAndMatrix p(pairs(10, 5));
  KluSolver solver(p.pattern, "");
  for (const double d : {5.0, 4.0, 2.0, 1.0}) {
    p.set(pairs(10, d));
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    EXPECT_LT(error(solver, p.A.to_dense()), 1e-14);
  }
  EXPECT_EQ(solver.report().full_factorizations, 1);
  EXPECT_EQ(solver.report().refactorizations, 3);
  EXPECT_EQ(solver.report().pivot_order_renewals, 0);
}

TEST(KluSolver, RenewsThePivotOrderWhenOldPivotsBecomeTiny) {
  PatternAndMatrix p(pairs(10, 5));
  KluSolver solver(p.pattern, "");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  p.set(pairs(10, 1e-9));  // the diagonal was the pivot
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_EQ(solver.report().pivot_order_renewals, 1);
  EXPECT_LT(error(solver, p.A.to_dense()), 1e-14);
}

TEST(KluSolver, RenewsThePivotOrderWhenAnOldPivotVanishes) {
  PatternAndMatrix p(pairs(10, 5));
  KluSolver solver(p.pattern, "");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  p.set(pairs(10, 0));
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_EQ(solver.report().pivot_order_renewals, 1);
  EXPECT_LT(error(solver, p.A.to_dense()), 1e-14);
}

// Kept diagonal pivots of 3e-4 make U 3000 times larger than A: without refinement the error is about 1e-12.
TEST(KluSolver, RefinesWhereKeptPivotsHaveGrown) {
  PatternAndMatrix p(pairs(10, 5));
  KluSolver solver(p.pattern, "");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  p.set(pairs(10, 3e-4));
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  ASSERT_EQ(solver.report().pivot_order_renewals, 0);
  EXPECT_LT(error(solver, p.A.to_dense()), 1e-15);
  EXPECT_EQ(solver.report().refined_solves, 1);
}

TEST(KluSolver, DoesNotRefineWhereItNeedNot) {
  const PatternAndMatrix p(pairs(10, 5));
  KluSolver solver(p.pattern, "");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  error(solver, p.A.to_dense());
  EXPECT_EQ(solver.report().refined_solves, 0);
}

TEST(KluSolver, GivesTheSameSolutionWithEveryOrdering) {
  const MatX A = saddle(random_definite(9, 1), random_matrix(4, 9, 2));
  const PatternAndMatrix p(A);
  for (const auto ordering : {KluOrdering::by_trial, KluOrdering::amd, KluOrdering::amd_btf, KluOrdering::colamd_btf}) {
    KluSolver solver(p.pattern, "", ordering);
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    EXPECT_LT(error(solver, A), 1e-12);
  }
}

TEST(KluSolver, TrialNeverKeepsMoreFactorEntriesThanTheWorstOrdering) {
  const PatternAndMatrix p(random_sparse(80, 3, 5));
  long most = 0;
  for (const auto ordering : {KluOrdering::amd, KluOrdering::amd_btf, KluOrdering::colamd_btf}) {
    KluSolver solver(p.pattern, "", ordering);
    ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
    most = std::max(most, solver.report().factor_nonzeros);
  }
  KluSolver solver(p.pattern, "");
  ASSERT_EQ(solver.factorize(p.A), FactorStatus::ok);
  EXPECT_LT(solver.report().factor_nonzeros, most);
}

TEST(KluSolver, RemembersTheOldPivotOrderInACheckpoint) {
  PatternAndMatrix p(pairs(6, 5));
  KluSolver first(p.pattern, ""), second(p.pattern, "");
  ASSERT_EQ(first.factorize(p.A), FactorStatus::ok);
  p.set(pairs(6, 0.05));  // kept: a fresh factorization would pivot otherwise
  ASSERT_EQ(first.factorize(p.A), FactorStatus::ok);
  ASSERT_EQ(first.report().pivot_order_renewals, 0);
  Archive saved = Archive::for_saving();
  first.exchange(saved);
  Archive loaded = Archive::for_loading(saved.items());
  second.exchange(loaded);
  VecX x = random_vector(12, 1), y = x;
  first.solve(x);
  second.solve(y);
  EXPECT_EQ(x, y);
  EXPECT_EQ(first.reciprocal_condition(), second.reciprocal_condition());
}

// Reciprocal pivot growth of KLU itself, AMD + BTF, on a vehicle's descriptor matrix.
double growth_on_vehicle(unsigned seed, double diagonal_preference) {
  const VehicleSaddle vehicle(seed);
  const Index n = vehicle.M.rows(), m = vehicle.G.rows();
  ComposedMatrix K(n + m, n + m);
  const auto M = K.place(vehicle.M_pattern, 0, 0), G = K.place(vehicle.G_pattern, n, 0),
             Gt = K.place(vehicle.G_pattern, 0, n, Orientation::transposed);
  K.finish();
  K.add(M, 1, vehicle.M.values);
  K.add(G, 1, vehicle.G.values);
  K.add(Gt, 1, vehicle.G.values);
  const Pattern& pattern = *K.matrix().pattern;
  int* starts = const_cast<int*>(pattern.column_starts().data());
  int* rows = const_cast<int*>(pattern.row_indices().data());
  double* values = const_cast<double*>(K.matrix().values.data());

  klu_common settings;
  klu_defaults(&settings);
  settings.tol = diagonal_preference;
  klu_symbolic* symbolic = klu_analyze(n + m, starts, rows, &settings);
  klu_numeric* numeric = klu_factor(starts, rows, values, symbolic, &settings);
  klu_rgrowth(starts, rows, values, symbolic, numeric, &settings);
  klu_free_numeric(&numeric, &settings);
  klu_free_symbolic(&symbolic, &settings);
  return settings.rgrowth;
}

TEST(KluSettings, DiagonalPreferenceKeepsPivotGrowthInCheck) {
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u})
    EXPECT_GT(growth_on_vehicle(seed, 0.1), 10 * growth_on_vehicle(seed, 0.001)) << "seed " << seed;
}

}  // namespace
}  // namespace daedalus
