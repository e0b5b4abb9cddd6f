#include "daedalus/model/prescribed_pose.hpp"

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {
namespace {

using J = Jet2<double>;

Vec<J, 4> turn_about(const Vec3& axis, const J& angle) {
  const Vec3 unit = axis.normalized();
  const J half = angle * 0.5, sine = sin(half);
  return {cos(half), sine * unit[0], sine * unit[1], sine * unit[2]};
}

// A function of time with its two derivatives; without one the constant.
J at(const FunctionPtr& f, double t, double otherwise) {
  if (!f) return J(otherwise);
  return {f->derivative(t, 0), f->derivative(t, 1), f->derivative(t, 2)};
}

}  // namespace

MovingPose<J> prescribed_pose(const Body& body, double t) {
  const PrescribedMotion& motion = body.motion;
  MovingPose<J> pose;
  for (int k = 0; k < 3; ++k) pose.x[k] = at(motion.position[k], t, body.position[k]);
  pose.A = rotation_matrix(Vec<J, 4>(multiply(Vec<J, 4>(make_constants<J>(Vec4(body.orientation.normalized()))),
                                              turn_about(motion.axis, at(motion.angle, t, 0)))));
  if (!motion.track) return pose;
  const MovingPose<J> track = motion.track->pose(at(motion.along, t, 0), motion.follows);
  return {track.x + track.A * pose.x, track.A * pose.A};
}

}  // namespace daedalus
