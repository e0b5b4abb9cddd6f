// reference_motion.hpp: a motion known with q, v and a at many instants; between two of them the quintic through both,
//
//   with u = (t − t_0)/h and, at u = 0 and u = 1, q, h v, h² a
//   q(t) = q_0 + u h v_0 + u²/2 h² a_0 + u³ [(10 − 15u + 6u²) Δ_0 − (4 − 7u + 3u²) Δ_1 + (1 − 2u + u²)/2 Δ_2]
//   Δ_0 = q_1 − q_0 − h v_0 − h² a_0/2,   Δ_1 = h (v_1 − v_0 − h a_0),   Δ_2 = h² (a_1 − a_0)
#pragma once

#include <algorithm>
#include <vector>

#include "daedalus/base/expects.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

class ReferenceMotion {
 public:
  void append(const State& x) {
    if (states_.empty() || x.t > states_.back().t) states_.push_back(x);
  }

  VecX q(double t) const {
    expects(states_.size() > 1, "a motion has two instants");
    const auto later =
        std::lower_bound(states_.begin() + 1, states_.end() - 1, t, [](const State& x, double at) { return x.t < at; });
    const State &x = *(later - 1), &y = *later;
    const double h = y.t - x.t, u = (t - x.t) / h;
    const VecX d0 = y.q - x.q - h * x.v - h * h / 2 * x.a, d1 = h * (y.v - x.v - h * x.a), d2 = h * h * (y.a - x.a);
    return x.q + u * h * x.v + u * u / 2 * h * h * x.a +
           u * u * u * ((10 - 15 * u + 6 * u * u) * d0 - (4 - 7 * u + 3 * u * u) * d1 + (1 - 2 * u + u * u) / 2 * d2);
  }

 private:
  std::vector<State> states_;
};

}  // namespace daedalus
