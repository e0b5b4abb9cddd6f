#include "daedalus/math/jet2.hpp"

#include <gtest/gtest.h>

#include "daedalus/math/dual.hpp"
#include "math/elementary_functions.hpp"

namespace daedalus {
namespace {

using testing::complex_step, testing::for_each_function, testing::Random;

double jet_tolerance(double reference) { return 1e-12 * (1 + std::abs(reference)); }

TEST(Jet2, FollowsEveryFunctionToTheSecondDerivative) {  // f(x)' = f_x x', f(x)'' = f_xx x'² + f_x x''
  Random random;
  for_each_function([&](const char* name, const auto& f, const auto& slope, double low, double high) {
    for (int k = 0; k < 100; ++k) {
      const Jet2<double> x(random(low, high), random(-2, 2), random(-2, 2));
      const double f_x = complex_step(f, x.value), f_xx = complex_step(slope, x.value);
      const double first = f_x * x.first, second = f_xx * x.first * x.first + f_x * x.second;
      const Jet2<double> y = f(x);
      EXPECT_NEAR(y.value, f(x.value), jet_tolerance(y.value)) << name << " at " << x.value;
      EXPECT_NEAR(y.first, first, jet_tolerance(first)) << name << " at " << x.value;
      EXPECT_NEAR(y.second, second, jet_tolerance(second)) << name << " at " << x.value;
    }
  });
}

TEST(Jet2, AgreesWithNestedDualsAlongAMotion) {
  using Nested = Dual<Dual<double, 1>, 1>;
  Random random;
  const auto f = [](const auto& x, const auto& y) { return atan2(x * y + 1.0, x - y) * exp(-x * x) / (2.0 + sin(y)); };
  const auto nest = [](const Jet2<double>& x) {  // d/dτ twice: both first-order parts are x', the mixed one is x''
    Nested result(Dual<double, 1>(x.value));
    result.value.partial[0] = result.partial[0].value = x.first;
    result.partial[0].partial[0] = x.second;
    return result;
  };
  for (int k = 0; k < 100; ++k) {
    const Jet2<double> x(random(-2, 2), random(-2, 2), random(-2, 2)), y(random(-2, 2), random(-2, 2), random(-2, 2));
    const Jet2<double> z = f(x, y);
    const Nested expected = f(nest(x), nest(y));
    EXPECT_NEAR(z.value, expected.value.value, jet_tolerance(z.value));
    EXPECT_NEAR(z.first, expected.partial[0].value, 10 * jet_tolerance(z.first));
    EXPECT_NEAR(z.second, expected.partial[0].partial[0], 100 * jet_tolerance(z.second));
  }
}

TEST(Jet2, OfDualsGivesTheTangentsOfBothDerivatives) {
  using D = Dual<double, 3>;  // with respect to x, x', x''
  Random random;
  for_each_function([&](const char* name, const auto& f, const auto& slope, double low, double high) {
    for (int k = 0; k < 20; ++k) {
      const double x = random(low, high), x1 = random(-2, 2), x2 = random(-2, 2);
      const Jet2<D> y = f(Jet2<D>(D::variable(x, 0), D::variable(x1, 1), D::variable(x2, 2)));
      const double f_x = slope(x), f_xx = complex_step(slope, x);
      EXPECT_NEAR(y.first.partial[0], f_xx * x1, 10 * jet_tolerance(f_xx * x1)) << name;
      EXPECT_NEAR(y.first.partial[1], f_x, jet_tolerance(f_x)) << name;
      EXPECT_NEAR(y.second.partial[1], 2 * f_xx * x1, 10 * jet_tolerance(f_xx * x1)) << name;
      EXPECT_NEAR(y.second.partial[2], f_x, jet_tolerance(f_x)) << name;
      const auto second = [&](auto z) {  // f_xx x'² + f_x x'' as a function of x alone, f_xx by a Dual over complex
        using C = decltype(z);
        const Dual<C, 1> s = slope(Dual<C, 1>::variable(z, 0));
        return s.partial[0] * (x1 * x1) + s.value * x2;
      };
      const double expected = complex_step(second, x);
      EXPECT_NEAR(y.second.partial[0], expected, 100 * jet_tolerance(expected)) << name << " at " << x;
    }
  });
}

TEST(Jet2, AbsFollowsTheSign) {
  const Jet2<double> y = abs(Jet2<double>(-2, 3, 4));
  EXPECT_EQ(y.value, 2);
  EXPECT_EQ(y.first, -3);
  EXPECT_EQ(y.second, -4);
}

TEST(Jet2, ComparesByValueAndAssignsCompound) {
  const Jet2<double> x(1, 2, 3), y(1, -2, 5);
  EXPECT_TRUE(x == y);
  EXPECT_TRUE(x < 2.0);
  EXPECT_TRUE(0.5 < x);
  Jet2<double> z = x;
  z += y;
  z *= x;
  z -= 2.0;
  z /= y;
  const Jet2<double> expected = ((x + y) * x - 2.0) / y;
  EXPECT_EQ(z.second, expected.second);
}

TEST(Jet2, IsAScalarOfEigen) {  // (A x)'' = A x''
  const Vec<Jet2<double>, 2> x = make_motion(Vec<double, 2>(1, 2), Vec<double, 2>(3, 4), Vec<double, 2>(5, 6));
  const Mat<double, 2, 2> A{{1, -2}, {0.5, 3}};
  const Vec<Jet2<double>, 2> y = A.cast<Jet2<double>>() * x * 2.0;
  EXPECT_EQ(y[0].second, 2 * (5 - 12));
  EXPECT_EQ(y[1].first, 2 * (1.5 + 12));
}

}  // namespace
}  // namespace daedalus
