// The HMMWV with a driver: speed and path are kept, a step of the rack turns the car to the side it should and as tightly as its geometry
// says, and a target speed that falls to zero stops it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

class Maneuver {
 public:
  explicit Maneuver(std::vector<OptionSetting> settings)
      : model_(gallery_model("vehicle/hmmwv10_driver", settings)), system_(make_system(model_, "joint")),
        source_(make_channels(*system_)), channels_(*source_, {"chassis.*", "driver.*", "rack_slide.displacement"}) {}
  void run(double t_end) {
    SolveOptions options{.t_end = t_end, .output = Output::interval, .every = 0.05};
    options.integration.h = 1e-3;
    options.on_sample = [&](const State& x, const StepInfo& step) {
      const auto row = channels_.row(x, step);
      samples_.emplace_back(row.begin(), row.end());
    };
    const Result result = solve(*system_, *make_method("rk4"), find_start(*system_).state, options);
    ASSERT_EQ(result.status, RunStatus::done);
    EXPECT_EQ(result.report.energy_verdict, ResidualVerdict::pass);
  }
  // Of every sample from t on.
  std::vector<double> from(double t, const std::string& name) const {
    const auto& columns = channels_.columns();
    const auto place = std::ranges::find(columns, name, &ChannelInfo::name) - columns.begin();
    std::vector<double> values;
    for (const auto& sample : samples_)
      if (sample[0] > t - 1e-9) values.push_back(sample.at(static_cast<std::size_t>(place)));
    return values;
  }

 private:
  Model model_;
  std::unique_ptr<ModelSystem> system_;
  std::unique_ptr<ChannelSource> source_;
  SelectedChannels channels_;
  std::vector<std::vector<double>> samples_;
};

double lane_step(double k) { return k <= 0 ? 0 : k >= 1 ? 1 : k * k * k * (10 - 15 * k + 6 * k * k); }

TEST(Hmmwv10Driver, ChangesLanesTwiceAndKeepsItsSpeed) {
  Maneuver drive({});
  drive.run(10);
  const auto x = drive.from(0, "chassis.x"), y = drive.from(0, "chassis.y"), v = drive.from(0, "chassis.vx");
  double off = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    off = std::max(off, std::abs(y[i] - 3.5 * (lane_step((x[i] - 15) / 30) - lane_step((x[i] - 70) / 25))));
  EXPECT_LT(off, 0.5);  // the lanes of ISO 3888-1 are 0.6 m wider than the car on either side, and more
  EXPECT_GT(*std::ranges::max_element(y), 3.2);
  EXPECT_NEAR(y.back(), 0, 0.2);
  EXPECT_GT(x.back(), 110);
  for (const double speed : v) EXPECT_NEAR(speed, 12, 0.6);
}

// Slowly, without much slip, the car follows the geometry of its steering: the rack turns the wheels by 7.15 rad/m (the mean of the two
// in hmmwv10_test.cpp, 144.3 and 141.6 mrad at 0.02 m), curvature = angle/wheelbase. The servo gives way a little.
TEST(Hmmwv10Driver, TurnsRightByTheGeometryOfItsSteering) {
  Maneuver drive({{"maneuver", "step_steer"}, {"speed", "3"}});
  drive.run(5);
  const double v = std::hypot(drive.from(5, "chassis.vx")[0], drive.from(5, "chassis.vy")[0]);
  EXPECT_NEAR(v, 3, 0.1);
  const double rack = drive.from(5, "rack_slide.displacement")[0];
  EXPECT_NEAR(rack, 0.008, 4e-4);
  EXPECT_NEAR(drive.from(5, "chassis.wz")[0] / v / (-rack * 7.15 / 3.302), 1, 0.03);
}

// ∫ (target − v) dt is what the integral has gained while no pedal is at its end: the distance is that of the target, 1 s at 8 m/s and
// 2 s with 4 m/s², and what the driver lags behind.
TEST(Hmmwv10Driver, BrakesToStandstill) {
  Maneuver drive({{"maneuver", "brake"}, {"speed", "8"}});
  drive.run(5.5);
  for (const double v : drive.from(4.5, "chassis.vx")) EXPECT_NEAR(v, 0, 0.05);
  EXPECT_GT(std::ranges::min(drive.from(0, "driver.pedal")), -1);
  const auto integral = drive.from(0, "driver.integral");
  EXPECT_NEAR(drive.from(5.5, "chassis.x")[0], 8 + 8 + integral.front() - integral.back(), 0.02);
}

}  // namespace
}  // namespace daedalus::testing
