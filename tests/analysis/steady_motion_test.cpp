// Linearization about motions: what spins, precesses, turns and rolls, against closed forms and published eigenvalues,
// in both formulations.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cmath>
#include <numbers>

#include "analysis/linearized_model.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus::testing {
namespace {

using std::complex;

// A rotor in a carrier on springs: with the inertia J of both across the spin and Ip along it, θ = θx + i θy obeys
//   J θ'' − i Ip Ω θ' + k θ = 0,    so that ω = (Ip Ω ± √(Ip² Ω² + 4 J k))/(2 J) in size
TEST(SteadyMotion, ARotorOnSpringsHasItsGyroscopicFrequencies) {
  const double J = 0.011, spin = 0.02 * 20, root = std::sqrt(spin * spin + 4 * J);
  for (const std::string formulation : formulations) {
    const LinearizedModel rotor(rotor_on_springs, formulation);
    EXPECT_EQ(rotor.linear.about, LinearizedAbout::steady_motion) << formulation << rotor.linear.change;
    const std::vector<Mode> modes = rotor.moving_modes();
    ASSERT_EQ(modes.size(), 3u) << formulation;
    expect_eigenvalue(modes[0], {0, (root - spin) / (2 * J)});
    expect_eigenvalue(modes[1], {0, std::sqrt(1 / 0.001)});  // the carrier alone about the spin
    expect_eigenvalue(modes[2], {0, (root + spin) / (2 * J)});
    EXPECT_NEAR(modes[0].eigenvalue.imag(), 2.348345, 1e-6);
    EXPECT_NEAR(modes[2].eigenvalue.imag(), 38.711981, 1e-6);
    // Both tilt alike: their parts are as their inertias across the spin.
    EXPECT_EQ(modes[0].bodies[0].body, "rotor");
    EXPECT_NEAR(modes[0].bodies[0].share, 10.0 / 11, 1e-9) << formulation;
  }
}

const char* const top = R"(
parameters: {spin: 60, tilt: 0, precession: 0}
gravity: [0, 0, -9.81]
bodies:
  top:
    type: spatial
    mass: 2
    inertia: [0.02, 0.02, 0.03]
    com: [0, 0, 0.4]
    orientation: {axis: [1, 0, 0], angle: tilt}
    body_angular_velocity: [0, precession*sin(tilt), spin]
joints: {tip: {type: spherical, between: [top, ground]}}
)";
constexpr double A = 0.02 + 2 * 0.16, C = 0.03, mgl = 2 * 9.81 * 0.4;  // of the top about its tip

// Asleep: A θ'' − i C ω θ' − m g l θ = 0. It falls where (C ω)² < 4 A m g l.
TEST(SteadyMotion, ASleepingTopFallsBelowItsCriticalSpin) {
  const double critical = std::sqrt(4 * A * mgl) / C;
  for (const std::string formulation : formulations)
    for (const double spin : {0.5 * critical, 0.99 * critical, 1.01 * critical, 3 * critical}) {
      const LinearizedModel asleep(top, formulation, StartFrom::drawn, {{"spin", fmt::format("{:.17g}", spin)}});
      EXPECT_EQ(asleep.linear.about, LinearizedAbout::steady_motion);
      const std::vector<Mode> modes = asleep.moving_modes();
      ASSERT_EQ(modes.size(), 2u) << formulation << spin;
      const complex<double> root = std::sqrt(complex<double>(4 * A * mgl - C * C * spin * spin, 0));
      for (const Mode& mode : modes) {
        if (spin < critical) {
          EXPECT_NEAR(std::abs(mode.eigenvalue.real()), root.real() / (2 * A), 1e-7 * spin) << formulation << spin;
          EXPECT_NEAR(mode.eigenvalue.imag(), C * spin / (2 * A), 1e-7 * spin);
        } else {
          EXPECT_NEAR(mode.eigenvalue.real(), 0, 1e-7 * spin) << formulation << spin;
        }
      }
      if (spin > critical) {
        EXPECT_NEAR(modes[0].eigenvalue.imag(), (C * spin - root.imag()) / (2 * A), 1e-7 * spin);
        EXPECT_NEAR(modes[1].eigenvalue.imag(), (C * spin + root.imag()) / (2 * A), 1e-7 * spin);
      }
    }
}

// Leaning by θ it precesses with Ω where C ω₃ Ω − A Ω² cos θ = m g l, and nutates about that with the second derivative
// of
//   V(θ) = (p_φ − p_ψ cos θ)²/(2 A sin² θ) + m g l cos θ:      ν² = Ω² − 2 (m g l/A) cos θ + (m g l/(A Ω))²
// All else is neutral: heading, spin and their constants. No fixed axes and no axes of the body see constant
// coefficients here.
TEST(SteadyMotion, APrecessingTopNutates) {
  for (const std::string formulation : formulations)
    for (const double precession : {4.0, 11.0}) {
      const double tilt = 0.7, spin = (mgl + A * precession * precession * std::cos(tilt)) / (C * precession);
      const LinearizedModel leaning(
          top, formulation, StartFrom::drawn,
          {{"tilt", "0.7"}, {"precession", fmt::format("{}", precession)}, {"spin", fmt::format("{:.17g}", spin)}});
      EXPECT_EQ(leaning.linear.about, LinearizedAbout::steady_motion) << formulation << leaning.linear.change;
      const std::vector<Mode> modes = leaning.moving_modes();
      ASSERT_EQ(modes.size(), 1u) << formulation << precession;
      const double nutation =
          std::sqrt(precession * precession - 2 * mgl / A * std::cos(tilt) + std::pow(mgl / (A * precession), 2));
      expect_eigenvalue(modes[0], {0, nutation}, 1e-7);
    }
}

// A mass between different springs on a table that turns: with a = kx/m − Ω², b = ky/m − Ω²
//   (λ² + a)(λ² + b) + 4 Ω² λ² = 0
TEST(SteadyMotion, AMassOnATurningTableFeelsCoriolisAndCentrifugalForces) {
  const double Omega = 3, a = 40 / 2.0 - Omega * Omega, b = 90 / 2.0 - Omega * Omega;
  for (const std::string formulation : formulations) {
    const LinearizedModel mass(R"(
bodies:
  table: {type: prescribed, motion: {angle: 3*t}}
  mass: {type: point, moves: xy, mass: 2}
measures: {along: {kind: along_x, between: [mass, table]}, across: {kind: along_y, between: [mass, table]}}
forces: {x: {type: freedom_spring, acts_on: along, stiffness: 40}, y: {type: freedom_spring, acts_on: across, stiffness: 90}}
)",
                               formulation);
    // it stands still in the middle: the table moves
    EXPECT_EQ(mass.linear.about, LinearizedAbout::steady_motion) << mass.linear.change;
    const double half = (a + b + 4 * Omega * Omega) / 2, root = std::sqrt(half * half - a * b);
    ASSERT_EQ(mass.modes.size(), 2u) << formulation;
    expect_eigenvalue(mass.modes[0], {0, std::sqrt(half - root)}, 1e-8);
    expect_eigenvalue(mass.modes[1], {0, std::sqrt(half + root)}, 1e-8);
  }
}

// A point on a circle whose speed is controlled, at its wanted speed: m r v' = −Kp v − Ki ∫v for deviations, here λ² +
// 5 λ + 4 = 0, and the place on the circle is neutral. In x and y the controller senses velocities whose direction
// turns.
TEST(SteadyMotion, ASpeedControllerOnACircleHasItsPoles) {
  for (const std::string formulation : formulations) {
    const LinearizedModel track(R"(
bodies: {ball: {type: point, moves: xy, mass: 1, position: [1, 0], velocity: [0, 3]}}
joints: {rod: {type: distance, between: [ball, ground], length: 1}}
measures: {angle: {kind: azimuth, between: [ball, ground]}}
forces: {control: {type: pi_controller, senses: angle, sensed: rate, acts_on: angle, target: 3, proportional: 5, integral: 4}}
)",
                                formulation);
    EXPECT_EQ(track.linear.about, LinearizedAbout::steady_motion) << formulation << track.linear.change;
    ASSERT_EQ(track.modes.size(), 3u);
    EXPECT_TRUE(track.modes[0].is_neutral) << formulation;
    expect_eigenvalue(track.modes[1], {-1, 0}, 1e-8);
    expect_eigenvalue(track.modes[2], {-4, 0}, 1e-8);
  }
}

// The same point with a controller that senses x' and pushes along x, s' = −x', F = K s: at the angle θ, with y and z
// along the circle,
//   y' = z,   z' = −K sin θ s,   s' = θ' cos θ y + sin θ z        so that  λ³ + K sin θ (θ' cos θ + λ sin θ) = 0
TEST(SteadyMotion, AControllerSensesThatDirectionsTurn) {
  for (const std::string formulation : formulations) {
    const LinearizedModel track(R"(
parameters: {theta: 0.7}
bodies: {ball: {type: point, moves: xy, mass: 1, position: [cos(theta), sin(theta)], velocity: [-3*sin(theta), 3*cos(theta)]}}
joints: {rod: {type: distance, between: [ball, ground], length: 1}}
measures: {x: {kind: gap_x, between: [ball, ground]}}
forces: {control: {type: pi_controller, senses: x, sensed: rate, acts_on: x, target: 0, proportional: 0, integral: 4}}
)",
                                formulation);
    ASSERT_EQ(track.linear.size(), 3);
    const double sn = std::sin(0.7), cs = std::cos(0.7);
    for (const Mode& mode : track.modes) {
      const complex<double> root = mode.eigenvalue;
      EXPECT_NEAR(std::abs(root * root * root + 4 * sn * (3 * cs + root * sn)), 0, 1e-8) << formulation << root;
    }
  }
}

// Euler's equations about the middle axis: λ² = −ω² (J₂ − J₁)(J₂ − J₃)/(J₁ J₃) > 0; the axes have to go with the body.
TEST(SteadyMotion, ABodySpinsUnstablyAboutItsMiddleAxis) {
  for (const std::string formulation : formulations) {
    const LinearizedModel body(
        "bodies: {b: {type: spatial, mass: 1, inertia: [1, 2, 2.8], angular_velocity: [0, 4, 0]}}", formulation);
    EXPECT_EQ(body.linear.about, LinearizedAbout::steady_motion) << formulation;
    const double rate = 4 * std::sqrt((2 - 1) * (2.8 - 2) / (1 * 2.8));
    int growing = 0;
    for (const Mode& mode : body.modes)
      if (mode.eigenvalue.real() > 1e-3) {
        ++growing;
        expect_eigenvalue(mode, {rate, 0}, 1e-8);
      }
    EXPECT_EQ(growing, 1) << formulation;
  }
}

// A disc rolling upright: lean φ and heading ψ obey (A + m r²) φ'' = m g r φ − (C + m r²) ω ψ', A ψ'' = C ω φ' (a case
// of the equations below), so
//   λ² = (m g r − C (C + m r²) ω²/A)/(A + m r²)
TEST(SteadyMotion, ADiscRollsUprightAboveItsCriticalSpeed) {
  const double r = 0.3, m = 0.5, J = m * r * r;
  for (const std::string formulation : formulations)
    for (const double speed : {0.5, 2.0}) {
      const LinearizedModel disc(R"(
parameters: {r: 0.3, mass: 0.5, speed: 0}
gravity: [0, 0, -9.81]
bodies:
  disc:
    type: spatial
    mass: mass
    inertia: [mass*r^2/4, mass*r^2/4, mass*r^2/2]
    position: [0, 0, r]
    orientation: {axis: [1, 0, 0], angle: pi/2}
    velocity: [speed, 0, 0]
    angular_velocity: [0, speed/r, 0]
joints: {floor: {type: rolling_disc, between: [disc, ground], radius: r}}
)",
                                 formulation, StartFrom::drawn, {{"speed", fmt::format("{}", speed)}});
      EXPECT_EQ(disc.linear.about, LinearizedAbout::steady_motion);
      EXPECT_EQ(disc.linear.positions, 5);
      EXPECT_EQ(disc.linear.velocities, 3);
      const double spin = speed / r, square = (m * 9.81 * r - (J / 2) * (1.5 * J) * spin * spin / (J / 4)) / (1.25 * J);
      const std::vector<Mode> modes = disc.moving_modes();
      const complex<double> root = std::sqrt(complex<double>(square, 0));
      ASSERT_EQ(modes.size(), square > 0 ? 2u : 1u) << formulation << speed;
      for (const Mode& mode : modes)
        EXPECT_NEAR(std::abs(mode.eigenvalue - root) * std::abs(mode.eigenvalue + root), 0, 1e-8 * std::abs(square));
    }
}

// In a circle at the tilt β. In the triad a (axis of the disc), u (from the contact to the center), t = a × u, with
// precession Ω and spin σ,
//   ω = σ a + Ω sin β u − β' t,    v = r σ t + r β' a;    force and moment about the center of mass give
//   (A + m r²) β'' = A Ω² sin β cos β − (C + m r²) σ Ω sin β − m g r cos β
//   (C + m r²) σ' = m r² Ω β' sin β,      A (Ω sin β)' = (C σ − A Ω cos β) β'
// so that near a steady motion σ and Ω follow β, and β'' = −ν² δβ. The position goes around with the axes: ± i Ω is
// free travel.
TEST(SteadyMotion, ADiscRollingInACircleWobbles) {
  const double g = 9.81, r = 0.3, beta = 5 * std::numbers::pi / 12, Omega = 1.2, sn = std::sin(beta),
               cs = std::cos(beta);
  const double inertia = 0.25, spin_inertia = 0.5;  // A and C over m r²
  const double sigma = Omega * cs / 6 - 2 * g * cs / (3 * r * Omega * sn);
  const double sigma_beta = Omega * sn / (spin_inertia + 1);
  const double Omega_beta = (spin_inertia * sigma - 2 * inertia * Omega * cs) / (inertia * sn);
  const double stiffness = inertia * Omega * Omega * (cs * cs - sn * sn) - (spin_inertia + 1) * sigma * Omega * cs +
                           g / r * sn + (2 * inertia * Omega * sn * cs - (spin_inertia + 1) * sigma * sn) * Omega_beta -
                           (spin_inertia + 1) * Omega * sn * sigma_beta;
  const double wobble = std::sqrt(-stiffness / (inertia + 1));
  for (const std::string formulation : formulations) {
    const LinearizedModel disc(R"(
parameters: {mass: 0.5, r: 0.3, beta: 5*pi/12, Omega: 1.2, sigma: Omega*cos(beta)/6 - 2*9.81*cos(beta)/(3*r*Omega*sin(beta))}
gravity: [0, 0, -9.81]
bodies:
  disc:
    type: spatial
    mass: mass
    inertia: [mass*r^2/4, mass*r^2/4, mass*r^2/2]
    position: [-r*sigma/Omega, 0, r*sin(beta)]
    orientation: {axis: [0, 1, 0], angle: beta}
    velocity: [0, -r*sigma, 0]
    body_angular_velocity: [-Omega*sin(beta), 0, sigma]
joints: {floor: {type: rolling_disc, between: [disc, ground], radius: r}}
)",
                               formulation);
    EXPECT_EQ(disc.linear.about, LinearizedAbout::steady_motion) << formulation << disc.linear.change;
    const std::vector<Mode> modes = disc.moving_modes();
    ASSERT_EQ(modes.size(), 2u) << formulation;
    expect_eigenvalue(modes[0], {0, Omega}, 1e-8);
    expect_eigenvalue(modes[1], {0, wobble}, 1e-8);
  }
}

// The benchmark bicycle of Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463 (2007): parameters of its Table 1
// (here with z upwards), and
//   M q'' + v C₁ q' + (g K₀ + v² K₂) q = 0    for lean and steering angle, with the matrices of its Appendix
// Everything else of the seven positions and three velocities is neutral.
TEST(SteadyMotion, TheBenchmarkBicycleHasItsPublishedEigenvalues) {
  using Mat2 = Eigen::Matrix2d;
  const Mat2 M = (Mat2() << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686).finished();
  const Mat2 K0 = (Mat2() << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618).finished();
  const Mat2 K2 = (Mat2() << 0, 76.59734589573222, 0, 2.65431523794604).finished();
  const Mat2 C1 = (Mat2() << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560).finished();
  for (const std::string formulation : formulations)
    for (const double v : {2.0, 5.0, 8.0}) {
      Eigen::Matrix4d state = Eigen::Matrix4d::Zero();
      state.topRightCorner<2, 2>().setIdentity();
      state.bottomLeftCorner<2, 2>() = -inverse_of(M) * (9.81 * K0 + v * v * K2);
      state.bottomRightCorner<2, 2>() = -inverse_of(M) * v * C1;
      const Eigen::VectorXcd expected = eigenvalues(state);
      const LinearizedModel bicycle(R"(
parameters: {V: 5, w: 1.02, c: 0.08, tilt: pi/10, head: w + c - 0.7*tan(tilt)}
gravity: [0, 0, -9.81]
bodies:
  rear_wheel: {type: spatial, mass: 2, inertia: [0.0603, 0.12, 0.0603], position: [0, 0, 0.3], velocity: [V, 0, 0], angular_velocity: [0, V/0.3, 0],
               markers: {axle: {axis: [0, 1, 0]}}}
  frame: {type: spatial, mass: 85, inertia: [9.2, 11, 2.8, 0, -2.4, 0], position: [0.3, 0, 0.9], velocity: [V, 0, 0],
          markers: {rear: {position: [-0.3, 0, -0.6], axis: [0, 1, 0]}, head: {position: [head - 0.3, 0, -0.2], axis: [-sin(tilt), 0, cos(tilt)]}}}
  fork: {type: spatial, mass: 4, inertia: [0.05892, 0.06, 0.00708, 0, 0.00756, 0], position: [0.9, 0, 0.7], velocity: [V, 0, 0],
         markers: {head: {position: [head - 0.9, 0, 0], axis: [-sin(tilt), 0, cos(tilt)]}, front: {position: [w - 0.9, 0, -0.35], axis: [0, 1, 0]}}}
  front_wheel: {type: spatial, mass: 3, inertia: [0.1405, 0.28, 0.1405], position: [w, 0, 0.35], velocity: [V, 0, 0], angular_velocity: [0, V/0.35, 0],
                markers: {axle: {axis: [0, 1, 0]}}}
joints:
  rear_axle: {type: revolute, between: [rear_wheel.axle, frame.rear]}
  front_axle: {type: revolute, between: [front_wheel.axle, fork.front]}
  steer: {type: revolute, between: [fork.head, frame.head]}
  rear_contact: {type: rolling_disc, between: [rear_wheel.axle, ground], radius: 0.3}
  front_contact: {type: rolling_disc, between: [front_wheel.axle, ground], radius: 0.35}
)",
                                    formulation, StartFrom::drawn, {{"V", fmt::format("{}", v)}});
      EXPECT_EQ(bicycle.linear.about, LinearizedAbout::steady_motion) << formulation << bicycle.linear.change;
      EXPECT_EQ(bicycle.linear.positions, 7);
      EXPECT_EQ(bicycle.linear.velocities, 3);
      const std::vector<Mode> modes = bicycle.moving_modes();
      Index found = 0;
      for (const complex<double>& root : expected)
        for (const Mode& mode : modes) found += std::abs(mode.eigenvalue - root) < 1e-7 * std::abs(root);
      Index upper = 0;
      for (const complex<double>& root : expected) upper += root.imag() >= 0;
      EXPECT_EQ(found, upper) << formulation << v;
      EXPECT_EQ(static_cast<Index>(modes.size()), upper) << formulation << v;
      if (v == 5) {
        expect_eigenvalue(modes[0], {-0.322866429004087, 0}, 1e-7);               // capsize
        expect_eigenvalue(modes[1], {-0.775341882195845, 4.464867713788}, 1e-8);  // weave
        expect_eigenvalue(modes[2], {-14.0783896927982, 0}, 1e-8);                // castering
      }
    }
}

// A door on two hinges in one line: five of its rows are redundant. Hanging straight from a horizontal line it swings
// with ω² = m g d/(Jzz + m d²).
TEST(SteadyMotion, ADoorOnTwoHingesSwingsOrTurnsWithTheRowsThatCount) {
  for (const std::string formulation : formulations)
    for (const bool hangs : {true, false}) {
      const LinearizedModel door(R"(
parameters: {hangs: 0}
gravity: [0, -9.81*hangs, -9.81*(1 - hangs)]
bodies:
  ground: {markers: {low: [0.1, 0.2, 0.3], high: [0.1, 0.2, 1.7]}}
  door: {type: spatial, mass: 20, inertia: [3, 4, 1], com: [0, -0.4, 0], position: [0.1, 0.2, 0.3], markers: {low: [0, 0, 0], high: [0, 0, 1.4]}}
joints:
  hinge1: {type: revolute, between: [door.low, ground.low]}
  hinge2: {type: revolute, between: [door.high, ground.high]}
initial: {hinge1.angle: {rate: 1 - hangs}}
)",
                                 formulation, StartFrom::drawn, {{"hangs", hangs ? "1" : "0"}});
      EXPECT_EQ(door.linear.positions, 1) << formulation;
      EXPECT_EQ(door.linear.about, hangs ? LinearizedAbout::rest : LinearizedAbout::steady_motion)
          << formulation << door.linear.change;
      if (!hangs) {
        ASSERT_EQ(door.modes.size(), 2u);
        EXPECT_TRUE(door.modes[0].is_neutral && door.modes[1].is_neutral);
        continue;
      }
      ASSERT_EQ(door.modes.size(), 1u) << formulation;
      expect_eigenvalue(door.modes[0], {0, std::sqrt(20 * 9.81 * 0.4 / (1 + 20 * 0.16))}, 1e-8);
    }
}

// A bead on a rod that is shaken much faster than the bead moves: r'' = φ'² r − (k/m)(r − l), whatever φ'' is.
TEST(SteadyMotion, AFastDriverIsResolved) {
  for (const char* phase : {"0", "0.4", "1.2", "pi/2"}) {
    const LinearizedModel bead(R"(
parameters: {phase: 0, r: 0.5}
bodies:
  rod: {type: prescribed, motion: {angle: 0.01*sin(400*t + phase)}, markers: {line: {position: [0, 0, 0], axis: [1, 0, 0]}}}
  bead: {type: point, moves: xy, mass: 2, position: [r*cos(0.01*sin(phase)), r*sin(0.01*sin(phase))]}
joints: {on: {type: point_on_line, between: [bead, rod.line]}}
forces: {spring: {type: spring_damper, between: [bead, rod], stiffness: 90, free_length: 0.5}}
)",
                               "cartesian", StartFrom::drawn, {{"phase", phase}});
    EXPECT_EQ(bead.linear.about, LinearizedAbout::instant);
    const double angle = phase[0] == 'p' ? std::numbers::pi / 2 : std::stod(phase), rate = 4 * std::cos(angle);
    ASSERT_EQ(bead.modes.size(), 1u) << phase;
    expect_eigenvalue(bead.modes[0], {0, std::sqrt(45 - rate * rate)}, 1e-6);
  }
}

// A slider crank whose crank is as long as its rod, folded so that the slider is at the axle: it may stay there while
// the crank turns, or go.
TEST(SteadyMotion, ASingularPositionIsCalledThat) {
  for (const bool is_folded : {true, false}) {
    const LinearizedModel linkage(R"(
parameters: {angle: 0}
bodies:
  crank: {type: planar, mass: 1, inertia: 0.1, angle: angle, markers: {end: [1, 0]}}
  rod: {type: planar, mass: 1, inertia: 0.1, position: [cos(angle), sin(angle)], angle: -angle, markers: {end: [1, 0]}}
  slider: {type: planar, mass: 1, inertia: 0.1, position: [2*cos(angle), 0], markers: {line: {position: [0, 0, 0], axis: [1, 0, 0]}}}
  ground: {markers: {line: {position: [0, 0, 0], axis: [1, 0, 0]}}}
joints:
  a: {type: revolute, between: [crank, ground]}
  b: {type: revolute, between: [rod, crank.end]}
  c: {type: revolute, between: [slider, rod.end]}
  d: {type: translational, between: [slider.line, ground.line]}
)",
                                  "cartesian", StartFrom::drawn, {{"angle", is_folded ? "pi/2" : "0.3"}});
    EXPECT_EQ(linkage.linear.is_singular, is_folded);
    EXPECT_TRUE(is_folded || linkage.linear.redundant_rows.empty());
  }
}

TEST(SteadyMotion, AModelWithoutFreedomsHasNoModes) {
  for (const std::string formulation : formulations)
    for (const char* rate : {"0", "2"}) {
      const LinearizedModel crank(R"(
parameters: {rate: 0}
bodies: {crank: {type: planar, mass: 1, inertia: 0.1, com: [0.3, 0]}}
joints: {pin: {type: revolute, between: [crank, ground]}}
drivers: {motor: {drives: pin.angle, motion: rate*t}}
)",
                                  formulation, StartFrom::drawn, {{"rate", rate}});
      EXPECT_EQ(crank.linear.size(), 0) << formulation;
      EXPECT_TRUE(crank.modes.empty());
    }
}

// What is called steady must be: a pendulum let go, on its way, and at its lowest point (where its coefficients stand
// still) is not.
TEST(SteadyMotion, AnInstantOfAnotherMotionIsCalledThat) {
  const auto about = [](const std::string& formulation, const char* angle, const char* rate) {
    return LinearizedModel(R"(
parameters: {angle: 0, rate: 0}
gravity: [0, -9.81]
bodies: {rod: {type: planar, mass: 2, inertia: 0.1, com: [0.4, 0], angle: angle}}
joints: {hinge: {type: revolute, between: [rod, ground]}}
initial: {hinge.angle: {rate: rate}}
)",
                           formulation, StartFrom::drawn, {{"angle", angle}, {"rate", rate}})
        .linear.about;
  };
  for (const std::string formulation : formulations) {
    EXPECT_EQ(about(formulation, "-pi/2", "0"), LinearizedAbout::rest);
    EXPECT_EQ(about(formulation, "-1", "0"), LinearizedAbout::instant);
    EXPECT_EQ(about(formulation, "-1", "2.5"), LinearizedAbout::instant);
    EXPECT_EQ(about(formulation, "-pi/2", "2.5"), LinearizedAbout::instant);
  }
}

}  // namespace
}  // namespace daedalus::testing
