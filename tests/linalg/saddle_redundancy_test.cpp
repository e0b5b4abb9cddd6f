// Constraints that depend on each other, with consistent right-hand sides: x is unique, y of minimum norm.
#include <gtest/gtest.h>

#include <Eigen/QR>

#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "linalg/random_matrices.hpp"
#include "support/allocation_counter.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

struct Error {
  double x, y;
};

// Against the minimum-norm solution of the whole system by a complete orthogonal decomposition; c = G x* is consistent.
Error errors_of(SaddleSolver& solver, const MatX& M, const MatX& G, unsigned seed = 1) {
  const Index n = static_cast<Index>(M.rows()), m = static_cast<Index>(G.rows());
  VecX b = random_vector(n, seed), c = G * random_vector(n, seed + 1), rhs(n + m);
  rhs << b, c;
  Eigen::CompleteOrthogonalDecomposition<MatX> decomposition;
  decomposition.setThreshold(1e-11);
  const VecX expected = decomposition.compute(saddle(M, G)).solve(rhs);
  solver.solve(b, c);
  const VecX x = expected.head(n), y = expected.tail(m);
  return {(b - x).norm() / x.norm(), (c - y).norm() / y.norm()};
}

class EveryRedundancy : public testing::TestWithParam<SolverKind> {};
INSTANTIATE_TEST_SUITE_P(, EveryRedundancy, testing::Values(SolverKind::dense, SolverKind::sparse),
                         [](const auto& kind) { return kind.param == SolverKind::dense ? "dense" : "sparse"; });

TEST_P(EveryRedundancy, GivesTheUniqueMotionAndTheMinimumNormMultipliers) {
  MatX G = random_matrix(5, 8, 2);
  G.row(3) = G.row(1);
  G.row(4) = G.row(0) - 2 * G.row(2);
  const PatternAndMatrix mass(random_definite(8, 1)), jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
  EXPECT_TRUE(solver.rank_deficient());
  EXPECT_EQ(solver.report().rank_deficient, 1);
  const Error e = errors_of(solver, mass.A.to_dense(), G);
  EXPECT_LT(e.x, 1e-11);
  EXPECT_LT(e.y, 1e-7);
}

TEST_P(EveryRedundancy, AcceptsMoreConstraintsThanCoordinates) {
  const MatX G = random_matrix(11, 3, 1) * random_matrix(3, 5, 2);  // rank 3 of 11 rows, 5 coordinates
  const PatternAndMatrix mass(random_definite(5, 3)), jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
  EXPECT_TRUE(solver.rank_deficient());
  const Error e = errors_of(solver, mass.A.to_dense(), G);
  EXPECT_LT(e.x, 1e-11);
  EXPECT_LT(e.y, 1e-7);
}

TEST_P(EveryRedundancy, AcceptsRowsOfZeros) {
  MatX G = random_matrix(3, 5, 4);
  PatternAndMatrix mass(random_definite(5, 3)), jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  G.row(1).setZero();
  jacobian.set(G);
  ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
  const Error e = errors_of(solver, mass.A.to_dense(), G);
  EXPECT_LT(e.x, 1e-11);
  EXPECT_LT(e.y, 1e-7);

  jacobian.A.values.setZero();
  ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
  VecX b = VecX::Ones(5), c = VecX::Zero(3);
  solver.solve(b, c);
  EXPECT_LT((mass.A.to_dense() * b - VecX::Ones(5)).norm(), 1e-12);
  EXPECT_EQ(c, VecX::Zero(3));
}

TEST_P(EveryRedundancy, SolvesAVehicleWithAJointGivenTwice) {
  const VehicleSaddle vehicle;
  MatX twice(83, 98);
  twice << vehicle.G.to_dense(), vehicle.G.to_dense().middleRows(20, 3);
  const PatternAndMatrix jacobian(twice);
  SaddleSolver solver(vehicle.M_pattern, jacobian.pattern, GetParam());
  for (int k = 0; k < 3; ++k) {
    ASSERT_EQ(solver.factorize(vehicle.M, jacobian.A), FactorStatus::ok);
    EXPECT_TRUE(solver.rank_deficient());
    const Error e = errors_of(solver, vehicle.M.to_dense(), twice);
    EXPECT_LT(e.x, 1e-9);
    EXPECT_LT(e.y, 1e-6);
  }
  EXPECT_EQ(solver.report().rank_deficient, 3);
}

// Two rows at the angle theta pass through being parallel. c = G x* stays consistent, so x stays as accurate as the
// constraints determine it: its part across the rows is known to eps / theta, or not at all below the rank tolerance.
TEST_P(EveryRedundancy, PassesThroughAConfigurationWhereTheRankDrops) {
  const MatX M = random_definite(6, 1);
  const VecX u = random_vector(6, 2).normalized(), w = random_vector(6, 3), v = (w - u * u.dot(w)).normalized();
  MatX G = random_matrix(3, 6, 4);
  const PatternAndMatrix mass(M);
  PatternAndMatrix jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  for (const double theta :
       {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 0.0, -1e-9, -1e-6, -1e-4, -1e-2, -1.0}) {
    G.row(0) = u;
    G.row(2) = std::cos(theta) * u + std::sin(theta) * v;
    jacobian.set(G);
    ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok) << theta;
    VecX b = random_vector(6, 5), c = G * random_vector(6, 6);
    const VecX f = b, gamma = c;
    solver.solve(b, c);
    EXPECT_LT((M * b + G.transpose() * c - f).norm(), 1e-9 * (f.norm() + c.norm())) << "motion at theta " << theta;
    const double tolerance = std::abs(theta) > 1e-5 ? 1e-12 : 2e-5;
    EXPECT_LT((G * b - gamma).norm(), tolerance * gamma.norm()) << "constraints at theta " << theta;
    EXPECT_TRUE(b.allFinite() && c.allFinite());
  }
  EXPECT_FALSE(solver.rank_deficient()) << "the rank has come back";
  EXPECT_GT(solver.report().rank_deficient, 0);
}

TEST_P(EveryRedundancy, GoesOnBitForBitFromACheckpoint) {
  MatX G = random_matrix(5, 8, 2);
  G.row(3) = G.row(1);
  const PatternAndMatrix mass(random_definite(8, 1));
  PatternAndMatrix jacobian(G);
  SaddleSolver first(mass.pattern, jacobian.pattern, GetParam()), second(mass.pattern, jacobian.pattern, GetParam());
  first.factorize(mass.A, jacobian.A);
  jacobian.A.values *= 1.7;
  first.factorize(mass.A, jacobian.A);
  Archive saved = Archive::for_saving();
  first.exchange(saved);
  Archive loaded = Archive::for_loading(saved.items());
  second.exchange(loaded);
  EXPECT_TRUE(second.rank_deficient());
  for (int step = 0; step < 2; ++step) {
    VecX b = random_vector(8, 1), c = jacobian.A.to_dense() * b, b2 = b, c2 = c;
    first.solve(b, c);
    second.solve(b2, c2);
    EXPECT_EQ(b, b2);
    EXPECT_EQ(c, c2);
    jacobian.A.values *= 0.9;
    first.factorize(mass.A, jacobian.A);
    second.factorize(mass.A, jacobian.A);
  }
}

// Rows of zeros have an entry on the diagonal instead: they cost no refinement, and their multiplier is 0.
TEST_P(EveryRedundancy, LeavesOutRowsOfZeros) {
  MatX G = random_matrix(4, 7, 4);
  const PatternAndMatrix mass(random_definite(7, 3));
  PatternAndMatrix jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  MatX kept(3, 7);
  kept << G.row(0), G.row(1), G.row(3);
  G.row(2).setZero();
  jacobian.set(G);
  for (int k = 0; k < 2; ++k) {
    ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
    EXPECT_FALSE(solver.rank_deficient());
    VecX b = random_vector(7, 5), c = random_vector(4, 6), rhs(10);
    c[2] = 0;
    rhs << b, c[0], c[1], c[3];
    const VecX expected = solve_lu(saddle(mass.A.to_dense(), kept), rhs);
    solver.solve(b, c);
    EXPECT_LT((b - expected.head(7)).norm(), 1e-12 * expected.norm());
    EXPECT_NEAR(c[0], expected[7], 1e-12 * expected.norm());
    EXPECT_NEAR(c[3], expected[9], 1e-12 * expected.norm());
    EXPECT_EQ(c[2], 0);
  }
  EXPECT_EQ(solver.report().linear.refined_solves, 0);

  const MatX whole = random_matrix(4, 7, 8);  // the row comes back
  jacobian.set(whole);
  ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
  const Error e = errors_of(solver, mass.A.to_dense(), whole);
  EXPECT_LT(std::max(e.x, e.y), 1e-10);
}

// Three bodies on a line, the middle one 1e13 times lighter than its neighbors, held together by distances: in the
// metric of M⁻¹ its two rows differ by 1e-13 of their length. As the middle mass vanishes, two masses m under the force
// f move with f/(2m).
TEST_P(EveryRedundancy, TellsALightBodyFromARedundantRow) {
  const double heavy = 1e6;
  for (const double light : {1e3, 1.0, 1e-3, 1e-6, 1e-7}) {
    const PatternAndMatrix mass(MatX(Vec3(heavy, light, heavy).asDiagonal()));
    MatX G(2, 3);
    G << 1, -1, 0, 0, 1, -1;
    const PatternAndMatrix jacobian(G);
    SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
    ASSERT_EQ(solver.factorize(mass.A, jacobian.A), FactorStatus::ok);
    EXPECT_FALSE(solver.rank_deficient()) << light;
    VecX b(3), c = VecX::Zero(2);
    b << 3, 0, 0;
    solver.solve(b, c);
    const double a = 3 / (2 * heavy + light);
    for (Index i = 0; i < 3; ++i) EXPECT_NEAR(b[i], a, 1e-12 * a) << light;
    EXPECT_NEAR(c[0], 3 - heavy * a, 1e-12) << light;
    EXPECT_NEAR(c[1], heavy * a, 1e-12) << light;
  }
}

// Where rows depend on each other for the first time, LU is tried before they are called redundant, and takes its
// memory then.
TEST_P(EveryRedundancy, DoesNotAllocateOnceRowsHaveBeenRedundant) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  MatX G = random_matrix(5, 8, 2);
  const PatternAndMatrix mass(random_definite(8, 1));
  PatternAndMatrix jacobian(G);
  SaddleSolver solver(mass.pattern, jacobian.pattern, GetParam());
  solver.factorize(mass.A, jacobian.A);
  G.row(3) = G.row(1);
  jacobian.set(G);
  VecX b = VecX::Ones(8), c = VecX::Zero(5);
  solver.factorize(mass.A, jacobian.A);
  const long before = AllocationCount::now();
  solver.factorize(mass.A, jacobian.A);
  solver.solve(b, c);
  EXPECT_EQ(AllocationCount::now(), before);
}

}  // namespace
}  // namespace daedalus
