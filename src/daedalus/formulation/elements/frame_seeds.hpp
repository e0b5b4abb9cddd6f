// frame_seeds.hpp: markers as frames of any scalar type, for laws that see whole frames (frame_force.hpp,
// rate_constraint.hpp).
//
// Numbers that a law's duals differentiate by, for an element between bodies P and Q:
//   0..6   coordinates of P (three translations, four rotation coordinates)      7..13   those of Q
//   14..27 their velocities in the same order                                    28..31  states
// The numbers of a body without coordinates are free for more states; those that are left over take further passes.
//
//   x = r + A s,   w = 2 E(p) p'  (or θ' e_z),   v = r' + w × A s
// A body given by its twist has w itself as a velocity; A changes with its turns by ∂A/∂(turn k) = [e_k]× A, in time by
// [w]× A.
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/formulation/elements/local_block.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"

namespace daedalus {

inline constexpr Index velocity_seed = 2 * places_per_body;
inline constexpr Index state_seed = 4 * places_per_body;

// A marker on its body, with the center of mass as origin.
struct FrameMarker {
  BodyId body = 0;
  Vec3 s = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
  BodyCoordinates coordinates = {};
};

// The coordinates of a body and their rates on a scalar type; bodies that move by themselves give A and A' instead,
// bodies given by their twist A and w = p_dot.
template <class S>
struct BodyCoordinatesOf {
  RotationKind rotation = RotationKind::none;
  Vec<S, 3> r, r_dot;
  Vec<S, 4> p, p_dot;
  Mat<S, 3, 3> A, A_dot;  // A: RotationKind::none and turn, A_dot: none only
};

template <class S>
Mat<S, 3, 3> rotation_of(const BodyCoordinatesOf<S>& body) {
  using std::cos, std::sin;
  if (body.rotation == RotationKind::euler) return rotation_matrix(body.p);
  if (body.rotation != RotationKind::angle) return body.A;
  const S c = cos(body.p[0]), s = sin(body.p[0]);
  Mat<S, 3, 3> A = Mat<S, 3, 3>::Identity();
  A(0, 0) = A(1, 1) = c;
  A(0, 1) = -s;
  A(1, 0) = s;
  return A;
}

template <class S>
Vec<S, 3> angular_velocity_of(const BodyCoordinatesOf<S>& body) {
  if (body.rotation == RotationKind::euler) return world_rate_matrix(body.p) * body.p_dot * 2.0;
  if (body.rotation == RotationKind::angle) return {S(0.0), S(0.0), body.p_dot[0]};
  if (body.rotation == RotationKind::turn) return body.p_dot.template head<3>();
  const Mat<S, 3, 3> W = body.A_dot * body.A.transpose();  // [w]×
  return {W(2, 1), W(0, 2), W(1, 0)};
}

template <class S>
Frame<S> frame_of(const BodyCoordinatesOf<S>& body, const FrameMarker& marker) {
  const Mat<S, 3, 3> A = rotation_of(body);
  const Vec<S, 3> arm = A * marker.s;
  Frame<S> frame;
  frame.x = body.r + arm;
  frame.axes = A * marker.axes;
  frame.w = angular_velocity_of(body);
  frame.v = body.r_dot + cross(frame.w, arm);
  return frame;
}

// A torque about the center of mass as a force on the rotation coordinates.
template <class S>
Vec<S, 4> rotation_force(const BodyCoordinatesOf<S>& body, const Vec<S, 3>& torque) {
  if (body.rotation == RotationKind::euler) return world_rate_matrix(body.p).transpose() * torque * 2.0;
  Vec<S, 4> force = Vec<S, 4>::Zero();
  if (body.rotation == RotationKind::angle) force[0] = torque[2];
  if (body.rotation == RotationKind::turn) force.template head<3>() = torque;
  return force;
}

// The scalar types in use.
BodyCoordinatesOf<double> plain_coordinates(const BodyMotion& motion);
BodyCoordinatesOf<FrameDual> seeded_coordinates(const BodyMotion& motion, Index first_seed);
BodyCoordinatesOf<FrameDual> constant_coordinates(const BodyMotion& motion);
BodyCoordinatesOf<TimeDual> timed_coordinates(const BodyMotion& motion);
BodyCoordinatesOf<FrameJet> moving_coordinates(const BodyMotion& motion, Index first_seed);  // with time derivatives

}  // namespace daedalus
