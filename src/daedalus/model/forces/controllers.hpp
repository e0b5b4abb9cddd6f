// controllers.hpp: forces with a memory, s' = sigma(t, y, y', s).
#pragma once

#include <array>

#include "daedalus/model/forces/measure_force.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

enum class Sensed { value, rate };

// What controllers share:  e = target(t) − y   (or − y'),   force Kp e − Kd y' that increases the measure it acts on
struct ControllerLaw {
  static constexpr int measures = 2;
  static constexpr bool is_active = true;
  FreedomRef senses, acts_on;
  Sensed sensed = Sensed::value;
  FunctionPtr target;
  double proportional = 0, damping = 0;

  template <class Visitor>
  void describe_law(Visitor&& v) {
    v("senses", senses, required_field, "freedom of a joint (crank_pin.angle) or name of a measure");
    v("acts_on", acts_on, required_field, "freedom or measure along which the force acts");
    v("sensed", sensed, Choices<Sensed>{{"value", Sensed::value}, {"rate", Sensed::rate}},
      "controlled quantity: position or speed");
    v("target", target, required_field, "target value: a number or a function of time");
    v("proportional", proportional, Field{}, "proportional gain");
    v("damping", damping, Field{}, "damping: force per rate of the sensed measure");
  }

  static constexpr std::array<MeasureNames, 2> measure_names = {
      {{"sensed"}, {"acts_on", "force", -1, "positive: increases the measure it acts on"}}};
  std::array<Measure, 2> measure_list() const { return {senses.measure, acts_on.measure}; }
  ControlTarget control_target() const { return {target, sensed == Sensed::rate}; }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(target, TimeRole::load); }

 protected:
  template <class S>
  S error(const MeasureInput<S>& in) const {
    return target->at(in.t, in.inputs) - (sensed == Sensed::value ? in.y[0] : in.y_dot[0]);
  }
  template <class S>
  void push(const S& force, const MeasureOutput<S>& out) const {
    out.force[0] = S(0.0);
    out.force[1] = -force;
  }
};

struct PdController : ControllerLaw {
  static constexpr const char* type = "pd_controller";
  static constexpr const char* meaning = "drives a measure to its target with proportional and damping terms";
  static constexpr int states = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_law(v);
  }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    push(S(proportional * error(in) - damping * in.y_dot[0]), out);
  }
};

//   s' = e,   force Ki s more
struct PiController : ControllerLaw {
  static constexpr const char* type = "pi_controller";
  static constexpr const char* meaning = "drives a measure to its target with proportional, integral and damping terms";
  static constexpr int states = 1;
  double integral = 0, initial_integral = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_law(v);
    v("integral", integral, Field{}, "integral gain");
    v("initial_integral", initial_integral, Field{}, "initial integral of the error");
  }
  std::vector<StateInfo> state_list() const { return {{"integral", initial_integral}}; }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    const S e = error(in);
    push(S(proportional * e + integral * in.s[0] - damping * in.y_dot[0]), out);
    out.sigma[0] = e;
  }
};

//   s' = (u(t) − s)/T,   force s that increases the measure: an actuator that needs time to follow its command
struct LaggedForce {
  static constexpr const char* type = "lagged_force";
  static constexpr const char* meaning = "a force that follows its command with a first-order lag";
  static constexpr int measures = 1, states = 1;
  static constexpr bool is_active = true;
  FreedomRef acts_on;
  FunctionPtr command;
  double time_constant = 1, initial = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("acts_on", acts_on, required_field, "freedom or measure along which the force acts");
    v("command", command, required_field, "a number or a function of time");
    v("time_constant", time_constant, Field{.unit = "s", .range = positive(), .required = true},
      "time constant: time to reach 63% of a step");
    v("initial", initial, Field{}, "initial force");
  }

  std::array<Measure, 1> measure_list() const { return {acts_on.measure}; }
  std::vector<StateInfo> state_list() const { return {{"force", initial}}; }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(command, TimeRole::load); }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    out.force[0] = -in.s[0];
    out.sigma[0] = (command->at(in.t, in.inputs) - in.s[0]) / time_constant;
  }
};

}  // namespace daedalus
