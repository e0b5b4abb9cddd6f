// state.hpp: one instant of a motion, a plain value: copy, compare, save, restore it.
#pragma once

#include "daedalus/base/archive.hpp"
#include "daedalus/math/vectors.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

struct State {
  double t = 0;
  VecX q;       // (nq) coordinates
  VecX v;       // (nq) v = q'
  VecX a;       // (nq) a = v'
  VecX lambda;  // (nc) multipliers, holonomic rows first
  VecX s;       // (ns) first-order states

  State() = default;
  explicit State(const Layout& layout)
      : q(VecX::Zero(layout.nq)), v(VecX::Zero(layout.nq)), a(VecX::Zero(layout.nq)), lambda(VecX::Zero(layout.nc())),
        s(VecX::Zero(layout.ns)) {}

  bool is_finite() const {
    return q.allFinite() && v.allFinite() && a.allFinite() && lambda.allFinite() && s.allFinite();
  }

  void exchange(Archive& archive) {
    archive("t", t);
    archive("q", q);
    archive("v", v);
    archive("a", a);
    archive("lambda", lambda);
    archive("s", s);
  }

  friend bool operator==(const State& x, const State& y) {
    return x.t == y.t && x.q == y.q && x.v == y.v && x.a == y.a && x.lambda == y.lambda && x.s == y.s;
  }
};

}  // namespace daedalus
