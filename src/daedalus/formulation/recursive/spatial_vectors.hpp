// spatial_vectors.hpp: six-component motions (ω, v) and forces (n, f) in world axes about one common point O, where the
// derivatives of a tree are short:  V × X  for motions, V ×* F  for forces, and the inertia of rigid bodies about O.
#pragma once

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {

using Vec6 = Vec<double, 6>;
using Mat6 = Mat<double, 6, 6>;

inline Vec3 upper(const Vec6& x) { return x.head<3>(); }
inline Vec3 lower(const Vec6& x) { return x.tail<3>(); }
inline Vec6 joined(const Vec3& a, const Vec3& b) {
  Vec6 x;
  x << a, b;
  return x;
}

inline Vec6 cross_motion(const Vec6& V, const Vec6& X) {
  const Vec3 w = upper(V);
  return joined(cross(w, upper(X)), cross(w, lower(X)) + cross(lower(V), upper(X)));
}
inline Vec6 cross_force(const Vec6& V, const Vec6& F) {
  const Vec3 w = upper(V);
  return joined(cross(w, upper(F)) + cross(lower(V), lower(F)), cross(w, lower(F)));
}

// About a point that is d away: motions keep ω, forces keep f.
inline Vec6 shifted_motion(const Vec6& V, const Vec3& d) { return joined(upper(V), lower(V) + cross(upper(V), d)); }
// From there back.
inline Vec6 shifted_force_back(const Vec6& F, const Vec3& d) { return joined(upper(F) + cross(d, lower(F)), lower(F)); }

struct RigidInertia {  // about O, world axes
  double mass = 0;
  Vec3 moment = Vec3::Zero();  // mass times center of mass
  Mat3 J = Mat3::Zero();

  Vec6 operator*(const Vec6& A) const {
    return joined(J * upper(A) + cross(moment, lower(A)), mass * lower(A) - cross(moment, upper(A)));
  }
  RigidInertia& operator+=(const RigidInertia& other) {
    mass += other.mass;
    moment += other.moment;
    J += other.J;
    return *this;
  }
};

// 2B with  2B X = V ×* (I X) − I (V × X) + X ×* (I V): how the inertia force follows a change X of the velocity V.
inline Mat6 velocity_tangent(const RigidInertia& I, const Vec6& V) {
  const Vec6 momentum = I * V;
  Mat6 B;
  for (int k = 0; k < 6; ++k) {
    const Vec6 X = Vec6::Unit(k);
    B.col(k) = cross_force(V, I * X) - I * cross_motion(V, X) + cross_force(X, momentum);
  }
  return B;
}

}  // namespace daedalus
