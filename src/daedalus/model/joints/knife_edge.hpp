// knife_edge.hpp: a skate. The point P moves along X_P only: its velocity over the body of Q has no part along Y_P.
#pragma once

#include "daedalus/model/joints/joint.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"

namespace daedalus {

struct KnifeEdgeLaw {
  static constexpr int rows = 1;
  static std::vector<std::string> labels() { return {"sideways"}; }
  template <class S>
  Vec<S, rows> velocity(const Frame<S>& P, const Frame<S>& Q) const {
    const Vec<S, 3> v = relative_velocity(P.x, P, Q);
    return Vec<S, rows>(S(P.axes.col(1).dot(v)));
  }
};

extern template class RateConstraintOf<KnifeEdgeLaw>;  // in rate_laws.cpp

struct KnifeEdge {
  static constexpr const char* type = "knife_edge";
  static constexpr const char* meaning = "skate: no lateral velocity along the y-axis of P";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [blade, ice]; the blade points along its x-axis");
  }
  void constrain(Rows&) const {}
  RateConstraintPtr rates() const { return std::make_shared<RateConstraintOf<KnifeEdgeLaw>>(KnifeEdgeLaw{}); }
  std::vector<Freedom> freedoms() const { return {}; }
};

}  // namespace daedalus
