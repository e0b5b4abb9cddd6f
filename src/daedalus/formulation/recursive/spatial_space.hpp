// spatial_space.hpp: the algebra of a tree in space, in world axes, every quantity taken at the origin of its node.
//
//   motion   (w, v) velocity, (α, a) acceleration of the node's origin         force  (n, f) moment about that origin,
//            force
//   inertia  n = J w + H v,  f = Hᵀ w + M v;  for a rigid body J about the origin, H = [h]×, M = m I
// To an origin that lies at −d:  v' = v − w × d,  n' = n + d × f  and
//   M' = M,   H' = H + [d]× M,   J' = J + [d]× Hᵀ − H' [d]×
// planar_space.hpp offers the same names in the plane; sweeps.hpp is written once for both.
#pragma once

#include <cmath>

#include "daedalus/formulation/recursive/tree.hpp"
#include "daedalus/math/value_of.hpp"

namespace daedalus {

template <class S>
struct Symmetric3 {
  S xx = S(0.0), xy = S(0.0), xz = S(0.0), yy = S(0.0), yz = S(0.0), zz = S(0.0);

  Vec<S, 3> operator*(const Vec<S, 3>& v) const {
    return {xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]};
  }
  Symmetric3& operator+=(const Symmetric3& b) {
    xx += b.xx;
    xy += b.xy;
    xz += b.xz;
    yy += b.yy;
    yz += b.yz;
    zz += b.zz;
    return *this;
  }
  void subtract_outer(const Vec<S, 3>& u, const Vec<S, 3>& scaled) {  // −= u scaledᵀ, scaled a multiple of u
    xx -= u[0] * scaled[0];
    xy -= u[0] * scaled[1];
    xz -= u[0] * scaled[2];
    yy -= u[1] * scaled[1];
    yz -= u[1] * scaled[2];
    zz -= u[2] * scaled[2];
  }
  // From a matrix that is symmetric up to rounding.
  static Symmetric3 of(const Mat<S, 3, 3>& A) { return {A(0, 0), A(0, 1), A(0, 2), A(1, 1), A(1, 2), A(2, 2)}; }
  Mat<S, 3, 3> full() const {
    Mat<S, 3, 3> A;
    A << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return A;
  }
  S determinant() const { return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz); }
  Symmetric3 inverse() const {
    const S d = 1.0 / determinant();
    return {(yy * zz - yz * yz) * d, (xz * yz - xy * zz) * d, (xy * yz - xz * yy) * d,
            (xx * zz - xz * xz) * d, (xy * xz - xx * yz) * d, (xx * yy - xy * xy) * d};
  }
};

template <class S>
struct SpatialSpace {
  using Scalar = S;
  using Angular = Vec<S, 3>;
  using Vector = Vec<S, 3>;
  static constexpr bool has_balls = true, empties_turns = false;

  struct Rotation {
    Mat<S, 3, 3> A = Mat<S, 3, 3>::Identity();
    Vector operator*(const Vec3& local) const {
      return {A(0, 0) * local[0] + A(0, 1) * local[1] + A(0, 2) * local[2],
              A(1, 0) * local[0] + A(1, 1) * local[1] + A(1, 2) * local[2],
              A(2, 0) * local[0] + A(2, 1) * local[1] + A(2, 2) * local[2]};
    }
  };
  struct Motion {
    Angular w = Angular::Zero();
    Vector v = Vector::Zero();
  };
  struct Force {
    Angular n = Angular::Zero();
    Vector f = Vector::Zero();
  };
  struct Inertia {
    Symmetric3<S> J;
    Mat<S, 3, 3> H = Mat<S, 3, 3>::Zero();
    Symmetric3<S> M;
  };

  // What a node is made of, in its own frame.
  struct Constants {
    explicit Constants(const TreeNode& node)
        : R(node.pose.R), x(node.pose.x), axis(node.axis), moment(node.moment), J(node.inertia), mass(node.mass),
          is_aligned(node.pose.R.isIdentity(0)), is_massless(node.mass == 0 && node.inertia.isZero(0)) {}
    Mat3 R;
    Vec3 x, axis, moment;
    Mat3 J;
    double mass;
    bool is_aligned, is_massless;
  };

  static Vector vector(const Vec3& x) { return x.cast<S>(); }
  static Angular angular(const Vec3& x) { return x.cast<S>(); }
  static Rotation rotation(const Mat3& A, double) { return {A.cast<S>()}; }

  static const Mat3& matrix_of(const Rotation& R) { return R.A; }
  static const Vec3& vector_of(const Vector& x) { return x; }
  static const Vec3& angular_of(const Angular& w) { return w; }

  static Rotation behind(const Rotation& parent, const Constants& c) {  // the frame before its motion
    if (c.is_aligned) return parent;
    Rotation R;
    for (int j = 0; j < 3; ++j) R.A.col(j) = parent * Vec3(c.R.col(j));
    return R;
  }
  static constexpr bool angles_add_up = false;
  static S angle_of(const Rotation&) { return S(0.0); }
  template <class Memory>
  static S angle_of(const Memory&, Index) {
    return S(0.0);
  }
  static S frame_angle(const S&, const Constants&) { return S(0.0); }
  static void turn(Rotation& R, const S&, const S& s, const S& c) {  // about its z-axis
    for (int i = 0; i < 3; ++i) {
      const S x = R.A(i, 0), y = R.A(i, 1);
      R.A(i, 0) = c * x + s * y;
      R.A(i, 1) = c * y - s * x;
    }
  }
  static void turn_by(Rotation& R, const Mat<S, 3, 3>& relative) { R.A = (R.A * relative).eval(); }

  static Angular turn_axis(const Rotation& R) { return R.A.col(2); }
  static Vector slide_axis(const Rotation& R, const Constants& c) { return R * c.axis; }
  static Vector lead_axis(const Rotation& R) { return R.A.col(2); }

  static Vector cross(const Angular& w, const Vector& x) { return daedalus::cross(w, x); }
  static Angular moment(const Vector& d, const Vector& f) { return daedalus::cross(d, f); }
  static Angular spin(const Angular& w, const Angular& u) { return daedalus::cross(w, u); }
  static S dot(const Angular& a, const Angular& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static S dot_vector(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static S dot_both(const Force& U, const Motion& A) { return dot(U.n, A.w) + dot_vector(U.f, A.v); }
  static Vector local_to_world(const Rotation& R, const Vec<S, 3>& x) { return R.A * x; }
  static Vec<S, 3> world_to_local(const Rotation& R, const Vector& x) { return R.A.transpose() * x; }

  // The node's own mass, turned into the world, and its gyroscopic force (w × J w, w × (w × h)).
  static void carry(const Constants& c, const Rotation& R, const Angular& w, Inertia& I, Force& p) {
    if (c.is_massless) return;
    Mat<S, 3, 3> B;  // R J
    for (int j = 0; j < 3; ++j) B.col(j) = R * Vec3(c.J.col(j));
    const auto entry = [&](int i, int j) { return S(B(i, 0) * R.A(j, 0) + B(i, 1) * R.A(j, 1) + B(i, 2) * R.A(j, 2)); };
    const Symmetric3<S> J{entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
    I.J += J;
    const Vector h = R * c.moment;
    I.H(0, 1) -= h[2];
    I.H(0, 2) += h[1];
    I.H(1, 0) += h[2];
    I.H(1, 2) -= h[0];
    I.H(2, 0) -= h[1];
    I.H(2, 1) += h[0];
    I.M.xx += c.mass;
    I.M.yy += c.mass;
    I.M.zz += c.mass;
    p.n += daedalus::cross(w, J * w);
    p.f += daedalus::cross(w, daedalus::cross(w, h));
  }
  // The node's own inertia force I A + (w × J w, w × (w × h)).
  static Force inertia_force(const Constants& c, const Rotation& R, const Angular& w, const Motion& A) {
    if (c.is_massless) return {};
    const Vector h = R * c.moment;
    const auto local = [&](const Angular& x) { return Vec<S, 3>(R.A.transpose() * x); };
    const auto times_J = [&](const Angular& x) { return Angular(R.A * (c.J.template cast<S>() * local(x))); };
    Force F;
    F.n = times_J(A.w) + daedalus::cross(h, A.v) + daedalus::cross(w, times_J(w));
    F.f = A.v * S(c.mass) + daedalus::cross(A.w, h) + daedalus::cross(w, daedalus::cross(w, h));
    return F;
  }
  static Force times(const Inertia& I, const Motion& x) {
    return {I.J * x.w + I.H * x.v, I.H.transpose() * x.w + I.M * x.v};
  }
  static Force turn_column(const Inertia& I, const Angular& axis) { return {I.J * axis, I.H.transpose() * axis}; }
  static Force slide_column(const Inertia& I, const Vector& axis) { return {I.H * axis, I.M * axis}; }

  static double turn_size(const Inertia& I) { return value_of(I.J.xx) + value_of(I.J.yy) + value_of(I.J.zz); }
  static double slide_size(const Inertia& I) { return value_of(I.M.xx) + value_of(I.M.yy) + value_of(I.M.zz); }

  static void subtract_outer(Inertia& I, const Force& U, const S& factor) {  // −= factor U Uᵀ
    const Angular n = U.n * factor;
    const Vector f = U.f * factor;
    I.J.subtract_outer(U.n, n);
    I.M.subtract_outer(U.f, f);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) I.H(i, j) -= n[i] * U.f[j];
  }
  using Wide = Symmetric3<S>;  // 3 × 3 blocks
  static Wide turn_block(const Inertia& I) { return I.J; }
  static Wide slide_block(const Inertia& I) { return I.M; }
  static S determinant(const Wide& A) { return A.determinant(); }
  static Wide inverse(const Wide& A) { return A.inverse(); }
  static Inertia without_turns(const Inertia& I, const Symmetric3<S>& inverse_J) {  // M − Hᵀ J⁻¹ H
    Inertia rest;
    rest.M = Symmetric3<S>::of((I.M.full() - I.H.transpose() * (inverse_J.full() * I.H)).eval());
    return rest;
  }
  static Inertia without_slides(const Inertia& I, const Symmetric3<S>& inverse_M) {  // J − H M⁻¹ Hᵀ
    Inertia rest;
    rest.J = Symmetric3<S>::of((I.J.full() - I.H * (inverse_M.full() * I.H.transpose())).eval());
    return rest;
  }

  static Inertia shifted(const Inertia& I, const Vector& d) {
    Inertia to;
    Mat<S, 3, 3>& H = to.H;
    const S dx = d[0], dy = d[1], dz = d[2];
    H(0, 0) = I.H(0, 0) + dy * I.M.xz - dz * I.M.xy;
    H(0, 1) = I.H(0, 1) + dy * I.M.yz - dz * I.M.yy;
    H(0, 2) = I.H(0, 2) + dy * I.M.zz - dz * I.M.yz;
    H(1, 0) = I.H(1, 0) + dz * I.M.xx - dx * I.M.xz;
    H(1, 1) = I.H(1, 1) + dz * I.M.xy - dx * I.M.yz;
    H(1, 2) = I.H(1, 2) + dz * I.M.xz - dx * I.M.zz;
    H(2, 0) = I.H(2, 0) + dx * I.M.xy - dy * I.M.xx;
    H(2, 1) = I.H(2, 1) + dx * I.M.yy - dy * I.M.xy;
    H(2, 2) = I.H(2, 2) + dx * I.M.yz - dy * I.M.xz;
    // J'_ij = J_ij + (d × h_j)_i − (h'_i × d)_j with rows h of H and h' of H'
    to.J.xx = I.J.xx + (dy * I.H(0, 2) - dz * I.H(0, 1)) - (H(0, 1) * dz - H(0, 2) * dy);
    to.J.xy = I.J.xy + (dy * I.H(1, 2) - dz * I.H(1, 1)) - (H(0, 2) * dx - H(0, 0) * dz);
    to.J.xz = I.J.xz + (dy * I.H(2, 2) - dz * I.H(2, 1)) - (H(0, 0) * dy - H(0, 1) * dx);
    to.J.yy = I.J.yy + (dz * I.H(1, 0) - dx * I.H(1, 2)) - (H(1, 2) * dx - H(1, 0) * dz);
    to.J.yz = I.J.yz + (dz * I.H(2, 0) - dx * I.H(2, 2)) - (H(1, 0) * dy - H(1, 1) * dx);
    to.J.zz = I.J.zz + (dx * I.H(2, 1) - dy * I.H(2, 0)) - (H(2, 0) * dy - H(2, 1) * dx);
    to.M = I.M;
    return to;
  }
};

}  // namespace daedalus
