// brake.hpp: a brake between a body and a state that is a spin, such as the rim of a ring_tire, by a bristle law: a Coulomb
// torque in sliding, a spring at rest.
//
//   ω = spin − e·ω_body,  e the y-axis of the hub,   z_m = (torque(t) + residual)/k, or (max(0, −pedal) torque(t) + residual)/k
//   z' = (ω − α |ω| z/z_m)/(1 + α τ |ω|/z_m),   T = −k z − c z' on the spin, −T e on the body
// The root of z in sliding is at least −1/τ. α = 1: the bristle slips at every torque, and a car that rings on its held
// wheels creeps. `elastic_zone` > 0: α = 0 where |z| < zone z_m or ω z < 0, from there a smooth step to 1 at z_m: held
// wheels stay. The bristle stores k z²/2; the rest is dissipated.
#pragma once

#include <algorithm>
#include <cmath>

#include "daedalus/model/forces/axle_torque.hpp"

namespace daedalus {

struct Brake : OnAxle {
  static constexpr const char* type = "brake";
  static constexpr const char* meaning =
      "brake on a spin that is a state of another element: Coulomb torque, holds at rest";
  static constexpr bool is_one_sided = true, is_fast = true;
  FunctionPtr torque;
  std::string pedal;
  double residual_torque = 5;              // N m
  double stiffness = 20000, damping = 20;  // k, c
  double slip_time = 0.006;                // τ
  double elastic_zone = 0;
  double initial_deflection = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_axle(v);
    v("torque", torque, Field{.unit = "N m", .required = true},
      "largest torque, not negative: a number or a function of time");
    v("pedal", pedal, Field{},
      "share of the torque as a state of a driver: driver.pedal, 0 to -1; positive values release");
    v("residual_torque", residual_torque, Field{.unit = "N m", .range = positive()}, "torque of the released brake");
    v("stiffness", stiffness, Field{.unit = "N m/rad", .range = positive()}, "of the brake at rest");
    v("damping", damping, Field{.unit = "N m s/rad", .range = at_least(0)}, "of the brake at rest");
    v("slip_time", slip_time, Field{.unit = "s", .range = positive()},
      "shortest time in which the torque may change: explicit methods need steps below about 2.5 times this");
    v("elastic_zone", elastic_zone, Field{.range = in_range(0, 0.95)},
      "fraction of the torque below which the brake is a pure spring, for example 0.6; 0: it always slips a little");
    v("initial_deflection", initial_deflection, Field{.unit = "rad"}, "initial deflection of the bristle");
  }
  std::vector<StateInfo> state_list() const { return {{"deflection", initial_deflection}}; }
  std::vector<std::string> link_list() const {
    if (pedal.empty()) return {wheel};
    return {wheel, pedal};
  }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(torque, TimeRole::load); }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    using std::abs;
    const S &z = in.s[0], omega = in.s[1] - axle(in).dot(in.P.w), speed = abs(omega);
    const S z_m = (applied(in) + residual_torque) / stiffness;
    const S slips = sliding(S(z / z_m), value_of(omega));
    sigma[0] = (omega - slips * speed * z / z_m) / (1.0 + slips * slip_time / z_m * speed);
    sigma[1] = -(stiffness * z + damping * sigma[0]);
    if (!pedal.empty()) sigma[2] = S(0.0);  // the pedal takes no load
    return reaction(in, sigma[1]);
  }
  template <class S>
  S stored(const FrameInput<S>& in) const {
    return 0.5 * stiffness * in.s[0] * in.s[0];
  }

 private:
  template <class S>
  S applied(const FrameInput<S>& in) const {  // largest torque
    const double largest = std::max(0.0, torque->at(in.t, in.inputs));
    if (pedal.empty()) return S(largest);
    return value_of(in.s[2]) < 0 ? S(-in.s[2] * largest) : S(0.0);
  }
  template <class S>
  S sliding(const S& z, double omega) const {  // α; z in multiples of z_m
    using std::abs;
    if (elastic_zone <= 0) return S(1.0);
    if (omega * value_of(z) < 0) return S(0.0);
    const S k = (abs(z) - elastic_zone) / (1 - elastic_zone);
    if (value_of(k) <= 0) return S(0.0);
    if (value_of(k) >= 1) return S(1.0);
    return k * k * (3.0 - 2.0 * k);
  }
};

}  // namespace daedalus
