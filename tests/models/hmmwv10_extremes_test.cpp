// The HMMWV on rigid-ring tires where tire models break: held on a slope, launched and braked with all wheels sliding, a wheel in
// the air, a curb. Expected: statics, and friction that is used up. In each of them the energy balance holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

constexpr double g_earth = 9.81, tire_friction = 0.8, tire_radius = 0.4699;
const char* const wheel_corners[] = {"front_left", "front_right", "rear_left", "rear_right"};

class Drive {
 public:
  explicit Drive(Model model)
      : model_(std::move(model)), system_(make_system(model_, "joint")), source_(make_channels(*system_)),
        channels_(*source_, {"chassis.*", "*_carrier.z", "*_tire.*", "*_brake.deflection"}) {}
  // One sample every 10 ms. The run has to come to its end, with finite numbers and energies that add up.
  void run(double t_end, double h) {
    SolveOptions options{.t_end = t_end, .output = Output::interval, .every = 0.01};
    options.integration.h = h;
    options.on_sample = [&](const State& x, const StepInfo& step) {
      ASSERT_TRUE(x.q.allFinite() && x.v.allFinite() && x.s.allFinite()) << x.t;
      const auto row = channels_.row(x, step);
      samples_.emplace_back(row.begin(), row.end());
    };
    const Start start = find_start(*system_);
    ASSERT_TRUE(start.assembly.assembled) << start.assembly.failure;
    const Result result = solve(*system_, *make_method("rk4"), start.state, options);
    ASSERT_EQ(result.status, RunStatus::done);
    EXPECT_EQ(result.report.energy_verdict, ResidualVerdict::pass) << 100 * result.report.energy.error() << " %";
    EXPECT_LT(result.report.energy.largest_drift, 2e-3 * result.report.energy.reference());
  }
  double at(double t, const std::string& name) const {
    const auto& columns = channels_.columns();
    const auto place = std::ranges::find(columns, name, &ChannelInfo::name) - columns.begin();
    return samples_.at(static_cast<std::size_t>(std::lround(t / 0.01))).at(static_cast<std::size_t>(place));
  }
  double sum(double t, const std::string& name) const {
    double total = 0;
    for (const std::string corner : wheel_corners) total += at(t, corner + name);
    return total;
  }
  double range(double from, double to, const std::string& name) const {
    double low = 1e9, high = -1e9;
    for (double t = from; t < to + 0.005; t += 0.01) {
      low = std::min(low, at(t, name));
      high = std::max(high, at(t, name));
    }
    return high - low;
  }
  double mass() const {
    double total = 4 * 29.3;  // the rings are no bodies
    for (const Body& body : model_.bodies()) total += body.mass;
    return total;
  }

 private:
  Model model_;
  std::unique_ptr<ModelSystem> system_;
  std::unique_ptr<ChannelSource> source_;
  SelectedChannels channels_;
  std::vector<std::vector<double>> samples_;
};

std::vector<OptionSetting> on_flat_road(std::vector<OptionSetting> more) {
  more.push_back({"bump", "0"});
  return more;
}

Drive vehicle(const std::vector<OptionSetting>& settings) { return Drive(gallery_model("vehicle/hmmwv10", settings)); }

// With another road in place of the bump.
Drive vehicle_on(const std::string& road, const std::vector<OptionSetting>& settings) {
  const std::filesystem::path file = gallery_file("vehicle/hmmwv10");
  std::ifstream in(file);
  std::stringstream all;
  all << in.rdbuf();
  std::string text = all.str();
  const std::size_t from = text.find("  bump_left: {"), to = text.find('\n', from);
  if (from == text.npos) throw std::runtime_error("the road of hmmwv10 has another name");
  text.replace(from, to - from, "  bump_left: " + road);
  return Drive(read_model_text(text, file.string(), settings));
}

TEST(Hmmwv10Extremes, StandsStillOnALevelRoad) {
  Drive drive = vehicle(on_flat_road({{"maneuver", "stand"}}));
  drive.run(5, 1e-3);
  EXPECT_LT(drive.range(4, 5, "chassis.x"), 1e-5);
  EXPECT_NEAR(drive.at(5, "chassis.vx"), 0, 1e-4);
  EXPECT_NEAR(drive.sum(5, "_tire.fz") / (g_earth * (drive.mass() - 4 * 29.3)), 1, 1e-3);
}

// Statics: the brakes, springs of 20000 N m/rad in their elastic zone, hold the weight along the slope, which acts at the effective
// radius r − ρ/3 of the tires, ρ = load/c_z.
TEST(Hmmwv10Extremes, HoldsOnASlopeWithItsBrakes) {
  const double slope = 0.2;
  Drive drive = vehicle(on_flat_road({{"maneuver", "stand"}, {"slope", "0.2"}, {"brake_torque", "3000"}}));
  drive.run(5, 1e-3);
  EXPECT_LT(drive.range(4, 5, "chassis.x"), 2e-4);
  EXPECT_NEAR(drive.at(5, "chassis.vx"), 0, 1e-3);
  EXPECT_GT(drive.at(5, "chassis.x") - drive.at(0, "chassis.x"), -0.05);
  const double along = drive.mass() * g_earth * slope / std::hypot(1, slope);
  const double lever = tire_radius - drive.mass() * g_earth / std::hypot(1, slope) / 4 / 337904.1 / 3;
  EXPECT_NEAR(-20000 * drive.sum(5, "_brake.deflection") / (along * lever), 1, 0.005);
}

// The engine can slide wheels in this gear. Open differentials give all wheels the torque of those with the least load, the front
// ones, which slide: m a = 2 μ F_front − rolling resistance, F_front = (m g b − m a h)/L.
TEST(Hmmwv10Extremes, LaunchesFromRestWithSpinningFrontWheels) {
  Drive drive = vehicle(on_flat_road({{"maneuver", "launch"}}));
  drive.run(1.5, 1e-3);
  for (const std::string side : {"left", "right"}) {
    const double v = drive.at(1.2, "chassis.vx");
    EXPECT_GT(drive.at(1.2, "front_" + side + "_tire.spin") * tire_radius, 1.3 * v);
    EXPECT_LT(drive.at(1.2, "front_" + side + "_tire.slip_x"),
              3 * tire_friction / 21.687 + 0.02);  // full sliding is its bound
    EXPECT_NEAR(drive.at(1.2, "rear_" + side + "_tire.spin") * (tire_radius - 0.007), v, 0.06 * v);
  }
  const double m = drive.mass(), L = 1.648579 + 1.653405, h = (0.713 * 2098.146 + 0.47 * (m - 2098.146)) / m;
  const double front = (drive.at(0, "front_left_tire.fz") + 29.3 * g_earth) * 2 / (m * g_earth),
               resistance = 0.0070485 / tire_radius;
  const double expected = g_earth * (2 * tire_friction * front - resistance) / (1 + 2 * tire_friction * h / L);
  EXPECT_NEAR((drive.at(1.4, "chassis.vx") - drive.at(0.9, "chassis.vx")) / 0.5, expected, 0.02 * expected);
}

TEST(Hmmwv10Extremes, LaunchesFromRestWithGrip) {
  Drive drive = vehicle(on_flat_road({{"maneuver", "straight"}, {"speed", "0"}, {"throttle_0", "0.3"}}));
  drive.run(2, 1e-3);
  EXPECT_GT(drive.at(2, "chassis.vx"), 1);
  for (const std::string corner : wheel_corners) {
    EXPECT_NEAR(drive.at(2, corner + "_tire.spin") * tire_radius / drive.at(2, "chassis.vx"), 1, 0.05) << corner;
  }
}

// 4000 N m lock the rear wheels; the front ones, which the driveline keeps turning, slide as well: μ g. The car stops, rings on its
// brakes and stays.
TEST(Hmmwv10Extremes, LocksItsWheelsAndStops) {
  Drive drive = vehicle(on_flat_road({{"maneuver", "stop"}, {"brake_torque", "4000"}}));
  drive.run(5, 1e-3);
  for (const std::string side : {"left", "right"}) EXPECT_NEAR(drive.at(0.7, "rear_" + side + "_tire.spin"), 0, 0.1);
  EXPECT_NEAR((drive.at(0.55, "chassis.vx") - drive.at(0.9, "chassis.vx")) / 0.35, tire_friction * g_earth,
              0.02 * tire_friction * g_earth);
  EXPECT_LT(drive.range(4.5, 5, "chassis.x"), 2e-4);
  EXPECT_NEAR(drive.at(5, "chassis.vx"), 0, 1e-3);
}

// At 9 m/s over a bump of 0.2 m the left wheels fly: a tire in the air carries its ring alone.
TEST(Hmmwv10Extremes, LiftsItsLeftWheelsAndLands) {
  Drive drive = vehicle({{"maneuver", "straight"}, {"speed", "9"}, {"bump", "0.2"}, {"bump_length", "1.2"}});
  drive.run(3, 5e-4);
  double least = 1e9;
  for (double t = 0; t < 2.9; t += 0.01) least = std::min(least, drive.at(t, "front_left_tire.fz"));
  EXPECT_LT(least, 0);
  for (const std::string corner : wheel_corners)
    EXPECT_NEAR(drive.at(3, corner + "_tire.fz"), drive.at(0, corner + "_tire.fz"), 1000) << corner;
  EXPECT_NEAR(drive.at(3, "chassis.vz"), 0, 0.2);
}

// A curb of 0.12 m, as sharp as it is: the cams of the tire round it.
TEST(Hmmwv10Extremes, ClimbsACurbWithItsLeftWheels) {
  const std::string curb = "{type: enveloped_road, radius: 0.4699, from: 2, to: 6, profile: \"0.12*step(x - 4)\"}";
  Drive drive = vehicle_on(curb, {{"maneuver", "straight"}, {"speed", "4"}});
  drive.run(3, 5e-4);
  const double rise = drive.at(3, "rear_left_carrier.z") - drive.at(0, "rear_left_carrier.z");
  EXPECT_NEAR(rise, 0.12, 0.01);
  EXPECT_GT(drive.at(3, "chassis.vx"), 2);
}

}  // namespace
}  // namespace daedalus::testing
