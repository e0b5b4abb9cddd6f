#include "daedalus/model/functions/table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

using Interpolation = TableInterpolation;
using Extrapolation = TableExtrapolation;

std::string table_refusal(const TableFunction& table) {
  try {
    table.make();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TableFunction, AClampedSplineReproducesACubicWithAllItsDerivatives) {
  const auto value = [](double x) { return 2 - 3 * x + 0.5 * x * x + 4 * x * x * x; };
  const auto slope = [](double x) { return -3 + x + 12 * x * x; };
  TableFunction table{.x = {-1, -0.3, 0.1, 1.2, 2}, .ends = TableEnds::clamped};
  for (const double x : table.x) table.y.push_back(value(x));
  table.start_slope = slope(-1);
  table.end_slope = slope(2);
  const FunctionPtr f = table.make();
  for (double x = -1; x < 2; x += 0.037) {
    EXPECT_NEAR(f->derivative(x, 0), value(x), 1e-12) << x;
    EXPECT_NEAR(f->derivative(x, 1), slope(x), 1e-12) << x;
    EXPECT_NEAR(f->derivative(x, 2), 1 + 24 * x, 1e-11) << x;
    EXPECT_NEAR(f->derivative(x, 3), 24, 1e-10) << x;
    EXPECT_EQ(f->derivative(x, 4), 0) << x;
  }
}

TEST(TableFunction, TwoPointsWithSlopesAreTheHermiteCubic) {  // 3s² - 2s³ for values 0, 1 and slopes 0, 0
  const FunctionPtr f = TableFunction{.x = {0, 1}, .y = {0, 1}, .ends = TableEnds::clamped}.make();
  EXPECT_NEAR(f->derivative(0.25, 0), 3.0 / 16 - 2.0 / 64, 1e-15);
  EXPECT_NEAR(f->derivative(0.25, 1), 6.0 / 4 - 6.0 / 16, 1e-15);
}

// Natural and clamped spline through (1,2), (2,3), (3,5); the coefficients satisfy all conditions by hand:
// values, slope 3/2 and curvature at 2, and the end conditions.
TEST(TableFunction, ANaturalSplineThroughThreePointsIsTheOneWorkedOutByHand) {
  const FunctionPtr f = TableFunction{.x = {1, 2, 3}, .y = {2, 3, 5}}.make();
  for (const double s : {0.0, 0.3, 0.9}) {
    EXPECT_NEAR(f->derivative(1 + s, 0), 2 + 0.75 * s + 0.25 * s * s * s, 1e-14);
    EXPECT_NEAR(f->derivative(2 + s, 0), 3 + 1.5 * s + 0.75 * s * s - 0.25 * s * s * s, 1e-14);
    EXPECT_NEAR(f->derivative(2 + s, 2), 1.5 - 1.5 * s, 1e-14);
  }
}

TEST(TableFunction, AClampedSplineThroughThreePointsIsTheOneWorkedOutByHand) {
  const FunctionPtr f =
      TableFunction{.x = {1, 2, 3}, .y = {2, 3, 5}, .ends = TableEnds::clamped, .start_slope = 2, .end_slope = 1}
          .make();
  for (const double s : {0.0, 0.3, 0.9}) {
    EXPECT_NEAR(f->derivative(1 + s, 0), 2 + 2 * s - 2.5 * s * s + 1.5 * s * s * s, 1e-14);
    EXPECT_NEAR(f->derivative(2 + s, 0), 3 + 1.5 * s + 2 * s * s - 1.5 * s * s * s, 1e-14);
  }
}

TEST(TableFunction, ASplineHasContinuousSlopeAndCurvatureAtItsPoints) {
  const FunctionPtr f = TableFunction{.x = {0, 0.5, 2, 2.1, 4}, .y = {1, -1, 3, 2.5, 0}}.make();
  for (const double x : {0.5, 2.0, 2.1})
    for (int order = 0; order <= 2; ++order)
      EXPECT_NEAR(f->derivative(x - 1e-10, order), f->derivative(x, order), 1e-6) << "order " << order << " at " << x;
}

TEST(TableFunction, StraightLinesConnectThePoints) {
  const FunctionPtr f = TableFunction{.x = {0, 2, 3}, .y = {1, 5, 2}, .interpolation = Interpolation::linear}.make();
  EXPECT_EQ(f->derivative(0.5, 0), 2);
  EXPECT_EQ(f->derivative(0.5, 1), 2);
  EXPECT_EQ(f->derivative(0.5, 2), 0);
  EXPECT_EQ(f->derivative(2, 0), 5);
  EXPECT_EQ(f->derivative(2, 1), -3);  // that of the piece to the right
  EXPECT_EQ(f->derivative(2.5, 0), 3.5);
  EXPECT_EQ(f->derivative(3, 0), 2);
}

TEST(TableFunction, HoldsTheEndValuesOrFollowsTheTangents) {
  TableFunction table{.x = {1, 2, 3}, .y = {2, 3, 5}};  // natural: slopes 3/4 and 9/4 at the ends
  const FunctionPtr held = table.make();
  EXPECT_EQ(held->derivative(-10, 0), 2);
  EXPECT_EQ(held->derivative(10, 0), 5);
  EXPECT_EQ(held->derivative(10, 1), 0);
  table.extrapolate = Extrapolation::linear;
  const FunctionPtr followed = table.make();
  EXPECT_NEAR(followed->derivative(0, 0), 2 - 0.75, 1e-14);
  EXPECT_NEAR(followed->derivative(0, 1), 0.75, 1e-14);
  EXPECT_NEAR(followed->derivative(5, 0), 5 + 2 * 2.25, 1e-13);
  EXPECT_EQ(followed->derivative(5, 2), 0);
}

TEST(TableFunction, KinksAreWhereSlopeOrCurvatureJumps) {
  TableFunction table{.x = {0, 1, 2, 3}, .y = {0, 1, 0, 1}};
  const auto kinks = [&](Interpolation interpolation, TableEnds ends, Extrapolation extrapolate) {
    table.interpolation = interpolation;
    table.ends = ends;
    table.extrapolate = extrapolate;
    return table.make()->kinks();
  };
  using Points = std::vector<double>;
  EXPECT_EQ(kinks(Interpolation::linear, TableEnds::natural, Extrapolation::hold), (Points{0, 1, 2, 3}));
  EXPECT_EQ(kinks(Interpolation::linear, TableEnds::natural, Extrapolation::linear), (Points{1, 2}));
  EXPECT_EQ(kinks(Interpolation::cubic, TableEnds::natural, Extrapolation::hold), (Points{0, 3}));
  EXPECT_EQ(kinks(Interpolation::cubic, TableEnds::natural, Extrapolation::linear), Points{});
  EXPECT_EQ(kinks(Interpolation::cubic, TableEnds::clamped, Extrapolation::linear), (Points{0, 3}));
}

TEST(TableFunction, SaysWhatDoesNotFit) {
  EXPECT_EQ(table_refusal({.x = {0, 2, 1}, .y = {0, 1, 2}}),
            "table function: x[2] = 1 is not greater than x[1] = 2: the abscissae must increase strictly.");
  EXPECT_EQ(table_refusal({.x = {0, 0}, .y = {0, 1}}),
            "table function: x[1] = 0 is not greater than x[0] = 0: the abscissae must increase strictly.");
  EXPECT_EQ(table_refusal({.x = {0, 1, 2}, .y = {0, 1}}),
            "table function: 3 abscissae x but 2 values y: give one value per abscissa.");
  EXPECT_EQ(table_refusal({.x = {0}, .y = {0}}), "table function: 1 points; at least 2 are required.");
  EXPECT_EQ(table_refusal({}), "table function: 0 points; at least 2 are required.");
  EXPECT_EQ(table_refusal({.x = {0, 1}, .y = {0, std::numeric_limits<double>::quiet_NaN()}}),
            "table function: y[1] = nan is not accepted: expected a finite number.");
  EXPECT_EQ(table_refusal({.x = {0, 1, 1 + 1e-15}, .y = {0, 1, 1e308}, .interpolation = Interpolation::linear}),
            "table function: the slope at x = 1 overflows: check the points there.");
  EXPECT_EQ(table_refusal({.x = {0, 1}, .y = {0, 1}, .start_slope = 1}),
            "table function: start_slope and end_slope require interpolation: cubic and ends: clamped.");
}

TEST(TableFunction, ANaNStaysANaN) {
  const FunctionPtr f = TableFunction{.x = {0, 1}, .y = {0, 1}, .extrapolate = Extrapolation::linear}.make();
  EXPECT_TRUE(std::isnan(f->derivative(std::numeric_limits<double>::quiet_NaN(), 0)));
}

}  // namespace
}  // namespace daedalus
