#include "daedalus/formulation/elements/frame_seeds.hpp"

namespace daedalus {
namespace {

template <class S>
Dual<S, 1> jet(const S& value, const S& rate) {
  Dual<S, 1> x(value);
  x.partial[0] = rate;
  return x;
}

// Coordinates on a scalar type with their time derivatives; A, A' of bodies that move by themselves likewise.
template <class S>
BodyCoordinatesOf<Dual<S, 1>> with_time(const BodyCoordinatesOf<S>& x, const BodyMotion& m) {
  BodyCoordinatesOf<Dual<S, 1>> c;
  c.rotation = m.rotation;
  for (Index k = 0; k < 3; ++k) {
    c.r[k] = jet(x.r[k], x.r_dot[k]);
    c.r_dot[k] = jet(x.r_dot[k], S(m.r_ddot[k]));
  }
  for (Index k = 0; k < 4; ++k) {
    c.p[k] = jet(x.p[k], x.p_dot[k]);
    c.p_dot[k] = jet(x.p_dot[k], S(m.p[2][k]));
  }
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) {
      c.A(i, j) = jet(S(m.A(i, j)), S(m.A_dot(i, j)));
      c.A_dot(i, j) = jet(S(m.A_dot(i, j)), S(m.A_ddot(i, j)));
    }
  if (m.rotation == RotationKind::turn)
    for (Index j = 0; j < 3; ++j) {
      const Vec<S, 3> column = x.A.col(j), rate = cross(Vec<S, 3>(x.p_dot.template head<3>()), column);
      for (Index i = 0; i < 3; ++i) c.A(i, j) = jet(column[i], rate[i]);
    }
  return c;
}

}  // namespace

BodyCoordinatesOf<double> plain_coordinates(const BodyMotion& m) {
  return {m.rotation, m.r, m.r_dot, m.p[0], m.p[1], m.A, m.A_dot};
}

BodyCoordinatesOf<FrameDual> seeded_coordinates(const BodyMotion& m, Index first) {
  BodyCoordinatesOf<FrameDual> c;
  c.rotation = m.rotation;
  for (Index k = 0; k < 3; ++k) {
    c.r[k] = FrameDual::variable(m.r[k], first + k);
    c.r_dot[k] = FrameDual::variable(m.r_dot[k], velocity_seed + first + k);
  }
  for (Index k = 0; k < 4; ++k) {
    c.p[k] = FrameDual::variable(m.p[0][k], first + 3 + k);
    c.p_dot[k] = FrameDual::variable(m.p[1][k], velocity_seed + first + 3 + k);
  }
  c.A = m.A.cast<FrameDual>();
  c.A_dot = m.A_dot.cast<FrameDual>();
  if (m.rotation == RotationKind::turn)
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 3; ++k) {
        const Vec3 change = cross(Vec3(Vec3::Unit(k)), Vec3(m.A.col(j)));
        for (Index i = 0; i < 3; ++i) c.A(i, j).partial[first + 3 + k] = change[i];
      }
  return c;
}

BodyCoordinatesOf<FrameDual> constant_coordinates(const BodyMotion& m) {
  BodyCoordinatesOf<FrameDual> c;
  c.rotation = m.rotation;
  c.r = m.r.cast<FrameDual>();
  c.r_dot = m.r_dot.cast<FrameDual>();
  c.p = m.p[0].cast<FrameDual>();
  c.p_dot = m.p[1].cast<FrameDual>();
  c.A = m.A.cast<FrameDual>();
  c.A_dot = m.A_dot.cast<FrameDual>();
  return c;
}

BodyCoordinatesOf<TimeDual> timed_coordinates(const BodyMotion& m) { return with_time(plain_coordinates(m), m); }

BodyCoordinatesOf<FrameJet> moving_coordinates(const BodyMotion& m, Index first) {
  return with_time(seeded_coordinates(m, first), m);
}

}  // namespace daedalus
