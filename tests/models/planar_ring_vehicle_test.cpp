// Vehicles on tires with rigid rings in the plane. Expected numbers: another program with the same equations and data, in
// double precision, classical Runge-Kutta with h = 0.1 ms where it integrates, which changes its hub heights by 6e-9 m
// against h = 0.2 ms; roots of the quarter car by linearization of equations written out by hand.
#include <gtest/gtest.h>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct RingVehicle {
  explicit RingVehicle(const std::string& name, const std::vector<OptionSetting>& settings = {},
                       const std::string& formulation = "cartesian")
      : model(gallery_model("vehicle/" + name, settings)), system(make_system(model, formulation)),
        start(find_start(*system)), channels(make_channels(*system)) {}
  double channel(const State& x, const std::string& name) const {
    SelectedChannels selected(*channels, {name});
    return selected.row(x, {})[1];
  }
  Model model;
  std::unique_ptr<ModelSystem> system;
  Start start;
  std::unique_ptr<ChannelSource> channels;
};

TEST(PlanarRingVehicle, HasFourteenSlowAndFourteenFastStates) {
  const RingVehicle vehicle("planar_ring_vehicle", {}, "joint");
  EXPECT_EQ(2 * vehicle.system->layout().nq, 14);
  EXPECT_EQ(vehicle.system->layout().nc(), 0);
  EXPECT_EQ(vehicle.system->layout().ns, 14);
}

TEST(PlanarRingVehicle, StartsWithTheRatesOfAnotherProgram) {
  const RingVehicle vehicle("planar_ring_vehicle", {}, "joint");
  const State& x = vehicle.start.state;
  const auto at = [&](const char* name) { return vehicle.channel(x, name); };
  EXPECT_NEAR(at("chassis.y"), 0.5411743358862846, 1e-15);
  EXPECT_NEAR(at("rear_slide.displacement"), 0.0028795147946189537, 1e-15);
  EXPECT_NEAR(at("front_hub.omega"), -15.94896331738437, 1e-13);
  EXPECT_NEAR(at("front_tire.xi_y"), 0.0027105787662571206, 1e-17);
  EXPECT_NEAR(at("rear_tire.xi_y"), 0.0023562547445241636, 1e-17);
  EXPECT_NEAR(at("front_suspension.force"), 4225.846153846154, 1e-9);

  // chassis x, y, theta, then travel and angle of each hub
  const std::vector<double> expected = {-0.002455031639730356, 0.0, 0.10864709397713469};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(x.a[k], expected[k], 2e-11) << k;
  EXPECT_NEAR(x.a[3], -0.13037651277254006, 2e-10);
  EXPECT_NEAR(x.a[5], 0.15210593156798746, 2e-10);
  EXPECT_NEAR(x.a[4] + x.a[2], -60, 1e-9);
  EXPECT_NEAR(x.a[6] + x.a[2], -60, 1e-9);
  Evaluation y(vehicle.system->layout());
  const auto workspace = vehicle.system->make_workspace();
  vehicle.system->evaluate(Want::sigma, x, all_rates, y, *workspace);
  const double expected_spin[2] = {18.10555684882684, 15.774698517968512};
  for (int tire = 0; tire < 2; ++tire)
    for (int k = 0; k < 7; ++k) EXPECT_NEAR(y.sigma[7 * tire + k], k == 5 ? expected_spin[tire] : 0, 2e-10) << k;
}

struct Waypoint {
  double t, x, y, theta, d_front, d_rear, x_dot, front_xi_y, front_slip;
};
constexpr Waypoint waypoints[] = {
    {0.5, 2.54122589, 0.544087093, 0.00512325606, -0.0158714686, 0.00671640476, 5.15637995, 0.003426243,
     0.000762271501},
    {1.2, 6.24460927, 0.542241152, 0.00693366291, -0.0078425727, 0.00978559798, 5.6179117, 0.00251680868, 0.014519275},
    {2.0, 11.0328589, 0.539432688, 0.00264975238, -0.000946441395, 0.00742067956, 6.14037632, 0.0026489372,
     0.00156893456}};

TEST(PlanarRingVehicle, CrossesTheBumpAsAnotherProgramFound) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const RingVehicle vehicle("planar_ring_vehicle", {}, formulation);
    State x = vehicle.start.state;
    for (const Waypoint& w : waypoints) {
      SCOPED_TRACE(fmt::format("{} at {} s", formulation, w.t));
      SolveOptions options{.t_end = w.t, .output = Output::end_only};
      options.integration.h = 1e-4;
      const Result run = solve(*vehicle.system, *make_method("rk4"), x, options);
      ASSERT_EQ(run.status, RunStatus::done);
      x = run.final;
      const auto at = [&](const char* name) { return vehicle.channel(x, name); };
      const auto half_digit = [](double value, int digits) {  // of a number printed with so many digits
        return 0.51 * std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1 - digits);
      };
      EXPECT_NEAR(at("chassis.x"), w.x, half_digit(w.x, 9));
      EXPECT_NEAR(at("chassis.y"), w.y, half_digit(w.y, 9));
      EXPECT_NEAR(at("chassis.theta"), w.theta, half_digit(w.theta, 9));
      EXPECT_NEAR(at("front_slide.displacement"), w.d_front, half_digit(w.d_front, 9));
      EXPECT_NEAR(at("rear_slide.displacement"), w.d_rear, half_digit(w.d_rear, 9));
      EXPECT_NEAR(at("chassis.vx"), w.x_dot, half_digit(w.x_dot, 9));
      EXPECT_NEAR(at("front_tire.xi_y"), w.front_xi_y, half_digit(w.front_xi_y, 9));
      EXPECT_NEAR(at("front_tire.slip"), w.front_slip, half_digit(w.front_slip, 9));
    }
  }
}

TEST(PlanarRingVehicle, KeepsItsEnergyBalance) {
  const std::vector<std::vector<OptionSetting>> rides = {
      {}, {{"bump", "0.12"}}, {{"pulse", "3000"}}, {{"speed", "0"}, {"torque", "2500"}}, {{"torque", "-3000"}}};
  for (const std::vector<OptionSetting>& settings : rides) {  // bump: lifts off; 2500 N m from rest; lock-up
    const RingVehicle vehicle("planar_ring_vehicle", settings);
    SolveOptions options{.t_end = 1.5, .output = Output::end_only};
    options.integration.tolerances = {.rtol = 1e-7, .atol = 1e-9};
    const Result run = solve(*vehicle.system, *make_method("dopri5"), vehicle.start.state, options);
    ASSERT_EQ(run.status, RunStatus::done);
    EXPECT_TRUE(run.final.s.allFinite());
    EXPECT_LT(run.report.energy.largest_drift, 1e-3 * run.report.energy.reference());
  }
}

// The energy that the model states, bodies and rings: what the tread holds is not in it, below 5 J here.
TEST(PlanarRingVehicle, OnlyLosesEnergyWhenItCoastsOverTheBump) {
  const RingVehicle vehicle("planar_ring_vehicle", {{"torque", "0"}, {"pulse", "0"}, {"bump", "0.06"}});
  State x = vehicle.start.state;
  const auto energy = [&] { return vehicle.channel(x, "energy.total"); };
  double lowest = energy(), first = lowest;
  for (int k = 1; k <= 200; ++k) {
    SolveOptions options{.t_end = 0.01 * k, .output = Output::end_only};
    options.integration.h = 5e-4;
    const Result run = solve(*vehicle.system, *make_method("rk4"), x, options);
    ASSERT_EQ(run.status, RunStatus::done);
    x = run.final;
    EXPECT_LT(energy(), lowest + 5) << x.t;
    lowest = std::min(lowest, energy());
  }
  EXPECT_LT(lowest, first - 100);
}

TEST(RingQuarterCar, HasTheRootsOfItsLinearEquations) {
  for (const char* formulation : {"cartesian", "joint"}) {
    // slip stiffness as given at the load of the car
    const RingVehicle car("ring_quarter_car", {{"nominal_load", "4387.49307"}}, formulation);
    const std::vector<Mode> modes = find_modes(linearize(*car.system, car.start.state));
    for (const auto& [root, digit] : {std::pair(std::complex(-47.9, 777.0), 0.5),
                                      {std::complex(-63.2, 550.0), 0.5},
                                      {std::complex(-28.5, 474.0), 0.5},
                                      {std::complex(-14.2, 179.0), 0.5},
                                      {std::complex(-21.0, 67.9), 0.06},
                                      {std::complex(-1.52, 7.38), 0.006}}) {
      const bool is_there = std::any_of(modes.begin(), modes.end(), [&, root = root, digit = digit](const Mode& mode) {
        return std::abs(mode.eigenvalue.real() - root.real()) < 0.06 &&
               std::abs(mode.eigenvalue.imag() - root.imag()) < digit;
      });
      EXPECT_TRUE(is_there) << root << " " << formulation;
    }
  }
}

TEST(RingQuarterCar, IsOneMassThenTwoThenARing) {
  const auto sizes = [](const char* kind) {
    const RingVehicle car("ring_quarter_car", {{"model", kind}});
    return std::pair(check_model(*car.system, car.start.state).degrees_of_freedom, car.system->layout().ns);
  };
  EXPECT_EQ(sizes("A"), std::pair(Index{2}, Index{0}));  // travel, height
  EXPECT_EQ(sizes("B"), std::pair(Index{4}, Index{0}));  // and height and spin of the hub
  EXPECT_EQ(sizes("C"), std::pair(Index{4}, Index{7}));
}

}  // namespace
}  // namespace daedalus::testing
