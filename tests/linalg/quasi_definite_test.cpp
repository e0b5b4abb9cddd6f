#include "daedalus/linalg/quasi_definite.hpp"

#include <gtest/gtest.h>

#include "daedalus/linalg/decompositions.hpp"
#include "linalg/random_matrices.hpp"
#include "support/allocation_counter.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

// Springs between bodies of the vehicle: rows on the coordinates of two of them.
struct VehicleSprings {
  PatternAndMatrix Y;
  explicit VehicleSprings(unsigned seed) : Y(rows(seed)) {}
  static MatX rows(unsigned seed) {
    MatX Y = MatX::Zero(8, 98);
    for (Index k = 0; k < 8; ++k) {
      Y.block<1, 7>(k, 0) = random_matrix(1, 7, seed + static_cast<unsigned>(k));
      Y.block<1, 7>(k, 7 + 7 * k) = random_matrix(1, 7, seed + 20 + static_cast<unsigned>(k));
    }
    return Y;
  }
};

// The solution with BᵀB formed and full pivoting.
double error(QuasiDefinite& solver, const MatX& M, const MatX& G, const MatX& Y, const VecX& scale) {
  const Index n = static_cast<Index>(M.rows()), m = static_cast<Index>(G.rows());
  VecX b = random_vector(n, 5), c = random_vector(m, 6), rhs(n + m);
  rhs << b, c;
  const MatX B = scale.asDiagonal() * Y;
  const VecX expected = solve_lu(saddle(MatX(M + B.transpose() * B), G), rhs);
  solver.solve(b, c);
  return std::max((b - expected.head(n)).norm() / expected.head(n).norm(),
                  (c - expected.tail(m)).norm() / expected.tail(m).norm());
}

TEST(QuasiDefinite, AgreesWithTheFormedMatrixForSoftAndStiffSprings) {
  const VehicleSaddle first;
  const VehicleSprings springs(3);
  QuasiDefinite solver;
  solver.start(first.M, first.G, springs.Y.A, VecX::Ones(8), VecX::Zero(first.G.rows()));
  for (const double size : {0.0, 1e-3, 1.0, 50.0, 1e3})
    for (unsigned seed = 1; seed < 8; ++seed) {
      const VehicleSaddle vehicle(seed);
      VecX scale = VecX::Constant(8, size);
      scale[3] = 0;  // a wheel in the air
      EXPECT_GT(solver.factorize(vehicle.M, vehicle.G, springs.Y.A, scale), 1e-10);
      EXPECT_LT(error(solver, vehicle.M.to_dense(), vehicle.G.to_dense(), springs.Y.A.to_dense(), scale), 1e-8)
          << size << " " << seed;
    }
}

TEST(QuasiDefinite, TellsWhenNothingIsLeftOfAPivot) {
  const PatternAndMatrix M(random_definite(6, 1)), Y(random_matrix(1, 6, 3));
  MatX twice = random_matrix(2, 6, 2);
  const PatternAndMatrix good(twice);
  twice.row(1) = 2 * twice.row(0);
  const PatternAndMatrix bad(twice);
  QuasiDefinite solver;
  solver.start(M.A, good.A, Y.A, VecX::Ones(1), VecX::Zero(2));
  EXPECT_GT(solver.factorize(M.A, good.A, Y.A, VecX::Ones(1)), 1e-6);
  EXPECT_LT(solver.factorize(M.A, bad.A, Y.A, VecX::Ones(1)), 1e-13);
  PatternAndMatrix broken(random_definite(6, 1));
  broken.A.values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.factorize(broken.A, good.A, Y.A, VecX::Ones(1)), 0);
}

TEST(QuasiDefinite, DoesNotAllocate) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  const VehicleSaddle vehicle;
  const VehicleSprings springs(3);
  VecX b = random_vector(98, 1), c = random_vector(static_cast<Index>(vehicle.G.rows()), 2), scale = VecX::Ones(8);
  QuasiDefinite solver;
  solver.start(vehicle.M, vehicle.G, springs.Y.A, scale, VecX::Zero(vehicle.G.rows()));
  const long before = AllocationCount::now();
  solver.factorize(vehicle.M, vehicle.G, springs.Y.A, scale);
  solver.solve(b, c);
  EXPECT_EQ(AllocationCount::now(), before);
}

}  // namespace
}  // namespace daedalus
