// body_motion.hpp: one body at one instant, and the vectors fixed in it.
//
// A vector of a body is  z = τ r + A s  with r the center of mass, A the rotation, s constant: τ = 1 for a point at s,
// τ = 0 for a direction s. Along a motion
//   z' = τ r' + A' s,      z'' = τ r'' + A'' s                    A', A'' kept for every body
// and with rotation coordinates ρ (four Euler parameters p, one angle θ, or none) and a fixed world vector w
//   ∂(w·z)/∂ρ                  level 0     2 K(s,w) p              or  w·(dA/dθ) s
//   ∂(w·z')/∂ρ                 level 1     2 K(s,w) p'             z' is linear in ρ' and, for p, in p
//   ∂(w·z'')/∂ρ                level 2     2 K(s,w) p''            and ∂(w·z'')/∂ρ' is twice level 1
// A body may instead be given by its twist: ρ is a small turn δθ in world axes, δA = [δθ]× A, its velocity ω, its
// acceleration α. These are no coordinates: ω is not the rate of anything, and what is differentiated by ρ keeps ω and
// α.
//   level 0   z × w            level 1   z × (w × ω)            level 2   z × (w × α) + z × ((w × ω) × ω)
//   ∂(w·z'')/∂ω = (ω × z) × w + z × (w × ω)                     ∂(z × w)/∂ρ = z wᵀ − (z·w) I, not symmetric
// Rotation coordinates are padded to four: a turn uses the first three, a planar body the first, a point none.
#pragma once

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {

enum class RotationKind { none, angle, euler, turn };

// Which derivatives of the motion an evaluation needs.
enum class MotionLevel { position, velocity, acceleration };

struct BodyMotion {
  RotationKind rotation = RotationKind::none;
  Vec3 r = Vec3::Zero(), r_dot = Vec3::Zero(), r_ddot = Vec3::Zero();
  Mat3 A = Mat3::Identity(), A_dot = Mat3::Zero(), A_ddot = Mat3::Zero();
  Vec4 p[3] = {Vec4::Zero(), Vec4::Zero(), Vec4::Zero()};  // rotation coordinates, their rates, their accelerations;
                                                           // turn: (0, 0, angle of a planar body, 0), (ω, 0), (α, 0)
  Vec3 twist(int level) const { return p[level].head<3>(); }  // turn: ω at level 1, α at level 2
};

// The angle of a planar body and its rates, not wrapped.
inline double angle_of(const BodyMotion& m, int level) { return m.p[level][m.rotation == RotationKind::turn ? 2 : 0]; }

inline Vec3 angular_velocity_of(const BodyMotion& m) {  // in world axes
  const Mat3 W = m.A_dot * m.A.transpose();             // [ω]×
  return {W(2, 1), W(0, 2), W(1, 0)};
}

using PaddedJacobian = Mat<double, 3, 4>;
using PaddedHessian = Mat<double, 4, 4>;

inline Vec3 in_plane(const Vec3& z) { return {z[0], z[1], 0}; }
inline Vec3 quarter_turn(const Vec3& z) { return {-z[1], z[0], 0}; }  // (dA/dθ) s from A s

inline Mat3 cross_matrix(const Vec3& z) {  // [z]× w = z × w
  Mat3 Z;
  Z << 0, -z[2], z[1], z[2], 0, -z[0], -z[1], z[0], 0;
  return Z;
}

// ∂(w · z^(level))/∂ρ for z = A s, added to `sum`. `level` as above.
inline void add_gradient(const BodyMotion& body, int level, const Vec3& s, const Vec3& w, double factor, double* sum) {
  if (body.rotation == RotationKind::euler) {
    const Vec4& p = body.p[level];
    const Vec3 e = p.tail<3>(), c = cross(s, w);
    const double su = s.dot(w), se = s.dot(e), we = w.dot(e), f = 2 * factor;
    sum[0] += f * (su * p[0] + c.dot(e));
    for (int i = 0; i < 3; ++i) sum[i + 1] += f * (c[i] * p[0] + s[i] * we + w[i] * se - su * e[i]);
  } else if (body.rotation == RotationKind::angle) {
    const Vec3 z = body.A * s;
    const double along = w.dot(in_plane(z)), across = w.dot(quarter_turn(z));
    const double rate = body.p[1][0], acceleration = body.p[2][0];
    if (level == 0) sum[0] += factor * across;
    if (level == 1) sum[0] -= factor * rate * along;
    if (level == 2) sum[0] -= factor * (acceleration * along + rate * rate * across);
  } else if (body.rotation == RotationKind::turn) {
    Vec3 pulled = w;
    if (level == 1) pulled = cross(w, body.twist(1));
    if (level == 2) pulled = cross(w, body.twist(2)) + cross(cross(w, body.twist(1)), body.twist(1));
    const Vec3 gradient = cross(Vec3(body.A * s), pulled);
    for (int i = 0; i < 3; ++i) sum[i] += factor * gradient[i];
  }
}

// ∂(w · z'')/∂ρ' for z = A s, added to `sum`.
inline void add_rate_gradient(const BodyMotion& body, const Vec3& s, const Vec3& w, double factor, double* sum) {
  if (body.rotation != RotationKind::turn) return add_gradient(body, 1, s, w, 2 * factor, sum);
  const Vec3 z = body.A * s, omega = body.twist(1);
  const Vec3 gradient = cross(cross(omega, z), w) + cross(z, cross(w, omega));
  for (int i = 0; i < 3; ++i) sum[i] += factor * gradient[i];
}

// ∂(A s)/∂ρ.
inline PaddedJacobian jacobian(const BodyMotion& body, const Vec3& s) {
  if (body.rotation == RotationKind::euler) return rotation_derivative(body.p[0], s);
  PaddedJacobian J = PaddedJacobian::Zero();
  if (body.rotation == RotationKind::angle) J.col(0) = quarter_turn(body.A * s);
  if (body.rotation == RotationKind::turn) J.leftCols<3>() = -cross_matrix(body.A * s);
  return J;
}

// ∂²(w · A s)/∂ρ²: the derivative of level 0, a row for each of its components.
inline PaddedHessian hessian(const BodyMotion& body, const Vec3& s, const Vec3& w) {
  if (body.rotation == RotationKind::euler) return rotation_hessian(s, w);
  PaddedHessian H = PaddedHessian::Zero();
  if (body.rotation == RotationKind::angle) H(0, 0) = -w.dot(in_plane(body.A * s));
  if (body.rotation == RotationKind::turn) {
    const Vec3 z = body.A * s;
    H.topLeftCorner<3, 3>() = z * w.transpose() - z.dot(w) * Mat3::Identity();
  }
  return H;
}

}  // namespace daedalus
