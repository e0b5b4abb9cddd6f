// The recursions over a tree against each other, against dense algebra and against differences in time: random trees
// with every kind of joint, either way round, on moving roots, driven or not, Euler parameters off the unit sphere.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/recursive/ltl.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/math/dual.hpp"
#include "formulation/differences.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"

namespace daedalus::testing {
namespace {

constexpr unsigned swept_trees = 30;

// Calls with (system, random) for spatial trees of 10 to 30 bodies.
template <class Visit>
void for_each_spatial(TreeOptions options, Visit visit) {
  for (unsigned seed = 1; seed <= swept_trees; ++seed) {
    SCOPED_TRACE(fmt::format("spatial tree {}", seed));
    RandomTree random(seed);
    options.bodies = 10 + random.below(21);
    const Model model = random.spatial(options);
    const JointSystem system(model);
    visit(system, random);
    if (::testing::Test::HasFailure()) return;
  }
}
template <class Visit>
void for_each_planar(TreeOptions options, Visit visit) {
  for (unsigned seed = 1; seed <= swept_trees; ++seed) {
    SCOPED_TRACE(fmt::format("planar tree {}", seed));
    RandomTree random(100 + seed);
    options.bodies = 10 + random.below(11);
    const Model model = random.planar(options);
    const JointSystem system(model);
    ASSERT_TRUE(system.tree().is_planar);
    visit(system, random);
    if (::testing::Test::HasFailure()) return;
  }
}

MatX mass_matrix(const JointSystem& system, const State& x) { return evaluate(system, x, Want::mass).M.to_dense(); }

using Spatial = TreeSweeps<SpatialSpace<double>>;
using Planar = TreeSweeps<PlanarSpace<double>>;

TEST(RandomTrees, ContainEveryKindOfNodeDrivenAndReversed) {
  std::vector<int> kinds(7, 0);
  int driven_turns = 0, driven_slides = 0, driven_screws = 0, reversed = 0, roots = 0;
  for_each_spatial({}, [&](const JointSystem& system, RandomTree&) {
    const Tree& tree = system.tree();
    EXPECT_TRUE(tree.choice.cut.empty());
    for (const TreeNode& node : tree.nodes) {
      ++kinds[static_cast<std::size_t>(node.kind)];
      if (node.drive < 0) continue;
      driven_turns += node.kind == NodeKind::turn;
      driven_slides += node.kind == NodeKind::slide;
      driven_screws += node.kind == NodeKind::screw;
    }
    for (const TreeJoint& joint : tree.joints) reversed += joint.reversed;
    roots = std::max(roots, static_cast<int>(tree.roots));
  });
  for (const int count : kinds) EXPECT_GT(count, 10);
  EXPECT_GT(std::min({driven_turns, driven_slides, driven_screws}), 3);
  EXPECT_GT(reversed, 50);
  EXPECT_EQ(roots, 3);
}

TEST(Sweeps, UnitAccelerationsGiveTheColumnsOfTheMassMatrix) {
  double worst = 0;
  const auto check = [&](const JointSystem& system, RandomTree& random) {
    Spatial by(system);
    const State x = random.state(system);
    const Surroundings rest = Surroundings(system, x.t).at_rest();
    const MatX M = mass_matrix(system, x);
    MatX columns(M.rows(), M.cols());
    for (Index j = 0; j < M.cols(); ++j)
      columns.col(j) = by.residual(rest, x.q, VecX::Zero(x.q.size()), VecX::Unit(x.q.size(), j));
    worst = std::max(worst, relative_difference(columns, M));
    EXPECT_LT(relative_difference(columns, M), 1e-12);
    EXPECT_LT(relative_difference(M.transpose(), M), 1e-14);
    EXPECT_GT(symmetric_eigen(M).values.minCoeff(), 0);
  };
  for_each_spatial({}, check);
  for_each_planar({}, check);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Sweeps, ArticulatedBodiesSolveWhatNewtonEulerAndTheMassMatrixSay) {
  double worst = 0;
  const auto check = [&](const JointSystem& system, RandomTree& random) {
    Spatial by(system);
    const State x = random.state(system);
    const Surroundings around(system, x.t);
    const auto load = [&, forces = random.numbers(6 * system.tree().size(), 10)] {
      for (Index i = 0; i < system.tree().size(); ++i)
        by.memory.F[i] = {forces.segment<3>(6 * i), forces.segment<3>(6 * i + 3)};
    };
    const MatX M = mass_matrix(system, x);
    VecX a(x.q.size());
    load();
    const VecX f = -by.residual_with_loads(around, x.q, x.v, VecX::Zero(x.q.size()));
    by.move(around, x.q, x.v);
    load();
    ASSERT_EQ(by.sweeps.forward(around.roots.data(), x.q.data(), x.v.data(), true, by.memory, a.data()), -1);
    // Backwards stable: what the solution leaves of the equations.
    const double size = largest(M) * largest(a) + largest(f), left = largest(M * a - f) / size;
    worst = std::max(worst, left);
    EXPECT_LT(left, 1e-12);
    EXPECT_LT(relative_difference(a, VecX(solve_lu(M, f))), 1e-10);
    load();
    EXPECT_LT(largest(by.residual_with_loads(around, x.q, x.v, a)) / size, 1e-12);

    const VecX b = random.numbers(x.q.size(), 5);
    VecX y(x.q.size());
    by.sweeps.solve_mass(x.q.data(), b.data(), by.memory, y.data());
    EXPECT_LT(largest(M * y - b) / (largest(M) * largest(y) + largest(b)), 1e-12);
  };
  for_each_spatial({}, check);
  for_each_planar({}, check);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Sweeps, InThePlaneAreThoseInSpace) {
  double worst = 0;
  for_each_planar({}, [&](const JointSystem& system, RandomTree& random) {
    Spatial space(system);
    Planar plane(system);
    const State x = random.state(system);
    const Surroundings around(system, x.t);
    const auto same = [&](const VecX& a, const VecX& b) {
      worst = std::max(worst, relative_difference(a, b));
      EXPECT_LT(relative_difference(a, b), 1e-12);
    };
    same(plane.residual(around, x.q, x.v, x.a), space.residual(around, x.q, x.v, x.a));
    for (std::size_t i = 0; i < space.memory.place.size(); ++i) {
      EXPECT_LT((space.memory.place[i].x.head<2>() - plane.memory.place[i].x).norm(), 1e-12);
      EXPECT_LT((space.memory.place[i].v.head<2>() - plane.memory.place[i].v).norm(), 1e-11);
      EXPECT_LT((space.memory.A[i].v.head<2>() - plane.memory.A[i].v).norm(), 1e-10);
      EXPECT_LT(std::abs(space.memory.F[i].n[2] - plane.memory.F[i].n), 1e-9);
    }
    VecX a(x.q.size()), b(x.q.size());
    EXPECT_EQ(plane.sweeps.forward(around.roots.data(), x.q.data(), x.v.data(), false, plane.memory, a.data()), -1);
    EXPECT_EQ(space.sweeps.forward(around.roots.data(), x.q.data(), x.v.data(), false, space.memory, b.data()), -1);
    same(a, b);
    const VecX right = random.numbers(x.q.size());
    plane.sweeps.solve_mass(x.q.data(), right.data(), plane.memory, a.data());
    space.sweeps.solve_mass(x.q.data(), right.data(), space.memory, b.data());
    same(a, b);
  });
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Tree, KeepsItsFramesOrthogonalAlongALongPlanarChain) {
  ModelBuilder build("chain");
  constexpr int links = 60;
  MarkerId last = build.marker(ground_body, "hook", {0.3, 0.1, 0}, turned(Vec3::UnitZ(), 0.3));
  for (int k = 0; k < links; ++k) {
    Body body{.name = fmt::format("link{}", k), .kind = BodyKind::planar, .mass = 1, .inertia = 0.1 * Mat3::Identity()};
    const BodyId link = build.body(body);
    const MarkerId near = build.marker(link, "near", {-0.5, 0.1, 0}, turned(Vec3::UnitZ(), 0.7 + k));
    build.joint(fmt::format("pin{}", k), Revolute{{near, last}});
    last = build.marker(link, "far", {0.5, -0.1, 0}, turned(Vec3::UnitZ(), 1.1 * k));
  }
  const Tree tree(build.finish());
  for (const TreeNode& node : tree.nodes)
    EXPECT_LT((node.pose.R.transpose() * node.pose.R - Mat3::Identity()).norm(), 1e-13);
  for (const TreeBody& body : tree.bodies)
    EXPECT_LT((body.pose.R.transpose() * body.pose.R - Mat3::Identity()).norm(), 1e-13);
}

TEST(BranchFactors, MultiplyToTheMassMatrixAndSolve) {
  double worst = 0;
  const auto check = [&](const JointSystem& system, RandomTree& random) {
    const State x = random.state(system);
    const Evaluation y = evaluate(system, x, Want::mass);
    BranchFactors factors(system.tree(), system.layout().patterns.M);
    ASSERT_TRUE(factors.factorize(y.M.values));
    const MatX M = y.M.to_dense();
    const Index n = M.rows();
    MatX half = MatX::Identity(n, n);  // L⁻ᵀ
    for (Index j = 0; j < n; ++j) factors.solve_transposed(half.col(j).data());
    EXPECT_EQ(largest(half.triangularView<Eigen::StrictlyLower>()), 0);
    const MatX L = half.triangularView<Eigen::Upper>().solve(MatX::Identity(n, n)).transpose();
    worst = std::max(worst, relative_difference(L.transpose() * L, M));
    EXPECT_LT(relative_difference(L.transpose() * L, M), 1e-13);
    const VecX b = random.numbers(n);
    VecX solution = b;
    factors.solve(solution.data());
    EXPECT_LT(largest(M * solution - b) / (largest(M) * largest(solution)), 1e-13);
    VecX indefinite = y.M.values;
    indefinite *= -1;
    EXPECT_FALSE(factors.factorize(indefinite));
  };
  for_each_spatial({}, check);
  for_each_planar({}, check);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Sweeps, VelocitiesAndAccelerationsAreTheDerivativesOfPositionsInTime) {
  double worst = 0;
  const auto check = [&](const JointSystem& system, RandomTree& random) {
    const auto workspace = system.make_workspace();
    const State x = random.state(system);
    const auto motion_at = [&](double e) {
      State y = x;
      y.t += e;
      y.q += e * x.v + e * e / 2 * x.a;
      y.v += e * x.a;
      std::vector<BodyMotion> motion;
      system.move(y, MotionLevel::acceleration, motion, *workspace);
      return motion;
    };
    const auto stacked = [&](const std::vector<BodyMotion>& motion, int level) {
      VecX all(static_cast<Index>(motion.size()) * 12);
      for (std::size_t b = 0; b < motion.size(); ++b) {
        const BodyMotion& m = motion[b];
        const auto at = static_cast<Index>(b) * 12;
        all.segment<3>(at) = level == 0 ? m.r : level == 1 ? m.r_dot : m.r_ddot;
        all.segment<9>(at + 3) = (level == 0 ? m.A : level == 1 ? m.A_dot : m.A_ddot).reshaped();
      }
      return all;
    };
    const std::vector<BodyMotion> now = motion_at(0);
    for (const int level : {1, 2}) {
      const VecX exact = stacked(now, level);
      const VecX differences = derivative_at_zero([&](double e) { return stacked(motion_at(e), level - 1); });
      worst = std::max(worst, relative_difference(exact, differences));
      EXPECT_LT(relative_difference(exact, differences), 2e-11) << level;
    }
    for (std::size_t b = 1; b < now.size(); ++b) {
      const Body& body = system.model().bodies()[b];
      if (!body.has_coordinates()) continue;
      // whatever the norm of the parameters
      EXPECT_LT((now[b].A.transpose() * now[b].A - Mat3::Identity()).norm(), 1e-13);
      if (body.kind == BodyKind::planar) {
        EXPECT_LT((now[b].A - turned(Vec3::UnitZ(), angle_of(now[b], 0))).norm(), 1e-12);
        EXPECT_NEAR(angle_of(now[b], 1), angular_velocity_of(now[b])[2], 1e-12);
      }
    }
  };
  for_each_spatial({}, check);
  for_each_planar({}, check);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Sweeps, OnDualNumbersGiveTheVelocitiesOfTheOrigins) {
  using D = Dual<double, 1>;
  double worst = 0;
  for_each_spatial({.moving = false}, [&](const JointSystem& system, RandomTree& random) {
    const State x = random.state(system);
    const Surroundings around(system, x.t);
    TreeSweeps<SpatialSpace<D>> dual(system);
    Spatial plain(system);
    Vec<D, Eigen::Dynamic> q(x.q.size()), v(x.q.size());
    for (Index i = 0; i < x.q.size(); ++i) {
      q[i] = D(x.q[i]);
      q[i].partial[0] = x.v[i];
      v[i] = D(x.v[i]);
      v[i].partial[0] = x.a[i];
    }
    dual.move(around, q, v);
    plain.move(around, x.q, x.v);
    plain.sweeps.accelerate(around.roots.data(), x.q.data(), x.a.data(), plain.memory);
    const Vec3 g = system.model().gravity();
    for (std::size_t i = 0; i < plain.memory.place.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const double size = 1 + plain.memory.place[i].v.norm(), speed = dual.memory.place[i].x[k].partial[0];
        const double acceleration =
            static_cast<Index>(i) < system.tree().roots ? 0 : dual.memory.place[i].v[k].partial[0];
        const double mine = static_cast<Index>(i) < system.tree().roots ? 0 : plain.memory.A[i].v[k] + g[k];
        worst = std::max(worst, std::abs(speed - plain.memory.place[i].v[k]) / size);
        EXPECT_NEAR(speed, plain.memory.place[i].v[k], 1e-13 * size);
        EXPECT_NEAR(acceleration, mine, 1e-13 * (1 + plain.memory.A[i].v.norm() + size * size));
        EXPECT_NEAR(dual.memory.k[i].w[k].partial[0], plain.memory.A[i].w[k],
                    1e-13 * (1 + plain.memory.A[i].w.norm() + size * size));
      }
  });
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(Sweeps, KineticEnergyIsAQuadraticFormOfTheMassMatrixWhenNothingIsDriven) {
  const auto check = [&](const JointSystem& system, RandomTree& random) {
    State x = random.state(system);
    for (const TreeNode& node : system.tree().nodes)  // the regularizing part of M tells of rates along p
      if (node.kind == NodeKind::ball) {
        const Vec4 p = x.q.segment<4>(node.coordinate).normalized();
        x.v.segment<4>(node.coordinate) -= p.dot(x.v.segment<4>(node.coordinate)) * p;
      }
    const Evaluation y = evaluate(system, x, Want::mass | Want::energy);
    EXPECT_NEAR(0.5 * x.v.dot(y.M.to_dense() * x.v) / y.energy.kinetic, 1, 1e-12);
    double kinetic = 0;  // body by body
    std::vector<BodyMotion> motion;
    system.move(x, MotionLevel::velocity, motion, *system.make_workspace());
    for (std::size_t b = 1; b < motion.size(); ++b) {
      const Body& body = system.model().bodies()[b];
      if (!body.has_coordinates()) continue;
      kinetic += body.mass / 2 * motion[b].r_dot.squaredNorm();
      if (!body.has_orientation()) continue;
      const Vec3 w = motion[b].A.transpose() * angular_velocity_of(motion[b]);
      kinetic += body.kind == BodyKind::planar ? body.inertia(2, 2) / 2 * w[2] * w[2] : w.dot(body.inertia * w) / 2;
    }
    EXPECT_NEAR(kinetic / y.energy.kinetic, 1, 1e-12);
  };
  for_each_spatial({.moving = false}, check);
  for_each_planar({.moving = false}, check);
}

}  // namespace
}  // namespace daedalus::testing
