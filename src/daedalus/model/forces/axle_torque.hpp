// axle_torque.hpp: a torque T(t) on a spin that is a state of another element, such as the rim of a ring_tire; the body of
// `on` takes −T e, e the y-axis of the hub. Angular momentum and power are kept when the wheel is steered.
#pragma once

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

// Where a wheel is driven or braked: the spin, the axis it turns about, and the body that takes the torque.
struct OnAxle {
  MarkerRef on, hub;
  std::string wheel;

  template <class Visitor>
  void describe_axle(Visitor&& v) {
    v("on", on, Field{.required = true}, "marker of the body that takes the torque");
    v("hub", hub, Field{.required = true}, "marker whose y-axis is the axle: that of the tire");
    v("wheel", wheel, Field{.required = true}, "spin of the wheel, a state: front_left_tire.spin");
  }
  Between frames() const { return {on.id, hub.id}; }

  template <class S>
  static Vec<S, 3> axle(const FrameInput<S>& in) {
    return in.Q.axes.col(1);
  }
  // On the body, for a torque on the spin.
  template <class S>
  static Wrench<S> reaction(const FrameInput<S>& in, const S& torque) {
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>(axle(in) * S(-torque))};
  }
};

struct AxleTorque : OnAxle {
  static constexpr const char* type = "axle_torque";
  static constexpr const char* meaning = "a given torque on a spin that is a state of another element";
  static constexpr bool is_active = true, is_one_sided = true;
  FunctionPtr torque;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_axle(v);
    v("torque", torque, Field{.unit = "N m", .required = true}, "a number or a function of time");
  }
  std::vector<std::string> link_list() const { return {wheel}; }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(torque, TimeRole::load); }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    sigma[0] = S(torque->at(in.t, in.inputs));
    return reaction(in, sigma[0]);
  }
};

}  // namespace daedalus
