// pendulum.hpp: a point mass on a massless rod, in Cartesian coordinates (x, y), y upwards.
//
//   m x'' + 2 x λ = 0,   m y'' + 2 y λ = -m g,   0 = x² + y² - L²
//
// Starts at rest at (L, 0). Source: benchmark A01, Gonzalez, Dopico, Lugris, Cuadrado, Multibody Syst. Dyn. 16 (2006).
// Exact: with θ from the downward vertical, w = √(g/L), k = sin(π/4) and u = K(k) + w t
//   sin(θ/2) = k sn u,  θ' = 2 k w cn u,  2 L² λ = m (v·v) - m g y.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct Pendulum {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double m = 1, L = 1, g = 9.81;  // kg, m, m/s²

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
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, 1>{q[0] * q[0] + q[1] * q[1] - L * L};
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
  std::vector<std::string> constraints() const { return {"rod"}; }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;
};

std::unique_ptr<System> make_pendulum();
std::optional<State> pendulum_reference(double t);  // exact, any t

}  // namespace daedalus
