// rotor.hpp: a body of revolution that spins on the body of a marker: a flywheel, a turbine, the wheels of a wheelset
// whose coordinates leave out their nominal spin.
//
// The mass and the inertia of the rotor, standing still, are part of the body. Its spin Ω(t) about the unit vector e of
// the marker adds the angular momentum I Ω e, I the moment of inertia about e, and so the torque on the body
//   T = −d/dt (I Ω e) = −I Ω ω × e − I Ω' e
// which does no work while Ω is constant. A motor keeps Ω what it is.
#pragma once

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"

namespace daedalus {

struct Rotor {
  static constexpr const char* type = "rotor";
  static constexpr const char* meaning = "gyroscopic torque of a body of revolution that spins on the body of a marker";
  static constexpr int states = 0;
  static constexpr bool is_active = true;
  MarkerRef on;
  Vec3 axis = Vec3::UnitZ();
  double inertia = 0;
  FunctionPtr speed;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("on", on, Field{.required = true}, "marker of the body that carries it");
    v("axis", axis, Field{}, "axis of the spin, in the axes of the marker");
    v("inertia", inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "moment of inertia about the axis; also contained in the inertia of the body");
    v("speed", speed, Field{.unit = "rad/s", .required = true},
      "angular velocity relative to the body: a number or a function of time");
  }
  std::string complaint() const {
    return axis.isZero(0) ? "axis = [0, 0, 0] has no direction: use a non-zero vector, for example [0, 1, 0]." : "";
  }
  Between frames() const { return {on.id, origin_marker}; }  // the ground takes nothing: the law has no force
  void list_breaks(TimeBreaks& breaks) const { breaks.add(speed, TimeRole::motion); }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    const Vec3 unit = axis.normalized();
    const Vec<S, 3> e = in.P.axes * make_constants<S>(unit);
    const double momentum = inertia * speed->derivative(in.t, 0), rate = inertia * speed->derivative(in.t, 1);
    return {Vec<S, 3>::Constant(S(0.0)), cross(e, in.P.w) * S(momentum) - e * S(rate)};
  }
};

}  // namespace daedalus
