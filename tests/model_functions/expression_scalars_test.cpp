// expression_scalars_test.cpp: an expression on Dual and Jet2 gives derivatives. Expected are closed forms, written in
// C++ beside the text, and the complex step of the same function.
#include <gtest/gtest.h>

#include <complex>

#include "daedalus/model/functions/expression.hpp"
#include "math/elementary_functions.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using testing::complex_step, testing::Random;
using Dual3 = Dual<double, 3>;

double tolerance(double reference) { return 1e-13 * (1 + std::abs(reference)); }

TEST(Expression, OnADualGivesTheDerivativesWorkedOutByHand) {
  const auto law = Expression::parse("-k*x - c*v^3*exp(-t) + x*v/t", {"x", "v", "t"}, {{"k", 200}, {"c", 0.5}});
  Random random;
  for (int i = 0; i < 100; ++i) {
    const double x = random(-2, 2), v = random(-2, 2), t = random(0.5, 2), decay = std::exp(-t);
    const Dual3 f = law(Dual3::variable(x, 0), Dual3::variable(v, 1), Dual3::variable(t, 2));
    EXPECT_NEAR(f.value, -200 * x - 0.5 * v * v * v * decay + x * v / t, 1e-12);
    EXPECT_NEAR(f.partial[0], -200 + v / t, 1e-12);
    EXPECT_NEAR(f.partial[1], -1.5 * v * v * decay + x / t, 1e-12);
    EXPECT_NEAR(f.partial[2], 0.5 * v * v * v * decay - x * v / (t * t), 1e-12);
  }
}

// clang-format off
// visit(text, f, f', low, high): f is the complex twin of the text, f' its closed-form slope.
template <class Visit>
void for_each_text(const Visit& visit) {
  using std::acos, std::asin, std::atan, std::cos, std::cosh, std::exp, std::log, std::pow, std::sin, std::sinh,
      std::sqrt, std::tan, std::tanh;
  visit("sin(x)", [](auto x) { return sin(x); }, [](auto x) { return cos(x); }, -3.0, 3.0);
  visit("cos(x)", [](auto x) { return cos(x); }, [](auto x) { return -sin(x); }, -3.0, 3.0);
  visit("tan(x)", [](auto x) { return tan(x); }, [](auto x) { return 1.0 / (cos(x) * cos(x)); }, -1.2, 1.2);
  visit("asin(x)", [](auto x) { return asin(x); }, [](auto x) { return 1.0 / sqrt(1.0 - x * x); }, -0.8, 0.8);
  visit("acos(x)", [](auto x) { return acos(x); }, [](auto x) { return -1.0 / sqrt(1.0 - x * x); }, -0.8, 0.8);
  visit("atan(x)", [](auto x) { return atan(x); }, [](auto x) { return 1.0 / (1.0 + x * x); }, -3.0, 3.0);
  visit("atan2(x, 2)", [](auto x) { return atan(x / 2.0); }, [](auto x) { return 2.0 / (4.0 + x * x); }, -3.0, 3.0);
  visit("sinh(x)", [](auto x) { return sinh(x); }, [](auto x) { return cosh(x); }, -2.0, 2.0);
  visit("cosh(x)", [](auto x) { return cosh(x); }, [](auto x) { return sinh(x); }, -2.0, 2.0);
  visit("tanh(x)", [](auto x) { return tanh(x); }, [](auto x) { return 1.0 / (cosh(x) * cosh(x)); }, -3.0, 3.0);
  visit("exp(x)", [](auto x) { return exp(x); }, [](auto x) { return exp(x); }, -2.0, 2.0);
  visit("log(x)", [](auto x) { return log(x); }, [](auto x) { return 1.0 / x; }, 0.2, 3.0);
  visit("sqrt(x)", [](auto x) { return sqrt(x); }, [](auto x) { return 0.5 / sqrt(x); }, 0.2, 3.0);
  visit("x^2.5", [](auto x) { return pow(x, 2.5); }, [](auto x) { return 2.5 * pow(x, 1.5); }, 0.2, 3.0);
  visit("x^-3", [](auto x) { return 1.0 / (x * x * x); }, [](auto x) { return -3.0 / (x * x * x * x); }, -3.0, -0.5);
  visit("2^x", [](auto x) { return exp(std::log(2.0) * x); },
      [](auto x) { return std::log(2.0) * exp(std::log(2.0) * x); }, -2.0, 2.0);
  visit("x^x", [](auto x) { return exp(x * log(x)); }, [](auto x) { return (log(x) + 1.0) * exp(x * log(x)); },
        0.2, 2.0);
  visit("abs(x) + min(x, 1) + max(x, 1)", [](auto x) { return -x + x + 1.0; }, [](auto x) { return 0.0 * x; }, -3.0,
      -0.1);
  visit("smoothstep(x)", [](auto x) { return 10.0 * x * x * x - 15.0 * x * x * x * x + 6.0 * x * x * x * x * x; },
      [](auto x) { return 30.0 * x * x * (1.0 - x) * (1.0 - x); }, 0.01, 0.99);
  visit("if(x > 1, x^2, 3*x)*sign(x) + step(x)", [](auto x) { return x * x + 1.0; }, [](auto x) { return 2.0 * x; }, 1.1,
      3.0);
}

TEST(Expression, EveryFunctionHasItsFirstAndSecondDerivative) {
  using Nested = Dual<Dual<double, 1>, 1>;
  Random random;
  for_each_text([&](const char* text, const auto& f, const auto& slope, double low, double high) {
    const auto expression = Expression::parse(text, {"x"});
    for (int k = 0; k < 50; ++k) {
      const double x = random(low, high), value = f(x), first = complex_step(f, x), second = complex_step(slope, x);
      EXPECT_NEAR(first, slope(x), tolerance(first)) << "the reference itself, " << text;
      EXPECT_NEAR(expression(x), value, tolerance(value)) << text << " at " << x;
      const Nested y = expression(Nested::variable(Dual<double, 1>::variable(x, 0), 0));
      EXPECT_NEAR(y.value.value, value, tolerance(value)) << text << " at " << x;
      EXPECT_NEAR(y.value.partial[0], first, tolerance(first)) << text << " at " << x;
      EXPECT_NEAR(y.partial[0].partial[0], second, 10 * tolerance(second)) << text << " at " << x;
      const Jet2<double> along = expression(Jet2<double>(x, 1, 0));
      EXPECT_NEAR(along.first, first, tolerance(first)) << text << " at " << x;
      EXPECT_NEAR(along.second, second, 10 * tolerance(second)) << text << " at " << x;
      const Jet2<Dual<double, 1>> both = expression(Jet2<Dual<double, 1>>(Dual<double, 1>::variable(x, 0), 1.0, 0.0));
      EXPECT_NEAR(both.first.partial[0], second, 10 * tolerance(second)) << text << " at " << x;
    }
  });
}

TEST(Expression, APowerHasBothPartialDerivatives) {  // ∂x^y/∂x = y x^(y-1), ∂x^y/∂y = x^y log x
  const auto power_law = Expression::parse("x^y", {"x", "y"});
  using D = Dual<double, 2>;
  const D z = power_law(D::variable(1.7, 0), D::variable(-0.6, 1));
  EXPECT_NEAR(z.partial[0], -0.6 * std::pow(1.7, -1.6), 1e-15);
  EXPECT_NEAR(z.partial[1], std::pow(1.7, -0.6) * std::log(1.7), 1e-15);
  const D cube = power_law(D::variable(-2, 0), D(3.0));
  EXPECT_EQ(cube.value, -8);
  EXPECT_EQ(cube.partial[0], 12);
}

TEST(Expression, WholePowersHaveTheirDerivativesAtZero) {
  using Nested = Dual<Dual<double, 1>, 1>;
  const auto at_zero = Nested::variable(Dual<double, 1>::variable(0, 0), 0);
  const Nested line = Expression::parse("x^1", {"x"})(at_zero), square = Expression::parse("x^2", {"x"})(at_zero);
  const Nested one = Expression::parse("x^0", {"x"})(at_zero);
  EXPECT_EQ(line.value.partial[0], 1);
  EXPECT_EQ(line.partial[0].partial[0], 0);
  EXPECT_EQ(square.value.partial[0], 0);
  EXPECT_EQ(square.partial[0].partial[0], 2);
  EXPECT_EQ(one.value.value, 1);
  EXPECT_EQ(one.partial[0].partial[0], 0);
}

TEST(Expression, SmallHyperbolicSinesLoseNoDigits) {
  EXPECT_EQ(Expression::parse("sinh(x)", {"x"})(Dual<double, 1>::variable(1e-9, 0)).value, 1e-9);
  EXPECT_EQ(Expression::parse("tanh(x)", {"x"})(Dual<double, 1>::variable(800, 0)).value, 1);
}

TEST(Expression, EvaluationAsksForNoMemory) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations are not counted here";
  const auto law = Expression::parse("-k*x - c*v^3*exp(-t) + if(x < 0, x^t, smoothstep(v))", {"x", "v", "t"},
                                     {{"k", 200}, {"c", 0.5}});
  const std::array<double, 3> x = {0.1, 0.2, 0.3};
  const std::array<Dual3, 3> dual = {Dual3::variable(0.1, 0), Dual3::variable(0.2, 1), Dual3::variable(0.3, 2)};
  const long before = AllocationCount::now();
  const double value = law.evaluate<double>(x);
  const Dual3 slopes = law.evaluate<Dual3>(dual);
  EXPECT_EQ(AllocationCount::now(), before);
  EXPECT_NEAR(slopes.value, value, 1e-14);
}

}  // namespace
}  // namespace daedalus
