// The equations in joint coordinates with every joint and force there is, seen through a tree: elements between two
// bodies that hang on a common arm. Derivatives against differences of the values, solvers against each other and
// against dense algebra.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/redundancy.hpp"
#include "formulation/derivative_checker.hpp"
#include "recursive/hung_zoo.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"
#include "support/sanitized.hpp"

namespace daedalus::testing {
namespace {

constexpr int states_per_case = under_address_sanitizer ? 1 : 6;

void check_zoo(const std::vector<ZooCase>& zoo, Hung hung) {
  double worst = 0;
  for (const ZooCase& c : zoo) {
    SCOPED_TRACE(c.name);
    const JointSystem system(as_constraints(c.model, hung));
    EXPECT_EQ(system.elements().row_count() + system.elements().rate_row_count() > 0,
              !c.model.joints().empty() || !c.model.drivers().empty());
    RandomStates random(
        system,
        {.t = 2, .q = hung == Hung::free ? c.reach : 0.5 * c.reach, .v = 1, .a = 2, .lambda = 3, .s = c.state_reach});
    DerivativeChecker checker(system);
    for (int k = 0; k < states_per_case; ++k) checker.check(random());
    worst = std::max(worst, checker.worst);
    if (::testing::Test::HasFailure()) return;
  }
  ::testing::Test::RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(JointDerivatives, OfEveryJointBetweenFreeBodiesAreThoseOfItsValues) { check_zoo(joint_zoo(), Hung::free); }
TEST(JointDerivatives, OfEveryForceBetweenFreeBodiesAreThoseOfItsValues) { check_zoo(force_zoo(), Hung::free); }
TEST(JointDerivatives, OfEveryJointThroughATreeAreThoseOfItsValues) { check_zoo(joint_zoo(), Hung::on_arm); }
TEST(JointDerivatives, OfEveryForceThroughATreeAreThoseOfItsValues) { check_zoo(force_zoo(), Hung::on_arm); }

TEST(JointDerivatives, OfRandomTreesWithLoopsAndForcesAreThoseOfTheirValues) {
  double worst = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(300 + seed);
    const TreeOptions options{.bodies = 7, .loops = 2, .forces = 3};
    const JointSystem system(seed % 4 == 0 ? random.planar(options) : random.spatial(options));
    DerivativeChecker checker(system);
    checker.check(random.state(system));
    worst = std::max(worst, checker.worst);
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(JointSystem, HasASymmetricPositiveDefiniteMassMatrix) {
  for (const ZooCase& c : whole_zoo()) {
    SCOPED_TRACE(c.name);
    const JointSystem system(as_constraints(c.model, Hung::on_arm));
    RandomTree random(7);
    const MatX M = evaluate(system, random.state(system), Want::mass).M.to_dense();
    EXPECT_LT(relative_difference(M.transpose(), M), 1e-14);
    EXPECT_GT(symmetric_eigen(M).values.minCoeff(), 0);
  }
}

constexpr JointSolver solvers[] = {JointSolver::articulated, JointSolver::factorized, JointSolver::descriptor,
                                   JointSolver::automatic};
constexpr const char* solver_names[] = {"articulated", "factorized", "descriptor", "automatic"};

// The solution of [M Gᵀ; G 0](a; λ) = (b; c) with λ of least norm.
void solve_dense(const Evaluation& y, VecX& b, VecX& c) {
  const MatX M = y.M.to_dense(), G = y.G.to_dense();
  const Cholesky factors(M);
  const VecX a0 = factors.solve(b);
  if (c.size() > 0) {
    const MatX A = G * factors.solve(G.transpose());
    c = least_squares(A, G * a0 - c, 1e-10);
    b = factors.solve(VecX(b - G.transpose() * c));
  } else {
    b = a0;
  }
}

// False where rows say the same, or nearly: away from consistent states they contradict each other.
bool has_independent_rows(const Model& model, const State& x) {
  const JointSystem system(model);
  const Evaluation y = evaluate(system, x, Want::mass | Want::jacobian);
  if (y.G.rows() == 0) return true;
  MatX A = y.G.to_dense() * solve_lu(y.M.to_dense(), y.G.to_dense().transpose());
  if (A.diagonal().minCoeff() < 1e-10) return false;
  const VecX scale = A.diagonal().cwiseSqrt().cwiseInverse();
  A = (scale.asDiagonal() * A * scale.asDiagonal()).eval();
  const VecX values = symmetric_eigen(A).values;
  return values.minCoeff() > 1e-4;
}

// Every solver at one state; returns the largest difference.
double compare_solvers(const Model& model, const State& x, RandomTree& random, double lambda_tolerance = 1e-10) {
  double worst = 0;
  for (std::size_t k = 0; k < std::size(solvers); ++k) {
    SCOPED_TRACE(solver_names[k]);
    const JointSystem system(model, solvers[k]);
    const Evaluation y = evaluate(system, x, Want::mass | Want::jacobian | Want::force | Want::gamma | Want::sigma);
    Equations eq(system);
    const auto same = [&](const VecX& mine, const VecX& expected, const char* what, double tolerance = 1e-10) {
      const double difference = largest(mine - expected) / (1 + largest(expected));
      worst = std::max(worst, difference);
      EXPECT_LT(difference, tolerance) << what;
    };
    VecX a = y.f, lambda = y.gamma;
    solve_dense(y, a, lambda);
    State z = x;
    EXPECT_EQ(eq.solve_acceleration(z), FactorStatus::ok);
    same(z.a, a, "a");
    same(z.lambda, lambda, "lambda", lambda_tolerance);
    same(eq.value.sigma, y.sigma, "sigma");

    EXPECT_EQ(eq.factorize_saddle(x), FactorStatus::ok);
    for (int n = 0; n < 2; ++n) {
      VecX b = random.numbers(y.f.size(), 3), c = y.G.to_dense() * random.numbers(y.f.size());
      VecX mine_b = b, mine_c = c;
      solve_dense(y, b, c);
      eq.solve_saddle(mine_b, mine_c);
      same(mine_b, b, "solve_saddle a");
      same(mine_c, c, "solve_saddle lambda", lambda_tolerance);
    }
  }
  return worst;
}

TEST(JointSolvers, AgreeOnRandomTreesWithAndWithoutLoops) {
  double worst = 0;
  int with_loops = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(400 + seed);
    const TreeOptions options{
        .bodies = 8 + random.below(12), .loops = static_cast<int>(seed % 4), .forces = static_cast<int>(seed % 3)};
    const Model model = seed % 5 == 0 ? random.planar(options) : random.spatial(options);
    const JointSystem system(model);
    const State x = random.state(system);
    if (!has_independent_rows(model, x)) continue;
    with_loops += system.elements().row_count() > 0;
    worst = std::max(worst, compare_solvers(model, x, random));
  }
  EXPECT_GT(with_loops, 20);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(JointSolvers, AgreeOnEveryElement) {
  double worst = 0;
  int compared = 0;
  RandomTree random(5);
  for (const ZooCase& c : whole_zoo())
    for (const Hung hung : {Hung::free, Hung::on_arm}) {
      SCOPED_TRACE(c.name);
      const Model model = as_constraints(c.model, hung);
      const JointSystem system(model);
      RandomStates states(system, {.t = 2, .q = 0.5 * c.reach, .v = 1, .s = c.state_reach});
      const State x = states();
      if (!has_independent_rows(model, x)) continue;
      ++compared;
      worst = std::max(worst, compare_solvers(model, x, random));
    }
  EXPECT_GT(compared, 200);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
  RecordProperty("compared", compared);
}

// A four-bar of spatial bodies: planar motion makes three rows of every revolute that closes it redundant.
Model spatial_four_bar() {
  ModelBuilder build("four_bar");
  build.gravity({0, -9.81, 0});
  const Vec3 pins[4] = {{0, 0, 0}, {0, 1, 0}, {2, 1.5, 0}, {2, 0, 0}};
  const char* names[3] = {"crank", "coupler", "rocker"};
  for (int k = 0; k < 3; ++k) {
    Body body{.name = names[k],
              .kind = BodyKind::spatial,
              .mass = 1.0 + k,
              .inertia = 0.1 * Mat3::Identity(),
              .com = {0.5, 0, 0},
              .position = pins[k]};
    const Vec3 along = pins[k + 1] - pins[k];
    body.orientation = euler_parameters_about(Vec3::UnitZ(), std::atan2(along[1], along[0]));
    build.body(body);
  }
  const auto pin = [&](const std::string& name, BodyId P, BodyId Q, const Vec3& at) {
    build.joint(name, Revolute{{build.marker_at(P, name, at, Mat3::Identity()),
                                build.marker_at(Q, name, at, Mat3::Identity())}});
  };
  pin("pin0", 1, 0, pins[0]);
  pin("pin1", 2, 1, pins[1]);
  pin("pin2", 3, 2, pins[2]);
  pin("pin3", 3, 0, pins[3]);
  return build.finish();
}

TEST(JointSolvers, GiveLeastNormMultipliersForRedundantLoops) {
  RandomTree random(6);
  const Model model = spatial_four_bar();
  const JointSystem system(model);
  EXPECT_EQ(system.layout().nq, 3);
  EXPECT_EQ(system.layout().nc(), 5);
  State x = system.initial_guess();
  EXPECT_LT(largest(evaluate(system, x, Want::position).g), 1e-12);
  x.v = random.numbers(3);
  Equations eq(system);
  ASSERT_EQ(eq.factorize_saddle(x), FactorStatus::ok);
  // one freedom of three coordinates is left: three of the five rows say nothing
  EXPECT_EQ(find_dependent_rows(eq, x).rank, 2);
  RecordProperty("worst", fmt::format("{:.1e}", compare_solvers(model, x, random)));
}

TEST(JointSolvers, GiveLeastNormMultipliersWhenALoopIsClosedTwice) {
  double worst = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(500 + seed);
    const Model once = random.spatial({.bodies = 10, .loops = 2});
    ModelBuilder build(once);
    Joint twin = once.joints().back();
    TreeHints hints = once.tree();
    hints.cut.push_back(twin.name = "twin");
    build.add_joint(twin);
    build.tree(hints);
    const Model model = build.finish();
    const JointSystem system(model);
    const State x = random.state(system);
    Equations eq(system);
    ASSERT_EQ(eq.factorize_saddle(x), FactorStatus::ok);
    EXPECT_TRUE(eq.constraints_are_redundant());
    // Rounding errors that no row feels are only as small as the regularization of the constraint space lets them be.
    worst = std::max(worst, compare_solvers(model, x, random, 1e-6));
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

}  // namespace
}  // namespace daedalus::testing
