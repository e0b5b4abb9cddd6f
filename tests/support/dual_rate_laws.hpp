// dual_rate_laws.hpp: small closed-form systems of which some coordinates and states are fast.
#pragma once

#include <cmath>
#include <limits>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus::testing {

// How often each part was evaluated, by whom it was asked for.
struct RateCounts {
  int slow = 0, fast = 0;
};

// Two nonlinear oscillators under a force of time, each with a first-order state, all of them coupled; one half is about five times
// as fast as the other. Nothing is known about its solution: references are computed by another method.
struct CoupledRates {
  static constexpr int nq = 2, ng = 0, nw = 0, ns = 2;
  RateCounts* counts = nullptr;

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>& q) const {
    return Mat<S, 2, 2>{{2.0 + 0.3 * q[0] * q[0], S(0.0)}, {S(0.0), 0.5 + 0.1 * q[1] * q[1]}};
  }
  template <class S>
  S slow_force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    using std::sin;
    if (counts) ++counts->slow;
    return -2.0 * sin(q[0]) - 0.2 * v[0] + 0.5 * (q[1] - q[0]) * q[1] + 0.3 * s[1] + 0.4 * sin(1.3 * t) * (1.0 + q[1]);
  }
  template <class S>
  S fast_force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    using std::sin;
    if (counts) ++counts->fast;
    return -12.0 * sin(q[1] - 0.2 * q[0]) - 0.8 * v[1] + 3.0 * s[0] * s[1] + 2.0 * sin(7.0 * t) * q[0];
  }
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    return {slow_force(t, q, v, s), fast_force(t, q, v, s)};
  }
  template <class S>
  Vec<S, 2> group_force(Index group, const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    const S unknown(std::numeric_limits<double>::quiet_NaN());
    if (group == 0) return {slow_force(t, q, v, s), unknown};
    return {unknown, fast_force(t, q, v, s)};
  }
  template <class S>
  Vec<S, 2> sigma(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    using std::sin;
    return {-0.7 * s[0] + q[1] * v[0] + 0.2 * s[1] * s[1], -9.0 * s[1] + 3.0 * sin(q[0] + t) * v[1] - s[0] * s[1]};
  }
  template <class S>
  Vec<S, 2> group_sigma(Index group, const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 2>& s) const {
    const S unknown(std::numeric_limits<double>::quiet_NaN());
    const Vec<S, 2> all = sigma(t, q, v, s);
    if (group == 0) return {all[0], unknown};
    return {unknown, all[1]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"slow.q", "fast.q"}; }
  std::vector<std::string> states() const { return {"slow.s", "fast.s"}; }
  std::vector<RateGroup> rate_groups() const {
    return {{.name = "slow", .coordinates = {0}, .constraints = {}, .states = {0}},
            {.name = "fast", .coordinates = {1}, .constraints = {}, .states = {1}}};
  }
  State initial_guess() const {
    State x = make_state(0, {.q = {0.8, 0.9}, .v = {0.1, -1}, .a = {0, 0}, .lambda = {}});
    x.s = VecX{{0.4, 0.2}};
    return x;
  }
};

}  // namespace daedalus::testing
