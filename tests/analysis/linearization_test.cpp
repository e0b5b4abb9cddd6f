// Eigenvalues, modes and matrices against closed forms, in both formulations where the model has joints.
#include "daedalus/analysis/linearization.hpp"

#include <cmath>
#include <numbers>

#include "analysis/linearized_model.hpp"
#include "daedalus/analysis/linear_ports.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/linalg/decompositions.hpp"

using namespace daedalus;
using namespace daedalus::testing;

TEST(Linearization, ASpringMassDamperHasItsTextbookRoots) {
  const LinearizedModel oscillator(R"(
bodies: {m: {type: point, moves: x, mass: 2, position: [1, 0]}}
forces: {spring: {type: spring_damper, between: [m, ground], stiffness: 8, damping: 1.2, free_length: 1}}
)");
  ASSERT_EQ(oscillator.modes.size(), 1u);
  expect_eigenvalue(oscillator.modes[0], {-0.3, std::sqrt(4 - 0.09)});
  EXPECT_NEAR(oscillator.modes[0].frequency(), 1 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(oscillator.modes[0].damping_ratio(), 0.15, 1e-12);
}

TEST(Linearization, APendulumOnARodHasItsFrequency) {
  const LinearizedModel pendulum(R"(
gravity: [0, -9.81]
bodies: {bob: {type: point, moves: xy, mass: 3, position: [0, -0.7]}}
joints: {rod: {type: distance, between: [bob, ground], length: 0.7}}
)");
  ASSERT_EQ(pendulum.linear.positions, 1);
  expect_eigenvalue(pendulum.modes[0], {0, std::sqrt(9.81 / 0.7)});
}

// J = m l²/12 about the middle, the hinge at the end: ω² = m g (l/2)/(m l²/3).
TEST(Linearization, AHingedRodSwingsAndFallsWithTheSameRate) {
  for (const std::string formulation : formulations)
    for (const bool hangs : {true, false}) {
      const LinearizedModel rod(std::string(R"(
parameters: {angle: )") + (hangs ? "-pi/2" : "pi/2") +
                                    R"(}
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 2*0.8^2/12, com: [0.4, 0], angle: angle}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
)",
                                formulation);
      const double rate = std::sqrt(1.5 * 9.81 / 0.8);
      if (hangs) {
        ASSERT_EQ(rod.modes.size(), 1u);
        expect_eigenvalue(rod.modes[0], {0, rate});
      } else {
        ASSERT_EQ(rod.modes.size(), 2u);
        EXPECT_NEAR(std::abs(rod.modes[0].eigenvalue.real()), rate, 1e-9);
        EXPECT_NEAR(rod.modes[0].eigenvalue.real() + rod.modes[1].eigenvalue.real(), 0, 1e-9);
      }
    }
}

// Two equal masses on two equal rods: ω² = (2 ± √2) g/l; in the slow mode the velocities are as 1 : √2.
TEST(Linearization, ADoublePendulumHasTheModesOfLagrange) {
  const LinearizedModel pendulum(R"(
gravity: [0, -9.81]
bodies:
  upper: {type: point, moves: xy, mass: 1, position: [0, -1]}
  lower: {type: point, moves: xy, mass: 1, position: [0, -2]}
joints:
  first: {type: distance, between: [upper, ground], length: 1}
  second: {type: distance, between: [lower, upper], length: 1}
)");
  ASSERT_EQ(pendulum.modes.size(), 2u);
  for (const int k : {0, 1})
    expect_eigenvalue(pendulum.modes[k], {0, std::sqrt((2 + (k == 0 ? -1 : 1) * std::sqrt(2)) * 9.81)});
  // x₂/x₁ = 1 + √2 in the slow mode: θ₂ = √2 θ₁.
  const double share = 1 / (1 + std::pow(1 + std::sqrt(2), 2));
  EXPECT_EQ(pendulum.modes[0].bodies[0].body, "lower");
  EXPECT_NEAR(pendulum.modes[0].bodies[0].share, 1 - share, 1e-9);
}

// N equal masses between N + 1 equal springs: ω_k = 2 √(k/m) sin(kπ/(2(N + 1))), the lumped rod.
TEST(Linearization, AChainOfMassesHasTheFrequenciesOfTheLumpedRod) {
  const LinearizedModel chain(R"(
parameters: {N: 12}
bodies:
  ground: {markers: {a: [0, 0], b: [N + 1, 0]}}
  "m{k}": {for: {k: 1..N}, type: point, moves: x, mass: 0.3, position: [k, 0]}
forces:
  first: {type: spring_damper, between: [m1, ground.a], stiffness: 50, free_length: 1}
  last: {type: spring_damper, between: [m12, ground.b], stiffness: 50, free_length: 1}
  "s{k}": {for: {k: 1..N-1}, type: spring_damper, between: ["m{k}", "m{k+1}"], stiffness: 50, free_length: 1}
)");
  ASSERT_EQ(chain.modes.size(), 12u);
  for (int k = 1; k <= 12; ++k)
    expect_eigenvalue(chain.modes[k - 1], {0, 2 * std::sqrt(50 / 0.3) * std::sin(k * std::numbers::pi / 26)}, 1e-8);
}

// A bead on a rod that turns with Ω, held by a spring: r'' = −(k/m)(r − l) + Ω² r.
TEST(Linearization, ABeadOnATurningRodFeelsTheCentrifugalForce) {
  const LinearizedModel bead(R"(
parameters: {k: 90, m: 2, turn: 3, l: 0.5, r: l*k/(k - m*turn^2)}
bodies:
  rod: {type: prescribed, motion: {angle: turn*t}, markers: {line: {position: [0, 0, 0], axis: [1, 0, 0]}}}
  bead: {type: point, moves: xy, mass: m, position: [r, 0], velocity: [0, turn*r]}
joints: {on: {type: point_on_line, between: [bead, rod.line]}}
forces: {spring: {type: spring_damper, between: [bead, rod], stiffness: k, free_length: l}}
)");
  ASSERT_EQ(bead.linear.positions, 1);
  expect_eigenvalue(bead.modes[0], {0, std::sqrt(45.0 - 9.0)}, 1e-8);
}

// δθ'' = −(g/l) cos θ δθ wherever the pendulum is and however fast.
TEST(Linearization, AMovingPendulumIsTheSameInBothFormulations) {
  for (const std::string formulation : formulations) {
    const LinearizedModel rod(R"(
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 0.1, com: [0.4, 0], angle: -1}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
initial: {hinge.angle: {rate: 2.5}}
)",
                              formulation);
    ASSERT_EQ(rod.modes.size(), 1u) << formulation;
    expect_eigenvalue(rod.modes[0], {0, std::sqrt(2 * 9.81 * 0.4 * std::sin(1.0) / (0.1 + 2 * 0.16))}, 1e-8);
  }
}

TEST(Linearization, FreeTravelIsNeutralAndNamedByItsBody) {
  const LinearizedModel free(R"(
bodies: {a: {type: point, moves: x, mass: 2}, b: {type: point, moves: x, mass: 6, position: [1, 0]}}
forces: {spring: {type: spring_damper, between: [a, b], stiffness: 24, free_length: 1}}
)");
  ASSERT_EQ(free.modes.size(), 3u);
  EXPECT_TRUE(free.modes[0].is_neutral && free.modes[1].is_neutral && !free.modes[2].is_neutral);
  expect_eigenvalue(free.modes[2], {0, 4});  // √(k (1/2 + 1/6))
  EXPECT_NEAR(free.modes[0].bodies[0].share, 0.75, 1e-6);
  EXPECT_EQ(free.modes[2].bodies[0].body, "a");
  EXPECT_NEAR(free.modes[2].bodies[0].share, 0.75, 1e-9);
}

// s' = (u − s)/T: its root is −1/T.
TEST(Linearization, FirstOrderStatesCount) {
  const LinearizedModel lag(R"(
bodies: {m: {type: point, moves: x, mass: 2, position: [1, 0]}}
measures: {x: {kind: gap_x, between: [m, ground]}}
forces:
  spring: {type: spring_damper, between: [m, ground], stiffness: 8, free_length: 1}
  push: {type: lagged_force, acts_on: x, command: 0, time_constant: 0.25}
)");
  EXPECT_EQ(lag.linear.states, 1);
  ASSERT_EQ(lag.modes.size(), 2u);
  expect_eigenvalue(lag.modes[0], {0, 2});
  expect_eigenvalue(lag.modes[1], {-4, 0});
}

// A sleigh (knife edge) that slides straight ahead with speed u, its edge b behind the center of mass: three positions,
// two velocities. Its turn decays: ω' = −m b u/(J + m b²) ω (Neimark, Fufaev); all other roots are zero.
TEST(Linearization, ASleighHasMorePositionsThanVelocities) {
  const LinearizedModel sleigh(R"(
bodies: {sleigh: {type: planar, mass: 2, inertia: 0.3, com: [0.4, 0], velocity: [1.5, 0]}}
joints: {edge: {type: knife_edge, between: [sleigh, ground]}}
)");
  EXPECT_EQ(sleigh.linear.positions, 3);
  EXPECT_EQ(sleigh.linear.velocities, 2);
  EXPECT_NEAR(sleigh.modes.back().eigenvalue.real(), -2 * 0.4 * 1.5 / (0.3 + 2 * 0.16), 1e-8);
}

TEST(NamedStates, HaveTheSameEigenvaluesAndTheNamesOfCoordinates) {
  const LinearizedModel rod(R"(
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 0.1, com: [0, -0.4]}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
)");
  const NamedStates named = choose_named_states(*rod.system, rod.linear);
  ASSERT_EQ(named.names, (std::vector<std::string>{"rod.theta", "rod.theta_rate"}));
  const MatX A = solve_lu(named.T, rod.linear.A * named.T);
  EXPECT_NEAR(A(0, 1), 1, 1e-12);
  EXPECT_NEAR(A(1, 0), -2 * 9.81 * 0.4 / (0.1 + 2 * 0.16), 1e-9);
}

// m x'' + c x' + k x = u: B = (0, 1/m); x'' as output has C = (−k/m, −c/m) and D = 1/m.
TEST(LinearPorts, OfAnOscillatorAreThoseOfTheTextbook) {
  const LinearizedModel o(R"(
bodies: {m: {type: point, moves: x, mass: 2, position: [1, 0]}}
measures: {x: {kind: gap_x, between: [m, ground]}}
forces:
  spring: {type: spring_damper, between: [m, ground], stiffness: 8, damping: 1.2, free_length: 1}
  load: {type: point_force, on: m, direction: [3, 0, 0], size: 0}
)");
  const NamedStates named = choose_named_states(*o.system, o.linear);
  const LinearPorts ports = find_ports(*o.system, o.linear, {"x", "load"}, {"m.x", "m.ax"});
  const MatX B = solve_lu(named.T, ports.B), C = ports.C * named.T;
  EXPECT_NEAR(B(1, 0), 0.5, 1e-12);
  EXPECT_NEAR(B(1, 1), 1.5, 1e-12);
  EXPECT_NEAR(C(0, 0), 1, 1e-9);
  EXPECT_NEAR(C(1, 0), -4, 1e-8);
  EXPECT_NEAR(C(1, 1), -0.6, 1e-8);
  EXPECT_NEAR(ports.D(1, 0), 0.5, 1e-12);
  EXPECT_NEAR(ports.D(0, 0), 0, 1e-12);
  EXPECT_THROW(find_ports(*o.system, o.linear, {"y"}, {"m.x"}), OptionError);
}

// A hanging rod pushed at its end by u: a = (l/2) u l/(m l²/3) = 1.5 u/m of its middle, and the hinge adds m a − u =
// u/2. In joint coordinates the hinge is no constraint, and its reaction has to know of the push.
TEST(LinearPorts, AReactionContainsTheDirectEffectOfAnInputInBothFormulations) {
  for (const std::string formulation : formulations) {
    const LinearizedModel rod(R"(
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 2*0.8^2/12, com: [0, -0.4], markers: {end: [0, -0.8]}}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
forces: {push: {type: point_force, on: rod.end, direction: [1, 0, 0], size: 0}}
)",
                              formulation);
    const LinearPorts ports = find_ports(*rod.system, rod.linear, {"push"}, {"hinge.fx", "rod.ax"});
    ASSERT_EQ(ports.outputs, (std::vector<std::string>{"rod.ax", "hinge.fx"}));
    EXPECT_NEAR(ports.D(0, 0), 1.5 / 2, 1e-9) << formulation;
    EXPECT_NEAR(ports.D(1, 0), 0.5, 1e-9) << formulation;
  }
}

// The springs of a rotor that spins hold outputs and inputs of the same motion in both formulations: C A^k B does not
// depend on the states chosen.
TEST(LinearPorts, OfASpinningRotorAreTheSameInBothFormulations) {
  std::vector<double> markov[2];
  for (const int k : {0, 1}) {
    const LinearizedModel rotor(
        rotor_on_springs + R"(  push: {type: point_torque, on: carrier, direction: [1, 0, 0], size: 0}
)",
        formulations[k]);
    const LinearPorts ports = find_ports(*rotor.system, rotor.linear, {"push"}, {"carrier.wx", "carrier.wy"});
    MatX x = ports.B;
    for (int power = 0; power < 4; ++power, x = rotor.linear.A * x) {
      const MatX y = ports.C * x;
      markov[k].insert(markov[k].end(), {y(0, 0), y(1, 0)});
    }
  }
  // θ'' = u/J − (Ip Ω/J) … : the first is 1/J, the second turns it by the spin.
  EXPECT_NEAR(markov[0][0], 1 / 0.011, 1e-6);
  EXPECT_NEAR(std::abs(markov[0][3]), 0.4 / (0.011 * 0.011), 1e-4);
  for (std::size_t i = 0; i < markov[0].size(); ++i)
    EXPECT_NEAR(markov[0][i], markov[1][i], 1e-6 * (1 + std::abs(markov[1][i]))) << i;
}
