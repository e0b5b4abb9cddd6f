// mobility.hpp: the other face of a joint: what it lets move, as a short list of elementary motions that lead from the
// frame of Q to the frame of P. A tree of joint coordinates is made of these; the constraint rows say the same the
// other way round (test: ConstraintsNeverOpposeMobility, G S = 0).
//
//   frame of Q  → motion 1 → after 1 → motion 2 → after 2 → ... → frame of P
//
//   turn   about `axis` by the coordinate, rad            slide  along `axis` by the coordinate, m
//   screw  turn about `axis` and `lead` m along it per rad
//   ball   any turn: four Euler parameters                drift  along x, y and z of the frame (free bodies)
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {

enum class MotionKind { turn, slide, screw, ball, drift };

struct RelativePose {  // of P, seen from Q
  Vec3 x = Vec3::Zero();
  Mat3 R = Mat3::Identity();

  RelativePose inverse() const { return {-(R.transpose() * x), R.transpose()}; }
  RelativePose operator*(const RelativePose& next) const { return {x + R * next.x, R * next.R}; }
};

struct ElementaryMotion {
  MotionKind kind = MotionKind::turn;
  std::string name;           // of the coordinate, that of the freedom when it is one: 'angle'
  Vec3 axis = Vec3::UnitZ();  // in the frame before the motion; not for a ball
  double lead = 0;            // screw
  RelativePose after = {};    // constant, behind the motion
  std::function<double(const RelativePose&)> value = {};  // the coordinate in a pose of P; not for a ball
  std::string offset_row = {};  // screw: the constraint row that knows where the thread starts
};

struct Mobility {
  std::vector<ElementaryMotion> motions = {};  // none: a weld
  bool positions_only = false;                 // the axes of the markers do not matter
  bool only_on_request = false;                // in space its coordinates fail in some positions: better a constraint
};

inline Mat3 turned_about_x(double angle) { return rotation_matrix(euler_parameters_about(Vec3::UnitX(), angle)); }

// The building blocks, in axes of Q.
inline ElementaryMotion turn_z(std::string name = "angle") {
  return {.kind = MotionKind::turn, .name = std::move(name), .value = [](const RelativePose& p) {
            return std::atan2(p.R(1, 0), p.R(0, 0));
          }};
}
inline ElementaryMotion slide_along(int k, std::string name) {
  return {
      .kind = MotionKind::slide, .name = std::move(name), .axis = Vec3::Unit(k), .value = [k](const RelativePose& p) {
        return p.x[k];
      }};
}
inline ElementaryMotion ball() { return {.kind = MotionKind::ball, .name = "e"}; }

}  // namespace daedalus
