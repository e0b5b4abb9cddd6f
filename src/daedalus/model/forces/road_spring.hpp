// road_spring.hpp: a vertical tire. A spring between a hub P and the road z = profile(x) in the frame of Q;
// y is the height of P over the road, the force acts along Z_Q and, through the slope, along X_Q.
// Switching functions: contact, and the kinks of the profile below the hub, whose place x is a measure without a force
// (road_kinks.hpp).
#pragma once

#include "daedalus/model/forces/road_kinks.hpp"
#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct RoadSpring : SpringLaw {
  static constexpr const char* type = "road_spring";
  static constexpr const char* meaning = "spring and damper between a hub and a road profile below it";
  static constexpr int measures = 2, switch_count = 1 + RoadKinks::functions;
  Between between;
  FunctionPtr profile;

  RoadSpring() { acts_in = ActsIn::compression; }

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [hub, road]; the road profile lies in the xz-plane of the second");
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"}, "road height as a function of x");
    v("free_height", free, Field{.unit = "m", .range = at_least(0)},
      "hub height at which the tire just touches the road");
    describe_law(v, "N/m", "N s/m", "N");
  }

  static constexpr std::array<MeasureNames, 2> measure_names = {
      {{"height", "fz", -1, "tire load along the z-axis of the road, positive: pushes the hub up"}, {"travel"}}};
  std::array<Measure, 2> measure_list() const {
    return {{{.kind = MeasureKind::clearance, .P = between.P, .Q = between.Q, .curve = profile}, along(0, between)}};
  }

  void prepare() { kinks_.find(profile); }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    SpringLaw::act(in, out);
    out.force[1] = S(0.0);
  }

  std::vector<std::string> switch_list() const {
    std::vector<std::string> names = SpringLaw::switch_list();
    kinks_.add_names(names);
    return names;
  }
  void switching(const MeasureInput<double>& in, double* values) const {
    const bool is_one_sided = acts_in != ActsIn::both;
    if (is_one_sided) SpringLaw::switching(in, values);
    kinks_.evaluate(in.y[1], values + (is_one_sided ? 1 : 0));
  }

 private:
  RoadKinks kinks_;
};

}  // namespace daedalus
