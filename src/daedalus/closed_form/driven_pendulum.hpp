// driven_pendulum.hpp: a point mass (x, y) on a massless rod whose pivot moves: the constraint depends on time.
//
//   m x'' + 2 (x - X) λ = 0,   m y'' + 2 (y - Y) λ = -m g,   0 = (x - X)² + (y - Y)² - L²
//   X(t) = A sin Ωt,  Y(t) = B sin 2Ωt
//
// Starts with the rod at θ = 0.5 from the downward vertical, θ' = 0. No closed form: reference values from a separate
// program in the minimal coordinate with 40 digits, L θ'' = -(g + Y'') sin θ - X'' cos θ
// (tests/reference/driven_pendulum.py).
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct DrivenPendulum {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double m = 1, L = 1, g = 9.81;       // kg, m, m/s²
  double A = 0.3, B = 0.1, Omega = 4;  // m, m, rad/s

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(m), S(0.0)}, {S(0.0), S(m)}};
  }
  template <class S>
  Vec<S, 2> force(const S&, const Vec<S, 2>&, const Vec<S, 2>&, const Vec<S, 0>&) const {
    return {S(0.0), S(-m * g)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>& q) const {
    return m * g * q[1];
  }
  template <class S>
  Vec<S, 2> pivot(const S& t) const {
    using std::sin;
    return {A * sin(Omega * t), B * sin(2.0 * Omega * t)};
  }
  template <class S>
  Vec<S, 1> constraint(const S& t, const Vec<S, 2>& q) const {
    const Vec<S, 2> d = q - pivot(t);
    return Vec<S, 1>{d[0] * d[0] + d[1] * d[1] - L * L};
  }

  std::vector<std::string> coordinates() const { return {"x", "y"}; }
  std::vector<std::string> constraints() const { return {"rod"}; }
  State initial_guess() const;
};

std::unique_ptr<System> make_driven_pendulum();
std::optional<State> driven_pendulum_reference(double t);  // t = 0, 0.5, 1, 2, 5

}  // namespace daedalus
