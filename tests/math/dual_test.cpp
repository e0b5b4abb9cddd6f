#include "daedalus/math/dual.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "math/elementary_functions.hpp"

namespace daedalus {
namespace {

using testing::complex_step, testing::for_each_function, testing::Random;

double dual_tolerance(double reference) { return 1e-13 * (1 + std::abs(reference)); }

TEST(Dual, FirstDerivativeOfEveryFunctionIsThatOfTheComplexStep) {
  Random random;
  for_each_function([&](const char* name, const auto& f, const auto&, double low, double high) {
    for (int k = 0; k < 100; ++k) {
      const double x = random(low, high), expected = complex_step(f, x);
      const Dual<double, 3> y = f(Dual<double, 3>::variable(x, 1));
      EXPECT_NEAR(y.value, f(x), dual_tolerance(f(x))) << name << " at " << x;
      EXPECT_NEAR(y.partial[1], expected, dual_tolerance(expected)) << name << " at " << x;
      EXPECT_EQ(y.partial[0], 0) << name;
      EXPECT_EQ(y.partial[2], 0) << name;
    }
  });
}

TEST(Dual, NestedDualsGiveSecondDerivatives) {
  using Inner = Dual<double, 1>;
  using Outer = Dual<Inner, 1>;
  Random random;
  for_each_function([&](const char* name, const auto& f, const auto& slope, double low, double high) {
    for (int k = 0; k < 100; ++k) {
      const double x = random(low, high), first = slope(x), second = complex_step(slope, x);
      const Outer y = f(Outer::variable(Inner::variable(x, 0), 0));
      EXPECT_NEAR(y.value.partial[0], first, dual_tolerance(first)) << name << " at " << x;
      EXPECT_NEAR(y.partial[0].value, first, dual_tolerance(first)) << name << " at " << x;
      EXPECT_NEAR(y.partial[0].partial[0], second, 10 * dual_tolerance(second)) << name << " at " << x;
    }
  });
}

TEST(Dual, Atan2IsTheAngleInAllFourQuadrants) {
  Random random;
  for (int k = 0; k < 100; ++k) {
    const double angle = random(-3.1, 3.1), radius = random(0.2, 3);
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    const Dual<double, 2> z = atan2(Dual<double, 2>::variable(y, 1), Dual<double, 2>::variable(x, 0));
    EXPECT_NEAR(z.value, angle, 1e-14);
    EXPECT_NEAR(z.partial[0], -std::sin(angle) / radius, 1e-13);
    EXPECT_NEAR(z.partial[1], std::cos(angle) / radius, 1e-13);
  }
}

TEST(Dual, AbsFollowsTheSign) {
  const auto plus = abs(Dual<double, 1>::variable(2, 0)), minus = abs(Dual<double, 1>::variable(-2, 0));
  EXPECT_EQ(plus.value, 2);
  EXPECT_EQ(plus.partial[0], 1);
  EXPECT_EQ(minus.value, 2);
  EXPECT_EQ(minus.partial[0], -1);
}

TEST(Dual, ComparesByValue) {
  const auto x = Dual<double, 2>::variable(1, 0), y = Dual<double, 2>::variable(1, 1);
  EXPECT_TRUE(x == y);
  EXPECT_TRUE(x < 2.0);
  EXPECT_TRUE(0.5 < x);
  EXPECT_TRUE(x >= y);
  EXPECT_FALSE(x > 1.0);
  EXPECT_EQ(value_of(x), 1);
}

TEST(Dual, CompoundAssignmentIsTheOperator) {
  const auto x = Dual<double, 2>::variable(1.5, 0), y = Dual<double, 2>::variable(-0.7, 1);
  auto z = x;
  z += y;
  z *= x;
  z -= 2.0;
  z /= y;
  const auto expected = ((x + y) * x - 2.0) / y;
  EXPECT_EQ(z.value, expected.value);
  EXPECT_EQ(z.partial, expected.partial);
}

TEST(Dual, IsAScalarOfEigen) {  // d(A⁻¹b)/dp = -A⁻¹ A_p A⁻¹b
  using D = Dual<double, 1>;
  Mat<D, 3, 3> A;
  Vec<D, 3> b;
  Mat<double, 3, 3> A0, A1;
  Vec<double, 3> b0;
  Random random;
  for (int i = 0; i < 3; ++i) {
    b0[i] = random(-1, 1);
    b[i] = b0[i];
    for (int j = 0; j < 3; ++j) {
      A0(i, j) = random(-1, 1) + (i == j ? 3 : 0);
      A1(i, j) = random(-1, 1);
      A(i, j) = A0(i, j) + A1(i, j) * D::variable(0, 0);
    }
  }
  const Vec<D, 3> x = 2.0 * (A.inverse() * b) + Vec<D, 3>::Zero() * 3.0;
  const Vec<double, 3> x0 = 2 * A0.inverse() * b0, x1 = -A0.inverse() * A1 * x0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(x[i].value, x0[i], 1e-14);
    EXPECT_NEAR(x[i].partial[0], x1[i], 1e-14);
  }
}

TEST(Dual, VariablesAndConstantsHaveTheirPartials) {
  const Vec<double, 2> x(3, 4);
  const auto variables = make_variables<5>(x, 2);
  const auto constants = make_constants<Dual<double, 5>>(x);
  EXPECT_EQ(variables[1].value, 4);
  EXPECT_EQ(variables[1].partial, (std::array<double, 5>{0, 0, 0, 1, 0}));
  EXPECT_EQ(constants[1].value, 4);
  EXPECT_EQ(constants[1].partial, (std::array<double, 5>{}));
}

}  // namespace
}  // namespace daedalus
