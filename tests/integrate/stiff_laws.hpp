// stiff_laws.hpp: a mass that follows x = A cos t on a spring and a damper whose stiffness is chosen, and may change with
// time:
//
//   x'' = −k(t) (x − A cos t) − c(t) (x' + A sin t) − A cos t,   x = A cos t
//   λ² + c λ + k = 0: undamped ±i √k, without a spring −c
//
// Of a stiff spring A is the small deflection under a load that changes slowly.
#pragma once

#include <cmath>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus::testing {

struct FollowingMass {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double k = 1, c = 0;  // 1/s², 1/s
  double A = 1;         // m
  double t_begin = -1, t_end = 1e9,
         width = 1;  // s, when they act, and how long they take to rise and fall; before and after: 1, 1
  template <class S>
  static S rise(const S& u) {  // from 0 to 1 between 0 and 1
    if (!(u > 0.0)) return S(0.0);
    if (!(u < 1.0)) return S(1.0);
    return u * u * (3.0 - 2.0 * u);
  }
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>{S(1.0)};
  }
  template <class S>
  Vec<S, 1> force(const S& t, const Vec<S, 1>& q, const Vec<S, 1>& v, const Vec<S, 0>&) const {
    using std::cos, std::sin;
    const S share = rise((t - t_begin) / width) - rise((t - t_end) / width);
    const S stiffness = 1.0 + share * (k - 1.0), damping = 1.0 + share * (c - 1.0);
    return Vec<S, 1>{-stiffness * (q[0] - A * cos(t)) - damping * (v[0] + A * sin(t)) - A * cos(t)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {A}, .v = {0}, .a = {-A}}); }
};

// The same at all times.
inline FollowingMass always(double k, double c, double A = 1) {
  return {.k = k, .c = c, .A = A, .t_begin = -1e9, .t_end = 1e9};
}

}  // namespace daedalus::testing
