// euler_parameters.hpp: rotations by four numbers p = (e0, e), |p| = 1.
//
//   A(p) s = (e0² − e·e) s + 2 e (e·s) + 2 e0 e × s        homogeneous of degree 2: no trigonometry, no branch
//   u · A(p) s = pᵀ K(s,u) p                               K constant and symmetric
//   B(p,s) = ∂(A(p) s)/∂p                                  linear in p: B(p,s) p' = (A s)', B(p',s) = B(p,s)'
//   L(p) p' = ω_body/2,   E(p) p' = ω_world/2              L and E linear in p; L(p) x = −L(x) p
#pragma once

#include <cmath>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

template <class S>
Vec<S, 3> cross(const Vec<S, 3>& a, const Vec<S, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class S>
Mat<S, 3, 3> rotation_matrix(const Vec<S, 4>& p) {
  const S ww = p[0] * p[0], xx = p[1] * p[1], yy = p[2] * p[2], zz = p[3] * p[3];
  const S wx = p[0] * p[1], wy = p[0] * p[2], wz = p[0] * p[3], xy = p[1] * p[2], xz = p[1] * p[3], yz = p[2] * p[3];
  Mat<S, 3, 3> A;
  A(0, 0) = ww + xx - yy - zz;
  A(1, 1) = ww - xx + yy - zz;
  A(2, 2) = ww - xx - yy + zz;
  A(0, 1) = 2.0 * (xy - wz);
  A(1, 0) = 2.0 * (xy + wz);
  A(0, 2) = 2.0 * (xz + wy);
  A(2, 0) = 2.0 * (xz - wy);
  A(1, 2) = 2.0 * (yz - wx);
  A(2, 1) = 2.0 * (yz + wx);
  return A;
}

// B(p,s) = ∂(A(p) s)/∂p = 2 [ e0 s + e × s,  e sᵀ − s eᵀ + (e·s) I − e0 [s]× ].
inline Mat<double, 3, 4> rotation_derivative(const Vec4& p, const Vec3& s) {
  const double w = 2 * p[0], x = 2 * p[1], y = 2 * p[2], z = 2 * p[3];
  const double es = x * s[0] + y * s[1] + z * s[2];
  const double c0 = y * s[2] - z * s[1], c1 = z * s[0] - x * s[2], c2 = x * s[1] - y * s[0];  // e × s, doubled
  Mat<double, 3, 4> B;
  B << w * s[0] + c0, es, c2 + w * s[2], -c1 - w * s[1], w * s[1] + c1, -c2 - w * s[2], es, c0 + w * s[0],
      w * s[2] + c2, c1 + w * s[1], -c0 - w * s[0], es;
  return B;
}

// 2 K(s,u), the second derivative of u · A(p) s by p.
inline Mat<double, 4, 4> rotation_hessian(const Vec3& s, const Vec3& u) {
  const double su = s.dot(u);
  const Vec3 c = cross(s, u);
  Mat<double, 4, 4> K;
  K(0, 0) = 2 * su;
  for (int i = 0; i < 3; ++i) {
    K(0, i + 1) = K(i + 1, 0) = 2 * c[i];
    for (int j = 0; j < 3; ++j) K(i + 1, j + 1) = 2 * (s[i] * u[j] + u[i] * s[j]);
    K(i + 1, i + 1) -= 2 * su;
  }
  return K;
}

template <class S>
Mat<S, 3, 4> body_rate_matrix(const Vec<S, 4>& p) {  // L(p)
  Mat<S, 3, 4> L;
  L << -p[1], p[0], p[3], -p[2], -p[2], -p[3], p[0], p[1], -p[3], p[2], -p[1], p[0];
  return L;
}

template <class S>
Mat<S, 3, 4> world_rate_matrix(const Vec<S, 4>& p) {  // E(p)
  Mat<S, 3, 4> E;
  E << -p[1], p[0], -p[3], p[2], -p[2], p[3], p[0], -p[1], -p[3], -p[2], p[1], p[0];
  return E;
}

// N(y) with L(p)ᵀ y = N(y) p.
inline Mat<double, 4, 4> body_rate_transposed_by(const Vec3& y) {
  Mat<double, 4, 4> N;
  N << 0, -y[0], -y[1], -y[2], y[0], 0, y[2], -y[1], y[1], -y[2], 0, y[0], y[2], y[1], -y[0], 0;
  return N;
}

inline Vec4 euler_parameters_about(const Vec3& axis, double angle) {
  const Vec3 e = std::sin(angle / 2) * axis.normalized();
  return {std::cos(angle / 2), e[0], e[1], e[2]};
}

// The Euler parameters of a rotation matrix, e0 >= 0: from its largest of four squares, so that nothing cancels.
Vec4 euler_parameters_of(const Mat3& A);

// A rotation whose third column is `axis` (any length): the shortest one from the z-axis.
Mat3 frame_with_z(const Vec3& axis);

// The product of two rotations: A(multiply(p, r)) = A(p) A(r).
template <class S>
Vec<S, 4> multiply(const Vec<S, 4>& p, const Vec<S, 4>& r) {
  return {p[0] * r[0] - p[1] * r[1] - p[2] * r[2] - p[3] * r[3], p[0] * r[1] + p[1] * r[0] + p[2] * r[3] - p[3] * r[2],
          p[0] * r[2] - p[1] * r[3] + p[2] * r[0] + p[3] * r[1], p[0] * r[3] + p[1] * r[2] - p[2] * r[1] + p[3] * r[0]};
}

}  // namespace daedalus
