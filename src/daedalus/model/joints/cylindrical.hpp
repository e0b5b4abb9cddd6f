// cylindrical.hpp: a sleeve. P stays on the z-axis of Q, Z_P parallel Z_Q; displacement and angle are free.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Cylindrical {
  static constexpr const char* type = "cylindrical";
  static constexpr const char* meaning = "rotation about and translation along the common z-axis of the markers";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; their z-axes are the axis of the joint");
  }

  void constrain(Rows& rows) const {
    rows.on_axis_z(between);
    rows.parallel_z(between);
  }
  std::vector<Freedom> freedoms() const {
    return {{"displacement", along(2, between)}, {"angle", {MeasureKind::angle_z, between.P, between.Q}}};
  }
  Mobility mobility() const { return {{slide_along(2, "displacement"), turn_z()}}; }
};

}  // namespace daedalus
