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
// Switching functions: contact, and the kinks of the profile below the hub. Kink i belongs to function i mod 4, which
// changes sign at each of its kinks: only a step over five of them at once can miss one. Profiles with more than
// `most_kinks` are left to step control.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

enum class TireDamping { deflection, hub };

struct VerticalTire : SpringLaw {
  static constexpr const char* type = "vertical_tire";
  static constexpr const char* meaning =
      "tire as a vertical spring and damper on a road profile, without the horizontal force of the slope";
  static constexpr int measures = 2, kink_functions = 4, switch_count = 1 + kink_functions;
  static constexpr std::size_t most_kinks = 16;
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

  std::array<Measure, 2> measure_list() const {
    Measure below = along(0, between);
    below.curve = profile;  // so that pages draw the road
    return {along(2, between), below};
  }

  void prepare() {
    if (profile) kinks_ = profile->kinks();
    if (kinks_.size() > most_kinks) kinks_.clear();
  }

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
    for (std::size_t k = 0; k < std::min<std::size_t>(kinks_.size(), kink_functions); ++k) names.push_back("road_edge");
    return names;
  }
  void switching(const MeasureInput<double>& in, double* values) const {
    values[0] = in.y[0] - profile->derivative(in.y[1], 0) - free;
    for (std::size_t k = 0; k < kink_functions; ++k) values[1 + k] = side_of_kinks(in.y[1], k);
  }

 private:
  // The distance to the nearest of every fourth kink, its sign that of how many lie behind.
  double side_of_kinks(double x, std::size_t first) const {
    double distance = std::numeric_limits<double>::max(), sign = -1;
    for (std::size_t k = first; k < kinks_.size(); k += kink_functions) {
      distance = std::min(distance, std::abs(x - kinks_[k]));
      if (x >= kinks_[k]) sign = -sign;
    }
    return sign * distance;
  }

  std::vector<double> kinks_;
};

}  // namespace daedalus
