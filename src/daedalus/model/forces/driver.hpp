// driver.hpp: a driver, as three states that other elements name: 'driver.pedal' for powertrain and brakes, 'driver.steer' for a
// servo on the rack. P is on the vehicle, x forward; the path is y(x) in the frame of Q.
//
//   e = speed(t) − v,   v the velocity of P along its x-axis,   a = k_p e + k_i z,   u = a held within −1 and 1
//   z' = e − (a − u)/k_p                                        the integral does not wind up while the pedals are at their ends
//   pedal' = (u − pedal)/T_pedal                                > 0: throttle, < 0: brake
//   L = L_0 + T v,   d = path(x + L cos ψ) − (y + L sin ψ)      deviation at the preview point, ψ the heading
//   c = steer(t) + gain 2 d cos ψ/L²,   steer' = (m tanh(c/m) − steer)/T_steer
// 2 d/L² is the curvature of the arc through the preview point (pure pursuit); `gain` is what the steering needs per curvature: for a
// wheel angle the wheelbase. The driver exerts no force.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

struct Driver {
  static constexpr const char* type = "driver";
  static constexpr const char* meaning = "holds a speed with throttle and brake, follows a path with the steering";
  static constexpr bool is_one_sided = true;
  Between between;
  FunctionPtr speed, path, steer;
  double proportional = 0.5, integral = 0.1;      // k_p, k_i
  double pedal_time = 0.1, steering_time = 0.1;   // T_pedal, T_steer
  double preview_time = 0.8, preview_length = 2;  // T, L_0
  std::optional<double> steering_gain;
  double steering_limit = 1;  // gain, m
  double initial_pedal = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, Field{.required = true},
      "markers [vehicle, road]; x of the first is forward, the path is in the xy-plane of the second");
    v("speed", speed, Field{.unit = "m/s", .required = true}, "target speed: a number or a function of time");
    v("proportional", proportional, Field{.unit = "s/m", .range = positive()},
      "pedal per speed deviation; 1 is full pedal");
    v("integral", integral, Field{.unit = "1/m", .range = at_least(0)}, "pedal per integral of the speed deviation");
    v("pedal_time", pedal_time, Field{.unit = "s", .range = positive()}, "time constant of the pedals");
    v("path", path, Field{.unit = "m", .variable = "x"}, "y of the path as a function of x; not followed if omitted");
    v("preview_time", preview_time, Field{.unit = "s", .range = at_least(0)}, "how far ahead the driver looks");
    v("preview_length", preview_length, Field{.unit = "m", .range = positive()}, "how far ahead at standstill");
    v("steering_gain", steering_gain, Field{},
      "steering command per curvature, times m; negative where the rack steers to the other side");
    v("steer", steer, Field{}, "steering command as a function of time, added to that of the path");
    v("steering_limit", steering_limit, Field{.range = positive()}, "largest steering command");
    v("steering_time", steering_time, Field{.unit = "s", .range = positive()}, "time constant of the steering");
    v("initial_pedal", initial_pedal, Field{.range = in_range(-1, 1)}, "initial pedal: 1 full throttle, -1 full brake");
  }
  std::string complaint() const {
    if (path && !steering_gain) return "a path needs a steering_gain: the steering command per curvature.";
    return "";
  }
  std::vector<StateInfo> state_list() const {
    return {{"integral", integral > 0 ? initial_pedal / integral : 0.0}, {"pedal", initial_pedal}, {"steer"}};
  }
  void list_breaks(TimeBreaks& breaks) const {
    breaks.add(speed, TimeRole::load);
    if (steer) breaks.add(steer, TimeRole::load);
  }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    using std::sqrt, std::tanh;
    const Vec<S, 3> ahead = in.P.axes.col(0);
    const S v = ahead.dot(in.P.v), e = speed->at(in.t, in.inputs) - v;
    const S a = proportional * e + integral * in.s[0];
    const S u = value_of(a) > 1 ? S(1.0) : value_of(a) < -1 ? S(-1.0) : a;
    sigma[0] = e - (a - u) / proportional;
    sigma[1] = (u - in.s[1]) / pedal_time;

    S command(steer ? steer->at(in.t, in.inputs) : 0.0);
    if (path) {
      const Vec<S, 3> at = in.Q.axes.transpose() * (in.P.x - in.Q.x), heading = in.Q.axes.transpose() * ahead;
      const S length = sqrt(heading[0] * heading[0] + heading[1] * heading[1]);
      const S cosine = heading[0] / length, sine = heading[1] / length;
      const S L = value_of(v) > 0 ? S(preview_length + preview_time * v) : S(preview_length);
      const S d = apply(*path, S(at[0] + L * cosine)) - at[1] - L * sine;
      command = command + *steering_gain * 2.0 * d * cosine / (L * L);
    }
    sigma[2] = (steering_limit * tanh(S(command / steering_limit)) - in.s[2]) / steering_time;
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};
  }
};

}  // namespace daedalus
