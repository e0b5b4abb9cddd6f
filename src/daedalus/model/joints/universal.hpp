// universal.hpp: a Hooke joint. x_P = x_Q and Z_P perpendicular to Z_Q, the two arms of the cross.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Universal {
  static constexpr const char* type = "universal";
  static constexpr const char* meaning =
      "Hooke joint: two points coincide and the z-axes of the markers stay perpendicular";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; their z-axes are the two arms of the cross");
  }

  void constrain(Rows& rows) const {
    rows.coincident(between);
    rows.perpendicular(2, 2, between);
  }
  std::vector<Freedom> freedoms() const { return {}; }
  // About Z_Q, a quarter turn about x, about Z_P: Z_P = (sin a, −cos a, 0) in Q, Z_Q = (sin b, cos b, 0) in P.
  Mobility mobility() const {
    ElementaryMotion first = turn_z("angle_Q"), second = turn_z("angle_P");
    first.after.R = turned_about_x(std::numbers::pi / 2);
    first.value = [](const RelativePose& p) { return std::atan2(p.R(0, 2), -p.R(1, 2)); };
    second.value = [](const RelativePose& p) { return std::atan2(p.R(2, 0), p.R(2, 1)); };
    return {{first, second}};
  }
};

}  // namespace daedalus
