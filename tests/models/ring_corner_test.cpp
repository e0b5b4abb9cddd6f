// One corner on a rigid-ring tire in the situations that break tire models: standstill, launch, lock-up, lift-off, a curb, stop
// and hold on a slope. Slips and stopping by another program with the same equations.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/model/model_builder.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

class Corner {
 public:
  explicit Corner(const std::vector<OptionSetting>& settings, const std::string& formulation = "cartesian")
      : model_(gallery_model("vehicle/ring_corner", settings)), system_(make_system(model_, formulation)),
        x(find_start(*system_).state), channels_(make_channels(*system_)) {}
  double operator[](const std::string& name) const {
    SelectedChannels selected(*channels_, {name});
    return selected.row(x, {})[1];
  }
  // In pieces of 10 ms, with a look at the state after each.
  template <class Look>
  void run(double t_end, double h, Look look) {
    while (x.t < t_end - 1e-9) {
      SolveOptions options{.t_end = std::min(t_end, x.t + 0.01), .output = Output::end_only};
      options.integration.h = h;
      const Result result = solve(*system_, *make_method("rk4"), x, options);
      ASSERT_EQ(result.status, RunStatus::done) << x.t;
      x = result.final;
      ASSERT_TRUE(x.s.allFinite() && x.q.allFinite()) << x.t;
      look();
    }
  }
  double slip() const { return std::hypot((*this)["wheel.slip_x"], (*this)["wheel.slip_y"]); }

 private:
  Model model_;
  std::unique_ptr<ModelSystem> system_;

 public:
  State x;

 private:
  std::unique_ptr<ChannelSource> channels_;
};

const std::vector<OptionSetting> flat_road = {{"bump", "0"}, {"steer", "0"}, {"torque", "0"}};
std::vector<OptionSetting> with(std::vector<OptionSetting> more) {
  more.insert(more.begin(), flat_road.begin(), flat_road.end());
  return more;
}

TEST(RingCorner, StandsStill) {
  Corner corner(with({{"speed", "0"}}));
  corner.run(2, 5e-4, [] {});
  EXPECT_NEAR(corner["chassis.x"], 0, 1e-9);
  EXPECT_NEAR(corner["chassis.vx"], 0, 1e-9);
  EXPECT_LT(corner.slip(), 1e-9);
}

TEST(RingCorner, StopsOnASlopeAndHolds) {
  Corner corner(with(
      {{"speed", "5"}, {"slope", "0.1"}, {"brake_torque", "600"}, {"brake_damping", "200"}, {"elastic_zone", "0.6"}}));
  double slip = 0, at_first = 0, low = 1e9, high = -1e9;
  corner.run(8, 5e-4, [&] {
    (corner.x.t < 0.4 ? at_first : slip) = std::max(corner.x.t < 0.4 ? at_first : slip, corner.slip());
    if (corner.x.t > 6) {
      low = std::min(low, corner["chassis.x"]);
      high = std::max(high, corner["chassis.x"]);
    }
  });
  EXPECT_LT(slip, 0.0255);        // 0.025 found by the other program
  EXPECT_LT(at_first, 0.035);     // while the brake is applied, in 50 ms: 0.033 here
  EXPECT_LT(high - low, 1.5e-4);  // it rings on tire and bristle, and stays
  EXPECT_GT(low, 1);
}

TEST(RingCorner, LocksUpAndStopsWithBoundedSlip) {
  Corner corner(with({{"speed", "5"}, {"slope", "0.1"}, {"brake_torque", "3000"}}));
  double slip = 0;
  corner.run(3, 5e-4, [&] { slip = std::max(slip, corner.slip()); });
  EXPECT_LT(slip, 0.1315);  // 0.131 found by the other program
  EXPECT_GT(slip, 0.12);
  EXPECT_NEAR(corner["chassis.vx"], 0, 0.05);
}

// Brakes of 3000 N m at 20 m/s: the wheel locks, and friction times load decelerates the car.
TEST(RingCorner, DeceleratesWithFrictionOnceTheWheelIsLocked) {
  Corner corner(with({{"brake_torque", "3000"}}));
  corner.run(0.8, 5e-4, [] {});
  const double before = corner["chassis.vx"];
  EXPECT_NEAR(corner["wheel.spin"], 0, 0.5);
  corner.run(1.2, 5e-4, [] {});
  EXPECT_NEAR((before - corner["chassis.vx"]) / 0.4, 0.95 * 9.81, 0.02 * 9.81);
}

TEST(RingCorner, SpinsItsWheelWhenLaunchedTooHard) {
  Corner corner(with({{"speed", "0"}, {"launch", "2500"}}));
  double slip = 0;
  corner.run(1, 5e-4, [&] { slip = std::max(slip, corner.slip()); });
  EXPECT_LT(slip, 0.15);  // 3 mu / kappa = 0.131 is full sliding
  EXPECT_GT(corner["wheel.spin"] * 0.3, 3 * corner["chassis.vx"]);
  EXPECT_NEAR(corner["chassis.vx"], 0.95 * 9.81, 0.1 * 9.81);
}

TEST(RingCorner, LeavesTheRoadAndLandsAgain) {
  Corner corner(with({{"bump", "0.15"}, {"bump_length", "1.2"}}));
  bool flew = false;
  corner.run(1.5, 2.5e-4, [&] { flew = flew || corner["carrier.z"] > 0.36; });
  EXPECT_TRUE(flew);
  EXPECT_NEAR(corner["carrier.z"], 0.29, 0.03);
  EXPECT_LT(corner.slip(), 0.1);
}

TEST(RingCorner, ClimbsACurb) {  // 100 mm within 150 mm, at 5 m/s: the following half of a bump is far away
  Corner corner(with({{"speed", "5"}, {"bump", "0.1"}, {"bump_length", "0.3"}}));
  corner.run(1.2, 2.5e-4, [] {});
  EXPECT_NEAR(corner["carrier.z"], 0.29, 0.05);
  EXPECT_GT(corner["chassis.vx"], 1);
}

TEST(RingCorner, KeepsItsEnergyBalance) {
  for (const std::vector<OptionSetting>& settings : {std::vector<OptionSetting>{},
                                                     {{"tire", "hmmwv"}, {"speed", "5"}},
                                                     with({{"brake_torque", "3000"}}),
                                                     with({{"speed", "0"}, {"launch", "2500"}}),
                                                     with({{"bump", "0.15"}, {"bump_length", "1.2"}})}) {
    const Model model = gallery_model("vehicle/ring_corner", settings);
    const auto system = make_system(model, "cartesian");
    SolveOptions options{.t_end = 1.2, .output = Output::end_only};
    options.integration.h = 2.5e-4;
    const Result run = solve(*system, *make_method("rk4"), find_start(*system).state, options);
    ASSERT_EQ(run.status, RunStatus::done);
    EXPECT_LT(run.report.energy.largest_drift, 1e-3 * run.report.energy.reference());
  }
}

// Without drive and brake, over a bump and around a corner: what is stated as energy never grows by more than the tread holds.
TEST(RingCorner, OnlyLosesEnergyWhenItCoasts) {
  Corner corner(std::vector<OptionSetting>{{"torque", "0"}, {"bump", "0.05"}});
  double lowest = corner["energy.total"];
  const double first = lowest;
  corner.run(1.5, 5e-4, [&] {
    EXPECT_LT(corner["energy.total"], lowest + 10) << corner.x.t;
    lowest = std::min(lowest, corner["energy.total"]);
  });
  EXPECT_LT(lowest, first - 100);
}

}  // namespace
}  // namespace daedalus::testing
