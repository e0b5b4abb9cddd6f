// The forces of a rolling wheel against formulas written out by hand, in motions in which every quantity is known.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/model/forces/rolling_tire.hpp"

namespace daedalus::testing {
namespace {

constexpr double radius = 0.3, stiffness = 2e5, damping = 150, mu = 0.9, C = 1.3, cornering = 7e4, slip = 8e4,
                 slow = 0.1;

RollingTire tire() {
  RollingTire tire;
  tire.radius = radius;
  tire.free_height = 0.32;
  tire.stiffness = stiffness;
  tire.damping = damping;
  tire.friction = mu;
  tire.shape = C;
  tire.cornering_stiffness = cornering;
  tire.slip_stiffness = slip;
  tire.slow_speed = slow;
  return tire;
}

double magic(double load, double slope, double s) {
  return mu * load * std::sin(C * std::atan(slope * s / (C * mu * load)));
}

// A wheel upright at height h that rolls along x; the road is the ground.
FrameInput<double> upright(double h, const Vec3& v, double spin) {
  FrameInput<double> in;
  in.P = {{0.4, -0.2, h}, Mat3::Identity(), v, {0, spin, 0}};
  in.Q = {Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  return in;
}

TEST(RollingTire, RollsFreelyWithTheLoadOfItsSpringAlone) {
  const Wrench<double> w = tire().act<double>(upright(0.305, {20, 0, 0.1}, 20 / radius), nullptr);
  EXPECT_NEAR(w.force[2], stiffness * 0.015 - damping * 0.1, 1e-9);
  EXPECT_NEAR(w.force.head<2>().norm(), 0, 1e-9);
  EXPECT_NEAR(w.torque.norm(), 0, 1e-9);
}

TEST(RollingTire, DrivesAndCornersByTheMagicFormula) {
  const double h = 0.31, load = stiffness * 0.01, v = std::hypot(20, slow), spin = 70;
  const Wrench<double> w = tire().act<double>(upright(h, {20, 0.5, 0}, spin), nullptr);
  const double F_x = magic(load, slip, (spin * radius - 20) / v), F_y = -magic(load, cornering, 0.5 / v);
  EXPECT_NEAR(w.force[0], F_x, 1e-9);
  EXPECT_NEAR(w.force[1], F_y, 1e-9);
  EXPECT_NEAR(w.torque[0], h * F_y, 1e-9);  // (0, 0, -h) × F
  EXPECT_NEAR(w.torque[1], -h * F_x, 1e-9);
  EXPECT_GT(F_x, 0);  // it spins faster than it rolls: driven
  EXPECT_LT(F_y, 0);  // against the motion to the left
}

TEST(RollingTire, SpinAngleOfTheMarkerDoesNotMatter) {
  FrameInput<double> in = upright(0.31, {20, 0.5, 0}, 70);
  const Wrench<double> still = tire().act<double>(in, nullptr);
  in.P.axes << std::cos(0.9), 0, std::sin(0.9), 0, 1, 0, -std::sin(0.9), 0, std::cos(0.9);  // about y
  const Wrench<double> turned = tire().act<double>(in, nullptr);
  EXPECT_LT((still.force - turned.force).norm(), 1e-9);
  EXPECT_LT((still.torque - turned.torque).norm(), 1e-9);
}

TEST(RollingTire, NeverPullsAndNeverExceedsItsFriction) {
  EXPECT_EQ(tire().act<double>(upright(0.33, {20, 3, 0}, 90), nullptr).force.norm(), 0);
  const double load = stiffness * 0.02;
  const Wrench<double> locked = tire().act<double>(upright(0.30, {20, 0, 0}, 0), nullptr);
  EXPECT_LT(locked.force[0], 0);
  EXPECT_LE(-locked.force[0], mu * load);
  EXPECT_GT(-locked.force[0], 0.9 * mu * load * std::sin(C * std::numbers::pi / 2));  // beyond its peak, near the end
}

TEST(RelaxedTire, SlipsApproachTheirValuesOverTheRelaxationLength) {
  RelaxedTire relaxed;
  static_cast<RollingTireLaw&>(relaxed) = tire();
  relaxed.relaxation_length = 0.4;
  FrameInput<double> in = upright(0.31, {20, 0.5, 0}, 70);
  const double v = std::hypot(20, slow), kappa = (70 * radius - 20) / v, alpha = 0.5 / v;
  const double s[2] = {0.01, -0.02};
  in.s = s;
  double rate[2];
  const Wrench<double> w = relaxed.act(in, rate);
  EXPECT_NEAR(rate[0], v / 0.4 * (kappa - s[0]), 1e-12);
  EXPECT_NEAR(rate[1], v / 0.4 * (alpha - s[1]), 1e-12);
  EXPECT_NEAR(w.force[0], magic(stiffness * 0.01, slip, s[0]), 1e-9);
  EXPECT_NEAR(w.force[1], -magic(stiffness * 0.01, cornering, s[1]), 1e-9);
}

}  // namespace
}  // namespace daedalus::testing
