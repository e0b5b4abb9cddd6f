// Constraints of full rank; redundant ones are in saddle_redundancy_test.cpp.
#include "daedalus/linalg/saddle_solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "daedalus/linalg/decompositions.hpp"
#include "linalg/random_matrices.hpp"
#include "support/allocation_counter.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

class EverySaddleSolver : public testing::TestWithParam<SolverKind> {};
INSTANTIATE_TEST_SUITE_P(, EverySaddleSolver, testing::Values(SolverKind::dense, SolverKind::sparse),
                         [](const auto& kind) { return kind.param == SolverKind::dense ? "dense" : "sparse"; });

// Largest error of x and y, each relative to its own size.
double error(SaddleSolver& solver, const MatX& M, const MatX& G, unsigned seed = 1) {
  const Index n = static_cast<Index>(M.rows()), m = static_cast<Index>(G.rows());
  VecX b = random_vector(n, seed), c = random_vector(m, seed + 1), rhs(n + m);
  rhs << b, c;
  const VecX expected = solve_lu(saddle(M, G), rhs);
  solver.solve(b, c);
  const double of_x = (b - expected.head(n)).norm() / expected.head(n).norm();
  return m > 0 ? std::max(of_x, (c - expected.tail(m)).norm() / expected.tail(m).norm()) : of_x;
}

// Bodies of three coordinates on one carrier, each held by two rows: random values on a star-shaped pattern.
struct Star {
  MatX M, G;
  explicit Star(Index arms, unsigned seed = 1)
      : M(MatX::Zero(3 * arms + 3, 3 * arms + 3)), G(MatX::Zero(2 * arms, 3 * arms + 3)) {
    for (Index b = 0; b <= arms; ++b) M.block<3, 3>(3 * b, 3 * b) = random_definite(3, seed + static_cast<unsigned>(b));
    G.leftCols(3) = random_matrix(2 * arms, 3, seed + 100);
    for (Index a = 0; a < arms; ++a)
      G.block<2, 3>(2 * a, 3 + 3 * a) = random_matrix(2, 3, seed + 200 + static_cast<unsigned>(a));
  }
};

TEST_P(EverySaddleSolver, AgreesWithFullPivotingOnRandomMatrices) {
  for (const auto& [n, m] : {std::pair(1, 0), {1, 1}, {4, 2}, {9, 6}, {12, 0}, {30, 12}, {20, 20}}) {
    const PatternAndMatrix M(random_definite(n, 1)), G(random_matrix(m, n, 2));
    SaddleSolver solver(M.pattern, G.pattern, GetParam());
    ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
    EXPECT_LT(error(solver, M.A.to_dense(), G.A.to_dense()), 1e-10) << n << " coordinates, " << m << " constraints";
    EXPECT_FALSE(solver.rank_deficient());
  }
}

TEST_P(EverySaddleSolver, SolvesTheVehicleInManyPoses) {
  const VehicleSaddle first;
  SaddleSolver solver(first.M_pattern, first.G_pattern, GetParam());
  for (unsigned seed = 1; seed < 30; ++seed) {
    const VehicleSaddle vehicle(seed);
    ASSERT_EQ(solver.factorize(vehicle.M, vehicle.G), FactorStatus::ok);
    EXPECT_LT(error(solver, vehicle.M.to_dense(), vehicle.G.to_dense()), 1e-9) << "seed " << seed;
  }
  EXPECT_EQ(solver.report().rank_deficient, 0);
}

TEST_P(EverySaddleSolver, IsBlindToTheUnitsOfCoordinatesAndConstraints) {
  const MatX M = random_definite(10, 1), G = random_matrix(4, 10, 2);
  const VecX units = Eigen::pow(10.0, 2 * random_vector(10, 3).array());
  const VecX rows = Eigen::pow(10.0, 3 * random_vector(4, 4).array());
  const PatternAndMatrix scaled_M(units.asDiagonal() * M * units.asDiagonal());
  const PatternAndMatrix scaled_G(rows.asDiagonal() * G * units.asDiagonal());
  SaddleSolver solver(scaled_M.pattern, scaled_G.pattern, GetParam());
  ASSERT_EQ(solver.factorize(scaled_M.A, scaled_G.A), FactorStatus::ok);
  EXPECT_FALSE(solver.rank_deficient());
  VecX rhs = random_vector(14, 5), b = units.asDiagonal() * rhs.head(10), c = rows.asDiagonal() * rhs.tail(4);
  solver.solve(b, c);
  const VecX expected = solve_lu(saddle(M, G), rhs);
  EXPECT_LT((units.cwiseProduct(b) - expected.head(10)).norm(), 1e-11 * expected.norm());
  EXPECT_LT((rows.cwiseProduct(c) - expected.tail(4)).norm(), 1e-11 * expected.norm());
}

TEST_P(EverySaddleSolver, CallsAMassMatrixThatIsNotPositiveDefiniteSingular) {
  const MatX G = random_matrix(2, 6, 2);
  MatX indefinite = random_definite(6, 1), semidefinite = indefinite;
  indefinite(3, 3) -= 100;
  semidefinite.row(4) = semidefinite.row(2);
  semidefinite.col(4) = semidefinite.col(2);
  semidefinite(4, 4) = semidefinite(2, 2);
  for (const MatX& mass : {indefinite, semidefinite, MatX(1e-300 * MatX::Zero(6, 6))}) {
    PatternAndMatrix M(random_definite(6, 1));
    const PatternAndMatrix jacobian(G);
    SaddleSolver solver(M.pattern, jacobian.pattern, GetParam());
    M.set(mass);
    EXPECT_EQ(solver.factorize(M.A, jacobian.A), FactorStatus::singular);
    M.set(random_definite(6, 1));
    EXPECT_EQ(solver.factorize(M.A, jacobian.A), FactorStatus::ok) << "after a failure";
  }
}

TEST_P(EverySaddleSolver, NoticesNanAndInfinityInBothMatrices) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    PatternAndMatrix M(random_definite(5, 1)), G(random_matrix(2, 5, 2));
    SaddleSolver solver(M.pattern, G.pattern, GetParam());
    M.A.values[7] = bad;
    EXPECT_EQ(solver.factorize(M.A, G.A), FactorStatus::not_finite);
    M.A.values[7] = 0;
    G.A.values[3] = bad;
    EXPECT_EQ(solver.factorize(M.A, G.A), FactorStatus::not_finite);
  }
}

TEST_P(EverySaddleSolver, DoesNotAllocateAfterTheFirstFactorization) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  const VehicleSaddle first(1), second(2);
  SaddleSolver solver(first.M_pattern, first.G_pattern, GetParam());
  VecX b = VecX::Ones(98), c = VecX::Ones(80);
  solver.factorize(first.M, first.G);
  const long before = AllocationCount::now();
  for (const VehicleSaddle* vehicle : {&second, &first, &second}) {
    solver.factorize(vehicle->M, vehicle->G);
    solver.solve(b, c);
  }
  EXPECT_EQ(AllocationCount::now(), before);
}

TEST_P(EverySaddleSolver, GoesOnBitForBitFromACheckpoint) {
  const VehicleSaddle one(1), two(2), three(3);
  SaddleSolver first(one.M_pattern, one.G_pattern, GetParam()), second(one.M_pattern, one.G_pattern, GetParam());
  first.factorize(one.M, one.G);
  first.factorize(two.M, two.G);
  Archive saved = Archive::for_saving();
  first.exchange(saved);
  Archive loaded = Archive::for_loading(saved.items());
  second.exchange(loaded);
  for (int step = 0; step < 2; ++step) {
    VecX b = random_vector(98, 1), c = random_vector(80, 2), b2 = b, c2 = c;
    first.solve(b, c);
    second.solve(b2, c2);
    EXPECT_EQ(b, b2);
    EXPECT_EQ(c, c2);
    first.factorize(three.M, three.G);
    second.factorize(three.M, three.G);
  }
  EXPECT_EQ(first.report().linear.refactorizations, second.report().linear.refactorizations);
}

TEST(SaddleSolver, ChoosesOneDenseFrontForSmallAndManyForTheVehicle) {
  const PatternAndMatrix M(random_definite(4, 1)), G(random_matrix(2, 4, 2));
  EXPECT_EQ(SaddleSolver(M.pattern, G.pattern).report().linear.used, SolverKind::dense);
  const VehicleSaddle vehicle;
  const SaddleSolver solver(vehicle.M_pattern, vehicle.G_pattern);
  EXPECT_EQ(solver.report().linear.used, SolverKind::sparse);
  EXPECT_NE(solver.report().linear.reason.find("us"), std::string::npos) << solver.report().linear.reason;
}

// The order found for the first values eliminates the rows of an arm right after the arm. When they lose their grip on
// the arm (but not on the carrier) those pivots vanish although the matrix is regular.
TEST(SaddleSolver, LeavesTheFastOrderWhereItsPivotsVanishAndReturnsToIt) {
  const Index arms = 12;
  const Star star(arms);
  const PatternAndMatrix M(star.M);
  PatternAndMatrix G(star.G);
  SaddleSolver solver(M.pattern, G.pattern, SolverKind::sparse);
  ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
  ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
  EXPECT_LT(error(solver, M.A.to_dense(), G.A.to_dense()), 1e-10);

  for (const double grip : {1e-1, 1e-2, 1e-3, 1e-5, 1e-9, 0.0}) {
    MatX weak = star.G;
    weak.block<2, 3>(0, 3) *= grip;
    G.set(weak);
    ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
    EXPECT_FALSE(solver.rank_deficient());
    EXPECT_LT(error(solver, M.A.to_dense(), weak), 1e-9) << "grip " << grip;
  }
  const long left = solver.report().linear.pivot_order_renewals;
  EXPECT_GT(left, 0);
  G.set(star.G);
  ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
  EXPECT_EQ(solver.report().linear.pivot_order_renewals, left);
}

TEST(SaddleSolver, CallsAMassMatrixWhosePivotsOverflowSingular) {
  MatX mass = MatX::Constant(2, 2, 1e300);
  mass(0, 0) = 1e-300;
  const PatternAndMatrix M(mass), G(random_matrix(1, 2, 2));
  EXPECT_EQ(SaddleSolver(M.pattern, G.pattern).factorize(M.A, G.A), FactorStatus::singular);
}

TEST(SaddleSolver, HasNothingToDoForNoCoordinates) {
  const PatternAndMatrix M{MatX(0, 0)}, G{MatX(0, 0)};
  SaddleSolver solver(M.pattern, G.pattern);
  EXPECT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
  VecX b(0), c(0);
  solver.solve(b, c);
}

TEST(SaddleSolver, KeepsItsFactorsWhenMoved) {
  const PatternAndMatrix M(random_definite(4, 1)), G(random_matrix(2, 4, 2));
  SaddleSolver solver(M.pattern, G.pattern);
  ASSERT_EQ(solver.factorize(M.A, G.A), FactorStatus::ok);
  SaddleSolver moved(std::move(solver));
  EXPECT_LT(error(moved, M.A.to_dense(), G.A.to_dense()), 1e-12);
}

}  // namespace
}  // namespace daedalus
