// The two faces of every joint: what its mobility lets move never breaks, and never works against, its constraint rows.
#include <gtest/gtest.h>

#include <tuple>

#include "closed_form/random_state.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "recursive/random_trees.hpp"

namespace daedalus::testing {
namespace {

enum class Pairing { spatial, reversed, on_moving_root, planar, planar_reversed, point, count };
constexpr const char* pairing_names[] = {"spatial", "P on the parent",         "on a moving root",
                                         "planar",  "planar, P on the parent", "point"};

bool is_flat(Pairing pairing) { return pairing == Pairing::planar || pairing == Pairing::planar_reversed; }

template <class Type>
Type with_sizes(Type type) {
  if constexpr (requires { type.pitch; }) type.pitch = 0.7;
  if constexpr (requires { type.length; }) type.length = 0.8;
  return type;
}

// A joint that slides in the plane has its z-axis there.
template <class Type>
constexpr bool lies_in_plane =
    std::is_same_v<Type, Translational> || std::is_same_v<Type, PointOnLine> || std::is_same_v<Type, PointInPlane>;

// Nothing when the bodies cannot have such a joint.
template <class Type>
std::optional<Model> two_bodies(Pairing pairing, RandomTree& random) {
  ModelBuilder build("pair");
  const auto body = [&](const char* name, double mass) {
    Body b{.name = name,
           .kind = is_flat(pairing) ? BodyKind::planar : BodyKind::spatial,
           .mass = mass,
           .inertia = Mat3::Identity() * mass,
           .com = {0.1, 0.2, is_flat(pairing) ? 0 : -0.1}};
    b.orientation = euler_parameters_about({1, 2, -1}, 0.4 * mass);
    b.angle = 0.3 * mass;
    return b;
  };
  const auto axes = [&] {
    if (!is_flat(pairing)) return random.rotation();
    const Mat3 about_z = turned(Vec3::UnitZ(), random.uniform(-3, 3));
    return lies_in_plane<Type> ? Mat3(about_z * turned(Vec3::UnitX(), -std::numbers::pi / 2)) : about_z;
  };
  const auto at = [&] { return is_flat(pairing) ? Vec3(random.uniform(), random.uniform(), 0) : random.vector(); };
  Body base = body("base", 5);
  if (pairing == Pairing::on_moving_root) {
    base.kind = BodyKind::prescribed;
    base.motion.position = {expression("sin(t)"), expression("t^2"), expression("t")};
    base.motion.angle = expression("sin(2*t)");
    base.motion.axis = {1, 0.5, 0.2};
  }
  build.body(base);
  Body tip = body("tip", 1);
  if (pairing == Pairing::point) {
    tip.kind = BodyKind::point;
    tip.com.setZero();
  }
  build.body(tip);
  const Vec3 one = at(), other = at();
  const Mat3 one_axes = axes(), other_axes = axes();
  Type joint = with_sizes(Type{});
  joint.between = {build.marker("tip", "m", pairing == Pairing::point ? Vec3(Vec3::Zero()) : one, one_axes),
                   build.marker("base", "m", other, other_axes)};
  if (pairing == Pairing::reversed || pairing == Pairing::planar_reversed) std::swap(joint.between.P, joint.between.Q);
  build.joint("joint", joint);
  if (!build.problems().empty()) return std::nullopt;
  build.tree({.keep = {"joint"}, .cut = {}, .cardan = {}});
  return build.finish();
}

template <class Type>
void check(double& worst, int& pairs) {
  for (int p = 0; p < static_cast<int>(Pairing::count); ++p) {
    SCOPED_TRACE(fmt::format("{}, {}", Type::type, pairing_names[p]));
    RandomTree random(static_cast<unsigned>(10 + p));
    const auto pairing = static_cast<Pairing>(p);
    const std::optional<Model> model = two_bodies<Type>(pairing, random);
    if (!model) {
      EXPECT_TRUE(is_flat(pairing) || pairing == Pairing::point);
      continue;
    }
    std::unique_ptr<JointSystem> joints;
    try {
      joints = std::make_unique<JointSystem>(*model);
    } catch (const ModelError&) {  // in the plane, or between points, it may have to be a constraint
      EXPECT_TRUE(is_flat(pairing) || pairing == Pairing::point);
      continue;
    }
    ++pairs;
    const Joint& joint = model->joints().front();
    const TreeJoint& mine = joints->tree().joints.front();
    ASSERT_GE(mine.first, 0);
    Index freedoms = 0;
    for (Index i = mine.first; i <= mine.last; ++i)
      freedoms += joints->tree().node(i).kind == NodeKind::ball ? 3 : joints->tree().node(i).coordinates();
    EXPECT_EQ(freedoms + static_cast<Index>(joint.rows.size()), is_flat(pairing) || pairing == Pairing::point ? 3 : 6);

    const CartesianSystem absolute(*model);
    const auto workspace = joints->make_workspace();
    const auto rows = static_cast<Index>(joint.rows.size());
    for (int k = 0; k < 30; ++k) {
      const State x = random.unit_state(*joints);
      std::vector<BodyMotion> motion;
      joints->move(x, MotionLevel::velocity, motion, *workspace);
      State y(absolute.layout());
      y.t = x.t;
      absolute.place(x.t, motion, y.q, y.v);
      const Evaluation e = evaluate(absolute, y, Want::position | Want::velocity);
      if (rows == 0) continue;
      worst = std::max({worst, e.g.head(rows).lpNorm<Eigen::Infinity>(), e.g_dot.head(rows).lpNorm<Eigen::Infinity>()});
      EXPECT_LT(e.g.head(rows).lpNorm<Eigen::Infinity>(), 1e-12);
      EXPECT_LT(e.g_dot.head(rows).lpNorm<Eigen::Infinity>(), 1e-12);  // G S v and what moves by itself
      if (pairing == Pairing::on_moving_root) continue;
      const MatX G = evaluate(absolute, y, Want::jacobian).G.to_dense().topRows(rows);
      EXPECT_LT((G * y.v).lpNorm<Eigen::Infinity>(), 1e-12);  // G S v
    }
  }
}

TEST(Joints, ConstraintsNeverOpposeMobility) {
  double worst = 0;
  int types = 0, pairs = 0;
  std::apply(
      [&](const auto&... types_of) {
        const auto one = [&]<class Type>(const Type& type) {
          if constexpr (requires { type.mobility(); }) {
            ++types;
            check<Type>(worst, pairs);
          }
        };
        (one(types_of), ...);
      },
      JointTypes{});
  EXPECT_EQ(types, 12);
  EXPECT_GT(pairs, 45);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

}  // namespace
}  // namespace daedalus::testing
