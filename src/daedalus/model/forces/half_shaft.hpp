// half_shaft.hpp: a shaft with constant-velocity joints from a side of a powertrain to a wheel, whose spins are states of other
// elements.
//
//   twist' = ω_side − ω,   ω = spin − e·ω_body,   T = k twist + c twist'    on the wheel, −T on the side, −T e on the body
// e is the y-axis of the hub. The shaft stores k twist²/2; its damping dissipates.
#pragma once

#include "daedalus/model/forces/axle_torque.hpp"

namespace daedalus {

struct HalfShaft : OnAxle {
  static constexpr const char* type = "half_shaft";
  static constexpr const char* meaning = "elastic shaft between a side of a powertrain and the spin of a wheel";
  static constexpr bool is_one_sided = true, is_fast = true;
  std::string side;
  double stiffness = 0, damping = 0, initial_twist = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_axle(v);
    v("side", side, Field{.required = true}, "driving speed, a state: powertrain.side_1");
    v("stiffness", stiffness, Field{.unit = "N m/rad", .range = positive(), .required = true}, "torsional");
    v("damping", damping, Field{.unit = "N m s/rad", .range = at_least(0)}, "torsional");
    v("initial_twist", initial_twist, Field{.unit = "rad"}, "at the start");
  }
  std::vector<StateInfo> state_list() const { return {{"twist", initial_twist}}; }
  std::vector<std::string> link_list() const { return {side, wheel}; }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    sigma[0] = in.s[1] - in.s[2] + axle(in).dot(in.P.w);
    sigma[2] = stiffness * in.s[0] + damping * sigma[0];
    sigma[1] = -sigma[2];
    return reaction(in, sigma[2]);
  }
  template <class S>
  S stored(const FrameInput<S>& in) const {
    return 0.5 * stiffness * in.s[0] * in.s[0];
  }
};

}  // namespace daedalus
