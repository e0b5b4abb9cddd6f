// distance_joint.hpp: a massless rod,  (d · d − ℓ²)/(2 ℓ) = 0  with d = x_P − x_Q. On the constraint the multiplier is
// the rod force.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct DistanceJoint {
  static constexpr const char* type = "distance";
  static constexpr const char* meaning = "massless rod: constant distance between two points";
  Between between;
  double length = 0;  // m

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; only their positions matter");
    v("length", length, Field{.unit = "m", .range = positive(), .required = true}, "length of the rod");
  }

  void constrain(Rows& rows) const {
    const double scale = 1 / (2 * length);
    rows.add({.label = "length",
              .terms = {{scale, {MeasureKind::distance_squared, between.P, between.Q}}},
              .offset = length / 2});
  }
  std::vector<Freedom> freedoms() const { return {}; }
  // The rod turns about z, then about −y, and carries P at its end. Upright on the z-axis of Q the first angle is lost,
  // so that in space a distance is a constraint unless it is asked for; in the plane one angle is all there is.
  Mobility mobility() const {
    ElementaryMotion azimuth = turn_z("azimuth");
    ElementaryMotion elevation{.kind = MotionKind::turn, .name = "elevation", .axis = -Vec3::UnitY()};
    elevation.after.x = {length, 0, 0};
    azimuth.value = [](const RelativePose& p) { return std::atan2(p.x[1], p.x[0]); };
    elevation.value = [](const RelativePose& p) { return std::atan2(p.x[2], std::hypot(p.x[0], p.x[1])); };
    return {.motions = {azimuth, elevation, ball()}, .positions_only = true, .only_on_request = true};
  }
};

}  // namespace daedalus
