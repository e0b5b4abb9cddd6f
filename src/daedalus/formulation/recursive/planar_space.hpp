// planar_space.hpp: the algebra of spatial_space.hpp for trees that never leave the xy-plane: one angle, two
// displacements.
//
//   n = J w + H·v,  f = H w + M v;  for a rigid body H = (−h_y, h_x), M = m I
//   M' = M,   H' = H + M d⊥,   J' = J + d⊥·(H + H')       with d⊥ = (−d_y, d_x)
// Angles add up, so that a frame costs one sine and cosine whatever its depth.
#pragma once

#include <cmath>

#include "daedalus/formulation/recursive/tree.hpp"
#include "daedalus/math/value_of.hpp"

namespace daedalus {

template <class S>
struct Symmetric2 {
  S xx = S(0.0), xy = S(0.0), yy = S(0.0);
  Vec<S, 2> operator*(const Vec<S, 2>& v) const { return {xx * v[0] + xy * v[1], xy * v[0] + yy * v[1]}; }
  Symmetric2& operator+=(const Symmetric2& b) {
    xx += b.xx;
    xy += b.xy;
    yy += b.yy;
    return *this;
  }
};

template <class S>
struct PlanarSpace {
  using Scalar = S;
  using Angular = S;
  using Vector = Vec<S, 2>;
  static constexpr bool has_balls = false, empties_turns = true;  // the latter: see reduce_turn
  using Wide = Symmetric2<S>;                                     // not used: no balls here

  struct Rotation {
    S angle = S(0.0), c = S(1.0), s = S(0.0);
    Vector operator*(const Vec<double, 2>& local) const {
      return {c * local[0] - s * local[1], s * local[0] + c * local[1]};
    }
  };
  struct Motion {
    S w = S(0.0);
    Vector v = Vector::Zero();
  };
  struct Force {
    S n = S(0.0);
    Vector f = Vector::Zero();
  };
  struct Inertia {
    S J = S(0.0);
    Vector H = Vector::Zero();
    Symmetric2<S> M;
  };
  struct Constants {
    explicit Constants(const TreeNode& node)
        : angle(std::atan2(node.pose.R(1, 0), node.pose.R(0, 0))), x(node.pose.x.head<2>()), axis(node.axis.head<2>()),
          moment(node.moment.head<2>()), J(node.inertia(2, 2)), mass(node.mass) {}
    double angle;
    Vec<double, 2> x, axis, moment;
    double J, mass;
  };

  static Vector vector(const Vec3& x) { return x.head<2>().cast<S>(); }
  static Angular angular(const Vec3& x) { return S(x[2]); }
  static Rotation rotation(const Mat3& A, double angle) { return {S(angle), S(A(0, 0)), S(A(1, 0))}; }

  // As parts of space, for what acts on bodies.
  static Mat3 matrix_of(const Rotation& R) {
    Mat3 A = Mat3::Identity();
    A(0, 0) = A(1, 1) = R.c;
    A(0, 1) = -(A(1, 0) = R.s);
    return A;
  }
  static Vec3 vector_of(const Vector& x) { return {x[0], x[1], 0}; }
  static Vec3 angular_of(const Angular& w) { return {0, 0, w}; }

  static constexpr bool angles_add_up = true;
  static S angle_of(const Rotation& R) { return R.angle; }
  template <class Memory>
  static S angle_of(const Memory& m, Index turn) {
    return m.angle[turn];
  }
  static S frame_angle(const S& parent, const Constants& c) { return parent + c.angle; }
  static Rotation behind(const Rotation& parent, const Constants&) { return parent; }
  static void turn(Rotation& R, const S& angle, const S& s, const S& c) { R = {angle, c, s}; }

  static Angular turn_axis(const Rotation&) { return S(1.0); }
  static Vector slide_axis(const Rotation& R, const Constants& c) { return R * c.axis; }
  static Vector lead_axis(const Rotation&) { return Vector::Zero(); }

  static Vector perp(const Vector& x) { return {-x[1], x[0]}; }
  static Vector cross(const Angular& w, const Vector& x) { return {-w * x[1], w * x[0]}; }
  static Angular moment(const Vector& d, const Vector& f) { return d[0] * f[1] - d[1] * f[0]; }
  static Angular spin(const Angular&, const Angular&) { return S(0.0); }
  static S dot(const Angular& a, const Angular& b) { return a * b; }
  static S dot_vector(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1]; }
  static S dot_both(const Force& U, const Motion& A) { return U.n * A.w + dot_vector(U.f, A.v); }

  static void carry(const Constants& c, const Rotation& R, const Angular& w, Inertia& I, Force& p) {
    const Vector h = R * c.moment;
    I.J += c.J;
    I.H[0] -= h[1];
    I.H[1] += h[0];
    I.M.xx += c.mass;
    I.M.yy += c.mass;
    p.f -= h * S(w * w);
  }
  static Force inertia_force(const Constants& c, const Rotation& R, const Angular& w, const Motion& A) {
    const Vector h = R * c.moment;
    return {c.J * A.w + moment(h, A.v), A.v * S(c.mass) + cross(A.w, h) - h * S(w * w)};
  }
  static Force times(const Inertia& I, const Motion& x) {
    return {I.J * x.w + dot_vector(I.H, x.v), I.H * x.w + I.M * x.v};
  }
  static Force turn_column(const Inertia& I, const Angular&) { return {I.J, I.H}; }
  static Force slide_column(const Inertia& I, const Vector& axis) { return {dot_vector(I.H, axis), I.M * axis}; }

  static double turn_size(const Inertia& I) { return value_of(I.J); }
  static double slide_size(const Inertia& I) { return value_of(I.M.xx) + value_of(I.M.yy); }

  static void subtract_outer(Inertia& I, const Force& U, const S& factor) {
    const S n = U.n * factor;
    const Vector f = U.f * factor;
    I.J -= U.n * n;
    I.H -= U.f * n;
    I.M.xx -= U.f[0] * f[0];
    I.M.xy -= U.f[0] * f[1];
    I.M.yy -= U.f[1] * f[1];
  }

  static Inertia shifted(const Inertia& I, const Vector& d) {
    const Vector p = perp(d), H = I.H + I.M * p;
    return {I.J + dot_vector(p, Vector(I.H + H)), H, I.M};
  }
  // Behind a turn nothing of J, H and n is left.
  static void reduce_turn(Inertia& I, const Force& U, const S& inverse, const S& rest, const Motion& bias, Force& p) {
    const Vector f = U.f * inverse;
    I.M.xx -= U.f[0] * f[0];
    I.M.xy -= U.f[0] * f[1];
    I.M.yy -= U.f[1] * f[1];
    p.n = S(0.0);
    p.f += f * rest + I.M * bias.v;
  }
  static Inertia shifted_behind_turn(const Inertia& I, const Vector& d) {
    const Vector p = perp(d), H = I.M * p;
    return {dot_vector(p, H), H, I.M};
  }
};

}  // namespace daedalus
