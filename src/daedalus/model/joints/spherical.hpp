// spherical.hpp: a ball joint. x_P = x_Q; all turns are free.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Spherical {
  static constexpr const char* type = "spherical";
  static constexpr const char* meaning = "ball joint: two points coincide";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; only their positions matter");
  }

  void constrain(Rows& rows) const { rows.coincident(between); }
  std::vector<Freedom> freedoms() const { return {}; }
  Mobility mobility() const { return {.motions = {ball()}, .positions_only = true}; }
};

}  // namespace daedalus
