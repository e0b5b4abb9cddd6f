// roads_test.cpp: random roads have the spectrum of their class, enveloped ones the numbers of an independent program.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/bumps.hpp"
#include "daedalus/model/functions/enveloped_road.hpp"
#include "daedalus/model/functions/random_road.hpp"

namespace daedalus {
namespace {

// Mean square of the height: ∫ Φ₀ Ω⁻² dΩ = Φ₀ (1/Ω₁ − 1/Ω₂).
TEST(RandomRoad, HasTheMeanSquareOfItsClass) {
  const double longest = 20, shortest = 0.5, start = longest;
  double sum = 0;
  constexpr int roads = 8, points = 20000;
  for (int seed = 1; seed <= roads; ++seed) {
    const FunctionPtr road = RandomRoadFunction{.road_class = RoadClass::C,
                                                .seed = seed,
                                                .length = 420,
                                                .shortest = shortest,
                                                .longest = longest,
                                                .spacing = 0.05}
                                 .make();
    for (int i = 0; i < points; ++i) sum += std::pow(road->derivative(start + 400.0 * i / points, 0), 2);
  }
  const double expected = 16e-6 * (longest - shortest) / (2 * std::numbers::pi);
  EXPECT_NEAR(sum / roads / points, expected, 0.1 * expected);
}

// Power around 1 rad/m by Fourier sums over 400 m, averaged over a band and over roads.
TEST(RandomRoad, HasTheSpectrumOfIso8608) {
  double sum = 0;
  int count = 0;
  constexpr double from = 50, length = 400;
  constexpr int points = 4000;
  for (int seed = 1; seed <= 6; ++seed) {
    const FunctionPtr road =
        RandomRoadFunction{.road_class = RoadClass::A, .seed = seed, .length = 460, .spacing = 0.05}.make();
    for (int k = 45; k < 90; ++k) {  // Ω from 0.7 to 1.4 rad/m
      const double Omega = 2 * std::numbers::pi * k / length;
      std::complex<double> c = 0;
      for (int i = 0; i < points; ++i) {
        const double x = length * i / points,
                     window = 1 - std::cos(2 * std::numbers::pi * i / points);  // Hann, mean square 3/2
        c += window * road->derivative(from + x, 0) * std::polar(1.0, -Omega * x);
      }
      const double power =
          std::norm(c / static_cast<double>(points)) * length / std::numbers::pi / 1.5;  // one-sided, m³/rad
      sum += power * Omega * Omega;
      ++count;
    }
  }
  EXPECT_NEAR(sum / count, 1e-6, 0.15e-6);
}

TEST(RandomRoad, IsTheSameForTheSameSeedAndTwiceAsHighInTheNextClass) {
  const RandomRoadFunction one{.road_class = RoadClass::B, .seed = 3, .length = 30, .longest = 10};
  RandomRoadFunction other = one, rougher = one;
  other.seed = 4;
  rougher.road_class = RoadClass::C;
  const double z = one.make()->derivative(17.3, 0);
  EXPECT_EQ(one.make()->derivative(17.3, 0), z);
  EXPECT_NE(other.make()->derivative(17.3, 0), z);
  EXPECT_NEAR(rougher.make()->derivative(17.3, 0), 2 * z, 1e-12);
  EXPECT_EQ(one.make()->derivative(0, 0), 0);
  EXPECT_EQ(one.make()->derivative(-1, 0), 0);
}

TEST(RandomRoad, RefusesWhatItCannotFollow) {
  EXPECT_THROW((RandomRoadFunction{.shortest = 2, .longest = 1}.make()), ModelError);
  EXPECT_THROW((RandomRoadFunction{.shortest = 0.05, .spacing = 0.02}.make()), ModelError);
  EXPECT_THROW((RandomRoadFunction{.length = 1e6, .spacing = 0.02}.make()), ModelError);
}

// Half cylinder of 50 mm under a 205/60R15 tire, by a prototype that shares no code: dilated length 0.380 m, height 0.1 m from the axis
// 0.03224 m; 37x12.5R16.5: 0.436 m and 0.03539 m.
TEST(EnvelopedRoad, DilatesAHalfCylinderAsAnIndependentProgram) {
  const FunctionPtr cylinder = HalfCylinderFunction{.center = 2, .radius = 0.05}.make();
  const auto check = [&](double radius, double length, double height) {
    const FunctionPtr road =
        EnvelopedRoadFunction{.profile = cylinder, .radius = radius, .from = 1, .to = 3, .spacing = 0.002}.make();
    EXPECT_NEAR(road->derivative(2, 0), 0.05, 1e-5);
    EXPECT_NEAR(road->derivative(2.1, 0), height, 5e-5);
    double end = 2;
    while (road->derivative(end, 0) > 1e-5) end += 1e-3;
    EXPECT_NEAR(2 * (end - 2), length, 6e-3);
  };
  check(0.3135, 0.380, 0.03224);
  check(0.4699, 0.436, 0.03539);
}

TEST(EnvelopedRoad, LeavesALevelRoadAlone) {
  const FunctionPtr flat = CosineBumpFunction{.center = 0, .height = 0, .length = 1}.make();
  const FunctionPtr road = EnvelopedRoadFunction{.profile = flat, .radius = 0.3}.make();
  for (const double x : {0.0, 3.3, 9.9}) EXPECT_NEAR(road->derivative(x, 0), 0, 1e-12);
}

}  // namespace
}  // namespace daedalus
