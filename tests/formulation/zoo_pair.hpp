// zoo_pair.hpp: two bodies of given kinds with a marker each, askew, for models with one element between them.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/functions/function_types.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::testing {

inline Mat3 turned(const Vec3& axis, double angle) { return rotation_matrix(euler_parameters_about(axis, angle)); }

inline FunctionPtr expression(const std::string& text) {
  ExpressionFunction f;
  f.expression = text;
  return f.make();
}

// Two bodies of given kinds with a marker each. Planar markers keep their z-axis normal to the plane.
struct Pair {
  ModelBuilder build{"pair"};
  Between between;

  Pair(BodyKind P, BodyKind Q) {
    build.gravity({0.3, -9.81, 1.1});
    between.P = add("first", P, {0.4, 0.3, 0.2}, 0.4);
    between.Q = add("second", Q, {-0.5, 0.1, -0.3}, -0.7);
  }

 private:
  MarkerId add(const std::string& name, BodyKind kind, Vec3 position, double turn) {
    const bool flat = kind == BodyKind::planar;
    if (flat) position[2] = 0;
    Body body{.name = name,
              .kind = kind,
              .mass = 1.3 + turn,
              .inertia = Mat3::Zero(),
              .com = {0.05, -0.02, flat ? 0 : 0.03},
              .position = position};
    body.inertia << 0.21, 0.01, -0.02, 0.01, 0.25, 0.015, -0.02, 0.015, 0.3;
    body.angle = turn;
    body.orientation = euler_parameters_about({1, 2, -1}, turn);
    if (kind == BodyKind::point) body.com.setZero();
    if (kind == BodyKind::prescribed) {
      body.motion.position = {expression("0.3*sin(2*t)"), expression("0.1*t^2"), expression("cos(3*t)/5")};
      body.motion.angle = expression("0.5*sin(t)");
      body.motion.axis = {1, 1, 0.5};
    }
    if (kind == BodyKind::ground) return build.marker(ground_body, "m", {-0.2, 0.1, 0.4}, turned({1, 0.3, 0.2}, 0.8));
    build.body(body);
    const Vec3 at(0.3, -0.2, flat ? 0 : 0.25);
    return build.marker(name, "m", at, flat ? turned(Vec3::UnitZ(), 0.6) : turned({1, -2, 0.7}, 0.5 + turn));
  }
};

struct ZooCase {
  std::string name;
  Model model;
  double reach = 0.15;     // of random coordinates about the start; small where the element has singular positions
  double state_reach = 1;  // of random states about their initial values
};

inline void add_cases(std::vector<ZooCase>& zoo, const std::string& element,
                      const std::vector<std::pair<BodyKind, BodyKind>>& kinds, const std::function<void(Pair&)>& fill) {
  static const char* names[] = {"ground", "prescribed", "spatial", "planar", "point"};
  for (const auto& [P, Q] : kinds) {
    Pair pair(P, Q);
    fill(pair);
    zoo.push_back({element + "_" + names[static_cast<int>(P)] + "_" + names[static_cast<int>(Q)], pair.build.finish()});
  }
}

}  // namespace daedalus::testing
