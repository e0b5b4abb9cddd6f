// The driver and what it commands, against formulas written out by hand in motions in which every quantity is known.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/model/forces/brake.hpp"
#include "daedalus/model/forces/driver.hpp"
#include "daedalus/model/forces/servo.hpp"
#include "daedalus/model/functions/function_types.hpp"

namespace daedalus::testing {
namespace {

FunctionPtr number(double value) { return ConstantFunction{.value = value}.make(); }

Driver driver() {
  Driver driver;
  driver.speed = number(20);
  driver.path = ExpressionFunction{.expression = "3 + 0.1*x", .variable = "x"}.make();
  driver.steering_gain = 3;
  driver.proportional = 0.4;
  driver.integral = 0.2;
  return driver;
}

FrameInput<double> at(double x, double y, double yaw, double speed) {
  FrameInput<double> in;
  Mat3 axes;
  axes << std::cos(yaw), -std::sin(yaw), 0, std::sin(yaw), std::cos(yaw), 0, 0, 0, 1;
  in.P = {{x, y, 0.5}, axes, Vec3(speed * axes.col(0)), Vec3::Zero()};
  in.Q = {Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  return in;
}

Vec3 rates(const Driver& driver, FrameInput<double> in, const Vec3& s) {
  Vec3 sigma;
  in.s = s.data();
  (void)driver.act(in, sigma.data());
  return sigma;
}

TEST(Driver, PressesThePedalByItsDeviationAndIntegral) {
  const Vec3 sigma = rates(driver(), at(0, 0, 0.2, 19.5), {1.5, 0.1, 0});
  EXPECT_NEAR(sigma[0], 0.5, 1e-12);
  EXPECT_NEAR(sigma[1], (0.4 * 0.5 + 0.2 * 1.5 - 0.1) / 0.1, 1e-12);
}

TEST(Driver, DoesNotWindUpAtFullPedal) {
  const Driver d = driver();
  for (const double speed : {0.0, 60.0}) {  // far too slow, far too fast
    Vec3 s = Vec3::Zero();
    for (int i = 0; i < 20000; ++i) s += 1e-3 * rates(d, at(0, 0, 0, speed), s);
    const double end = speed < 20 ? 1 : -1;
    EXPECT_NEAR(s[1], end, 1e-6);
    EXPECT_NEAR(d.integral * s[0], end, 1e-3);  // not 0.2 · 20 · 20: it is where the pedal is
  }
}

// The arc through the preview point has the curvature 2 d/L², d its distance from the line ahead.
TEST(Driver, SteersAlongTheArcThroughThePreviewPoint) {
  Driver d = driver();
  d.steering_limit = 1e6;  // far from saturated
  const double x = 4, y = 1, yaw = 0.3, v = 20, L = 2 + 0.8 * v;
  const double X = x + L * std::cos(yaw), aside = (3 + 0.1 * X) - (y + L * std::sin(yaw));
  EXPECT_NEAR(rates(d, at(x, y, yaw, v), {0, 0, 0.02})[2], (3 * 2 * aside * std::cos(yaw) / (L * L) - 0.02) / 0.1,
              1e-9);
  d.steer = number(0.05);
  d.path = nullptr;
  EXPECT_NEAR(rates(d, at(x, y, yaw, v), {0, 0, 0})[2], 0.05 / 0.1, 1e-9);
  d.steering_limit = 0.01;
  EXPECT_NEAR(rates(d, at(x, y, yaw, v), {0, 0, 0})[2], 0.01 * std::tanh(5) / 0.1, 1e-12);
}

TEST(Driver, KeepsAStraightLineOnItsPath) {  // on the path, along it: nothing to correct
  const double yaw = std::atan(0.1);
  EXPECT_NEAR(rates(driver(), at(10, 4, yaw, 20), Vec3::Zero())[2], 0, 1e-12);
}

TEST(Servo, PullsToItsCommandAlongTheAxis) {
  FrameInput<double> in = at(0.3, -0.2, 0, 0);
  in.P.x[2] = 0.1;
  in.P.v[2] = 2;
  const double s = 0.25;
  in.s = &s;
  double torque = 1;
  const Wrench<double> w =
      Servo{.between = {}, .command = "driver.steer", .stiffness = 100, .damping = 3}.act(in, &torque);
  EXPECT_NEAR(w.force[2], 100 * (0.25 - 0.1) - 3 * 2, 1e-12);
  EXPECT_EQ(w.force.head<2>().norm() + w.torque.norm() + torque, 0);
}

TEST(Brake, IsAppliedByThePedal) {
  Brake brake;
  brake.torque = number(1000);
  brake.pedal = "driver.pedal";
  FrameInput<double> in = at(0, 0, 0, 0);
  for (const double pedal : {-0.4, 0.0, 0.7}) {
    const double largest = 1000 * std::max(0.0, -pedal) + brake.residual_torque;
    const double s[3] = {largest / brake.stiffness, 10, pedal};  // in full sliding the bristle rests
    in.s = s;
    double sigma[3];
    (void)brake.act(in, sigma);
    EXPECT_NEAR(sigma[0], 0, 1e-12);
    EXPECT_NEAR(sigma[1], -largest, 1e-9);
    EXPECT_EQ(sigma[2], 0);
  }
}

}  // namespace
}  // namespace daedalus::testing
