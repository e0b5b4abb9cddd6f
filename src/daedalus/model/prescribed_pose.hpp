// prescribed_pose.hpp: where a prescribed body is, with velocity and acceleration: its functions of time on a jet.
//
//   x = X(s) + B(s) p(t),   A = B(s) R₀ R(axis, angle(t))      X, B: frame of the track at s(t); without a track 0 and I
#pragma once

#include "daedalus/model/body.hpp"

namespace daedalus {

MovingPose<Jet2<double>> prescribed_pose(const Body& body, double t);

}  // namespace daedalus
