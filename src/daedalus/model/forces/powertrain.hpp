// powertrain.hpp: engine, torque converter, gear and open differentials. Its sides are states that half shafts take up
// (half_shaft.hpp): two, of one axle, or four, of two axles with a center differential; left and right in turn.
//
//   J_e ω_e' = T_e − T_p,   T_e = u T_full(ω_e) + (1 − u) T_closed(ω_e),   u = throttle(t) or max(0, pedal)
//   ω_t = i mean(ω_s),  ν = ω_t/ω_e:   T_p = (ω_e/K(ν))² tanh((1 − ν)/δ),   T_t = T_p λ(ν)                   turbine
//   ν > 1:   T_p = −(ω_t/K(1/ν))² tanh((1 − 1/ν)/δ),   T_t = T_p                                            overrun
//   M ω_s' = i T_t/n (1, …, 1) + torques on the sides,   M = J_s 1 + J_ax/4 (ones of an axle) + J_t/n² (ones)
// i = gear ratio × final drive; side speeds are relative to the body that carries the powertrain, which takes the torque of
// the half shafts through them. Stored: engine and sides. Supplied: T_e ω_e. What the converter loses is dissipated.
#pragma once

#include <cmath>
#include <string>

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

struct Powertrain {
  static constexpr const char* type = "powertrain";
  static constexpr const char* meaning =
      "engine with torque converter, gear and open differentials, for half shafts to two or four wheels";
  static constexpr bool is_one_sided = true, is_fast = true;
  static constexpr int most_wheels = 4;
  MarkerRef on;
  int wheels = 4;
  FunctionPtr throttle, full_torque, closed_torque, converter_capacity, converter_torque_ratio;  // u, T, K, λ
  double converter_blend = 0.05;                                                                 // δ
  double engine_inertia = 0, gear_ratio = 1, final_drive = 1;
  double side_inertia = 0, axle_inertia = 0, turbine_inertia = 0;  // J_s, J_ax, J_t
  std::string pedal;
  double initial_engine = 100;
  std::vector<double> initial_side;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("on", on, Field{.required = true}, "marker of the body that carries it");
    v("wheels", wheels, Field{.range = in_range(2, 4)}, "2: one axle, 4: two axles");
    v("throttle", throttle, Field{}, "0 to 1: a number or a function of time; required without pedal");
    v("pedal", pedal, Field{}, "throttle as a state of a driver: driver.pedal; negative values close it");
    v("full_torque", full_torque, Field{.unit = "N m", .required = true, .variable = "x"},
      "of the engine at full throttle, against its speed x in rad/s");
    v("closed_torque", closed_torque, Field{.unit = "N m", .required = true, .variable = "x"},
      "of the engine at throttle 0, against its speed x in rad/s");
    v("engine_inertia", engine_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "with the pump of the converter");
    v("converter_capacity", converter_capacity, Field{.required = true, .variable = "x"},
      "speed per root of the pump torque, rad/s/√(N m), against the speed ratio x");
    v("converter_torque_ratio", converter_torque_ratio, Field{.required = true, .variable = "x"},
      "turbine torque per pump torque, against the speed ratio x");
    v("converter_blend", converter_blend, Field{.range = positive()},
      "range of the speed ratio about 1 in which the torque changes sign");
    v("gear_ratio", gear_ratio, Field{.range = positive()}, "turbine speed per speed of the drive shaft");
    v("final_drive", final_drive, Field{.range = positive()}, "speed of the drive shaft per wheel speed");
    v("side_inertia", side_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "of one side of an axle differential");
    v("axle_inertia", axle_inertia, Field{.unit = "kg m²", .range = at_least(0)},
      "of the differential of an axle and its drive shaft, at axle speed");
    v("turbine_inertia", turbine_inertia, Field{.unit = "kg m²", .range = at_least(0)},
      "of turbine and gear, at wheel speed");
    v("initial_engine", initial_engine, Field{.unit = "rad/s"}, "initial speed of the engine");
    v("initial_side", initial_side, Field{.unit = "rad/s"}, "initial side speeds, one per wheel; 0 if omitted");
  }
  std::string complaint() const {
    if ((throttle != nullptr) != pedal.empty())
      return "specify either throttle, a function of time, or pedal, a state.";
    if (wheels == 3) return "wheels = 3: use 2 (one axle) or 4 (two axles).";
    if (!initial_side.empty() && std::ssize(initial_side) != wheels)
      return "initial_side needs one number per wheel: specify as many as wheels.";
    return "";
  }
  Between frames() const { return {on.id, origin_marker}; }
  std::vector<StateInfo> state_list() const;
  std::vector<std::string> link_list() const {
    if (pedal.empty()) return {};
    return {pedal};
  }
  void list_breaks(TimeBreaks& breaks) const {
    if (throttle) breaks.add(throttle, TimeRole::load);
  }

  void prepare();

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    const S &engine = in.s[0], *side = in.s + 1;
    S pump, driven, sum(0.0);
    for (int i = 0; i < wheels; ++i) sum += side[i];
    convert(engine, S(sum * (ratio() / wheels)), pump, driven);
    sigma[0] = (engine_torque(in, engine) - pump) / engine_inertia;
    for (int i = 0; i < wheels; ++i) sigma[1 + i] = ratio() / wheels * response_[i] * driven;
    if (!pedal.empty()) sigma[1 + wheels] = S(0.0);  // the pedal takes no load
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};
  }

  template <class S>
  S stored(const FrameInput<S>& in) const {
    const S* side = in.s + 1;
    S energy = engine_inertia * in.s[0] * in.s[0];
    for (int i = 0; i < wheels; ++i)
      for (int j = 0; j < wheels; ++j) energy += mass_(i, j) * side[i] * side[j];
    return 0.5 * energy;
  }
  double supplied(const FrameInput<double>& in) const { return engine_torque(in, in.s[0]) * in.s[0]; }

  // Torques on the pump and by the turbine.
  template <class S>
  void convert(const S& engine, const S& turbine, S& pump, S& driven) const {
    using std::tanh;
    pump = driven = S(0.0);
    const bool overruns = value_of(turbine) > value_of(engine);
    const S &faster = overruns ? turbine : engine, &slower = overruns ? engine : turbine;
    if (!(value_of(faster) > 0)) return;
    const S ratio = slower / faster, root = faster / apply(*converter_capacity, ratio);
    pump = root * root * tanh((1.0 - ratio) / converter_blend);
    driven = overruns ? S(-pump) : S(pump * apply(*converter_torque_ratio, ratio));
    if (overruns) pump = driven;
  }

 private:
  using Masses = Mat<double, most_wheels, most_wheels>;
  Masses masses() const;  // M, with ones where there is no wheel
  double ratio() const { return gear_ratio * final_drive; }
  template <class S>
  S engine_torque(const FrameInput<S>& in, const S& speed) const {
    S u(0.0);
    if (throttle) u = S(throttle->at(in.t, in.inputs));
    else if (const S& p = in.s[1 + wheels]; value_of(p) > 0) u = p;
    return u * apply(*full_torque, speed) + (1.0 - u) * apply(*closed_torque, speed);
  }
  Masses mass_;
  Vec<double, most_wheels> response_;
};

}  // namespace daedalus
