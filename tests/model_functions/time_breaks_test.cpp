#include "daedalus/model/functions/time_breaks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/model/functions/function_types.hpp"

namespace daedalus {
namespace {

using std::numbers::pi;

FunctionPtr formula(const std::string& text) { return ExpressionFunction{.expression = text}.make(); }

std::vector<double> listed(const FunctionPtr& function, TimeRole role = TimeRole::load) {
  TimeBreaks breaks;
  breaks.add(function, role);
  std::vector<double> times;
  for (const TimeBreaks::Break& at : breaks.listed()) times.push_back(at.t);
  return times;
}

TEST(TimeBreaks, ComparisonsOfTheTimeWithNumbersAreKnown) {
  EXPECT_EQ(listed(formula("if(t < 0.5, 0, 1)")), std::vector<double>{0.5});
  EXPECT_EQ(listed(formula("if(2*t - 3 >= 1, t, 0)*abs(t - 7)")), (std::vector<double>{2, 7}));
  EXPECT_EQ(listed(formula("max(t, 4) + min(1 - t, t)")), (std::vector<double>{0.5, 4}));
  EXPECT_EQ(listed(formula("step(t/2 - 1) + sign(3 - t)")), (std::vector<double>{2, 3}));
  EXPECT_EQ(listed(formula("smoothstep((t - 1)/0.5)")), (std::vector<double>{1, 1.5}));  // s = 0 and s = 1
  EXPECT_EQ(listed(formula("if(min(t > 1, t < 2), 5, 0)")), (std::vector<double>{1, 2}));
  EXPECT_TRUE(listed(formula("sin(3*t) + t^2")).empty());
  EXPECT_TRUE(listed(formula("if(1 < 2, t, 0)")).empty());
}

TEST(TimeBreaks, TablesAndSmoothStepsListTheirPoints) {
  EXPECT_EQ(listed(TableFunction{.x = {0, 1, 3}, .y = {0, 2, 0}}.make()), (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(listed(SmoothStepFunction{.x0 = 2, .x1 = 2.001}.make()), (std::vector<double>{2, 2.001}));
  EXPECT_TRUE(listed(HarmonicFunction{.amplitude = 1, .frequency = 50}.make()).empty());
  EXPECT_TRUE(listed(ConstantFunction{.value = 1}.make()).empty());
  EXPECT_TRUE(listed(nullptr).empty());
}

TEST(TimeBreaks, TellWhetherTheHistoryOfAMethodEndsByTheRoleOfTheFunction) {
  const auto jumps = [](const FunctionPtr& function, TimeRole role) {
    TimeBreaks breaks;
    breaks.add(function, role);
    return breaks.next(0.5, 10).jumps;
  };
  const FunctionPtr roof =
      TableFunction{.x = {0, 1, 2}, .y = {0, 1e4, 0}, .interpolation = TableInterpolation::linear}.make();
  EXPECT_TRUE(jumps(roof, TimeRole::load));
  EXPECT_TRUE(jumps(roof, TimeRole::motion));
  const FunctionPtr parabola = formula("if(t < 1, 0, (t - 1)^2)");
  EXPECT_FALSE(jumps(parabola, TimeRole::load));   // only its curvature jumps
  EXPECT_TRUE(jumps(parabola, TimeRole::motion));  // an acceleration
  EXPECT_FALSE(jumps(SmoothStepFunction{.x0 = 1, .x1 = 2}.make(), TimeRole::motion));
  EXPECT_TRUE(jumps(formula("if(t < 2, 0, 1e-3)"), TimeRole::load));
}

TEST(TimeBreaks, PeriodicOnesAreFoundAheadOneByOne) {
  TimeBreaks breaks;
  breaks.add(formula("if(sin(2*pi*t) >= 0.5, 1, 0)"), TimeRole::load);
  EXPECT_TRUE(breaks.listed().empty());
  double t = 0;
  for (const double expected : {1.0 / 12, 5.0 / 12, 13.0 / 12, 17.0 / 12}) {
    const TimeBreaks::Break next = breaks.next(t, t + 1);
    EXPECT_NEAR(next.t, expected, 1e-14);
    t = next.t * (1 + 1e-15);
  }
  EXPECT_TRUE(std::isinf(breaks.next(0, 0.08).t));
}

TEST(TimeBreaks, OfAFormulaInSeveralVariablesAreThoseOfTheTimeAlone) {
  const Expression law = Expression::parse("if(t > 1, 5*x, 0) + if(x > 2, 1, 0) + abs(t - x)", {"x", "v", "t"});
  TimeBreaks breaks;
  breaks.add(law, 2);
  ASSERT_EQ(breaks.listed().size(), 1u);
  EXPECT_EQ(breaks.listed()[0].t, 1);
  EXPECT_TRUE(std::isinf(breaks.next(1, 100).t));
}

TEST(TimeBreaks, OfSeveralFunctionsComeInTheirOrder) {
  TimeBreaks all;
  all.add(formula("if(t < 3, 0, 1)"), TimeRole::load);
  all.add(formula("if(t < 1, 0, 1)"), TimeRole::load);
  TimeBreaks other;
  other.add(formula("if(cos(t) > 0, 0, 1)"), TimeRole::load);
  all.add(other);
  EXPECT_EQ(all.next(0, 10).t, 1);
  EXPECT_NEAR(all.next(1, 10).t, pi / 2, 1e-14);
  EXPECT_EQ(all.next(1.6, 4).t, 3);
}

TEST(JumpsAt, IsTrueForValuesAndDerivativesOfTheOrderAskedFor) {
  const FunctionPtr corner = formula("abs(t - 1)"), step = formula("if(t < 1, 0, 2)"), steep = formula("1e6*(t - 1)");
  EXPECT_FALSE(jumps_at(*corner, 1, 0));
  EXPECT_TRUE(jumps_at(*corner, 1, 1));
  EXPECT_TRUE(jumps_at(*step, 1, 0));
  EXPECT_FALSE(jumps_at(*steep, 1, 0));
  EXPECT_FALSE(jumps_at(*step, 2, 0));
}

}  // namespace
}  // namespace daedalus
