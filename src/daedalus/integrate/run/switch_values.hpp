// switch_values.hpp: all switching functions, evaluated once for a state: events ask for them one by one, and again
// when a step is committed.
#pragma once

#include <cstring>

#include "daedalus/system/equations.hpp"

namespace daedalus {

class SwitchValues {
 public:
  const VecX& at(Equations& eq, const State& x) {
    if (value_.size() > 0 && t_ == x.t && same(q_, x.q) && same(v_, x.v) && same(s_, x.s)) return value_;
    eq.evaluate(Want::switches, x);
    t_ = x.t, q_ = x.q, v_ = x.v, s_ = x.s;
    value_ = eq.value.switches;
    return value_;
  }

 private:
  static bool same(const VecX& a, const VecX& b) {  // bit for bit, which is quicker than by value
    const auto bytes = static_cast<std::size_t>(a.size()) * sizeof(double);
    return a.size() == b.size() && (bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0);
  }

  double t_ = 0;
  VecX q_, v_, s_;  // where
  VecX value_;
};

}  // namespace daedalus
