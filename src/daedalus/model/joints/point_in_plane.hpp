// point_in_plane.hpp: a foot on a floor. P stays in the xy-plane of Q.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct PointInPlane {
  static constexpr const char* type = "point_in_plane";
  static constexpr const char* meaning = "P stays in the xy-plane of Q";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; the plane is the xy-plane of Q");
  }

  void constrain(Rows& rows) const { rows.no_offset_z(between); }
  std::vector<Freedom> freedoms() const {
    return {{"displacement_x", along(0, between)}, {"displacement_y", along(1, between)}};
  }
  Mobility mobility() const { return {{slide_along(0, "displacement_x"), slide_along(1, "displacement_y"), ball()}}; }
};

}  // namespace daedalus
