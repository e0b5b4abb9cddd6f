// Gallery models with a solution in formulas.
#include <gtest/gtest.h>

#include "daedalus/closed_form/circular_track.hpp"
#include "daedalus/closed_form/knife_edge.hpp"
#include "daedalus/closed_form/pendulum.hpp"
#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

TEST(PendulumFile, HasTheValuesOfTheEllipticFunctionsUpTo100Seconds) {  // x, y, vx, vy of a 30-digit evaluation
  const std::vector<std::array<double, 5>> reference = {
      {1.0, -0.9862917511318753, -0.16501085312554117, -0.2969055159163158, 1.7746436411126556},
      {2.0, 0.7935661953433217, -0.6084839304437916, 2.102437874436126, 2.7419353930105093},
      {5.0, 0.9423054350437573, -0.3347543384140006, -0.8579042568859491, -2.4149286543704886},
      {10.0, 0.2750874625761169, -0.961419205099125, -4.175598100951729, -1.1947490545604753},
      {100.0, 0.18151335142703137, -0.9833884803340575, -4.319536780534662, -0.7972979278553605},
  };
  GalleryRun run("pendulum", {}, tolerance(1e-13, 1e-14)), mirrored("pendulum", {{"angle", "-pi/2"}});
  for (const auto& [t, x, y, vx, vy] : reference) {
    run.to(t);
    const double bound = 1e-10 * (1 + t);  // a phase error grows with the number of periods
    EXPECT_NEAR(run.q("bob.x"), x, bound) << t;
    EXPECT_NEAR(run.q("bob.y"), y, bound) << t;
    EXPECT_NEAR(run.v("bob.x"), vx, 3 * bound) << t;
    EXPECT_NEAR(run.v("bob.y"), vy, 3 * bound) << t;
    EXPECT_NEAR(run.lambda("rod.length"), 2 * pendulum_reference(t)->lambda[0], 10 * bound)
        << t;  // (|x|² − L²)/(2 L) here
    if (t > 10) continue;
    mirrored.to(t);
    EXPECT_NEAR(mirrored.q("bob.x"), -x, bound) << t;
    EXPECT_NEAR(mirrored.v("bob.x"), -vx, 3 * bound) << t;
  }
}

TEST(CircularTrackFile, HasTheExactMotionAndMultiplier) {
  GalleryRun run("circular_track");
  for (const double t : {1.0, 5.0, 10.0, 50.0, 100.0}) {
    run.to(t);
    const State x = *circular_track_reference(t);
    const double bound = 1e-10 * (1 + t);
    EXPECT_NEAR(run.q("ball.x"), x.q[0], bound) << t;
    EXPECT_NEAR(run.q("ball.y"), x.q[1], bound) << t;
    EXPECT_NEAR(run.v("ball.x"), x.v[0], bound) << t;
    EXPECT_NEAR(run.v("ball.y"), x.v[1], bound) << t;
    EXPECT_NEAR(run.state().s[0], x.s[0], 1e-10) << t;
    EXPECT_NEAR(run.lambda("rod.length"), 2 * x.lambda[0], 1e-9) << t;  // |x|² − 1 there, (|x|² − 1)/2 here
  }
}

TEST(SleighFile, DoesNotRunDownTheSlope) {
  GalleryRun run("sleigh");
  for (const double t : {0.5, 2.0, 5.0, 10.0}) {
    run.to(t);
    const State x = *knife_edge_reference(t);
    EXPECT_NEAR(run.q("sleigh.x"), x.q[0], 1e-10) << t;
    EXPECT_NEAR(run.q("sleigh.y"), x.q[1], 1e-10) << t;
    EXPECT_NEAR(run.q("sleigh.theta"), x.q[2], 1e-10) << t;
    EXPECT_NEAR(std::abs(run.state().lambda[0]), std::abs(x.lambda[0]), 1e-8) << t;
  }
}

TEST(DrivenCrankFile, FollowsTheDrawing) {
  GalleryRun run("driven_crank");
  const double r = 0.1, l = 0.3, omega = 5, swing = 0.4;
  for (const double t : {0.5, 1.0, 2.0, 3.0, 4.0}) {
    run.to(t);
    const double phi = omega * t + swing * std::sin(3 * t), rate = omega + 3 * swing * std::cos(3 * t),
                 change = -9 * swing * std::sin(3 * t);
    const double s = std::sin(phi), c = std::cos(phi), root = std::sqrt(l * l - r * r * s * s);
    const double x = r * c + root, dx = -r * s - r * r * s * c / root;  // d/dphi
    const double ddx = -r * c - r * r * (c * c - s * s) / root - r * r * r * r * s * s * c * c / (root * root * root);
    EXPECT_NEAR(run.q("crank.theta"), phi, 1e-11) << t;
    EXPECT_NEAR(run.q("slider.x"), x, 1e-11) << t;
    EXPECT_NEAR(run.v("slider.x"), dx * rate, 1e-10) << t;
    EXPECT_NEAR(run.channel("slider.ax"), ddx * rate * rate + dx * change, 1e-9) << t;
    EXPECT_NEAR(run.q("slider.theta"), 0, 1e-12) << t;
    EXPECT_NEAR(run.q("rod.theta"), -std::asin(r / l * s), 1e-10) << t;
  }
}

// Drivers move everything: a method on independent coordinates has none and no error to estimate, and the errors of the
// low-order methods are those along the constraints. Between the ends of its steps the crank must still be where the
// driver says, and the rod, which could turn over, on the side where it was.
TEST(DrivenCrankFile, IsResolvedBetweenTheStepsOfEveryMethod) {
  const Mechanism crank = make_mechanism(gallery_model("driven_crank"));
  const Index theta = crank.coordinate("crank.theta"), rod = crank.coordinate("rod.theta");
  constexpr double tol = 1e-5;
  for (const char* name : {"for-sdirk", "infl-sdirk", "infl-trap", "expl-deabm", "nstiff", "newmark", "hht-i3",
                           "generalized-alpha", "nstiff-si2", "hht-si2", "hht-add", "bdf", "dopri5"}) {
    Equations eq(*crank.system);
    const auto method = make_method(name);
    Integration run(eq, *method, crank.start, 4, tolerance(tol, tol));
    State at = crank.start;
    double largest = 0;
    while (run.state().t < 4) {
      ASSERT_TRUE(run.advance(4)) << name;
      run.interpolate(run.previous().t + 0.5 * run.last_h(), at);
      const double phi = 5 * at.t + 0.4 * std::sin(3 * at.t);
      largest = std::max(largest, std::abs(at.q[theta] - phi));
      largest = std::max(largest, std::abs(at.q[rod] + std::asin(std::sin(phi) / 3)));
    }
    EXPECT_LE(largest, 3 * tol * 21) << name;  // three for one of nine coordinates, 20 rad and 1
  }
}

class MechanismsWithoutFreedoms : public ::testing::TestWithParam<const char*> {};

TEST_P(MechanismsWithoutFreedoms, KeepTheirEnergyBalance) {
  for (const char* name : {"driven_crank", "stewart_platform"}) {
    const Mechanism mechanism = make_mechanism(gallery_model(name));
    long before = 0;
    for (const double tol : {1e-4, 1e-6, 1e-8}) {
      SolveOptions options{.t_end = 4, .integration = tolerance(tol, tol), .output = Output::end_only};
      const Result result = solve(*mechanism.system, *make_method(GetParam()), mechanism.start, options);
      ASSERT_EQ(result.status, RunStatus::done) << name;
      EXPECT_EQ(result.report.energy_verdict, ResidualVerdict::pass) << name << ' ' << tol;
      EXPECT_GE(result.report.steps.accepted, 2 * before) << name << ' ' << tol;
      before = result.report.steps.accepted;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, MechanismsWithoutFreedoms, ::testing::Values("for-sdirk", "hht-si2", "nstiff-si2"));

TEST(BlockAndTackleFile, LiftsTheLargeWeightWithTheAccelerationOfTheFormula) {
  GalleryRun run("block_and_tackle");
  run.to(1);
  const double a = 9.81 * (3 * 12.0 - 30) / (30 + 9 * 12.0);
  EXPECT_NEAR(run.q("large.y"), -1 + a / 2, 1e-12);
  EXPECT_NEAR(run.q("small.y"), -3 * a / 2, 1e-12);
  EXPECT_NEAR(run.v("large.y"), a, 1e-12);
  EXPECT_NEAR(run.channel("right_guide.displacement"), -1 + a / 2, 1e-12);
}

TEST(GearTrainFile, StartsUpLikeAFirstOrderSystemAndKeepsItsRatioOverManyTurns) {
  GalleryRun run("gear_train");
  const double J = 0.001 + 0.01 / 9 + 0.2 / 144, c = 2.0 / 144, torque = 0.5;
  for (const double t : {0.1, 0.5, 2.0}) {
    run.to(t);
    const double speed = torque / c * (1 - std::exp(-c * t / J)),
                 angle = torque / c * (t - J / c * (1 - std::exp(-c * t / J)));
    EXPECT_NEAR(run.channel("motor_bearing.angle_rate"), speed, 1e-9 * speed) << t;
    EXPECT_NEAR(run.channel("middle_bearing.angle_rate"), -speed / 3, 1e-9 * speed) << t;
    EXPECT_NEAR(run.channel("load_bearing.angle_rate"), speed / 12, 1e-9 * speed) << t;
    const auto apart = [](double x, double y) { return std::remainder(x - y, 2 * std::numbers::pi); };
    EXPECT_NEAR(apart(run.channel("motor_bearing.angle"), angle), 0, 1e-8) << t;
    EXPECT_NEAR(apart(run.channel("load_bearing.angle"), angle / 12), 0, 1e-9) << t;
  }
  EXPECT_GT(torque / c * (2 - J / c), 10 * 2 * std::numbers::pi);  // the motor has turned more than ten times
}

TEST(StewartPlatformFile, RisesStraightUpAndLoadsItsLegsEqually) {
  GalleryRun run("stewart_platform", {}, tolerance(1e-9, 1e-10));
  for (const double t : {0.5, 1.0, 2.0, 3.3}) {
    run.to(t);
    const double omega = std::numbers::pi / 2, z = 0.9 + 0.15 * (1 - std::cos(omega * t));
    EXPECT_NEAR(run.q("platform.z"), z, 1e-8) << t;
    EXPECT_NEAR(run.v("platform.z"), 0.15 * omega * std::sin(omega * t), 1e-8) << t;
    EXPECT_NEAR(run.channel("platform.az"), 0.15 * omega * omega * std::cos(omega * t), 1e-7) << t;
    EXPECT_NEAR(run.q("platform.x"), 0, 1e-8) << t;
    EXPECT_NEAR(run.q("platform.e0"), 1, 1e-8) << t;
    EXPECT_NEAR(run.q("platform.e3"), 0, 1e-8) << t;
    const double load = run.channel("leg0_0.force");
    EXPECT_GT(load, 100) << t;  // they carry 148 kg
    for (const char* leg : {"leg0_1", "leg1_0", "leg1_1", "leg2_0", "leg2_1"})
      EXPECT_NEAR(run.channel(std::string(leg) + ".force"), load, 1e-6 * load) << leg << " at " << t;
  }
}

TEST(SpatialFourBarFile, KeepsTheLengthOfItsCoupler) {  // with the angles of crank and rocker only
  GalleryRun run("spatial_four_bar");
  double widest = 0;
  for (int k = 1; k <= 20; ++k) {
    run.to(0.25 * k);
    const double a = run.channel("crank_pin.angle"), b = run.channel("rocker_pin.angle");
    EXPECT_NEAR(0.16 + 0.2 * std::sin(a) + 0.48 * std::sin(b) - 0.16 * std::cos(a) * std::cos(b), 0, 1e-13);
    widest = std::max(widest, std::abs(a));
  }
  EXPECT_GT(widest, 2);  // the crank has gone far
}

TEST(ScrewPressFile, TurnsTorqueIntoForceByItsPitch) {
  GalleryRun run("screw_press", {}, tolerance(1e-10, 1e-11));
  const double per_radian = 0.02 / (2 * std::numbers::pi);
  double deepest = 0;
  for (int k = 1; k <= 50; ++k) {
    run.to(0.05 * k);
    EXPECT_NEAR(run.q("platen.z") - run.q("spindle.z"), -0.4, 1e-12);
    EXPECT_NEAR(run.v("platen.z"), per_radian * run.channel("spindle.wz"), 1e-12);
    EXPECT_NEAR(run.channel("flywheel.wz"), run.channel("spindle.wz"), 1e-11);
    // reduced to the spindle, p in m/rad:  (J_f + J_s) w' = drive − p (68 kg (g + a) − contact)
    const double alpha = run.channel("platen.az") / per_radian;
    const double contact = -run.channel("contact.force");  // pushes the platen up
    EXPECT_NEAR(2.01 * alpha,
                run.channel("drive.force") * -1 - per_radian * (68 * 9.81 + 68 * run.channel("platen.az") - contact),
                1e-6);
    deepest = std::min(deepest, run.q("platen.z") - 0.1);
  }
  EXPECT_LT(deepest, -0.001);  // the workpiece was pressed
}

TEST(RackSteeringFile, MovesTheRackByThePinionAndKeepsTheTieRods) {
  GalleryRun run("rack_steering", {}, tolerance(1e-10, 1e-11));
  for (const double t : {0.25, 0.5, 1.5}) {
    run.to(t);
    const double turn = run.channel("bearing.angle"), rack = run.channel("slide.displacement");
    EXPECT_GT(std::abs(turn), 0.1) << t;
    EXPECT_NEAR(rack, -0.008 * turn, 1e-12) << t;
    const double a = run.channel("left_kingpin.angle");
    const Vec3 arm(-0.15 * std::cos(a) + 0.08 * std::sin(a), 0.7 - 0.15 * std::sin(a) - 0.08 * std::cos(a), 0);
    EXPECT_NEAR((arm - Vec3(-0.15, 0.35 + rack, 0)).norm(), 0.27, 1e-12) << t;
    EXPECT_GT(a * turn, 0) << "turning the wheel to the left steers to the left";
  }
}

TEST(QuarterCarFile, IsAtRestBeforeTheBumpAndComesBackToItsHeightAfterIt) {
  GalleryRun run("quarter_car", {}, tolerance(1e-9, 1e-10));
  run.to(0.2);  // 2 m before the middle of the bump; the spline of the table has a slight ripple there
  EXPECT_NEAR(run.channel("height"), 0.5, 2e-3);
  run.to(0.5);
  EXPECT_GT(std::abs(run.channel("height") - 0.5), 5e-3);
  run.to(3).to(10);
  EXPECT_NEAR(run.channel("height"), 0.5, 1e-5);
  EXPECT_NEAR(run.channel("tire.fz"), 440 * 9.81, 1);
}

TEST(EngineMountsFile, SettlesUnderItsWeight) {
  GalleryRun run("engine_mounts", {{"force", "0"}, {"c", "20000"}}, tolerance(1e-8, 1e-10));
  run.to(20);
  double lift = 0;
  for (const char* mount : {"left_mount", "right_mount", "rear_mount"})
    lift -= run.channel(std::string(mount) + ".force_z");
  EXPECT_NEAR(lift, 150 * 9.81, 1e-3);
  EXPECT_NEAR(run.q("engine.z"), 0.25 - 150 * 9.81 / 6e5, 1.5e-3);
}

}  // namespace
}  // namespace daedalus::testing
