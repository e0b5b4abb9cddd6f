// coupled_spring.hpp: a spring and damper along a combination of two freedoms, y = y₁ + factor y₂: with factor −1 the
// antiroll bar of an axle.
#pragma once

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct CoupledSpring : SpringLaw {
  static constexpr const char* type = "coupled_spring";
  static constexpr const char* meaning = "spring and damper along first + factor * second; an antiroll bar";
  static constexpr int measures = 2;
  FreedomRef first, second;
  double factor = -1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("first", first, required_field, "freedom of a joint (left_strut.displacement) or name of a measure");
    v("second", second, required_field, "second freedom or measure");
    v("factor", factor, Field{}, "the spring elongation is first + factor * second; -1 for an antiroll bar");
    v("free_value", free, Field{}, "value of first + factor * second at which the spring force is zero");
    describe_law(v, "", "", "");
  }
  std::string complaint() const {
    return factor == 0 ? "factor = 0 couples nothing: use freedom_spring." : SpringLaw::complaint();
  }

  static constexpr std::array<MeasureNames, 2> measure_names = {{{"first", "force"}, {"second"}}};
  std::array<Measure, 2> measure_list() const { return {first.measure, second.measure}; }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    out.force[0] = force(in.t, elongation(in), S(in.y_dot[0] + factor * in.y_dot[1]));
    out.force[1] = factor * out.force[0];
  }
  template <class S>
  S potential(const MeasureInput<S>& in) const {
    return SpringLaw::potential(in.t, elongation(in));
  }
  void switching(const MeasureInput<double>& in, double* values) const { values[0] = elongation(in); }

 private:
  template <class S>
  S elongation(const MeasureInput<S>& in) const {
    return S(in.y[0] + factor * in.y[1] - free);
  }
};

}  // namespace daedalus
