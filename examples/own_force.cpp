// own_force.cpp: a force law of your own in one struct. Written once on a scalar type S, it comes with exact
// derivatives.
//
// Two magnets on hinged arms: F = c m1 m2 / d² along the line between them, and an air drag on one of them. The first
// is a law along a measure (the distance), the second sees the whole frame of its marker.
#include <fmt/format.h>

#include "daedalus/model/model_builder.hpp"
#include "daedalus/simulation/run.hpp"

using namespace daedalus;

struct Magnets {
  static constexpr const char* type = "magnets";
  static constexpr int measures = 1, states = 0;
  Between between;
  double strength = 0.002;  // N m²

  std::array<Measure, 1> measure_list() const { return {{{MeasureKind::distance, between.P, between.Q}}}; }
  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    out.force[0] = strength / (in.y[0] * in.y[0]);  // > 0 attracts
  }
  template <class S>
  S potential(const MeasureInput<S>& in) const {
    return -strength / in.y[0];
  }
};

struct AirDrag {
  static constexpr const char* type = "air_drag";
  static constexpr int states = 0;
  Between between;
  double coefficient = 0.05;  // N s²/m²
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    using std::sqrt;
    const S speed = sqrt(in.P.v.dot(in.P.v) + 1e-12);
    return {Vec<S, 3>(in.P.v * S(-coefficient * speed)), Vec<S, 3>::Zero()};
  }
};

int main() {
  ModelBuilder build("magnets");
  build.gravity({0, -9.81, 0});
  for (const auto& [name, x] : {std::pair("left", -0.15), std::pair("right", 0.15)}) {
    build.body({.name = name,
                .kind = BodyKind::planar,
                .mass = 0.1,
                .inertia = Mat3::Identity() * 1e-4,
                .com = {0, -0.3, 0},
                .position = {x, 0, 0},
                .angle = x});
    build.marker(name, "tip", {0, -0.3, 0});
    const MarkerId pivot = build.marker(ground_body, name, {x, 0, 0});
    build.joint(std::string(name) + "_hinge", Revolute{{*build.find_marker(std::string(name) + ".origin"), pivot}});
  }
  const MarkerId left = *build.find_marker("left.tip"), right = *build.find_marker("right.tip");
  build.add_force(make_force("magnets", Magnets{.between = {left, right}}));
  build.add_force(make_force("drag", AirDrag{.between = {left, origin_marker}}));

  const RunResult all = run(make_mechanism(build.finish()), {.method = "dopri5",
                                                             .t_end = 2,
                                                             .samples = KeepSamples::yes,
                                                             .channels = {"left.theta", "right.theta"},
                                                             .every = 0.4});
  for (std::size_t k = 0; k < all.samples.rows(); ++k) {
    const double* row = all.samples.values.data() + 3 * k;
    fmt::print("t {:4.1f}   left {:9.5f} rad   right {:9.5f} rad\n", row[0], row[1], row[2]);
  }
  const Report& report = all.result.report;
  fmt::print("energy balance error: {:.1e} J of {:.3f} J\n", report.energy.drift(), report.energy.initial);
  return all.result.status == RunStatus::done ? 0 : 1;
}
