// vertical_tire.hpp: a tire that only pushes up. A spring and damper stands on the road point below the hub P; the road
// is z = profile(x) in the frame of Q, and with z and x the components of P along Z_Q and X_Q
//
//   deflection  z − profile(x) − free_height,   rate  z' − profile'(x) x'  (damps: deflection)  or  z'  (damps: hub)
//   force       that of the spring law along Z_Q; none when the tire is in the air, never a pull
//
// The push of the slope along X_Q is left out, as in models whose speed is given or whose obstacles are steep;
// road_spring has it.
// What the road then supplies by lifting the hub, −F profile' x', is accounted as such. `damps: hub` is for profiles of
// unbounded slope, where the rate of deflection has no bound, nor has that power: there the tire stores nothing and all
// it does to the hub, −F z', is supplied.
//
// Switching functions: contact, and the kinks of the profile below the hub (road_kinks.hpp).
#pragma once

#include "daedalus/model/forces/road_kinks.hpp"
#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

enum class TireDamping { deflection, hub };

struct VerticalTire : SpringLaw {
  static constexpr const char* type = "vertical_tire";
  static constexpr const char* meaning =
      "tire as a vertical spring and damper on a road profile, without the horizontal force of the slope";
  static constexpr int measures = 2, switch_count = 1 + RoadKinks::functions;
  Between between;
  FunctionPtr profile;
  TireDamping damps = TireDamping::deflection;

  VerticalTire() { acts_in = ActsIn::compression; }

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [hub, road]; the road profile lies in the xz-plane of the second");
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"}, "road height as a function of x");
    v("free_height", free, Field{.unit = "m", .range = at_least(0)},
      "hub height at which the tire just touches the road");
    using enum TireDamping;
    v("damps", damps, Choices<TireDamping>{{"deflection", deflection}, {"hub", hub}},
      "velocity the damper acts on: the rate of the deflection, or the vertical velocity of the hub alone");
    describe_law(v, "N/m", "N s/m", "N");
  }

  static constexpr std::array<MeasureNames, 2> measure_names = {
      {{"height", "fz", -1, "tire load along the z-axis of the road, positive: pushes the hub up"}, {"travel"}}};
  std::array<Measure, 2> measure_list() const {
    Measure below = along(0, between);
    below.curve = profile;  // so that pages draw the road
    return {along(2, between), below};
  }

  void prepare() { kinks_.find(profile); }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    const S deflection = in.y[0] - apply(*profile, in.y[1]) - free;
    S rate = in.y_dot[0];
    if (damps == TireDamping::deflection) rate -= apply(*profile, in.y[1], 1) * in.y_dot[1];
    out.force[0] = force(in.t, deflection, rate);
    out.force[1] = S(0.0);
  }
  template <class S>
  S potential(const MeasureInput<S>& in) const {
    if (damps == TireDamping::hub) return S(0.0);
    return SpringLaw::potential(in.t, S(in.y[0] - apply(*profile, in.y[1]) - free));
  }
  double supplied(const MeasureInput<double>& in, const double* force) const {
    return -force[0] * (damps == TireDamping::hub ? in.y_dot[0] : profile->derivative(in.y[1], 1) * in.y_dot[1]);
  }

  std::vector<std::string> switch_list() const {
    std::vector<std::string> names = {"contact"};
    kinks_.add_names(names);
    return names;
  }
  void switching(const MeasureInput<double>& in, double* values) const {
    values[0] = in.y[0] - profile->derivative(in.y[1], 0) - free;
    kinks_.evaluate(in.y[1], values + 1);
  }

 private:
  RoadKinks kinks_;
};

}  // namespace daedalus
