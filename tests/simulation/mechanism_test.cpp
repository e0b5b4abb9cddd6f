#include "daedalus/simulation/mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/simulation/linearize.hpp"
#include "simulation/thrown_ball.hpp"

namespace daedalus {
namespace {

TEST(Mechanism, IsFoundByTheNameOfAModelOrOfAClosedFormSystem) {
  const Mechanism model = load_mechanism({.name = "circular_track"}),
                  closed = load_mechanism({.name = "closed_form:circular_track"});
  EXPECT_EQ(model.formulation, "cartesian");
  EXPECT_TRUE(model.model && model.model_system);
  EXPECT_EQ(model.system.get(), model.model_system.get());
  EXPECT_TRUE(model.file.ends_with("circular_track.yaml"));
  EXPECT_EQ(closed.formulation, "closed_form");
  EXPECT_FALSE(closed.model || closed.model_system);
  EXPECT_TRUE(closed.file.empty());
}

TEST(Mechanism, OfAModelAtHandStartsWhereTheModelWasDrawn) {
  const Mechanism ball = make_mechanism(testing::thrown_ball());
  EXPECT_EQ(ball.name(), "thrown_ball");
  EXPECT_EQ(ball.start.v[ball.coordinate("ball.x")], 3);
  EXPECT_NEAR(ball.start.a[ball.coordinate("ball.y")], -testing::fall, 1e-14);
  EXPECT_EQ(ball.suggested.t_end, 0.5);
  EXPECT_FALSE(ball.reference(0.1).has_value());
}

TEST(Mechanism, RefusesNamesThatNothingHas) {
  EXPECT_THROW(load_mechanism({.name = "slider_crnk"}), OptionError);
  EXPECT_THROW(load_mechanism({.name = "not/there.yaml"}), FileError);
  EXPECT_THROW(load_mechanism({.name = "closed_form:pendulum", .formulation = "joint"}), OptionError);
  EXPECT_THROW(make_mechanism(testing::thrown_ball()).coordinate("ball.theta"), ModelError);
}

TEST(Mechanism, CopiesOfAModelShareItsParts) {
  const Model model = testing::thrown_ball();
  const Model copy = model;
  EXPECT_EQ(&copy.parts(), &model.parts());
  EXPECT_EQ(&make_mechanism(model).model_system->model().parts(), &model.parts());
}

// A rotor, A = 0.011 and C = 0.02 kg m² with its carrier, spins with Ω = 20 rad/s on springs of k = 1 N m/rad:
// A λ² ± C Ω λ − k = 0, |λ| = (√((CΩ)² + 4 A k) + CΩ)/(2A) = 38.7 rad/s. In the coordinates of a spinning body,
// frozen, it would be another number.
TEST(Mechanism, IsLinearizedAsItsBodiesMove) {
  const Model rotor = read_model_text(R"(
bodies:
  carrier: {type: spatial, mass: 1, inertia: [0.001, 0.001, 0.001]}
  rotor: {type: spatial, mass: 1, inertia: [0.01, 0.01, 0.02], body_angular_velocity: [0, 0, 20]}
joints:
  tilt: {type: spherical, between: [carrier, ground]}
  spin: {type: revolute, between: [rotor, carrier]}
forces:
  springs: {type: bushing, between: [carrier, ground], torsional_stiffness: [1, 1, 1]}
)",
                                      "rotor.yaml");
  constexpr double A = 0.011, C_spin = 0.02 * 20, k = 1;
  const double precession = (std::sqrt(C_spin * C_spin + 4 * A * k) + C_spin) / (2 * A);
  for (const char* formulation : {"cartesian", "joint"}) {
    const Mechanism mechanism = make_mechanism(rotor, formulation);
    const Linearization linear = linearize(mechanism, mechanism.start);
    EXPECT_EQ(linear.about, LinearizedAbout::steady_motion);
    EXPECT_NEAR(std::abs(find_modes(linear).back().eigenvalue), precession, 1e-5) << formulation;
  }
  const Mechanism car = load_mechanism({.name = "closed_form:quarter_car"});
  EXPECT_EQ(linearize(car, car.start).positions, 2);
}

}  // namespace
}  // namespace daedalus
