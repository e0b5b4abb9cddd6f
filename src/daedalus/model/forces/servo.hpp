// servo.hpp: a spring and damper that hold P at a distance from Q, along the z-axis of Q, that is a state of another element, such as
// the steering of a driver:  F = k (command − y) − c y',  y = e·(x_P − x_Q),  e the z-axis of Q;  F e on P, −F e on Q.
#pragma once

#include <string>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"

namespace daedalus {

struct Servo {
  static constexpr const char* type = "servo";
  static constexpr const char* meaning = "moves a marker along an axis to where a state of another element commands";
  static constexpr bool is_active = true;
  Between between;
  std::string command;
  double stiffness = 0, damping = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, Field{.required = true}, "markers [moved, base]; the z-axis of the second is the direction");
    v("command", command, Field{.required = true}, "distance along that axis, a state: driver.steer");
    v("stiffness", stiffness, Field{.unit = "N/m", .range = positive(), .required = true}, "force per deviation");
    v("damping", damping, Field{.unit = "N s/m", .range = at_least(0)}, "force per speed");
  }
  std::vector<std::string> link_list() const { return {command}; }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    const Vec<S, 3> e = in.Q.axes.col(2), d = in.P.x - in.Q.x;
    const S y = e.dot(d), rate = e.dot(Vec<S, 3>(in.P.v - in.Q.v - cross(in.Q.w, d)));
    sigma[0] = S(0.0);  // the command takes no load
    return {Vec<S, 3>(e * S(stiffness * (in.s[0] - y) - damping * rate)), Vec<S, 3>::Constant(S(0.0))};
  }
};

}  // namespace daedalus
