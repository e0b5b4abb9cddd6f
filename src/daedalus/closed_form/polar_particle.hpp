// polar_particle.hpp: a charged particle on a straight wire, in polar coordinates (r, φ): the mass matrix depends on q.
//
//   m r''    = m r φ'² - k r + B r φ'            - λ cos φ
//   m r² φ'' = -2 m r r' φ'  - B r r'            + λ r sin φ
//   0 = r cos φ - c                              the wire is the line x = c
//
// A spring k pulls to the origin; a field B turns the velocity (workless) and makes the multiplier vary in time.
// Exact, with w = √(k/m): x = c, y = y₀ cos wt + (u₀/w) sin wt, λ = B y' - k c.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct PolarParticle {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;
  double m = 2, k = 8, B = 3, c = 1;  // kg, N/m, N s/m, m
  double y0 = 0.5, u0 = 1;            // m, m/s along the wire at t = 0

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>& q) const {
    return Mat<S, 2, 2>{{S(m), S(0.0)}, {S(0.0), m * q[0] * q[0]}};
  }
  template <class S>
  Vec<S, 2> force(const S&, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    const S &r = q[0], &r_dot = v[0], &phi_dot = v[1];
    return {m * r * phi_dot * phi_dot - k * r + B * r * phi_dot, -2.0 * m * r * r_dot * phi_dot - B * r * r_dot};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>& q) const {
    return 0.5 * k * q[0] * q[0];
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    using std::cos;
    return Vec<S, 1>{q[0] * cos(q[1]) - c};
  }

  std::vector<std::string> coordinates() const { return {"r", "phi"}; }
  std::vector<std::string> constraints() const { return {"wire"}; }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;
};

std::unique_ptr<System> make_polar_particle();
std::optional<State> polar_particle_reference(double t);  // exact, any t

}  // namespace daedalus
