// stop_block.hpp: a block on a spring that runs against a second, stiff spring at x = d: one switching function.
//
//   m x'' = -k x - K max(x - d, 0),      switch: x - d
//
// Exact: two harmonic motions that take turns. Free, w = √(k/m): x = (u₀/w) sin wt from x(0) = 0, x'(0) = u₀ > w d. In
// contact, W = √((k + K)/m), about the center b = K d/(k + K). The block arrives at d with +u₁ and, no energy being
// lost, leaves it with -u₁: everything repeats with the period of one contact and one free flight.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/value_of.hpp"
#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct StopBlock {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0, n_switches = 1;
  static constexpr bool constant_mass = true;
  double m = 1, k = 4, K = 10000;  // kg, N/m of the spring, N/m of the stop
  double d = 0.5, u0 = 2;          // m, m/s at t = 0

  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>{S(m)};
  }
  template <class S>
  Vec<S, 1> force(const S&, const Vec<S, 1>& q, const Vec<S, 1>&, const Vec<S, 0>&) const {
    return Vec<S, 1>{-k * q[0] - K * depth(q[0])};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>& q) const {
    return 0.5 * k * q[0] * q[0] + 0.5 * K * depth(q[0]) * depth(q[0]);
  }
  template <class S>
  Vec<S, 1> switches(const S&, const Vec<S, 1>& q, const Vec<S, 1>&, const Vec<S, 0>&) const {
    return Vec<S, 1>{q[0] - d};
  }

  std::vector<std::string> coordinates() const { return {"x"}; }
  std::vector<std::string> switch_names() const { return {"stop"}; }
  State initial_guess() const { return exact(0); }
  State exact(double t) const;

  // The n-th crossing of x = d (n = 0, 1, ...): even ones arrive at the stop, odd ones leave it.
  double crossing_time(int n) const;

 private:
  struct Phases {
    double first_arrival, contact, flight;  // s: time of the first, durations of the others
    double u1;                              // m/s on arrival
  };
  Phases phases() const;

  template <class S>
  S depth(const S& x) const {
    return value_of(x) > d ? S(x - d) : S(0.0);
  }
};

std::unique_ptr<System> make_stop_block();
std::optional<State> stop_block_reference(double t);  // exact, any t >= 0

}  // namespace daedalus
