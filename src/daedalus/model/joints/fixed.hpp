// fixed.hpp: a weld. x_P = x_Q and the axes of P parallel to those of Q.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Fixed {
  static constexpr const char* type = "fixed";
  static constexpr const char* meaning = "weld: no relative motion";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; coincident and aligned");
  }

  void constrain(Rows& rows) const {
    rows.coincident(between);
    rows.parallel_z(between);
    rows.perpendicular(0, 1, between);
  }
  std::vector<Freedom> freedoms() const { return {}; }
  Mobility mobility() const { return {}; }
};

}  // namespace daedalus
