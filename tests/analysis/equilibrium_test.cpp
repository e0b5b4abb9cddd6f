// Static equilibria against closed forms; neutral and unbalanced directions by name.
#include "daedalus/analysis/equilibrium.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/io/model_file/model_file.hpp"

using namespace daedalus;

namespace {

struct Settled {
  explicit Settled(const std::string& text, const std::string& formulation = "cartesian")
      : model(read_model_text(text, "test.yaml")), system(make_system(model, formulation)),
        start(find_start(*system, StartFrom::equilibrium)) {}
  double q(const std::string& name) const {
    const auto& names = system->layout().coordinates;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return start.state.q[static_cast<Index>(i)];
    ADD_FAILURE() << "no coordinate " << name;
    return 0;
  }
  const Equilibrium& found() const { return *start.settled; }
  Model model;
  std::unique_ptr<ModelSystem> system;
  Start start;
};

}  // namespace

TEST(Equilibrium, AMassHangsBelowItsSpringAndIsFreeToGoSideways) {
  const Settled mass(R"(
gravity: [0, 0, -9.81]
bodies: {m: {type: point, mass: 2, position: [0.3, 0, -1]}}
measures: {height: {kind: gap_z, between: [m, ground]}}
forces: {spring: {type: freedom_spring, acts_on: height, stiffness: 50, free_value: -1}}
)");
  ASSERT_TRUE(mass.found().found) << mass.found().failure;
  EXPECT_NEAR(mass.q("m.z"), -1 - 2 * 9.81 / 50, 1e-9);
  EXPECT_EQ(mass.q("m.x"), 0.3);
  EXPECT_EQ(mass.found().neutral, (std::vector<std::string>{"m.x", "m.y"}));
  EXPECT_EQ(mass.found().unstable, 0);
}

TEST(Equilibrium, ARodFromOneRadianHangsStraightInBothFormulations) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const Settled rod(R"(
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 0.1, com: [0.4, 0], angle: 0.2}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
)",
                      formulation);
    ASSERT_TRUE(rod.found().found) << rod.found().failure;
    EXPECT_NEAR(rod.start.state.q[rod.start.state.q.size() - 1], -M_PI / 2, 1e-8) << formulation;
    EXPECT_TRUE(rod.found().neutral.empty());
  }
}

// The rope pulls at the end: tan θ = F/(m g).
TEST(Equilibrium, APendulumPulledSidewaysStandsAskew) {
  const Settled pendulum(R"(
gravity: [0, -10]
bodies: {bob: {type: point, moves: xy, mass: 1.5, position: [0, -2]}}
joints: {rod: {type: distance, between: [bob, ground], length: 2}}
forces: {wind: {type: point_force, on: bob, direction: [1, 0, 0], size: 20}}
)");
  ASSERT_TRUE(pendulum.found().found);
  EXPECT_NEAR(pendulum.q("bob.x") / -pendulum.q("bob.y"), 20.0 / 15, 1e-8);
}

TEST(Equilibrium, AWheelDroppedFromTheAirStandsOnItsTireAndKeepsItsSpeed) {
  const Settled wheel(R"(
gravity: [0, 0, -9.81]
bodies: {hub: {type: point, mass: 300, position: [0, 0, 1.4], velocity: [7, 0, 0]}}
forces: {tire: {type: vertical_tire, between: [hub, ground], profile: 0, stiffness: 2e5, damping: 100, free_height: 0.3}}
)");
  ASSERT_TRUE(wheel.found().found) << wheel.found().failure;
  EXPECT_NEAR(wheel.q("hub.z"), 0.3 - 300 * 9.81 / 2e5, 1e-9);
  EXPECT_EQ(wheel.start.state.v[0], 7);
  EXPECT_EQ(wheel.found().neutral, (std::vector<std::string>{"hub.x", "hub.y"}));
}

// The integral alone carries the weight: Ki s = m g, the error is zero.
TEST(Equilibrium, AControllerSettlesWithItsState) {
  const Settled lift(R"(
gravity: [0, 0, -9.81]
bodies: {m: {type: point, moves: z, mass: 4, position: [0, 0, 1]}}
measures: {height: {kind: gap_z, between: [m, ground]}}
forces: {servo: {type: pi_controller, senses: height, acts_on: height, target: 1.7, proportional: 300, integral: 80, damping: 50}}
)");
  ASSERT_TRUE(lift.found().found) << lift.found().failure;
  EXPECT_NEAR(lift.q("m.z"), 1.7, 1e-9);
  EXPECT_NEAR(lift.start.state.s[0], 4 * 9.81 / 80, 1e-8);
}

TEST(Equilibrium, WhatFallsForEverIsRefusedByName) {
  const Settled stone(R"(
gravity: [0, 0, -9.81]
bodies: {stone: {type: point, mass: 1}}
)");
  EXPECT_FALSE(stone.found().found);
  EXPECT_FALSE(stone.start.assembly.assembled);
  EXPECT_NE(stone.found().failure.find("stone.z"), std::string::npos) << stone.found().failure;
}

TEST(Equilibrium, AnUpsideDownPendulumIsCalledUnstable) {
  const Settled rod(R"(
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 0.1, com: [0.4, 0], angle: pi/2}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
)");
  ASSERT_TRUE(rod.found().found);
  EXPECT_EQ(rod.found().unstable, 1);
}

// A door on two hinges in one horizontal line: five of its rows are redundant. It comes to hang straight down.
TEST(Equilibrium, ADoorOnTwoHingesComesToHang) {
  for (const std::string formulation : {"cartesian", "joint"}) {
    const Settled door(R"(
gravity: [0, -9.81, 0]
bodies:
  ground: {markers: {low: [0, 0, 0], high: [0, 0, 1.4]}}
  door: {type: spatial, mass: 20, inertia: [3, 4, 1], com: [0, -0.4, 0.7], orientation: {axis: [0, 0, 1], angle: 0.8}, markers: {low: [0, 0, 0], high: [0, 0, 1.4]}}
joints:
  hinge1: {type: revolute, between: [door.low, ground.low]}
  hinge2: {type: revolute, between: [door.high, ground.high]}
)",
                       formulation);
    ASSERT_TRUE(door.start.assembly.assembled) << door.start.assembly.failure;
    EXPECT_EQ(door.found().unstable, 0);
    EXPECT_TRUE(door.found().neutral.empty());
    std::vector<BodyMotion> motion;
    door.system->move(door.start.state, MotionLevel::position, motion, *door.system->make_workspace());
    ASSERT_EQ(door.model.bodies().back().name, "door");
    EXPECT_LE((motion.back().r - Vec3(0, -0.4, 0.7)).norm(), 1e-9) << formulation;
  }
}
