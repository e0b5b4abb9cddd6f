// torsion_spring.hpp: the RSDA, a spring and damper about the z-axis of a hinge. y is the angle of P seen from Q.
//
// Between planar bodies the angle is not wrapped; between spatial ones it lies in (−π, π], half a turn to either side.
#pragma once

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct TorsionSpring : SpringLaw {
  static constexpr const char* type = "torsion_spring";
  static constexpr const char* meaning = "spring and damper about the z-axis of two markers";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; the torque acts about their z-axes");
    v("free_angle", free, Field{.unit = "rad"}, "angle at which the spring torque is zero");
    describe_law(v, "N m/rad", "N m s/rad", "N m");
  }

  std::array<Measure, 1> measure_list() const { return {{{MeasureKind::angle_z, between.P, between.Q}}}; }
};

}  // namespace daedalus
