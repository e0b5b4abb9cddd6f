// The gas force of the engine does the work that the pressure does on the volume, whatever the formulation.
#include <gtest/gtest.h>

#include <numbers>

#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

constexpr double cycle = 4 * std::numbers::pi;

// ∮ p dV with the periodic spline through the points of models/engine.yaml and the volume by slider-crank geometry, r = 0.04 m,
// l = 0.14 m, d = 0.08 m: Simpson's rule with 160 panels per point, the spline by dense elimination, in Python. With 80 panels
// 323.10871226361.
constexpr double indicated_work = 323.10871226211;

// By Newton's method in time, from below.
void approach(GalleryRun& run, double angle) {
  for (int i = 0; i < 14; ++i)
    run.to(run.state().t + 0.85 * (angle - run.channel("main_bearing.angle")) / run.channel("main_bearing.angle_rate"));
  ASSERT_NEAR(run.channel("main_bearing.angle"), angle, 1e-7);
}

class Engine : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formulations, Engine, ::testing::Values("cartesian", "joint"));

TEST_P(Engine, GainsTheIndicatedWorkInEveryCycleWithoutALoad) {
  GalleryRun run(gallery_model("engine", {{"load", "0"}}), tolerance(1e-10, 1e-12), GetParam());
  for (const int cycles : {1, 2}) {
    approach(run, cycles * cycle);
    EXPECT_NEAR(run.kinetic_energy() - run.initial_energy(), cycles * indicated_work, 1e-5) << cycles;
  }
}

// F = -A p, 34.5 bar at 370 degrees is a point of the table.
TEST_P(Engine, HasTheGasForceOfItsCrankAngle) {
  constexpr double angle = 370 * std::numbers::pi / 180;
  GalleryRun run(gallery_model("engine"), tolerance(1e-10, 1e-12), GetParam());
  run.to(0.04);
  ASSERT_LT(run.channel("main_bearing.angle"), angle);
  approach(run, angle);
  EXPECT_NEAR(run.channel("gas_force.force"), -34.5e5 * std::numbers::pi * 0.08 * 0.08 / 4, 0.01);
}

// The work of the gas, what the brake takes and the kinetic energy balance: power of applied forces counts as supplied.
TEST_P(Engine, AccountsForThePowerOfGasAndBrake) {
  GalleryRun run(gallery_model("engine"), tolerance(1e-9, 1e-11), GetParam());
  run.to(0.046);
  Equations eq(run.system());
  eq.evaluate(Want::energy, run.state());
  const double gas = run.channel("gas_force.force") * run.channel("gas_force.acts_on_rate"),
               brake = run.channel("brake.force") * run.channel("brake.acts_on_rate");
  EXPECT_GT(gas, 1000);
  EXPECT_LT(brake, -1000);
  EXPECT_NEAR(eq.value.energy.supplied, gas + brake, 1e-9 * gas);
  EXPECT_EQ(eq.value.energy.dissipated, 0);
}

}  // namespace
}  // namespace daedalus::testing
