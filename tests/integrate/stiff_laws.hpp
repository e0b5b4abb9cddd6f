// stiff_laws.hpp: a mass that follows x = cos t on a spring and a damper whose stiffness is chosen, and may change with time:
//
//   x'' = −k(t) (x − cos t) − c(t) (x' + sin t) − cos t,   x = cos t
//   λ² + c λ + k = 0: undamped ±i √k, creeping back with −c/2 ± √(c²/4 − k)
#pragma once

#include <cmath>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus::testing {

struct FollowingMass {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double k = 1, c = 0;  // 1/s², 1/s
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
    return Vec<S, 1>{-stiffness * (q[0] - cos(t)) - damping * (v[0] + sin(t)) - cos(t)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {1}, .v = {0}, .a = {-1}}); }
};

// The same at all times.
inline FollowingMass always(double k, double c) { return {.k = k, .c = c, .t_begin = -1e9, .t_end = 1e9}; }

}  // namespace daedalus::testing
