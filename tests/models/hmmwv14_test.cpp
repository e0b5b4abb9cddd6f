// The HMMWV of 14 bodies: counts and dominant eigenvalue of the paper (Haug, Negrut, Engstler, section 6), and the
// settled state and roots of the same data as another program computes them (chassis level at 0.7100 m, tire
// deflections 22.00 and 20.66 mm, spring lengths 256.82 and 315.49 mm; body modes −4.5 ± 7.2i, −7.7 ± 10.7i, −9.3 ±
// 12.4i, bushings −2.6e5 to −8.6e2 1/s).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/analysis/motion_samples.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct Vehicle {
  explicit Vehicle(const std::string& name, const std::vector<OptionSetting>& settings = {},
                   const std::string& formulation = "cartesian")
      : model(gallery_model("vehicle/" + name, settings)), system(make_system(model, formulation)),
        start(find_start(*system)) {
    EXPECT_TRUE(start.assembly.assembled) << start.assembly.failure;
  }
  double channel(const State& x, const std::string& name) const {
    const auto channels = make_channels(*system);
    SelectedChannels selected(*channels, {name});
    return selected.row(x, {})[1];
  }
  Model model;
  std::unique_ptr<ModelSystem> system;
  Start start;
};

TEST(Hmmwv14, HasTheCountsOfThePaper) {
  const auto counts = [](const char* name, const char* rack) {
    const Vehicle vehicle(name, {{"rack", rack}});
    const CheckReport check = check_model(*vehicle.system, vehicle.start.state);
    EXPECT_EQ(check.bodies, 14);
    EXPECT_EQ(check.coordinates, 98);
    EXPECT_TRUE(check.redundant.empty());
    return std::pair(check.constraints, check.degrees_of_freedom);
  };
  EXPECT_EQ(counts("hmmwv14", "free"), std::pair(Index{87}, Index{11}));
  EXPECT_EQ(counts("hmmwv14", "locked"), std::pair(Index{88}, Index{10}));
  EXPECT_EQ(counts("hmmwv14_stiff", "free"), std::pair(Index{79}, Index{19}));
  EXPECT_EQ(counts("hmmwv14_stiff", "locked"), std::pair(Index{80}, Index{18}));
}

TEST(Hmmwv14, SettlesLevelAtTheHeightOfThePaper) {
  for (const char* name : {"hmmwv14", "hmmwv14_stiff"})
    for (const char* formulation : {"cartesian", "joint"}) {
      const Vehicle vehicle(name, {}, formulation);
      const State& x = vehicle.start.state;
      const bool hinged = name == std::string("hmmwv14");  // bushings give way by 0.2 mm
      EXPECT_NEAR(vehicle.channel(x, "chassis.z"), 0.71, hinged ? 5e-6 : 5e-4);
      EXPECT_NEAR(vehicle.channel(x, "chassis.e2"), 0, hinged ? 2e-5 : 2e-4);  // half the pitch
      EXPECT_NEAR(0.4699 - vehicle.channel(x, "front_left_tire.height"), 0.02200, 1e-5);
      EXPECT_NEAR(0.4699 - vehicle.channel(x, "rear_right_tire.height"), 0.02066, 1e-5);
      EXPECT_NEAR(vehicle.channel(x, "front_right_spring.length"), 0.25682, 3e-5);
      EXPECT_NEAR(vehicle.channel(x, "rear_left_spring.length"), 0.31549, 3e-5);
      EXPECT_NEAR(vehicle.channel(x, "chassis.vx"), 4.4704, 1e-12);
      double load = 0;
      for (const char* tire : {"front_left", "front_right", "rear_left", "rear_right"})
        load += vehicle.channel(x, std::string(tire) + "_tire.fz");
      EXPECT_NEAR(load, 2576.924 * 9.81, 1e-3);
    }
}

TEST(Hmmwv14, StandsFreeToTravelAndTurn) {
  const Vehicle vehicle("hmmwv14_stiff");
  EXPECT_EQ(vehicle.start.settled->neutral, (std::vector<std::string>{"chassis.x", "chassis.y", "chassis.e3"}));
  EXPECT_EQ(vehicle.start.settled->unstable, 0);
}

TEST(Hmmwv14Stiff, HasTheDominantEigenvalueOfThePaperInBothFormulations) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const Vehicle vehicle("hmmwv14_stiff", {}, formulation);
    const Linearization linear = linearize(*vehicle.system, vehicle.start.state);
    EXPECT_EQ(linear.positions, 18);
    const std::vector<Mode> modes = find_modes(linear);
    EXPECT_NEAR(modes.back().eigenvalue.real(), -2.6e5, 0.05 * 2.6e5);
    EXPECT_LT(std::abs(modes.back().eigenvalue.imag()), 0.01 * 2.6e5);
    int neutral = 0;
    for (const Mode& mode : modes) neutral += mode.is_neutral ? 1 : 0;
    EXPECT_EQ(neutral, 6);
    const auto is_near = [&](std::complex<double> root) {
      return std::any_of(modes.begin(), modes.end(),
                         [&](const Mode& mode) { return std::abs(mode.eigenvalue - root) < 0.1; });
    };
    for (const std::complex<double> root :
         {std::complex(-4.5, 7.2), std::complex(-7.7, 10.7), std::complex(-9.3, 12.4)})
      EXPECT_TRUE(is_near(root)) << root;
  }
}

TEST(Hmmwv14, CrossesTheBumpTheSameWayInBothFormulations) {
  const auto cross = [](const char* formulation) {
    const Vehicle vehicle("hmmwv14", {}, formulation);
    SolveOptions options{.t_end = 0.6, .output = Output::end_only};
    options.integration.tolerances = {.rtol = 1e-9, .atol = 1e-11};
    const Result run = solve(*vehicle.system, *make_method("dopri5"), vehicle.start.state, options);
    EXPECT_EQ(run.status, RunStatus::done);
    std::vector<double> values;
    for (const char* name : {"chassis.x", "chassis.z", "chassis.vx", "chassis.vz", "chassis.wy", "front_left_spindle.z",
                             "front_left_spindle.vz"})
      values.push_back(vehicle.channel(run.final, name));
    return values;
  };
  const std::vector<double> absolute = cross("cartesian"), joint = cross("joint");
  for (std::size_t i = 0; i < absolute.size(); ++i) EXPECT_NEAR(absolute[i], joint[i], 1e-6) << i;
}

// Both front wheels meet the bump at once: a run that restarted there gained 46 kJ.
TEST(Hmmwv14, CrossesTheBumpWithStepsOfConstantCostAsWithAccurateOnes) {
  const Vehicle vehicle("hmmwv14");
  const auto end = [&](const char* name, const IntegrationOptions& integration) {
    const auto method = make_method(name);
    return solve(*vehicle.system, *method, vehicle.start.state, {.t_end = 0.6, .integration = integration});
  };
  const double z = vehicle.channel(end("dopri5", {.tolerances = {1e-8, 1e-8}}).final, "chassis.z");
  for (const char* name : {"rt-euler", "rt-ros2", "rt-midpoint"}) {
    const Result result = end(name, {.h = 1e-3});
    EXPECT_NEAR(vehicle.channel(result.final, "chassis.z"), z, 1e-3) << name;
    EXPECT_EQ(result.report.steps.accepted, 600) << name;
    EXPECT_GE(result.report.events.size(), 6u) << name << " lists what it steps over";
  }
}

// The right sides themselves, at one and the same state in both formulations. Rounding of a velocity v is |λ| eps |v|
// in the accelerations, 2.6e-10 1/s² at rest on the road; away from rest the accelerations are of 1e4 to 1e6 1/s² and
// agree in all their digits but those of eps |λ|.
TEST(Hmmwv14Stiff, AcceleratesTheSameWayInBothFormulationsFromAnyState) {
  const Vehicle of_joints("hmmwv14_stiff", {}, "joint"), of_bodies("hmmwv14_stiff");
  const ModelSystem &joints = *of_joints.system, &bodies = *of_bodies.system;
  constexpr double fastest = 2.6e5, eps = std::numeric_limits<double>::epsilon();
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const auto& [dq, dv] : {std::pair(0.0, 0.0), {0.0, 1e-6}, {0.0, 1.0}, {0.01, 0.0}, {0.01, 1.0}})
    for (int k = 0; k < 4; ++k) {
      SCOPED_TRACE(fmt::format("positions {} and velocities {} off, {}", dq, dv, k));
      Equations eq(joints), eq_of_bodies(bodies);
      State x = of_joints.start.state;
      for (double& q : x.q) q += dq * any(generator);
      for (double& v : x.v) v += dv * any(generator);
      ASSERT_TRUE(make_consistent(eq, x).outcome.ok());
      std::vector<BodyMotion> motion;
      joints.move(x, MotionLevel::velocity, motion, *joints.make_workspace());
      State y(bodies.layout());
      y.t = x.t;
      bodies.place(x.t, motion, y.q, y.v);
      ASSERT_EQ(eq_of_bodies.solve_acceleration(y), FactorStatus::ok);
      const std::vector<MotionSample> first = {MotionSampler(joints).at(x)}, second = {MotionSampler(bodies).at(y)};

      double largest = 0, velocity = 0, apart = 0;
      for (std::size_t b = 0; b < first[0].bodies.size(); ++b) {
        const BodySample &one = first[0].bodies[b], &other = second[0].bodies[b];
        largest = std::max({largest, one.a.norm(), one.alpha.norm()});
        velocity = std::max({velocity, one.v.norm(), one.w.norm()});
        apart = std::max({apart, (one.a - other.a).norm(), (one.alpha - other.alpha).norm()});
      }
      EXPECT_LT(apart, 10 * eps * fastest * velocity + eps * fastest * largest);
      const Deviations deviations = compare(of_joints.model, first, second, {}, fastest);
      EXPECT_LT(deviations.motion(), 1e-10);
      EXPECT_LT(deviations.reactions(), 1e-9);
    }
}

// What is left of a tolerance of 1e-6 or 1e-8 after rounding in the bushings is no divergence of Newton's iteration.
TEST(Hmmwv14Stiff, StateSpaceMethodsCrossTheEdgeInJointCoordinatesAtEveryTolerance) {
  const Vehicle vehicle("hmmwv14_stiff", {}, "joint");
  for (const char* name : {"infl-sdirk", "infl-trap"})
    for (const double rtol : {1e-4, 1e-6, 1e-8}) {
      if (name == std::string("infl-trap") && rtol < 1e-6) continue;  // 20000 steps
      SolveOptions options{.t_end = 0.53, .output = Output::end_only};
      options.integration.tolerances = {.rtol = rtol, .atol = rtol};
      const Result run = solve(*vehicle.system, *make_method(name), vehicle.start.state, options);
      EXPECT_EQ(run.status, RunStatus::done)
          << name << " " << rtol << ": " << (run.failure ? run.failure->message() : "");
    }
}

// Edges cut steps to 1e-11 s, and methods in index 2 leave the accelerations to their formula: neither may spoil the
// report.
TEST(Hmmwv14Stiff, HasAReportWorthReading) {
  for (const char* bump : {"sharp", "rounded"})
    for (const char* formulation : {"cartesian", "joint"})
      for (const char* name : {"nstiff-si2", "infl-sdirk"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", bump, formulation, name));
        const Vehicle vehicle("hmmwv14_stiff", {{"bump", bump}}, formulation);
        for (const double rtol : {1e-4, 1e-5, 1e-6}) {
          SolveOptions options{.t_end = 0.7, .output = Output::end_only};
          options.integration.tolerances = {.rtol = rtol, .atol = rtol};
          const std::vector<OptionSetting> of_single_steps = {{"tolerance", "step"}};  // the vehicle is damped
          const auto method =
              make_method(name, name == std::string("nstiff-si2") ? of_single_steps : std::vector<OptionSetting>{});
          const Report report = solve(*vehicle.system, *method, vehicle.start.state, options).report;
          for (const Level level : all_levels)
            EXPECT_EQ(report.verdicts[level], ResidualVerdict::pass) << text_of(level) << rtol;
          // h² of an order 2 with h³ = rtol
          EXPECT_LT(std::abs(report.energy.relative_drift()), std::pow(rtol, 2.0 / 3)) << rtol;
        }
      }
}

// Vertical tires push nothing forward: the center of mass keeps its speed, whatever the chassis does.
TEST(Hmmwv14Stiff, CrossesTheBumpWithFrontAndRearWheelsAndKeepsItsMomentum) {
  const Vehicle vehicle("hmmwv14_stiff");
  SolveOptions options{.t_end = 1.4};
  options.integration.tolerances = {.rtol = 1e-5, .atol = 1e-5};
  const auto method = make_method("nstiff-si2");
  const Result run = solve(*vehicle.system, *method, vehicle.start.state, options);
  ASSERT_EQ(run.status, RunStatus::done);
  std::map<std::string, std::vector<double>> edges;
  for (const EventRecord& event : run.report.events) edges[event.name].push_back(event.t);
  for (const char* side : {"left", "right"}) {
    const auto& front = edges[std::string("front_") + side + "_tire.road_edge"];
    const auto& rear = edges[std::string("rear_") + side + "_tire.road_edge"];
    ASSERT_EQ(front.size(), 3u);  // foot, top, foot
    ASSERT_EQ(rear.size(), 3u);
    EXPECT_NEAR(front[0], 0.5, 0.01);
    EXPECT_NEAR(front[2] - front[0], 0.1 / 4.4704, 0.004);
    EXPECT_NEAR(rear[0], 0.5 + 3.301984 / 4.4704, 0.02);  // wheelbase over speed; the hubs swing
  }
  double momentum = 0, height = 0;
  for (const State& x : run.trajectory) height = std::max(height, vehicle.channel(x, "chassis.z"));
  for (const Body& body : vehicle.model.bodies())
    if (body.has_coordinates()) momentum += body.mass * vehicle.channel(run.final, body.name + ".vx");
  EXPECT_NEAR(momentum, 2576.924 * 4.4704, 1e-2);
  EXPECT_GT(height, 0.713);  // from 0.7098
}

}  // namespace
}  // namespace daedalus::testing
