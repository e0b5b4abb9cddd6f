// The contact ellipse, Kalker's coefficients and the saturation laws against closed forms and reference data.
#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/model/forces/rail_creep.hpp"
#include "daedalus/model/functions/function_types.hpp"

namespace daedalus::testing {
namespace {

constexpr double young = 2.1e11, poisson = 0.27, load = 54546;

TEST(HertzEllipse, OfEqualRadiiIsTheCircleOfHertz) {
  const auto [a, b] = hertz_ellipse(load, 0.4, 0.4, young, poisson);
  const double radius = std::cbrt(3 * load * 0.4 * 2 * (1 - poisson * poisson) / (4 * young));
  EXPECT_NEAR(a, radius, 1e-12 * radius);
  EXPECT_NEAR(b, radius, 1e-12 * radius);
}

TEST(HertzEllipse, OfTheReferenceWheel) {  // reference/train_carriage.yaml: 5.89 and 4.43 mm, derived there
  const auto [a, b] = hertz_ellipse(load, 0.46, 0.30, young, poisson);
  EXPECT_NEAR(a, 5.89e-3, 0.01e-3);
  EXPECT_NEAR(b, 4.43e-3, 0.01e-3);
  const auto [c, d] = hertz_ellipse(load, 0.30, 0.46, young, poisson);  // turned by a right angle
  EXPECT_NEAR(c, b, 1e-15);
  EXPECT_NEAR(d, a, 1e-15);
}

// Both equations of Hertz by brute force: the curvatures from integrals of the pressure's displacement field,
//   1/(2R_x) = (p₀/E*) ab/2 ∫ du/((a² + u) √((a² + u)(b² + u)u)), u from 0 to ∞, with p₀ = 3N/(2πab) and E* for 1/2.
TEST(HertzEllipse, FitsTheCurvaturesThatItsPressureMakes) {
  const double R_x = 0.5, R_y = 0.2;
  const auto [a, b] = hertz_ellipse(load, R_x, R_y, young, poisson);
  const double modulus = young / (2 * (1 - poisson * poisson)), p0 = 3 * load / (2 * std::numbers::pi * a * b);
  const auto curvature = [&](double own, double other) {  // u = own² tan²θ makes the integrand smooth
    constexpr int steps = 20000;
    double sum = 0;
    for (int k = 0; k < steps; ++k) {
      const double theta = (k + 0.5) / steps * std::numbers::pi / 2, c = std::cos(theta), s = std::sin(theta);
      sum += 2 * c * c / (own * own * std::sqrt(other * other * c * c + own * own * s * s));
    }
    return p0 / modulus * own * other / 2 * sum * (std::numbers::pi / 2 / steps);
  };
  EXPECT_NEAR(curvature(a, b), 1 / (2 * R_x), 1e-6);
  EXPECT_NEAR(curvature(b, a), 1 / (2 * R_y), 1e-6);
}

TEST(KalkerCoefficients, AreThoseOfTheReferenceData) {
  const KalkerCoefficients at = kalker_coefficients({5.89e-3, 4.43e-3}, poisson);
  EXPECT_NEAR(at.c11, 4.53, 0.01);
  EXPECT_NEAR(at.c22, 4.13, 0.01);
  EXPECT_NEAR(at.c23, 1.87, 0.01);
}

TEST(KalkerCoefficients, HitTheRowsOfTheTable) {
  struct Row {
    double a, b, c11, c22, c23;
  };
  for (const Row& row : {Row{1, 10, 3.31, 2.52, 0.473}, Row{2, 10, 3.37, 2.63, 0.603}, Row{3, 10, 3.44, 2.75, 0.715},
                         Row{5, 10, 3.62, 3.01, 0.929}, Row{7, 10, 3.81, 3.28, 1.14}, Row{10, 10, 4.12, 3.67, 1.47},
                         Row{10, 8, 4.36, 3.99, 1.75}, Row{10, 7, 4.54, 4.21, 1.95}, Row{10, 5, 5.10, 4.90, 2.62},
                         Row{10, 3, 6.34, 6.40, 4.32}, Row{100, 1, 11.7, 12.8, 14.6}}) {
    const KalkerCoefficients at = kalker_coefficients({row.a, row.b}, 0.25);
    EXPECT_NEAR(at.c11, row.c11, 1e-12) << row.a << "/" << row.b;
    EXPECT_NEAR(at.c22, row.c22, 1e-12) << row.a << "/" << row.b;
    EXPECT_NEAR(at.c23, row.c23, 1e-12) << row.a << "/" << row.b;
  }
}

RailCreep wheel(CreepSaturation saturation) {
  RailCreep creep{.between = {}, .radius = 0.46, .load = load};
  creep.saturation = saturation;
  creep.prepare();
  return creep;
}

constexpr CreepSaturation limited[] = {CreepSaturation::smooth, CreepSaturation::shen_hedrick_elkins,
                                       CreepSaturation::polach, CreepSaturation::fastsim};

TEST(CreepForce, OfSmallCreepagesIsKalkersLinearTheory) {
  const RailCreep linear = wheel(CreepSaturation::none);
  const auto& [ellipse, kalker, G, limit] = linear.contact;
  const double area = ellipse.a * ellipse.b;
  for (const CreepSaturation saturation : limited) {
    const RailCreep creep = wheel(saturation);
    const bool on_grid = saturation == CreepSaturation::fastsim;
    const double exact = on_grid ? 0.02 : 1e-5;  // of 11 strips with 20 cells
    EXPECT_NEAR(creep.creep_force(1e-9, 0.0, 0.0)[0] / (-G * area * kalker.c11 * 1e-9), 1, exact);
    EXPECT_NEAR(creep.creep_force(0.0, 1e-9, 0.0)[1] / (-G * area * kalker.c22 * 1e-9), 1, exact);
    EXPECT_NEAR(creep.creep_force(0.0, 0.0, 1e-8)[1] / (-G * std::pow(area, 1.5) * kalker.c23 * 1e-8), 1, exact);
  }
}

TEST(CreepForce, NeverExceedsFrictionAndReachesIt) {
  for (const CreepSaturation saturation : limited) {
    const RailCreep creep = wheel(saturation);
    double last = 0;
    for (const double xi : {1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 1.0}) {
      const double size = creep.creep_force(0.6 * xi, 0.8 * xi, 0.0).norm() / (0.3 * load);
      EXPECT_GE(size, last - 1e-12);
      // the sum over the grid of a parabola is a little more than its integral
      EXPECT_LE(size, saturation == CreepSaturation::fastsim ? 1.003 : 1 + 1e-12);
      last = size;
    }
    EXPECT_NEAR(last, 1, 6e-3) << static_cast<int>(saturation);
  }
}

// fastsim.hpp, closed form of a strip, integrated over the strips.
TEST(Fastsim, OfPureLongitudinalCreepIsTheSumOfItsStrips) {
  const RailCreep creep = wheel(CreepSaturation::fastsim);
  const auto& [ellipse, kalker, G, limit] = creep.contact;
  const auto [a, b] = ellipse;
  const double p0 = 2 * limit / (std::numbers::pi * a * b), L1 = 8 * a / (3 * G * kalker.c11);
  for (const double xi : {1e-4, 5e-4, 1e-3, 2e-3, 4e-3, 1e-2}) {
    const double d = xi / L1 * a * a / p0;
    constexpr int strips = 20000;
    double sum = 0;
    for (int k = 0; k < strips; ++k) {
      const double y = (k + 0.5) / strips * 2 - 1, l = a * std::sqrt(1 - y * y);
      sum += p0 / (a * a) * (d < 2 * l ? 2 * l * l * d - l * d * d + d * d * d / 6 : 4.0 / 3 * l * l * l);
    }
    const double exact = sum * 2 * b / strips;
    EXPECT_NEAR(-creep.creep_force(xi, 0.0, 0.0)[0] / limit, exact / limit, 0.01) << xi;
  }
}

// Derivatives by duals against differences, also where a part of the area slips.
TEST(Fastsim, IsDifferentiatedByDuals) {
  using D = Dual<double, 3>;
  const RailCreep creep = wheel(CreepSaturation::fastsim);
  const double xi[3] = {1.1e-3, -0.7e-3, 0.4}, h = 1e-9;
  const Vec<D, 2> force = creep.creep_force(D::variable(xi[0], 0), D::variable(xi[1], 1), D::variable(xi[2], 2));
  for (int k = 0; k < 3; ++k) {
    double up[3] = {xi[0], xi[1], xi[2]}, down[3] = {xi[0], xi[1], xi[2]};
    const double step = k == 2 ? 1e3 * h : h;
    up[k] += step;
    down[k] -= step;
    const Vec<double, 2> slope =
        (creep.creep_force(up[0], up[1], up[2]) - creep.creep_force(down[0], down[1], down[2])) / (2 * step);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(force[i].partial[k], slope[i], 1e-4 * (1 + slope.norm())) << i << " " << k;
  }
}

}  // namespace
}  // namespace daedalus::testing
