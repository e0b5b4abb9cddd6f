// knife_edge.hpp: a sleigh on an inclined plane whose knife edge cannot slip sideways: one nonholonomic row.
//
//   m x'' + λ sin θ = m g sin α,   m y'' - λ cos θ = 0,   J θ'' = 0,   0 = x' sin θ - y' cos θ
//
// x points down the slope. Started at the origin without sliding speed and with θ' = ω, the sleigh does not run down:
// Exact, with θ = ω t and b = g sin α: x = b/(2ω²) sin² θ,  y = b/(2ω²) (θ - sin θ cos θ),  λ = 2 m b sin θ.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct SlidingKnifeEdge {
  static constexpr int nq = 3, ng = 0, nw = 1, ns = 0;
  static constexpr bool constant_mass = true;
  double m = 2, J = 0.5;          // kg, kg m²
  double slope = 5, omega = 1.5;  // b = g sin α in m/s², rad/s

  template <class S>
  Mat<S, 3, 3> mass(const S&, const Vec<S, 3>&) const {
    return Mat<S, 3, 3>{{S(m), S(0.0), S(0.0)}, {S(0.0), S(m), S(0.0)}, {S(0.0), S(0.0), S(J)}};
  }
  template <class S>
  Vec<S, 3> force(const S&, const Vec<S, 3>&, const Vec<S, 3>&, const Vec<S, 0>&) const {
    return {S(m * slope), S(0.0), S(0.0)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 3>& q) const {
    return -m * slope * q[0];
  }
  template <class S>
  Mat<S, 1, 3> nonholonomic(const S&, const Vec<S, 3>& q) const {
    using std::cos, std::sin;
    return {sin(q[2]), -cos(q[2]), S(0.0)};
  }

  std::vector<std::string> coordinates() const { return {"x", "y", "theta"}; }
  std::vector<std::string> constraints() const { return {"knife edge"}; }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;
};

std::unique_ptr<System> make_knife_edge();
std::optional<State> knife_edge_reference(double t);  // exact, any t

}  // namespace daedalus
