// point_on_line.hpp: a pin in a slot. P stays on the z-axis of Q and may turn.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct PointOnLine {
  static constexpr const char* type = "point_on_line";
  static constexpr const char* meaning = "pin in a slot: P stays on the z-axis of Q";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; the line is the z-axis of Q");
  }

  void constrain(Rows& rows) const { rows.on_axis_z(between); }
  std::vector<Freedom> freedoms() const { return {{"displacement", along(2, between)}}; }
  Mobility mobility() const { return {{slide_along(2, "displacement"), ball()}}; }
};

}  // namespace daedalus
