// slip_tire.hpp: a wheel as one force between its contact point P on a vehicle and the plane road z = 0 of Q:
//
//   F_z = k (free_height − z) − c z'                          z the height of P over the road, never pulls
//   F_y = −μ F_z tanh(C α/μ)                                  tan α = v_y/√(v_x² + v₀²), the slip angle of P in the
//   road plane F_x = limited(gain (speed(t) − v_x) + offset) − resistance F_z
//
// Heading: the x-axis of P in the road plane, turned by steer(t). v₀ keeps the slip angle smooth at standstill. The
// wheel has no mass and no spin.
#pragma once

#include <algorithm>
#include <cmath>

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/elementary.hpp"
#include "daedalus/model/functions/function.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct SlipTire {
  static constexpr const char* type = "slip_tire";
  static constexpr const char* meaning =
      "rolling wheel as a force: vertical spring, lateral force from the slip angle, drive";
  static constexpr int states = 0;
  static constexpr bool is_active = true;
  Between between;
  double stiffness = 0, damping = 0, free_height = 0;  // N/m, N s/m, m
  double friction = 0.8, cornering = 7;                // μ, C
  double slow_speed = 0.1;                             // v₀, m/s
  double resistance = 0;                               // of rolling, per F_z
  FunctionPtr steer, speed;                            // rad, m/s
  double gain = 0, offset = 0, limit = 0;              // N s/m, N, N

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field,
      "markers [contact point, road]; the wheel rolls along x of the first, the road is the xy-plane of the second");
    v("stiffness", stiffness, Field{.unit = "N/m", .range = positive(), .required = true}, "vertical");
    v("damping", damping, Field{.unit = "N s/m", .range = at_least(0)}, "vertical");
    v("free_height", free_height, Field{.unit = "m"},
      "height of the contact point at which the tire just touches the road");
    v("friction", friction, Field{.range = positive()}, "largest lateral force per load");
    v("cornering", cornering, Field{.unit = "1/rad", .range = at_least(0)},
      "lateral force per load and slip angle, for small angles");
    v("slow_speed", slow_speed, Field{.unit = "m/s", .range = positive()},
      "speed below which the lateral force fades out");
    v("resistance", resistance, Field{.range = at_least(0)}, "rolling resistance per load");
    v("steer", steer, Field{.unit = "rad"}, "steering angle, positive to the left: a number or a function of time");
    v("speed", speed, Field{.unit = "m/s"}, "target speed; makes it a driven wheel");
    v("gain", gain, Field{.unit = "N s/m", .range = at_least(0)}, "driving force per speed error");
    v("offset", offset, Field{.unit = "N"}, "driving force at the target speed");
    v("limit", limit, Field{.unit = "N", .range = at_least(0)},
      "limit of the driving force in both directions; 0: none");
  }
  std::string complaint() const {
    return gain > 0 && !speed ? "has a gain but no speed: specify the target speed, a number or a function of time."
                              : "";
  }

  void list_breaks(TimeBreaks& breaks) const {
    breaks.add(steer, TimeRole::load);
    breaks.add(speed, TimeRole::load);
  }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    using std::atan2, std::cos, std::sin, std::sqrt, std::tanh;
    const Mat<S, 3, 3> to_road = in.Q.axes.transpose();
    const Vec<S, 3> p = to_road * (in.P.x - in.Q.x), ahead = to_road * in.P.axes.col(0);
    const Vec<S, 3> v = to_road * (in.P.v - in.Q.v - cross(in.Q.w, Vec<S, 3>(in.P.x - in.Q.x)));
    const S load = stiffness * (free_height - p[2]) - damping * v[2];
    if (!(value_of(load) > 0)) return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};

    const double angle = steer ? steer->at(in.t, in.inputs) : 0.0, c = std::cos(angle), s = std::sin(angle);
    const S length = sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1]);
    const S x = (c * ahead[0] - s * ahead[1]) / length, y = (s * ahead[0] + c * ahead[1]) / length;  // heading
    const S v_x = x * v[0] + y * v[1], v_y = x * v[1] - y * v[0];
    const S side =
        -friction * load * tanh(cornering / friction * atan2(v_y, sqrt(v_x * v_x + slow_speed * slow_speed)));
    const S along = drive(in.t, in.inputs, v_x) - resistance * load;
    const Vec<S, 3> force{x * along - y * side, y * along + x * side, load};
    return {in.Q.axes * force, Vec<S, 3>::Constant(S(0.0))};
  }

 private:
  template <class S>
  S drive(double t, const InputValues* inputs, const S& v_x) const {
    const S wanted = speed ? S(gain * (speed->at(t, inputs) - v_x) + offset) : S(offset);
    if (limit > 0 && std::abs(value_of(wanted)) > limit) return S(std::copysign(limit, value_of(wanted)));
    return wanted;
  }
  template <class S>
  static Vec<S, 3> cross(const Vec<S, 3>& a, const Vec<S, 3>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
};

}  // namespace daedalus
