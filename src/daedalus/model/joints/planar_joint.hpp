// planar_joint.hpp: a plate on a table. P stays in the xy-plane of Q, Z_P parallel Z_Q; two displacements and the angle
// are free.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct PlanarJoint {
  static constexpr const char* type = "planar";
  static constexpr const char* meaning = "translation in the xy-plane of Q and rotation about its z-axis";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; P slides in the xy-plane of Q");
  }

  void constrain(Rows& rows) const {
    rows.no_offset_z(between);
    rows.parallel_z(between);
  }
  std::vector<Freedom> freedoms() const {
    return {{"displacement_x", along(0, between)},
            {"displacement_y", along(1, between)},
            {"angle", {MeasureKind::angle_z, between.P, between.Q}}};
  }
  Mobility mobility() const { return {{slide_along(0, "displacement_x"), slide_along(1, "displacement_y"), turn_z()}}; }
};

}  // namespace daedalus
