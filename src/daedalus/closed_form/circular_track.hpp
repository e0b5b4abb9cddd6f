// circular_track.hpp: a point mass on the unit circle whose speed is held by a PI controller, z' = e.
//
//   m q'' + 2 q λ = (Kp e + Ki z) τ + F q/|q|,   0 = q·q - 1,   z' = e
//   τ = (-y, x)/|q|,  e = v_ref - τ·q'
//
// Structure: Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics,
// section 4.1; the numbers are not given there. Here both poles of the speed loop are -p: p = Kp/(2m), Ki = Kp²/(4m).
// Exact: e(t) = e₀ (1 - p t) exp(-p t), z = -(m e' + Kp e)/Ki, q = (cos φ, sin φ), φ = v_ref t - z,
//        2 λ = m v² + F with v = φ'.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct CircularTrack {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 1;
  static constexpr bool constant_mass = true;
  double m = 1, v_ref = 1, v0 = 0.5;  // kg, m/s wanted, m/s at t = 0
  double Kp = 4, Ki = 4;              // N s/m, N/m
  double F = 10;                      // N outwards

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(m), S(0.0)}, {S(0.0), S(m)}};
  }
  template <class S>
  Vec<S, 2> force(const S&, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 1>& s) const {
    const S inverse = 1.0 / length(q);
    const S x = q[0] * inverse, y = q[1] * inverse;
    const S drive = Kp * (v_ref - (x * v[1] - y * v[0])) + Ki * s[0];
    return {F * x - drive * y, F * y + drive * x};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>& q) const {
    return -F * length(q);
  }
  template <class S>
  S supplied(const S&, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 1>& s) const {
    return (Kp * (v_ref - speed(q, v)) + Ki * s[0]) * speed(q, v);
  }
  template <class S>
  Vec<S, 1> sigma(const S&, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 1>&) const {
    return Vec<S, 1>{v_ref - speed(q, v)};
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, 1>{q[0] * q[0] + q[1] * q[1] - 1.0};
  }
  template <class S>
  Mat<S, 1, 2> constraint_jacobian(const S&, const Vec<S, 2>& q) const {
    return {2.0 * q[0], 2.0 * q[1]};
  }
  template <class S>
  Vec<S, 1> gamma(const S&, const Vec<S, 2>&, const Vec<S, 2>& v) const {
    return Vec<S, 1>{-2.0 * (v[0] * v[0] + v[1] * v[1])};
  }

  std::vector<std::string> coordinates() const { return {"x", "y"}; }
  std::vector<std::string> constraints() const { return {"track"}; }
  std::vector<std::string> states() const { return {"integral of speed error"}; }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;

 private:
  template <class S>
  static S length(const Vec<S, 2>& q) {
    using std::sqrt;
    return sqrt(q[0] * q[0] + q[1] * q[1]);
  }
  template <class S>
  static S speed(const Vec<S, 2>& q, const Vec<S, 2>& v) {  // τ·v
    return (q[0] * v[1] - q[1] * v[0]) / length(q);
  }
};

std::unique_ptr<System> make_circular_track();
std::optional<State> circular_track_reference(double t);  // exact, any t

}  // namespace daedalus
