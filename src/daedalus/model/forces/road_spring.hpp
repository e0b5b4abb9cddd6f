// road_spring.hpp: a vertical tire. A spring between a hub P and the road z = profile(x) in the frame of Q;
// y is the height of P over the road, the force acts along Z_Q and, through the slope, along X_Q.
#pragma once

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct RoadSpring : SpringLaw {
  static constexpr const char* type = "road_spring";
  static constexpr const char* meaning = "spring and damper between a hub and a road profile below it";
  Between between;
  FunctionPtr profile;

  RoadSpring() { acts_in = ActsIn::compression; }

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [hub, road]; the road profile lies in the xz-plane of the second");
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"}, "road height as a function of x");
    v("free_height", free, Field{.unit = "m", .range = at_least(0)},
      "hub height at which the tire just touches the road");
    describe_law(v, "N/m", "N s/m", "N");
  }

  std::array<Measure, 1> measure_list() const {
    return {{{.kind = MeasureKind::clearance, .P = between.P, .Q = between.Q, .curve = profile}}};
  }
};

}  // namespace daedalus
