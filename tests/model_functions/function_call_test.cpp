// Functions that are called in expressions: derivatives, refusals, break points.
#include "daedalus/model/functions/function_call.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/function_types.hpp"
#include "daedalus/model/functions/time_breaks.hpp"

namespace daedalus {
namespace {

// x³ between -10 and 10, as a clamped spline.
FunctionPtr cube() {
  return TableFunction{.x = {-10, -3, 1, 10},
                       .y = {-1000, -27, 1, 1000},
                       .ends = TableEnds::clamped,
                       .start_slope = 300,
                       .end_slope = 300}
      .make();
}

// Straight lines; bends at 0, 1 and 3.
FunctionPtr roof() {
  return TableFunction{.x = {0, 1, 3}, .y = {0, 2, 1}, .interpolation = TableInterpolation::linear}.make();
}

// Bends at 0, 0.5 and every 2.
FunctionPtr saw() {
  return TableFunction{
      .x = {0, 0.5, 2}, .y = {1, 4, 1}, .interpolation = TableInterpolation::linear, .periodic = {true, 0}}
      .make();
}

const NamedFunctions& some_functions() {
  static const NamedFunctions all = {{"cube", cube()}, {"roof", roof()}, {"saw", saw()}};
  return all;
}

FunctionPtr calling(const std::string& text) {
  return ExpressionFunction{.expression = text, .functions = some_functions()}.make();
}

TEST(FunctionCall, HasTheDerivativesOfTheChainRule) {
  const FunctionPtr f = calling("t + 5*cube(2*t - 1)");
  for (const double t : {-1.3, 0.2, 0.5, 3.7}) {
    const double a = 2 * t - 1;
    EXPECT_NEAR(f->derivative(t, 0), t + 5 * a * a * a, 1e-11);
    EXPECT_NEAR(f->derivative(t, 1), 1 + 30 * a * a, 1e-11);
    EXPECT_NEAR(f->derivative(t, 2), 120 * a, 1e-10);
    EXPECT_NEAR(f->derivative(t, 3), 240, 1e-10);
    EXPECT_NEAR(f->derivative(t, 4), 0, 1e-10);
  }
}

TEST(FunctionCall, WorksOnDualsOfSeveralVariables) {
  const Expression law = Expression::parse("v*cube(x) - cube(v + x)", {"x", "v"}, {}, some_functions());
  using D = Dual<double, 2>;
  const double x = 0.7, v = -1.9, sum = x + v;
  const D force = law(D::variable(x, 0), D::variable(v, 1));
  EXPECT_NEAR(force.value, v * x * x * x - sum * sum * sum, 1e-13);
  EXPECT_NEAR(force.partial[0], 3 * v * x * x - 3 * sum * sum, 1e-13);
  EXPECT_NEAR(force.partial[1], x * x * x - 3 * sum * sum, 1e-13);
}

TEST(FunctionCall, OfANumberIsANumber) {
  const Expression constant = Expression::parse("2*cube(1 + 1)", {"t"}, {}, some_functions());
  EXPECT_FALSE(constant.uses(0));
  EXPECT_NEAR(constant(0.0), 16, 1e-13);
}

std::string refusal_of_call(const std::string& text, const NamedFunctions& functions) {
  try {
    Expression::parse(text, {"t"}, {}, functions);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FunctionCall, IsRefusedWithTheNamesThatExist) {
  EXPECT_EQ(refusal_of_call("1 + rof(t)", some_functions()),
            "unknown function 'rof' at column 5. Did you mean 'roof'? Functions of the model: cube, roof, saw.");
  EXPECT_EQ(refusal_of_call("roof(t, 2)", some_functions()), "'roof' takes 1 argument, got 2, at column 1");
  EXPECT_EQ(refusal_of_call("roof()", some_functions()), "'roof' takes 1 argument, got 0, at column 1");
  EXPECT_EQ(refusal_of_call("2*sin(t)", {{"sin", roof()}}),
            "'sin' at column 3 is a mathematical function and a function of the model: rename the latter");
  EXPECT_EQ(
      refusal_of_call("2*u(t)", {{"u", InputFunction{.name = "u"}.make()}}),
      "'u' at column 3 is an input, whose value is set from outside: it has no argument and cannot be called in an "
      "expression");
}

TEST(FunctionCall, IsLimitedToFiveLevels) {
  FunctionPtr f = roof();
  for (int level = 1; level <= 5; ++level)
    f = ExpressionFunction{.expression = "f(t) + 1", .functions = {{"f", f}}}.make();
  EXPECT_EQ(f->derivative(0.5, 0), 1 + 5);
  EXPECT_NE(refusal_of_call("f(t)", {{"f", f}}).find("limited to about five levels"), std::string::npos);
}

std::vector<double> next_breaks(const TimeBreaks& breaks, double t, double until) {
  std::vector<double> times;
  for (TimeBreaks::Break b = breaks.next(t, until); b.t < until; b = breaks.next(b.t, until)) times.push_back(b.t);
  return times;
}

std::vector<double> next_breaks(const std::string& text, double t, double until) {
  TimeBreaks breaks;
  breaks.add(calling(text), TimeRole::load);
  return next_breaks(breaks, t, until);
}

void expect_times(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size()) << ::testing::PrintToString(found);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << i;
}

TEST(FunctionCall, KeepsThePointsOfATableWhereTheArgumentIsAStraightLine) {
  expect_times(next_breaks("3*roof(2*t - 1) + t", -5, 5), {0.5, 1, 2});
  expect_times(next_breaks("roof((4 - t)/2)", -5, 5), {-2, 2, 4});
  expect_times(next_breaks("roof(t) + if(t > 2, 1, 0)", -5, 5), {0, 1, 2, 3});
}

TEST(FunctionCall, FindsThePointsOfATableWhereTheArgumentIsACurve) {
  expect_times(next_breaks("roof(t^2)", 0.1, 3), {1, std::sqrt(3.0)});
  expect_times(next_breaks("saw(t^2)", 0.1, 1.9), {std::sqrt(0.5), std::sqrt(2.0), std::sqrt(2.5)});
}

TEST(FunctionCall, KeepsThePointsOfAPeriodicTableForEver) {
  expect_times(next_breaks("2*saw(t)", 1000.1, 1004.2), {1000.5, 1002, 1002.5, 1004});
  expect_times(next_breaks("saw(-4*t)", 0.01, 0.9), {0.375, 0.5, 0.875});
  TimeBreaks direct;
  direct.add(saw(), TimeRole::load);
  expect_times(next_breaks(direct, -3.9, 1), {-3.5, -2, -1.5, 0, 0.5});
}

TEST(FunctionCall, PassesThroughAnotherFunction) {
  const FunctionPtr outer =
      ExpressionFunction{.expression = "g(t + 1)", .functions = {{"g", calling("saw(2*t) + roof(t)")}}}.make();
  TimeBreaks breaks;
  breaks.add(outer, TimeRole::load);
  expect_times(next_breaks(breaks, -1.1, 0.5), {-1, -0.75, 0, 0.25});
}

TEST(FunctionCall, OfASplineDoesNotEndTheHistoryOfAMethod) {
  const auto jumps = [](const std::string& text) {
    TimeBreaks breaks;
    breaks.add(Expression::parse(text, {"x", "v", "t"}, {}, some_functions()), 2);
    return breaks.next(-5, 5).jumps;
  };
  EXPECT_FALSE(jumps("x*cube(t)"));
  EXPECT_TRUE(jumps("x*roof(t)"));
  EXPECT_TRUE(jumps("x*saw(3*t)"));
}

TEST(FunctionCall, WithAnotherVariableHasNoBreaksInTime) {
  TimeBreaks breaks;
  breaks.add(Expression::parse("roof(x) + saw(x + t)", {"x", "v", "t"}, {}, some_functions()), 2);
  EXPECT_TRUE(std::isinf(breaks.next(-100, 100).t));
}

TEST(FunctionCall, NamesInATextAreFoundWithoutReadingIt) {
  EXPECT_EQ(Expression::calls_in("2*gas (x) + sin(3) - pump(roof(1)"),
            (std::vector<std::string>{"gas", "pump", "roof"}));
  EXPECT_TRUE(Expression::calls_in("gas + 3").empty());
}

TEST(Expression, NamesMayHaveADot) {
  EXPECT_EQ(Expression::names_in("2*pin.angle - .5*pin.angle_rate + 3.5"),
            (std::vector<std::string>{"pin.angle", "pin.angle_rate"}));
  EXPECT_EQ(Expression::parse("a.b*2 + a", {"a", "a.b"})(1.0, 3.0), 7);
  EXPECT_FALSE(Expression::is_free_name("a.b"));
}

}  // namespace
}  // namespace daedalus
