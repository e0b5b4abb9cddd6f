#include "daedalus/integrate/run/interpolation_error.hpp"

#include <gtest/gtest.h>

#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus {
namespace {

constexpr double omega = 3;
State swing(double t) {
  State x;
  x.t = t;
  x.q = VecX::Constant(1, std::sin(omega * t));
  x.v = VecX::Constant(1, omega * std::cos(omega * t));
  x.a = VecX::Constant(1, -omega * omega * std::sin(omega * t));
  return x;
}

// |H − q| at many places of the step, of q = sin ωt itself.
double measured(const State& x, const State& y) {
  const VecX none;
  double largest = 0;
  State at = x;
  for (int k = 1; k < 200; ++k) {
    hermite(k / 200.0, x, none, y, none, at);
    largest = std::max(largest, std::abs(at.q[0] - std::sin(omega * at.t)));
  }
  return largest;
}

TEST(InterpolationError, IsTheLargestDeviationOfTheCubicFromTheMotion) {
  constexpr Tolerances absolute{.rtol = 1e-300, .atol = 1};
  for (const double t : {0.3, 0.5, 1.1})
    for (const double h : {0.1, 0.05, 0.02}) {
      const State x = swing(t), y = swing(t + h);
      EXPECT_NEAR(interpolation_error(absolute, x, y, h) / measured(x, y), 1, 2 * omega * h) << t << ' ' << h;
    }
}

TEST(InterpolationError, FallsWithItsExponent) {
  constexpr Tolerances absolute{.rtol = 1e-300, .atol = 1};
  const double coarse = interpolation_error(absolute, swing(0.5), swing(0.52), 0.02),
               fine = interpolation_error(absolute, swing(0.5), swing(0.51), 0.01);
  EXPECT_NEAR(std::log2(coarse / fine), interpolation_exponent, 0.05);
}

}  // namespace
}  // namespace daedalus
