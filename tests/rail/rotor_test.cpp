// A rotor on a body against a body that truly spins.
#include <gtest/gtest.h>

#include "daedalus/integrate/solve.hpp"
#include "formulation/element_zoo.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

// A top of revolution, held at a point on its axis 0.3 m below its center of mass. `spin` is that of the body itself or
// of its rotor; without gravity and tilt both would be the same angle.
enum class Spins { body, rotor };

Model top(Spins spins, const std::string& spin) {
  const double axial = 0.02, across = 0.05;
  ModelBuilder build("top");
  build.gravity({0, 0, -9.81});
  Body body{.name = "top", .kind = BodyKind::spatial, .mass = 2, .inertia = Vec3(across, across, axial).asDiagonal()};
  const Vec4 tilt = euler_parameters_about(Vec3::UnitX(), 0.7);
  const Mat3 axes = rotation_matrix(tilt);
  body.orientation = tilt;
  body.position = axes * Vec3(0, 0, 0.3);
  if (spins == Spins::body) body.angular_velocity = axes.col(2) * expression(spin)->derivative(0, 0);
  build.body(body);
  build.joint("tip", Spherical{{build.marker("top", "tip", {0, 0, -0.3}), origin_marker}});
  if (spins == Spins::rotor)
    build.force("spin", Rotor{{build.marker("top", "axis", Vec3::Zero())}, Vec3::UnitZ(), axial, expression(spin)});
  return build.finish();
}

Vec3 axis_at(const Model& model, double t) {
  const Mechanism mechanism = make_mechanism(model);
  const Result result = solve(*mechanism.system, *make_method("dopri5"), mechanism.start,
                              {.t_end = t, .integration = tolerance(1e-11, 1e-13), .output = Output::end_only});
  EXPECT_EQ(result.status, RunStatus::done);
  return rotation_matrix(Vec4(result.final.q.segment<4>(3))).col(2);
}

// Precession and nutation of the axis are the same: the spin about the axis of a symmetric top is constant, in the one
// case as its own, in the other as the rotor's beside a body that does not turn about the axis.
TEST(Rotor, PrecessesLikeABodyThatTrulySpins) {
  const Model spinning = top(Spins::body, "200"), carrying = top(Spins::rotor, "200");
  for (const double t : {0.1, 0.5, 1.3}) EXPECT_LE((axis_at(spinning, t) - axis_at(carrying, t)).norm(), 1e-8) << t;
  EXPECT_GT((axis_at(spinning, 1.3) - axis_at(spinning, 0)).norm(), 0.1);  // it did move
}

// A motor spins the rotor up: the body turns the other way, I_body w + I Ω = const about its axis.
TEST(Rotor, TurnsItsBodyBackWhenItIsSpunUp) {
  ModelBuilder build("satellite");
  build.body({.name = "bus", .kind = BodyKind::spatial, .mass = 5, .inertia = Vec3(1.6, 2, 1).asDiagonal()});
  build.force("wheel", Rotor{{build.marker("bus", "wheel", {0.1, 0, 0})}, {0, 2, 0}, 0.04, expression("30*t^2")});
  const Mechanism mechanism = make_mechanism(build.finish());
  const Result result = solve(*mechanism.system, *make_method("dopri5"), mechanism.start,
                              {.t_end = 0.6, .integration = tolerance(1e-10, 1e-12), .output = Output::end_only});
  const Vec4 p = result.final.q.segment<4>(3);
  EXPECT_NEAR(2 * std::atan2(p[2], p[0]), -0.04 / 2 * 30 * std::pow(0.6, 3) / 3, 1e-9);
}

}  // namespace
}  // namespace daedalus::testing
