// Tables that repeat, and what happens beyond the points of those that do not.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/range_watch.hpp"
#include "daedalus/model/functions/table.hpp"

namespace daedalus {
namespace {

using std::numbers::pi;

// By hand: M = 6, -6, 6, that is 3s² - 2s³ up and the same down.
TEST(PeriodicTable, ThroughTwoPointsIsTheSplineWorkedOutByHand) {
  const FunctionPtr whole = TableFunction{.x = {0, 1, 2}, .y = {0, 1, 0}, .periodic = {true, 0}}.make(),
                    open = TableFunction{.x = {0, 1}, .y = {0, 1}, .periodic = {true, 2}}.make();
  for (const FunctionPtr& f : {whole, open})
    for (const double turn : {-6.0, 0.0, 40.0})
      for (const double s : {0.0, 0.25, 0.8}) {
        EXPECT_NEAR(f->derivative(turn + s, 0), 3 * s * s - 2 * s * s * s, 1e-13);
        EXPECT_NEAR(f->derivative(turn + s, 1), 6 * s - 6 * s * s, 1e-13);
        EXPECT_NEAR(f->derivative(turn + 1 + s, 0), 1 - 3 * s * s + 2 * s * s * s, 1e-13);
        EXPECT_NEAR(f->derivative(turn + 1 + s, 2), -6 + 12 * s, 1e-12);
      }
}

// Between equidistant points the error of a periodic spline is s² (1 − s)² h⁴ f⁗/24 to leading order, s from 0 to 1: at most
// h⁴/384 for a sine.
TEST(PeriodicTable, FollowsASineAsCloselyAsASplineCan) {
  TableFunction table{.periodic = {true, 2 * pi}};
  const int n = 40;
  const double h = 2 * pi / n;
  for (int i = 0; i < n; ++i) {
    table.x.push_back(1 + i * h);
    table.y.push_back(std::sin(1 + i * h));
  }
  const FunctionPtr f = table.make();
  double largest = 0;
  for (double x = -20; x < 20; x += 0.0137) largest = std::max(largest, std::abs(f->derivative(x, 0) - std::sin(x)));
  EXPECT_NEAR(largest, std::pow(h, 4) / 384, 0.02 * std::pow(h, 4) / 384);
}

TEST(PeriodicTable, IsTwiceDifferentiableWhereOnePeriodMeetsTheNext) {
  const FunctionPtr f =
      TableFunction{.x = {0, 0.3, 1, 1.7, 2.5}, .y = {1, 3, -2, 0.4, 1}, .periodic = {true, 0}}.make();
  for (int order = 0; order <= 2; ++order)
    EXPECT_NEAR(f->derivative(2.5 - 1e-9, order), f->derivative(2.5 + 1e-9, order), 1e-6) << order;
  EXPECT_GT(std::abs(f->derivative(2.5 - 1e-9, 3) - f->derivative(2.5 + 1e-9, 3)), 1);
}

TEST(PeriodicTable, RepeatsStraightLines) {
  const FunctionPtr f = TableFunction{
      .x = {1, 2},
      .y = {0, 6},
      .interpolation = TableInterpolation::linear,
      .periodic = {true, 4}}.make();
  EXPECT_NEAR(f->derivative(9.5, 0), 3, 1e-13);
  EXPECT_NEAR(f->derivative(12, 0), 2, 1e-13);
  EXPECT_NEAR(f->derivative(-6.5, 0), 3, 1e-13);
  EXPECT_NEAR(f->derivative(-4, 1), -2, 1e-13);
}

std::string refusal_of_table(const TableFunction& table) {
  try {
    table.make();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PeriodicTable, IsRefusedWhereItDoesNotClose) {
  EXPECT_EQ(
      refusal_of_table({.x = {0, 1, 2}, .y = {0, 1, 3}, .periodic = {true, 0}}),
      "table function: a periodic table must end with the value it begins with, but y = 0 at x = 0 and y = 3 at x = "
      "2, one period later.");
  EXPECT_EQ(refusal_of_table({.x = {0, 1, 2}, .y = {0, 1, 3}, .periodic = {true, 1.5}}),
            "table function: the points extend over 2, more than the period 1.5: give the points of one period.");
  EXPECT_EQ(refusal_of_table({.x = {0, 1, 2}, .y = {0, 1, 3}, .periodic = {true, 2}}),
            refusal_of_table({.x = {0, 1, 2}, .y = {0, 1, 3}, .periodic = {true, 0}}));
  EXPECT_NE(refusal_of_table({.x = {0, 1}, .y = {0, 0}, .ends = TableEnds::clamped, .periodic = {true, 0}})
                .find("ends: clamped does not apply"),
            std::string::npos);
  EXPECT_NE(refusal_of_table({.x = {0, 1}, .y = {0, 0}, .extrapolate = TableExtrapolation::hold, .periodic = {true, 0}})
                .find("extrapolate does not apply"),
            std::string::npos);
}

FunctionPtr from_zero_to_two(TableExtrapolation beyond) {
  return TableFunction{.x = {0, 1, 2}, .y = {5, 1, 7}, .extrapolate = beyond, .name = "function 'f'"}.make();
}

TEST(TableBeyondItsPoints, HasNoValueWhereItRefuses) {
  const FunctionPtr f = from_zero_to_two(TableExtrapolation::refuse);
  EXPECT_EQ(f->derivative(0, 0), 5);
  EXPECT_NEAR(f->derivative(2, 0), 7, 1e-14);
  EXPECT_TRUE(std::isnan(f->derivative(-1e-9, 0)));
  EXPECT_TRUE(std::isnan(f->derivative(2.000001, 0)));
}

TEST(TableBeyondItsPoints, IsSpokenOfOnceWithTheFarthestPlaces) {
  const FunctionPtr f = from_zero_to_two(TableExtrapolation::unstated);
  RangeWatch watch;
  {
    const RangeWatch::Counting counting(true);
    for (const double x : {2.5, 1.0, -0.5, 3.0, -0.25, 2.0, 0.0}) f->derivative(x, 0);
  }
  ASSERT_EQ(watch.notes().size(), 1u);
  EXPECT_EQ(watch.notes()[0].find("function 'f' was evaluated at -0.5 and 3, outside its points (0 to 2)"), 0u)
      << watch.notes()[0];
}

TEST(TableBeyondItsPoints, IsNotSpokenOfInTrialStatesOrWhereItWasAskedFor) {
  RangeWatch watch;
  const FunctionPtr unstated = from_zero_to_two(TableExtrapolation::unstated);
  unstated->derivative(3, 0);  // nothing counts
  const RangeWatch::Counting not_counting(false), counting(true);
  unstated->derivative(1, 0);
  unstated->derivative(0, 0);
  unstated->derivative(2, 0);
  from_zero_to_two(TableExtrapolation::hold)->derivative(3, 0);
  from_zero_to_two(TableExtrapolation::linear)->derivative(3, 0);
  EXPECT_TRUE(watch.notes().empty());
  EXPECT_TRUE(watch.refusals().empty());
}

TEST(TableBeyondItsPoints, RefusalsAreRememberedFromTrialStates) {
  const FunctionPtr f = from_zero_to_two(TableExtrapolation::refuse);
  f->derivative(9, 0);  // nobody watches
  RangeWatch watch;
  f->derivative(2.5, 0);
  ASSERT_EQ(watch.refusals().size(), 1u);
  EXPECT_EQ(watch.refusals()[0], "function 'f' has no value at 2.5, outside its points (0 to 2; extrapolate: refuse).");
}

}  // namespace
}  // namespace daedalus
