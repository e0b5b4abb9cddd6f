// stability_test.cpp: amplification measured on the methods themselves, against formulas.
#include "daedalus/analysis/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/linearized_model.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

MethodChoice choice(const std::string& text) { return parse_method_choice(text); }

// Burgermeister, Arnold, Esterl, section 2, with w = h b, z = h² a.
TEST(Stability, TheLimitsOfTheJacobiansAreThoseOfThePaper) {
  struct Case {
    const char* method;
    OscillatorPoint stable, unstable, limit;
  };
  const Case cases[] = {
      {"rt-euler:update=explicit", {0.5, 0.1}, {0.5, 3}, {0.5, 0.5}},  // z <= w
      {"rt-euler:update=explicit", {1.5, 1}, {4, 1}, {2.5, 1}},        // 2 w <= 4 + z
      {"rt-euler:jacobian=j1", {0, 1}, {0, 10}, {0, 4}},               // z <= 4 + 2 w
      {"rt-euler:jacobian=j1", {3, 1}, {3, 30}, {3, 10}},
      {"rt-euler:jacobian=j3", {0, 1}, {0, 10}, {0, 4}},  // z <= 4 - 2 w
      {"rt-euler:jacobian=j3", {1, 1}, {1, 10}, {1, 2}},
      {"rt-euler:jacobian=j3", {1, 0.001}, {3, 0.001}, {1.9995, 0.001}},  // w <= 2
      {"rt-euler:update=half-implicit", {1, 1}, {1, 10}, {1, 2}},         // as j3
      {"rk4", {0, 1}, {0, 20}, {0, 8}},                                   // |h ω| <= √8
  };
  for (const Case& c : cases) {
    const OscillatorPoint found = stability_boundary(choice(c.method), c.stable, c.unstable);
    EXPECT_NEAR(found.hb, c.limit.hb, 1e-4 * (1 + c.limit.hb)) << c.method;
    EXPECT_NEAR(found.h2a, c.limit.h2a, 1e-4 * (1 + c.limit.h2a)) << c.method;
  }
}

TEST(Stability, J2ExactAndReversedHaveNoLimit) {
  for (const char* method : {"rt-euler:jacobian=j2", "rt-euler:jacobian=exact", "rt-euler:jacobian=reversed"})
    for (const double hb : {0.0, 0.3, 10.0, 1e3})
      for (const double h2a : {1e-2, 1.0, 30.0, 1e6})
        EXPECT_LE(oscillator_radius(choice(method), hb, h2a), stable_radius) << method << hb << " " << h2a;
}

// Erratum: J2 restores stability, not damping. det R = (1 + z)/(1 + w + z), for exact 1/(1 + w + z).
TEST(Stability, J2DoesNotDampWhatExactDamps) {
  EXPECT_NEAR(oscillator_radius(choice("rt-euler:jacobian=j2"), 0, 3), 1, 1e-6);
  EXPECT_NEAR(oscillator_radius(choice("rt-euler:jacobian=exact"), 0, 3), 0.5, 1e-9);
  EXPECT_NEAR(oscillator_radius(choice("rt-euler:jacobian=exact"), 0, 1e8), 1e-4, 1e-7);
}

// HHT with h = 1: a⁺ + (1+α) z q⁺ − α z q = 0, q⁺ = q + v + (½−β) a + β a⁺, v⁺ = v + (1−γ) a + γ a⁺; z = h² a of the
// oscillator.
double hht_radius(double alpha, double z) {
  const double gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4;
  MatX R(3, 3);
  R.row(2) << -z, -(1 + alpha) * z, -(1 + alpha) * z * (0.5 - beta);
  R.row(2) /= 1 + (1 + alpha) * z * beta;
  R.row(0) = Eigen::RowVector3d(1, 1, 0.5 - beta) + beta * R.row(2);
  R.row(1) = Eigen::RowVector3d(0, 1, 1 - gamma) + gamma * R.row(2);
  return spectral_radius(R);
}

TEST(Stability, MethodsWithAMemoryAreUnderstood) {
  for (const double z : {0.3, 3.0, 50.0, 1e3, 1e4})
    EXPECT_NEAR(oscillator_radius(choice("hht-i3:alpha=-0.3"), 0, z), hht_radius(-0.3, z), 1e-5) << z;
  // BDF2 on y' = iω y: 3/2 ζ² - 2 ζ + 1/2 = i hω ζ²
  const std::complex<double> i(0, 1), a = 1.5 - 2.0 * i, root = std::sqrt(4.0 - 2.0 * a);
  EXPECT_NEAR(oscillator_radius(choice("nstiff"), 0, 4),
              std::max(std::abs((2.0 + root) / (2.0 * a)), std::abs((2.0 - root) / (2.0 * a))), 1e-5);
}

TEST(Stability, IntervalsAreFoundOnBothSides) {
  const auto intervals = stable_intervals(choice("rt-euler:update=explicit"), 3, 10);  // 2 <= z <= 3
  ASSERT_EQ(intervals.size(), 1u);
  EXPECT_NEAR(intervals[0].low, 2, 1e-4);
  EXPECT_NEAR(intervals[0].high, 3, 1e-4);
  EXPECT_TRUE(stable_intervals(choice("rt-euler:update=explicit"), 0, 10).empty() ||
              stable_intervals(choice("rt-euler:update=explicit"), 0, 10)[0].high < 1e-5);
}

TEST(Stability, TheStepLimitOfAModelIsThatOfItsEigenvalues) {
  const auto system = find_closed_form("quarter_car").make();
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  const LinearMotion motion = make_linear_motion(linearize_in_coordinates(*system, x));
  ASSERT_EQ(motion.n(), 2);
  // Stiffness over mass of chassis and wheel: trace of M⁻¹K = 20e3/400 + 220e3/40, of M⁻¹C = 1500/400 + 1600/40.
  EXPECT_NEAR(motion.K.trace(), 50 + 5500, 1e-9);
  EXPECT_NEAR(motion.C.trace(), 3.75 + 40, 1e-9);

  // Explicit Euler: |1 + h λ| <= 1 for every eigenvalue.
  const StepLimit limit = largest_stable_step(choice("rt-euler:update=explicit"), motion);
  double expected = 1e300;
  for (const auto& value : limit.eigenvalues) expected = std::min(expected, -2 * value.real() / std::norm(value));
  ASSERT_TRUE(limit.h.has_value());
  EXPECT_FALSE(limit.any_step);
  EXPECT_NEAR(*limit.h, expected, 1e-3 * expected);
  EXPECT_TRUE(largest_stable_step(choice("rt-euler"), motion).any_step);
}

TEST(Stability, ExplicitEulerHasNoStepForAnUndampedModel) {
  const auto system = find_closed_form("car_axle").make();
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  const LinearMotion motion = make_linear_motion(linearize_in_coordinates(*system, x));
  EXPECT_EQ(motion.n(), 2);
  EXPECT_FALSE(largest_stable_step(choice("rt-euler:update=explicit"), motion).h.has_value());
  const StepLimit j3 = largest_stable_step(choice("rt-euler:jacobian=j3"), motion);
  ASSERT_TRUE(j3.h.has_value());
  EXPECT_NEAR(*j3.h * j3.fastest, 2, 1e-3);  // h² a <= 4
}

TEST(Stability, AConstrainedPointKeepsItsTangentialMotionOnly) {
  // The mass on the circular track: one degree of freedom with the controller s' = e. Speed loop m x' + Kp x + Ki ∫x:
  // both poles at -2.
  const auto system = find_closed_form("circular_track").make();
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  const StepLimit limit =
      largest_stable_step(choice("rt-euler:update=explicit"), make_linear_motion(linearize_in_coordinates(*system, x)));
  ASSERT_EQ(limit.eigenvalues.size(), 3u);
  int at_two = 0;
  for (const auto& value : limit.eigenvalues) at_two += std::abs(value + 2.0) < 1e-3;
  EXPECT_EQ(at_two, 2);
}

// Its fast precession, 38.711981 rad/s (steady_motion_test.cpp), limits rk4 to 2√2 of its inverse in both formulations.
// Nothing drives a free spin back: it limits nothing.
TEST(Stability, ASpinningRotorLimitsTheStepByItsPrecession) {
  for (const std::string formulation : testing::formulations) {
    const testing::LinearizedModel rotor(testing::rotor_on_springs, formulation);
    const StepLimit limit = largest_stable_step(choice("rk4"), make_linear_motion(rotor.linear));
    EXPECT_NEAR(limit.fastest, 38.711981, 1e-6) << formulation;
    ASSERT_TRUE(limit.h.has_value());
    EXPECT_NEAR(*limit.h, 2 * std::sqrt(2) / 38.711981, 1e-3 / 38.7) << formulation;

    const testing::LinearizedModel wheel(R"(
bodies: {wheel: {type: spatial, mass: 1, inertia: [0.01, 0.01, 0.02], body_angular_velocity: [0, 0, 20]}}
joints: {axle: {type: revolute, between: [wheel, ground]}}
)",
                                         formulation);
    EXPECT_TRUE(largest_stable_step(choice("rk4"), make_linear_motion(wheel.linear)).any_step) << formulation;
  }
}

}  // namespace
}  // namespace daedalus
