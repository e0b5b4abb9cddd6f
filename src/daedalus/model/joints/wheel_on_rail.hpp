// wheel_on_rail.hpp: a wheel that stays on its rail, whatever its spin. The wheel is a body of revolution with center P,
// axis Y_P and radius r where it stands centered; the rail is a line along X_Q through Q, with Z_Q up.
//
//   e    how much farther out the wheel is than its rail           (measure.hpp: wheel_clearance)
//   ζ(e) growth of the rolling radius, its profile: a cone of 1:20 is  0.05 x
//   0 = height of the axle over the rail − (r + ζ(e)), for a wheel that is tilted too
//
// Not here: a rail head with a radius of its own (the rail is an edge), and the shift of the contact point along the
// rail by yaw. The vertical load is −λ.
#pragma once

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

enum class WheelSide { left, right };
inline double sign_of(WheelSide side) { return side == WheelSide::left ? 1 : -1; }

struct WheelOnRail {
  static constexpr const char* type = "wheel_on_rail";
  static constexpr const char* meaning = "a wheel with a profile that stays on its rail, independent of its spin";
  Between between;
  double radius = 0;  // m
  WheelSide side = WheelSide::left;
  FunctionPtr profile;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field,
      "markers [wheel center, rail]; the wheel turns about y of the first, the rail leads along x of the second, z is "
      "up");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "nominal rolling radius");
    v("side", side, Choices<WheelSide>{{"left", WheelSide::left}, {"right", WheelSide::right}},
      "left: the flange is on the right of the wheel and its profile rises outward, along y");
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"},
      "growth of the rolling radius as a function of the outward displacement x of the wheel, for example 0.05*x");
  }
  void constrain(Rows& rows) const {
    rows.add({.label = "contact",
              .terms = {{1.0,
                         {.kind = MeasureKind::wheel_clearance,
                          .P = between.P,
                          .Q = between.Q,
                          .curve = profile,
                          .radius = radius,
                          .side = sign_of(side)}}}});
  }
  std::vector<Freedom> freedoms() const { return {}; }
};

}  // namespace daedalus
