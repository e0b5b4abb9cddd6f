// twist_motion.hpp: the motion of a Cartesian state with bodies given by their twists.
#pragma once

#include "daedalus/formulation/cartesian/cartesian_system.hpp"

namespace daedalus::testing {

// A, A', A'' from the angular velocity and acceleration.
inline void spin(BodyMotion& m) {
  const Mat3 W = cross_matrix(m.twist(1));
  m.A_dot = W * m.A;
  m.A_ddot = (cross_matrix(m.twist(2)) + W * W) * m.A;
}

// A body in Cartesian coordinates as one given by its twist.
inline BodyMotion by_twist(const BodyMotion& m) {
  BodyMotion y = m;
  y.rotation = RotationKind::turn;
  for (int k = 0; k < 3; ++k) y.p[k].setZero();
  if (m.rotation == RotationKind::angle)
    for (int k = 0; k < 3; ++k) y.p[k][2] = m.p[k][0];
  if (m.rotation == RotationKind::euler)
    for (int k = 1; k < 3; ++k) y.p[k].head<3>() = 2 * world_rate_matrix(m.p[0]) * m.p[k];  // E(p') p' = 0
  spin(y);
  return y;
}

// Unit Euler parameters, with rates and accelerations that keep them so.
inline void keep_on_sphere(const CartesianSystem& system, State& x) {
  const Model& model = system.model();
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    if (model.bodies()[b].kind != BodyKind::spatial) continue;
    const Index first = system.parts().bodies.coordinates(static_cast<BodyId>(b))[3];
    const Vec4 p = x.q.segment<4>(first).normalized();
    x.q.segment<4>(first) = p;
    x.v.segment<4>(first) -= p.dot(x.v.segment<4>(first)) * p;
    const Vec4 u = x.v.segment<4>(first);
    x.a.segment<4>(first) -= (p.dot(x.a.segment<4>(first)) + u.dot(u)) * p;
  }
}

}  // namespace daedalus::testing
