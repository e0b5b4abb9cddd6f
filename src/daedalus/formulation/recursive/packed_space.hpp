// packed_space.hpp: the algebra of spatial_space.hpp for double, three numbers side by side in one register of four
// (the fourth stays zero). Matrices are three columns. Same names, same formulas, four times fewer instructions where
// the processor has wide registers: this is the space in which trees are integrated; spatial_space.hpp is its readable
// twin for any scalar type.
#pragma once

#include <cmath>

#include "daedalus/formulation/recursive/tree.hpp"

namespace daedalus {

// GCC's and Clang's portable vectors: whatever the processor offers is used.
typedef double Four __attribute__((vector_size(32)));

struct alignas(32) Triple {
  Four x = {0, 0, 0, 0};

  Triple() = default;
  Triple(Four values) : x(values) {}
  Triple(const Vec3& v) : x{v[0], v[1], v[2], 0} {}
  double operator[](int i) const { return x[i]; }
  Triple& operator+=(const Triple& b) {
    x += b.x;
    return *this;
  }
  Triple& operator-=(const Triple& b) {
    x -= b.x;
    return *this;
  }
  friend Triple operator+(const Triple& a, const Triple& b) { return a.x + b.x; }
  friend Triple operator-(const Triple& a, const Triple& b) { return a.x - b.x; }
  friend Triple operator*(const Triple& a, double s) { return a.x * s; }
  static Triple Zero() { return {}; }
};

template <int i>
Four spread(const Four& a) {
  return __builtin_shufflevector(a, a, i, i, i, i);
}  // one number in all places

inline Four rotated(const Four& a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }  // (y, z, x)
inline Triple cross(const Triple& a, const Triple& b) { return rotated(a.x * rotated(b.x) - rotated(a.x) * b.x); }
inline double dot(const Triple& a, const Triple& b) {
  const Four p = a.x * b.x;
  return p[0] + p[1] + p[2];
}

// (a, b, c, 0) summed: (Σa, Σb, Σc, 0).
inline Four sums(const Four& a, const Four& b, const Four& c) {
  const Four zero = {0, 0, 0, 0};
  const Four ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four c0 = __builtin_shufflevector(c, zero, 0, 4, 2, 6) + __builtin_shufflevector(c, zero, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, c0, 0, 1, 4, 5) + __builtin_shufflevector(ab, c0, 2, 3, 6, 7);
}

struct Columns {
  Triple c[3];

  // Copied register by register: compilers copy large plain structures by a slow instruction of their own.
  Columns() = default;
  Columns(const Triple& a, const Triple& b, const Triple& d) : c{a, b, d} {}
  Columns(const Columns& o) : c{o.c[0], o.c[1], o.c[2]} {}
  Columns& operator=(const Columns& o) {
    for (int j = 0; j < 3; ++j) c[j] = o.c[j];
    return *this;
  }

  Triple operator*(const Triple& v) const {
    return c[0].x * spread<0>(v.x) + c[1].x * spread<1>(v.x) + c[2].x * spread<2>(v.x);
  }
  Triple operator*(const Vec3& v) const { return c[0].x * v[0] + c[1].x * v[1] + c[2].x * v[2]; }
  Triple transposed_times(const Triple& v) const { return sums(c[0].x * v.x, c[1].x * v.x, c[2].x * v.x); }  // Aᵀ v
  Columns transposed() const {
    const Four zero = {0, 0, 0, 0};
    const Four even = __builtin_shufflevector(c[0].x, c[1].x, 0, 4, 2, 6),
               odd = __builtin_shufflevector(c[0].x, c[1].x, 1, 5, 3, 7);
    const Four last_even = __builtin_shufflevector(c[2].x, zero, 0, 4, 2, 6),
               last_odd = __builtin_shufflevector(c[2].x, zero, 1, 5, 3, 7);
    return {__builtin_shufflevector(even, last_even, 0, 1, 4, 5), __builtin_shufflevector(odd, last_odd, 0, 1, 4, 5),
            __builtin_shufflevector(even, last_even, 2, 3, 6, 7)};
  }
  Columns& operator+=(const Columns& b) {
    for (int j = 0; j < 3; ++j) c[j] += b.c[j];
    return *this;
  }
};
// A Bᵀ
inline Columns times_transposed(const Columns& A, const Columns& B) {
  return {A.c[0].x * spread<0>(B.c[0].x) + A.c[1].x * spread<0>(B.c[1].x) + A.c[2].x * spread<0>(B.c[2].x),
          A.c[0].x * spread<1>(B.c[0].x) + A.c[1].x * spread<1>(B.c[1].x) + A.c[2].x * spread<1>(B.c[2].x),
          A.c[0].x * spread<2>(B.c[0].x) + A.c[1].x * spread<2>(B.c[1].x) + A.c[2].x * spread<2>(B.c[2].x)};
}
inline void subtract_outer(Columns& A, const Triple& a, const Triple& b) {  // −= a bᵀ
  A.c[0].x -= a.x * spread<0>(b.x);
  A.c[1].x -= a.x * spread<1>(b.x);
  A.c[2].x -= a.x * spread<2>(b.x);
}
// −A [d]×
inline Columns turned_back(const Columns& A, const Triple& d) {
  const Four x = spread<0>(d.x), y = spread<1>(d.x), z = spread<2>(d.x);
  return {A.c[2].x * y - A.c[1].x * z, A.c[0].x * z - A.c[2].x * x, A.c[1].x * x - A.c[0].x * y};
}

inline Mat3 matrix_of(const Columns& A) {
  Mat3 m;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) m(i, j) = A.c[j][i];
  return m;
}
inline Columns columns_of(const Mat3& m) {
  return {Triple(Vec3(m.col(0))), Triple(Vec3(m.col(1))), Triple(Vec3(m.col(2)))};
}

struct PackedSpace {
  using Scalar = double;
  using Angular = Triple;
  using Vector = Triple;
  static constexpr bool has_balls = true, empties_turns = false;
  using Wide = Columns;  // 3 × 3 blocks

  struct Rotation {
    Columns A = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
    Vector operator*(const Vec3& local) const { return A * local; }
  };
  struct Motion {
    Angular w;
    Vector v;
  };
  struct Force {
    Angular n;
    Vector f;
  };
  struct Inertia {
    Columns J, H, M;
  };
  struct Constants {
    explicit Constants(const TreeNode& node)
        : R(node.pose.R), J(node.inertia), x(node.pose.x), axis(node.axis), moment(node.moment), mass(node.mass),
          is_aligned(node.pose.R.isIdentity(0)), is_massless(node.mass == 0 && node.inertia.isZero(0)) {}
    Mat3 R, J;
    Vec3 x, axis, moment;
    double mass;
    bool is_aligned, is_massless;
  };

  static Vector vector(const Vec3& x) { return x; }
  static Angular angular(const Vec3& x) { return x; }
  static Rotation rotation(const Mat3& A, double) { return {columns_of(A)}; }
  static Mat3 matrix_of(const Rotation& R) { return daedalus::matrix_of(R.A); }
  static Vec3 vector_of(const Vector& x) { return {x[0], x[1], x[2]}; }
  static Vec3 angular_of(const Angular& w) { return {w[0], w[1], w[2]}; }

  static Rotation behind(const Rotation& parent, const Constants& c) {
    if (c.is_aligned) return parent;
    Rotation R;
    for (int j = 0; j < 3; ++j) R.A.c[j] = parent.A * Vec3(c.R.col(j));
    return R;
  }
  static constexpr bool angles_add_up = false;
  static double angle_of(const Rotation&) { return 0; }
  template <class Memory>
  static double angle_of(const Memory&, Index) {
    return 0;
  }
  static double frame_angle(double, const Constants&) { return 0; }
  static void turn(Rotation& R, double, double s, double c) {
    const Triple x = R.A.c[0], y = R.A.c[1];
    R.A.c[0] = x * c + y * s;
    R.A.c[1] = y * c - x * s;
  }
  static void turn_by(Rotation& R, const Mat3& relative) {
    const Columns A = R.A;
    for (int j = 0; j < 3; ++j) R.A.c[j] = A * Vec3(relative.col(j));
  }
  static Vector local_to_world(const Rotation& R, const Vec3& x) { return R.A * x; }
  static Vec3 world_to_local(const Rotation& R, const Vector& x) { return vector_of(R.A.transposed_times(x)); }

  static Angular turn_axis(const Rotation& R) { return R.A.c[2]; }
  static Vector slide_axis(const Rotation& R, const Constants& c) { return R * c.axis; }
  static Vector lead_axis(const Rotation& R) { return R.A.c[2]; }

  static Vector cross(const Angular& w, const Vector& x) { return daedalus::cross(w, x); }
  static Angular moment(const Vector& d, const Vector& f) { return daedalus::cross(d, f); }
  static Angular spin(const Angular& w, const Angular& u) { return daedalus::cross(w, u); }
  static double dot(const Angular& a, const Angular& b) { return daedalus::dot(a, b); }
  static double dot_vector(const Vector& a, const Vector& b) { return daedalus::dot(a, b); }
  static double dot_both(const Force& U, const Motion& A) {
    const Four p = U.n.x * A.w.x + U.f.x * A.v.x;
    return p[0] + p[1] + p[2];
  }

  // The node's own mass, turned into the world, and its gyroscopic force.
  static void carry(const Constants& c, const Rotation& R, const Angular& w, Inertia& I, Force& p) {
    if (c.is_massless) return;
    Columns B;  // R J
    for (int j = 0; j < 3; ++j) B.c[j] = R.A * Vec3(c.J.col(j));
    const Columns J = times_transposed(B, R.A);
    const Triple h = R * c.moment;
    const Four zero = {0, 0, 0, 0};
    I.J += J;
    I.H.c[0].x += __builtin_shufflevector(h.x, zero, 3, 2, 1, 3) * Four{0, 1, -1, 0};
    I.H.c[1].x += __builtin_shufflevector(h.x, zero, 2, 3, 0, 3) * Four{-1, 0, 1, 0};
    I.H.c[2].x += __builtin_shufflevector(h.x, zero, 1, 0, 3, 3) * Four{1, -1, 0, 0};
    I.M.c[0].x += Four{c.mass, 0, 0, 0};
    I.M.c[1].x += Four{0, c.mass, 0, 0};
    I.M.c[2].x += Four{0, 0, c.mass, 0};
    p.n += daedalus::cross(w, J * w);
    p.f += daedalus::cross(w, daedalus::cross(w, h));
  }

  static Force times(const Inertia& I, const Motion& x) {
    return {I.J * x.w + I.H * x.v, I.H.transposed_times(x.w) + I.M * x.v};
  }
  static Force turn_column(const Inertia& I, const Angular& axis) { return {I.J * axis, I.H.transposed_times(axis)}; }
  static Force slide_column(const Inertia& I, const Vector& axis) { return {I.H * axis, I.M * axis}; }
  static double turn_size(const Inertia& I) { return I.J.c[0][0] + I.J.c[1][1] + I.J.c[2][2]; }
  static double slide_size(const Inertia& I) { return I.M.c[0][0] + I.M.c[1][1] + I.M.c[2][2]; }

  static void subtract_outer(Inertia& I, const Force& U, double factor) {
    const Triple n = U.n * factor, f = U.f * factor;
    daedalus::subtract_outer(I.J, n, U.n);
    daedalus::subtract_outer(I.H, n, U.f);
    daedalus::subtract_outer(I.M, f, U.f);
  }

  static Wide turn_block(const Inertia& I) { return I.J; }
  static Wide slide_block(const Inertia& I) { return I.M; }
  static double determinant(const Wide& A) { return daedalus::dot(A.c[0], daedalus::cross(A.c[1], A.c[2])); }
  static Wide inverse(const Wide& A) {  // of a symmetric matrix
    const Triple a = daedalus::cross(A.c[1], A.c[2]), b = daedalus::cross(A.c[2], A.c[0]),
                 c = daedalus::cross(A.c[0], A.c[1]);
    const double d = 1 / daedalus::dot(A.c[0], a);
    return {a * d, b * d, c * d};
  }
  static Columns product(const Columns& A, const Columns& B) { return {A * B.c[0], A * B.c[1], A * B.c[2]}; }
  static Inertia without_turns(const Inertia& I, const Wide& inverse_J) {
    Inertia rest;
    const Columns P = product(I.H.transposed(), product(inverse_J, I.H));
    for (int j = 0; j < 3; ++j) rest.M.c[j] = I.M.c[j] - P.c[j];
    return rest;
  }
  static Inertia without_slides(const Inertia& I, const Wide& inverse_M) {
    Inertia rest;
    const Columns P = product(I.H, product(inverse_M, I.H.transposed()));
    for (int j = 0; j < 3; ++j) rest.J.c[j] = I.J.c[j] - P.c[j];
    return rest;
  }

  static Inertia shifted(const Inertia& I, const Vector& d) {
    Inertia to;
    for (int j = 0; j < 3; ++j) to.H.c[j] = I.H.c[j] + daedalus::cross(d, I.M.c[j]);
    const Columns old = turned_back(I.H, d).transposed(), now = turned_back(to.H, d);
    for (int j = 0; j < 3; ++j) to.J.c[j] = I.J.c[j] + old.c[j] + now.c[j];
    to.M = I.M;
    return to;
  }
};

}  // namespace daedalus
