// Joint coordinates and absolute coordinates say the same of one mechanism: positions there and back, accelerations,
// reactions, forces of drivers, energy.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/equations.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"

namespace daedalus::testing {
namespace {

// Velocities that satisfy the constraints, the nearest ones. False where rows are redundant: then reactions are not
// unique.
bool settle_velocities(const JointSystem& system, State& x) {
  const Evaluation y = evaluate(system, x, Want::velocity | Want::jacobian);
  if (y.g_dot.size() == 0) return true;
  constexpr double threshold = 1e-3;
  const MatX G = y.G.to_dense();
  if (rank_of(G, threshold) < y.g_dot.size()) return false;
  x.v -= least_squares(G, y.g_dot, threshold);
  return true;
}

struct Differences {
  double place = 0, acceleration = 0, reaction = 0, driver = 0;
};

// At a state that satisfies all constraints.
void compare_formulations(const Model& model, State x, Differences& worst) {
  const JointSystem joints(model);
  const CartesianSystem absolute(model);
  const auto joint_workspace = joints.make_workspace();
  const auto absolute_workspace = absolute.make_workspace();
  const auto note = [](double& most, double value, double tolerance, const std::string& what) {
    most = std::max(most, value);
    EXPECT_LT(value, tolerance) << what;
  };
  ASSERT_LT(largest(evaluate(joints, x, Want::position).g), 1e-11);
  ASSERT_LT(largest(evaluate(joints, x, Want::velocity).g_dot), 1e-11);

  std::vector<BodyMotion> motion;
  joints.move(x, MotionLevel::velocity, motion, *joint_workspace);
  VecX q, v;
  joints.place(x.t, motion, q, v);
  for (const TreeNode& node : joints.tree().nodes)
    if (node.kind == NodeKind::ball && q.segment<4>(node.coordinate).dot(x.q.segment<4>(node.coordinate)) < 0) {
      q.segment<4>(node.coordinate) *= -1;
      v.segment<4>(node.coordinate) *= -1;
    }
  note(worst.place, largest(q - x.q), 1e-11, "place q");
  note(worst.place, largest(v - x.v) / (1 + largest(x.v)), 1e-10, "place v");

  State y(absolute.layout());
  y.t = x.t;
  y.s = x.s;
  absolute.place(x.t, motion, y.q, y.v);
  const Evaluation rows = evaluate(absolute, y, Want::position | Want::velocity);  // joints of the tree included
  for (Index k = 0; k < rows.g.size(); ++k) ASSERT_LT(std::abs(rows.g[k]), 1e-11) << absolute.layout().constraints[k];
  for (Index k = 0; k < rows.g_dot.size(); ++k)
    ASSERT_LT(std::abs(rows.g_dot[k]), 1e-10) << absolute.layout().constraints[k];

  Equations eq(joints), of_bodies(absolute);
  ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
  ASSERT_EQ(of_bodies.solve_acceleration(y), FactorStatus::ok);
  std::vector<BodyMotion> expected;
  joints.move(x, MotionLevel::acceleration, motion, *joint_workspace);
  absolute.move(y, MotionLevel::acceleration, expected, *absolute_workspace);
  double size = 1;
  for (const BodyMotion& m : expected) size = std::max({size, m.r_ddot.norm(), m.A_ddot.norm()});
  for (std::size_t b = 0; b < motion.size(); ++b) {
    const std::string& name = model.bodies()[b].name;
    EXPECT_LT((motion[b].r - expected[b].r).norm() + (motion[b].A - expected[b].A).norm(), 1e-11) << name;
    note(worst.acceleration, (motion[b].r_ddot - expected[b].r_ddot).norm() / size, 1e-9, name);
    note(worst.acceleration, (motion[b].A_ddot - expected[b].A_ddot).norm() / size, 1e-9, name);
  }

  std::vector<Wrench<double>> mine, theirs;
  VecX my_drivers, their_drivers;
  joints.reactions(x, motion, mine, my_drivers, *joint_workspace);
  absolute.reactions(y, expected, theirs, their_drivers, *absolute_workspace);
  double force = 1;
  for (const auto& wrench : theirs) force = std::max({force, wrench.force.norm(), wrench.torque.norm()});
  for (std::size_t k = 0; k < mine.size(); ++k) {
    const std::string what = fmt::format("{} ({})", model.joints()[k].name, model.joints()[k].type);
    note(worst.reaction, (mine[k].force - theirs[k].force).norm() / force, 1e-9, "force of " + what);
    note(worst.reaction, (mine[k].torque - theirs[k].torque).norm() / force, 1e-9, "torque of " + what);
  }
  if (my_drivers.size() > 0)
    note(worst.driver, largest(my_drivers - their_drivers) / (force + largest(their_drivers)), 1e-9, "drivers");

  const Energy one = evaluate(joints, x, Want::energy).energy, other = evaluate(absolute, y, Want::energy).energy;
  EXPECT_NEAR(one.kinetic, other.kinetic, 1e-10 * other.kinetic);
  const double potential = 1 + std::abs(other.potential);
  EXPECT_NEAR(one.potential / potential, other.potential / potential, 1e-10);
  EXPECT_NEAR(one.dissipated, other.dissipated, 1e-9 * (1 + std::abs(other.dissipated)));
}

void check_trees(bool is_planar, unsigned first_seed) {
  Differences worst;
  int compared = 0;
  for (unsigned seed = first_seed; seed < first_seed + 40; ++seed) {
    SCOPED_TRACE(fmt::format("tree {}", seed));
    RandomTree random(seed);
    const TreeOptions options{
        .bodies = 6 + random.below(14), .loops = static_cast<int>(seed % 3), .forces = static_cast<int>(seed % 5)};
    const Model model = is_planar ? random.planar(options) : random.spatial(options);
    const JointSystem system(model);
    State x = random.unit_state(system);
    if (options.loops + options.forces > 0) {
      x.t = 0;
      x.q = random.closed_q();
      for (const TreeNode& node : system.tree().nodes)
        if (node.kind == NodeKind::ball) {
          const Vec4 p = x.q.segment<4>(node.coordinate);
          x.v.segment<4>(node.coordinate) -= p.dot(x.v.segment<4>(node.coordinate)) * p;
        }
    }
    if (!settle_velocities(system, x)) continue;
    ++compared;
    compare_formulations(model, x, worst);
    if (::testing::Test::HasFatalFailure() || ::testing::Test::HasNonfatalFailure()) return;
  }
  EXPECT_GT(compared, 25);
  ::testing::Test::RecordProperty("place", fmt::format("{:.1e}", worst.place));
  ::testing::Test::RecordProperty("acceleration", fmt::format("{:.1e}", worst.acceleration));
  ::testing::Test::RecordProperty("reaction", fmt::format("{:.1e}", worst.reaction));
  ::testing::Test::RecordProperty("driver", fmt::format("{:.1e}", worst.driver));
}

TEST(Formulations, AgreeOnSpatialTreesWithLoops) { check_trees(false, 600); }
TEST(Formulations, AgreeOnPlanarTreesWithLoops) { check_trees(true, 700); }

// Angles of planar bodies are not wrapped, whatever they hang on.
TEST(JointSystem, KeepsTheTurnsOfPlanarBodiesAsDrawn) {
  for (const double angle : {0.4, 7.0, -9.0, 40.0}) {
    ModelBuilder build("turns");
    Body first{.name = "first", .kind = BodyKind::planar, .mass = 1, .inertia = Mat3::Identity()};
    Body second = first, third = first;
    first.angle = 2.5;
    second.name = "second";
    second.angle = angle;
    third.name = "third";
    third.angle = -angle;
    const Mat3 slot = turned(Vec3::UnitX(), -std::numbers::pi / 2), pin = turned(Vec3::UnitZ(), 2.8);
    build.body(first);
    build.body(second);
    build.body(third);
    const auto between = [&](BodyId P, BodyId Q, const Mat3& axes) {
      const std::string name = fmt::format("m{}{}", P, Q);
      return Between{build.marker_at(P, name, {0, 0, 0}, axes), build.marker_at(Q, name, {0, 0, 0}, axes)};
    };
    build.joint("slider", Translational{between(1, 0, slot)});
    build.joint("weld", Fixed{between(1, 2, pin)});
    build.joint("hinge", Revolute{between(3, 2, pin)});
    const JointSystem system(build.finish());
    std::vector<BodyMotion> motion;
    system.move(system.initial_guess(), MotionLevel::velocity, motion, *system.make_workspace());
    for (std::size_t b = 1; b < motion.size(); ++b)
      EXPECT_NEAR(angle_of(motion[b], 0), system.model().bodies()[b].angle, 1e-12) << b;
  }
}

// The zoo with its joint inside the tree, wherever it can be there.
TEST(Formulations, AgreeOnEveryElementOfTheZoo) {
  Differences worst;
  int inside = 0;
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  for (const ZooCase& c : zoo) {
    if (c.name.starts_with("rolling")) continue;  // the drawn disc does not touch its plane
    SCOPED_TRACE(c.name);
    ModelBuilder build(c.model);
    if (c.name.starts_with("distance")) build.tree({.keep = {"joint"}, .cut = {}, .cardan = {}});
    const Model model = build.finish();
    std::unique_ptr<JointSystem> system;
    try {
      system = std::make_unique<JointSystem>(model);
    } catch (const std::exception&) {
      continue;  // a distance that cannot carry coordinates
    }
    if (system->elements().row_count() > 0) continue;  // a constraint of its own in both: not consistent as drawn
    inside += !model.joints().empty();
    RandomTree random(8);
    for (int k = 0; k < 3; ++k) {
      State x = random.unit_state(*system);
      if (model.joints().empty() || system->elements().rate_row_count() > 0) x.q = system->initial_guess().q;
      for (const TreeNode& node : system->tree().nodes)
        if (node.kind == NodeKind::ball) {
          const Vec4 p = x.q.segment<4>(node.coordinate);
          x.v.segment<4>(node.coordinate) -= p.dot(x.v.segment<4>(node.coordinate)) * p;
        }
      if (!settle_velocities(*system, x)) continue;
      compare_formulations(model, x, worst);
    }
  }
  EXPECT_GT(inside, 45);
  RecordProperty("acceleration", fmt::format("{:.1e}", worst.acceleration));
  RecordProperty("reaction", fmt::format("{:.1e}", worst.reaction));
}

}  // namespace
}  // namespace daedalus::testing
