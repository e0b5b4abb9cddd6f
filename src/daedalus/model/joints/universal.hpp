// universal.hpp: a Hooke joint. x_P = x_Q and Z_P perpendicular to Z_Q, the two arms of the cross.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Universal {
  static constexpr const char* type = "universal";
  static constexpr const char* meaning = "a Hooke joint: two points stay together, the z-axes of the markers stay perpendicular";
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
};

}  // namespace daedalus
