// An arm from a URDF file moves like the same arm written by hand; mimic holds; the arms of the gallery keep their
// energy.
#include <gtest/gtest.h>

#include <numbers>

#include "models/gallery_run.hpp"
#include "urdf/urdf_support.hpp"

namespace daedalus::testing {
namespace {

constexpr const char* side = R"(
urdf: three_axis.urdf
gravity: [0, 0, -9.81]
initial: {hinge.angle: {value: 0, rate: 1}, slide.displacement: {value: 0, rate: 0.2}, spin.angle: {value: 0, rate: 5}}
)";

// Poses and axes in the world worked out by hand.
constexpr const char* by_hand = R"(
gravity: [0, 0, -9.81]
bodies:
  upper: {type: spatial, mass: 4, com: [0, 0, 0.3], inertia: [0.1, 0.12, 0.05], position: [0, 0, 0.5]}
  slider:
    {type: spatial, mass: 2, com: [0.05, 0, 0.1], inertia: [0.03, 0.02, 0.02, 0, -0.002, 0.001], position: [0, 0, 1.1],
     orientation: {axis: [0, 1, 0], angle: pi/2}}
  wheel: {type: spatial, mass: 1, inertia: [0.01, 0.02, 0.015], position: [0.2, 0, 1], orientation: {axis: [0, 1, 0], angle: pi/2}}
joints:
  hinge: {type: revolute, between: [upper, ground], at: [0, 0, 0.5], axis: [0, 1, 0]}
  slide: {type: translational, between: [slider, upper], at: [0, 0, 1.1], axis: [1, 0, 0]}
  spin: {type: revolute, between: [wheel, slider], at: [0.2, 0, 1], axis: [1, 1, 0]}
forces:
  d1: {type: torsion_spring, between: [upper.hinge, ground.hinge], damping: 0.3, formula: 0.2*tanh(v/0.05)}
  d2: {type: bushing, between: [slider.slide, upper.slide], damping: [0, 0, 1.5]}
initial: {hinge.angle: {value: 0, rate: 1}, slide.displacement: {value: 0, rate: 0.2}, spin.angle: {value: 0, rate: 5}}
)";

TEST(UrdfMotion, IsThatOfTheSameArmWrittenByHand) {
  GalleryRun urdf(read_model_text(side, urdf_file("side.yaml"))), hand(read_model_text(by_hand, "by_hand.yaml"));
  EXPECT_TRUE(urdf.assembly().moved.empty());
  EXPECT_LE(urdf.assembly().largest_velocity_change, 1e-12);  // the rates of `initial` are in the drawing
  EXPECT_LE((urdf.state().v - hand.state().v).norm(), 1e-12);
  double worst = 0;
  for (int k = 1; k <= 10; ++k) {
    urdf.to(0.1 * k);
    hand.to(0.1 * k);
    worst = std::max({worst, (urdf.state().q - hand.state().q).cwiseAbs().maxCoeff(),
                      (urdf.state().v - hand.state().v).cwiseAbs().maxCoeff()});
    for (const char* freedom : {"hinge.angle", "slide.displacement", "spin.angle"})
      EXPECT_NEAR(urdf.channel(freedom), hand.channel(freedom), 1e-9) << freedom << " at " << 0.1 * k;
  }
  EXPECT_GT(std::abs(hand.channel("hinge.angle")), 0.5);
  EXPECT_LE(worst, 1e-9);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(UrdfMotion, MimicHoldsOverManyTurns) {
  GalleryRun run(
      read_model_text("urdf: gripper.urdf\ngravity: [0, 0, -9.81]\n"
                      "initial: {left_joint.displacement: {value: 0.02, rate: 1}, turn.angle: {rate: 3}}\n",
                      urdf_file("side.yaml")));
  EXPECT_EQ(run.check().degrees_of_freedom, 1 + 1 + 3 + 6);
  double largest = 0;
  for (int k = 0; k <= 40; ++k) {
    run.to(0.05 * k);
    const double left = run.channel("left_joint.displacement");
    const double crank = run.channel("crank_pin.angle"), wheel = run.channel("wheel_pin.angle");
    const auto off = [](double angle) { return std::remainder(angle, 2 * std::numbers::pi); };
    EXPECT_NEAR(run.channel("right_joint.displacement"), -left - 0.01, 1e-11);
    EXPECT_NEAR(off(crank - 10 * left), 0, 1e-10);
    EXPECT_NEAR(std::remainder(wheel - 0.25 + 2 * crank / 3, 2 * std::numbers::pi / 3), 0, 1e-10);
    largest = std::max(largest, std::abs(10 * left));
  }
  EXPECT_GT(largest, 2 * std::numbers::pi);
}

struct Arm {
  std::string name;
  std::vector<OptionSetting> settings;
  double t_end;
};
class UrdfArms : public ::testing::TestWithParam<Arm> {};
INSTANTIATE_TEST_SUITE_P(Gallery, UrdfArms, ::testing::Values(Arm{"arm_scara", {}, 5}, Arm{"arm_parallel", {}, 5}),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(UrdfArms, KeepTheirEnergy) {
  GalleryRun run(GetParam().name, GetParam().settings);
  double drift = 0, scale = run.kinetic_energy();
  for (int k = 1; k <= 100; ++k) {
    run.to(GetParam().t_end * k / 100);
    drift = std::max(drift, std::abs(run.total_energy() - run.initial_energy()));
    scale = std::max(scale, run.kinetic_energy());
  }
  EXPECT_GT(scale, 1);
  EXPECT_LE(drift, 1e-9 * scale);
  RecordProperty("relative_drift", fmt::format("{:.1e}", drift / scale));
}

TEST(UrdfArms, TheParallelogramKeepsTheBracketLevel) {
  GalleryRun run("arm_parallel");
  double least = 1, most = -1;
  for (int k = 0; k <= 50; ++k) {
    run.to(0.1 * k);
    const double arm = run.channel("shoulder.angle");
    EXPECT_NEAR(arm + run.channel("bracket_pin.angle"), 0, 1e-10);
    EXPECT_NEAR(arm, run.channel("rod_foot.angle"), 1e-10);
    least = std::min(least, arm);
    most = std::max(most, arm);
  }
  EXPECT_GT(most - least, 0.3);  // it swings
}

TEST(UrdfArms, TheDrivenAxesFollowAndTheirWorkIsAccountedFor) {
  GalleryRun run("arm_six_axis");
  const auto power = [&] { return run.channel("energy.supplied_power") - run.channel("energy.dissipated_power"); };
  double work = 0, before = power();
  const double dt = 1e-3;
  for (int k = 1; k <= 1500; ++k) {  // trapezoidal rule
    run.to(dt * k);
    work += 0.5 * dt * (before + power());
    before = power();
  }
  EXPECT_NEAR(run.channel("axis1.angle"), 0.8, 1e-10);
  EXPECT_NEAR(run.channel("axis2.angle"), 0.8, 1e-10);
  EXPECT_NEAR(run.total_energy() - run.initial_energy(), work, 1e-4);
}

}  // namespace
}  // namespace daedalus::testing
