// hung_zoo.hpp: the element zoo for joint coordinates: its joints are cut, its bodies free or hung on a tree.
#pragma once

#include "formulation/element_zoo.hpp"

namespace daedalus::testing {

enum class Hung { free, on_arm };

// The joints of the zoo become constraints; the bodies are free, or hang on an arm that hangs on a moving root, the
// first by a driven joint with P on its parent.
inline Model as_constraints(const Model& model, Hung hung) {
  ModelBuilder build(model);
  TreeHints hints;
  for (const Joint& joint : model.joints()) hints.cut.push_back(joint.name);
  const auto body = [&](const char* name) -> const Body* {
    const auto id = build.find_body(name);
    return id && model.body(*id).has_coordinates() ? &model.body(*id) : nullptr;
  };
  const Body *first = body("first"), *second = body("second");
  if (hung == Hung::on_arm) {
    const bool is_planar = (first && first->kind == BodyKind::planar) || (second && second->kind == BodyKind::planar);
    Body base{.name = "base", .kind = BodyKind::prescribed};
    base.motion.position = {expression("0.1*sin(t)"), expression("0.2*t"), nullptr};
    base.motion.angle = expression("0.3*t + 0.1*sin(2*t)");
    Body arm{.name = "arm",
             .kind = is_planar ? BodyKind::planar : BodyKind::spatial,
             .mass = 2,
             .inertia = 0.7 * Mat3::Identity(),
             .com = {0.1, 0, 0}};
    build.body(base);
    build.body(arm);
    const auto marker = [&](const std::string& on, const char* name, const Vec3& at, const Mat3& axes) {
      return build.marker(on, name, at, axes);
    };
    const auto askew = [&](double angle) {
      return is_planar ? turned(Vec3::UnitZ(), angle) : turned({1, 0.4, -0.7}, angle);
    };
    const Between shoulder{marker("arm", "shoulder", {-0.4, 0.1, 0}, askew(0.3)),
                           marker("base", "shoulder", {0.1, 0.2, 0}, askew(-0.5))};
    if (is_planar) build.joint("shoulder", Revolute{shoulder});
    else build.joint("shoulder", Universal{shoulder});
    const auto hang = [&](const Body& b, const std::string& name, bool driven) {
      const bool askew_joint = b.kind == BodyKind::spatial;
      const Mat3 mine = askew_joint ? turned({0.2, 1, 0.5}, 0.6) : turned(Vec3::UnitZ(), 0.2);
      const Mat3 its = askew_joint ? turned({1, 1, -0.3}, -0.4) : turned(Vec3::UnitZ(), -0.1);
      if (b.kind == BodyKind::point) {
        build.joint(name, PointInPlane{{marker(b.name, "hang", Vec3::Zero(), Mat3::Identity()),
                                        marker("arm", name.c_str(), {0.1, 0.2, is_planar ? 0 : 0.3},
                                               askew_joint ? its : Mat3(Mat3::Identity()))}});
        return;
      }
      const Between b1{marker("arm", name.c_str(), {0.3, driven ? 0.2 : -0.2, 0}, its),
                       marker(b.name, "hang", {-0.2, 0.1, 0}, mine)};
      const Between b2{b1.Q, b1.P};
      if (b.kind == BodyKind::planar || driven) {
        build.joint(name, Revolute{driven ? b1 : b2});
        if (driven && b.kind == BodyKind::spatial)
          build.driver("motor_" + name, *build.find_freedom(name + ".angle"), expression("0.4*sin(t)"));
      } else {
        build.joint(name, PointOnLine{b2});
      }
    };
    const bool both_flat =
        is_planar && (!first || first->kind != BodyKind::point) && (!second || second->kind != BodyKind::point);
    if (first && (first->kind != BodyKind::point || !is_planar))
      hang(*first, "hang_first", !both_flat && second != nullptr);
    if (second && (second->kind != BodyKind::point || !is_planar)) hang(*second, "hang_second", false);
  }
  build.tree(hints);
  return build.finish();
}

inline std::vector<ZooCase> whole_zoo() {
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  return zoo;
}

}  // namespace daedalus::testing
