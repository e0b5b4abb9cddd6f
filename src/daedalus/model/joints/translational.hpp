// translational.hpp: a slider. P stays on the z-axis of Q and does not turn; the displacement along Z_Q is free.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Translational {
  static constexpr const char* type = "translational";
  static constexpr const char* meaning = "slider: translation along the common z-axis of the markers";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field,
      "markers [P, Q]; their z-axes are the axis of the joint; their x-axes stay parallel");
  }

  void constrain(Rows& rows) const {
    rows.on_axis_z(between);
    rows.parallel_z(between);
    rows.perpendicular(0, 1, between);
  }
  std::vector<Freedom> freedoms() const { return {{"displacement", along(2, between)}}; }
  Mobility mobility() const { return {{slide_along(2, "displacement")}}; }
};

}  // namespace daedalus
