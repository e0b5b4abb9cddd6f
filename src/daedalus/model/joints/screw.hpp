// screw.hpp: a nut on a bolt. A cylindrical joint whose displacement follows its angle,  2π z/pitch − angle = const.
#pragma once

#include <cmath>

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Screw {
  static constexpr const char* type = "screw";
  static constexpr const char* meaning = "screw: one revolution advances it by the pitch";
  Between between;
  double pitch = 0;  // m per turn, right-handed when positive

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; their z-axes are the axis of the joint");
    v("pitch", pitch, Field{.unit = "m", .required = true},
      "displacement per revolution; negative for a left-handed thread");
  }

  std::string complaint() const { return pitch == 0 ? "pitch must not be 0: use revolute instead." : ""; }
  void constrain(Rows& rows) const {
    rows.on_axis_z(between);
    rows.parallel_z(between);
    rows.add({.label = "thread",
              .terms = {{1.0, along(2, between)}, {-pitch / full_turn, {MeasureKind::angle_z, between.P, between.Q}}},
              .period = std::abs(pitch),
              .offset_from_start = true});
  }
  std::vector<Freedom> freedoms() const {
    return {{"angle", {MeasureKind::angle_z, between.P, between.Q}}, {"displacement", along(2, between)}};
  }
  // The displacement tells the angle with all its turns; the offset of the row 'thread' is taken off before.
  Mobility mobility() const {
    ElementaryMotion thread{
        .kind = MotionKind::screw, .name = "angle", .lead = pitch / full_turn, .offset_row = "thread"};
    thread.value = [lead = thread.lead](const RelativePose& p) { return p.x[2] / lead; };
    return {{thread}};
  }
};

}  // namespace daedalus
