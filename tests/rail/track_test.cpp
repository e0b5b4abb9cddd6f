// Tracks against closed forms and an independent quadrature, and bodies that travel along them against differences.
#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/prescribed_pose.hpp"
#include "formulation/element_zoo.hpp"

namespace daedalus::testing {
namespace {

std::vector<TrackSegment> line_change() {  // that of models/rail/train_carriage.yaml
  const double k = 1.0 / 500;
  return {{55, {}},  {10, {k, 0, 0}},  {31.6, {k, 0, 0}},  {10, {}},
          {2.6, {}}, {10, {-k, 0, 0}}, {31.6, {-k, 0, 0}}, {10, {}}};
}

TEST(Track, ACircleComesBackToItsStart) {
  const double R = 130;
  const Track circle({1 / R, 0, 0}, {{100, {1 / R, 0, 0}}, {600, {1 / R, 0, 0}}});
  for (const double s : {-50.0, 0.0, 37.0, 100.0, 350.0, 2 * std::numbers::pi * R, 4000.0}) {
    EXPECT_NEAR(circle.heading(s), s / R, 1e-12);
    EXPECT_LE((circle.position(s) - Vec3(R * std::sin(s / R), R * (1 - std::cos(s / R)), 0)).norm(), 1e-11) << s;
  }
}

// x = ∫cos(s²/2A²) ds and y = ∫sin(s²/2A²) ds by their power series.
TEST(Track, AClothoidHasThePositionsOfFresnelsSeries) {
  const double L = 100, k = 1.0 / 80, rate = k / L;
  const Track clothoid({}, {{L, {k, 0, 0}, RampShape::linear}});
  for (const double s : {5.0, 33.3, 60.0, 99.9}) {
    double x = 0, y = 0, term = 1;  // (rate s²/2)ⁿ/n!
    for (int n = 0; n < 30; ++n) {
      (n % 2 == 0 ? x : y) += (n / 2 % 2 == 0 ? 1 : -1) * term * s / (2 * n + 1);
      term *= rate * s * s / 2 / (n + 1);
    }
    EXPECT_LE((clothoid.position(s) - Vec3(x, y, 0)).norm(), 1e-12 * L) << s;
  }
}

// Simpson's rule with halved steps, of cos ψ and sin ψ where ψ is Simpson's rule of the curvature.
TEST(Track, PositionsMatchAnIndependentQuadrature) {
  const Track track({}, line_change());
  constexpr int steps = 40000;
  const double end = 170, h = end / steps;
  double heading = 0, next = 0;
  Vec3 at = Vec3::Zero(), worst = Vec3::Zero();
  for (int k = 0; k < steps; ++k) {
    const double s = k * h;
    const auto curvature = [&](double share) { return track.curvature(s + share * h); };
    const double middle = heading + h / 24 * (5 * curvature(0) + 8 * curvature(0.5) - curvature(1));
    next = heading + h / 6 * (curvature(0) + 4 * curvature(0.5) + curvature(1));
    const auto way = [](double psi) { return Vec3(std::cos(psi), std::sin(psi), 0); };
    at += h / 6 * (way(heading) + 4 * way(middle) + way(next));
    heading = next;
    worst = worst.cwiseMax((track.position(s + h) - at).cwiseAbs());
  }
  EXPECT_LE(worst.norm(), 1e-10);
  EXPECT_NEAR(track.position(end)[1], 4.506, 5e-4);  // reference/train_carriage.yaml: lateral_offset
  EXPECT_NEAR(track.heading(end), 0, 1e-15);
}

TEST(Track, CurvatureOfQuinticRampsHasContinuousSecondDerivatives) {
  const Track track({}, line_change());
  for (const double s : {55.0, 65.0, 96.6, 106.6, 109.2, 160.8})
    for (int order = 0; order <= 2; ++order) {
      const double d = 1e-7, slope = 1.0 / 500 * 60 / std::pow(10.0, 3);  // of κ'' at the ends: 60/L³
      EXPECT_NEAR(track.curvature(s - d, order), track.curvature(s + d, order), 3 * slope * d) << s << " " << order;
    }
  EXPECT_TRUE(track.jumps().empty());
  EXPECT_EQ(track.starts().size(), 2u);
  const Track clothoids({}, {{10, {}}, {20, {0.01, 0, 0}, RampShape::linear}, {10, {0.01, 0, 0}}});
  EXPECT_EQ(clothoids.jumps(), (std::vector<double>{10, 30}));
}

Body traveler(TrackFollows follows) {
  const std::vector<TrackSegment> segments = {
      {20, {}}, {15, {0.01, 0.1, 0.02}}, {30, {0.01, 0.1, -0.01}}, {12, {-0.02, 0, 0}, RampShape::linear}, {40, {}}};
  Body body{.name = "frame", .kind = BodyKind::prescribed, .position = {0.3, -0.2, 0.46}};
  body.orientation = Vec4(0.9, 0.1, -0.2, 0.3).normalized();
  body.motion.track = std::make_shared<const Track>(
      TrackValues{}, segments,
      TrackIrregularities{expression("0.01*sin(0.3*t)"), expression("0.02*cos(0.2*t)"), expression("0.01*sin(t/2)")});
  body.motion.along = expression("3 + 8*t + 0.4*t^2");
  body.motion.position[1] = expression("0.1*sin(t)");
  body.motion.angle = expression("0.2*t");
  body.motion.follows = follows;
  return body;
}

TEST(TravelingFrame, VelocityAndAccelerationAreThoseOfItsPositions) {
  for (const TrackFollows follows : {TrackFollows::rails, TrackFollows::line}) {
    const Body body = traveler(follows);
    for (const double t : {0.4, 1.3, 2.9, 4.7, 6.5, 8.3}) {  // in every segment, and behind them
      const double h = 1e-4;
      const auto before = prescribed_pose(body, t - h), now = prescribed_pose(body, t),
                 after = prescribed_pose(body, t + h);
      const auto check = [&](auto entry) {
        const Jet2<double> a = entry(before), b = entry(now), c = entry(after);
        EXPECT_NEAR((c.value - a.value) / (2 * h), b.first, 2e-6) << t;
        EXPECT_NEAR((c.first - a.first) / (2 * h), b.second, 2e-6) << t;
      };
      for (int i = 0; i < 3; ++i) {
        check([i](const auto& pose) { return pose.x[i]; });
        for (int j = 0; j < 3; ++j) check([i, j](const auto& pose) { return pose.A(i, j); });
      }
    }
  }
}

TEST(TravelingFrame, LeansBySlopeAndCant) {
  Body body{.name = "frame", .kind = BodyKind::prescribed};
  body.motion.track = std::make_shared<const Track>(TrackValues{0, 0.1, 0.05}, std::vector<TrackSegment>{});
  body.motion.along = expression("7*t");
  const auto [x, A] = prescribed_pose(body, 2);
  EXPECT_NEAR(x[0].value, 14, 1e-14);
  EXPECT_NEAR(x[2].value, 14 * 0.05, 1e-14);
  EXPECT_NEAR(A(2, 0).value, std::sin(std::atan(0.05)), 1e-15);                  // uphill
  EXPECT_NEAR(A(2, 1).value, std::cos(std::atan(0.05)) * std::sin(0.1), 1e-15);  // the left rail is higher
}

TEST(Track, RefusesEdgesThatAWheelCannotFollow) {
  TableFunction edge{.x = {0, 10, 20}, .y = {0, 0.01, 0}, .interpolation = TableInterpolation::linear};
  EXPECT_THROW(Track({}, {}, {edge.make(), {}, {}}), ModelError);
  EXPECT_THROW(Track({}, {{-3, {}}}), ModelError);
  TableFunction smooth{.x = {0, 10, 20}, .y = {0, 0.01, 0}, .ends = TableEnds::clamped};
  EXPECT_NO_THROW(Track({}, {}, {smooth.make(), {}, {}}));
}

TEST(Track, TellsWhenATravelerMeetsItsCurves) {
  const Track track({}, {{10, {}}, {20, {0.01, 0, 0}, RampShape::linear}, {10, {0.01, 0, 0}}});
  TimeBreaks steady, braking;
  list_breaks(track, expression("2 + 4*t"), 0, steady);
  ASSERT_EQ(steady.listed().size(), 2u);
  EXPECT_NEAR(steady.listed()[0].t, 2, 1e-14);
  EXPECT_NEAR(steady.listed()[1].t, 7, 1e-14);
  EXPECT_TRUE(steady.listed()[0].jumps);
  list_breaks(track, expression("2 + 8*t - t^2/2"), 0, braking);
  EXPECT_TRUE(braking.listed().empty());
  EXPECT_NEAR(braking.next(0, 3).t, 8 - std::sqrt(64.0 - 16), 1e-12);  // s = 10
}

}  // namespace
}  // namespace daedalus::testing
