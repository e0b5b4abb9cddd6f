// revolute.hpp: a hinge. x_P = x_Q and Z_P parallel Z_Q; the angle about Z_Q is free.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Revolute {
  static constexpr const char* type = "revolute";
  static constexpr const char* meaning = "hinge: rotation about the common z-axis of the markers";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; their z-axes are the axis of the joint");
  }

  void constrain(Rows& rows) const {
    rows.coincident(between);
    rows.parallel_z(between);
  }
  std::vector<Freedom> freedoms() const { return {{"angle", {MeasureKind::angle_z, between.P, between.Q}}}; }
  Mobility mobility() const { return {{turn_z()}}; }
};

}  // namespace daedalus
