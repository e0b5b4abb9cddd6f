// function_test.cpp: derivatives of orders 0 to 4 against closed forms; what is refused; the list of types.
#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "daedalus/model/functions/function_types.hpp"
#include "math/elementary_functions.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using std::numbers::pi;
using testing::Random;
using FiveOrders = std::array<double, 5>;

void expect_orders(const Function& f, double x, const FiveOrders& expected) {
  for (int order = 0; order <= Function::max_order; ++order) {
    const double reference = expected[order];
    EXPECT_NEAR(f.derivative(x, order), reference, 1e-12 * (1 + std::abs(reference)))
        << f.text() << ", order " << order << " at " << x;
  }
}

template <class Described>
std::string refusal(const Described& described) {
  try {
    described.make();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ConstantFunction, HasNoDerivatives) { expect_orders(*ConstantFunction{.value = 3}.make(), 0.7, {3, 0, 0, 0, 0}); }

TEST(LinearFunction, HasItsSlope) {
  expect_orders(*LinearFunction{.offset = 3, .slope = -2}.make(), 0.5, {2, -2, 0, 0, 0});
}

TEST(HarmonicFunction, DerivativesAreThoseOfTheSine) {
  const double w = 2.5, A = 3, phase = 0.4;
  const FunctionPtr f = HarmonicFunction{.offset = 1, .amplitude = A, .angular_frequency = w, .phase = phase}.make();
  Random random;
  for (int k = 0; k < 50; ++k) {
    const double x = random(-5, 5), s = std::sin(w * x + phase), c = std::cos(w * x + phase);
    expect_orders(*f, x, {1 + A * s, A * w * c, -A * w * w * s, -A * w * w * w * c, A * w * w * w * w * s});
  }
}

TEST(HalfCylinderFunction, IsACircleBetweenItsEdgesAndFlatOutside) {
  const double r = 0.05, c = 2;
  const FunctionPtr f = HalfCylinderFunction{.center = c, .radius = r}.make();
  for (const double xi : {-0.049, -0.03, 0.0, 0.01, 0.0499}) {
    const double z = std::sqrt(r * r - xi * xi);
    EXPECT_NEAR(f->derivative(c + xi, 0), z, 1e-12);
    EXPECT_NEAR(f->derivative(c + xi, 1), -xi / z, 1e-9 * (1 + std::abs(xi / z)));
    EXPECT_NEAR(f->derivative(c + xi, 2), -r * r / (z * z * z), 1e-9 * r * r / (z * z * z));
  }
  for (const double x : {c - r - 1e-12, c + r + 1e-12, c - 1, c + 0.2}) expect_orders(*f, x, {0, 0, 0, 0, 0});
  EXPECT_EQ(f->kinks(), (std::vector<double>{c - r, c, c + r}));
}

// Height and slope are continuous where fillet, road and cylinder meet, and the slope is bounded by the angle of the
// common tangent.
TEST(HalfCylinderFunction, RoundedEdgesHaveNoJumpInSlope) {
  const double r = 0.05, rho = 0.02;
  const FunctionPtr f = HalfCylinderFunction{.center = 0, .radius = r, .fillet = rho}.make();
  ASSERT_EQ(f->kinks().size(), 5u);
  const double tiny = 1e-10;  // times a curvature of 600 per m
  for (const double x : f->kinks())
    for (const int order : {0, 1})
      EXPECT_NEAR(f->derivative(x - tiny, order), f->derivative(x + tiny, order), 1e-6) << order << " at " << x;
  const double foot = std::sqrt(r * r + 2 * r * rho);
  EXPECT_NEAR(f->kinks()[4], foot, 1e-15);
  EXPECT_NEAR(std::abs(f->derivative(f->kinks()[3], 1)), foot / rho, 1e-6);  // the line of centers has slope rho/foot
  EXPECT_TRUE((HalfCylinderFunction{.center = 0, .radius = 0}.make()->kinks().empty()));
}

TEST(CosineBumpFunction, IsOneWave) {
  const FunctionPtr f = CosineBumpFunction{.center = 3, .height = 0.1, .length = 0.5}.make();
  EXPECT_NEAR(f->derivative(3, 0), 0.1, 1e-15);
  EXPECT_NEAR(f->derivative(3.125, 0), 0.05, 1e-15);
  EXPECT_NEAR(f->derivative(3.125, 1), -0.05 * 4 * pi, 1e-13);
  expect_orders(*f, 3.25, {0, 0, 0, 0, 0});
  EXPECT_EQ(refusal(CosineBumpFunction{.center = 0, .height = 1, .length = 0}).find("cosine_bump function: length"),
            0u);
}

TEST(HarmonicFunction, FrequencyCountsCycles) {
  const FunctionPtr f = HarmonicFunction{.amplitude = 2, .frequency = 0.5}.make();
  EXPECT_NEAR(f->derivative(0.5, 0), 2, 1e-15);  // a quarter of the period 2
  EXPECT_NEAR(f->derivative(0, 1), 2 * pi, 1e-14);
}

TEST(HarmonicFunction, WantsOneOfTheTwoFrequencies) {
  EXPECT_EQ(refusal(HarmonicFunction{.amplitude = 1}),
            "harmonic function: specify frequency (Hz) or angular_frequency (rad/s), greater than 0.");
  EXPECT_EQ(refusal(HarmonicFunction{.amplitude = 1, .frequency = 2, .angular_frequency = 3}),
            "harmonic function: frequency = 2 and angular_frequency = 3 are both given: specify only one.");
  EXPECT_EQ(refusal(HarmonicFunction{.amplitude = 1, .frequency = -2}),
            "harmonic function: frequency = -2 is not accepted: expected a number of at least 0.");
}

TEST(SmoothStepFunction, DerivativesAreThoseOfTheQuintic) {
  const double x0 = -1, x1 = 3, v0 = 2, v1 = -5, h = x1 - x0, rise = v1 - v0;
  const FunctionPtr f = SmoothStepFunction{.x0 = x0, .v0 = v0, .x1 = x1, .v1 = v1}.make();
  for (const double s : {0.05, 0.25, 0.5, 0.8, 0.99})
    expect_orders(*f, x0 + h * s,
                  {v0 + rise * s * s * s * (10 - 15 * s + 6 * s * s), rise / h * 30 * s * s * (1 - s) * (1 - s),
                   rise / (h * h) * 60 * s * (1 - s) * (1 - 2 * s), rise / (h * h * h) * 60 * (1 - 6 * s + 6 * s * s),
                   rise / (h * h * h * h) * 360 * (2 * s - 1)});
  expect_orders(*f, -4, {v0, 0, 0, 0, 0});
  expect_orders(*f, 4, {v1, 0, 0, 0, 0});
}

TEST(SmoothStepFunction, SlopeAndCurvatureAreContinuousAtBothEnds) {
  const FunctionPtr f = SmoothStepFunction{.x0 = 1, .v0 = 0, .x1 = 2, .v1 = 10}.make();
  for (const double end : {1.0, 2.0})
    for (int order = 0; order <= 2; ++order)
      EXPECT_NEAR(f->derivative(end - 1e-9, order), f->derivative(end + 1e-9, order), 1e-6) << order << " at " << end;
  EXPECT_TRUE(f->kinks().empty());
}

TEST(SmoothStepFunction, WantsItsEndAfterItsBeginning) {
  EXPECT_EQ(refusal(SmoothStepFunction{.x0 = 2, .x1 = 2}), "smooth_step function: x0 = 2 must be less than x1 = 2.");
}

TEST(ExpressionFunction, DerivativesOfAProductAreThoseOfLeibniz) {  // (e^-t sin 2t)^(n) = e^-t Im((-1+2i)^n e^2it)
  const FunctionPtr f = ExpressionFunction{.expression = "a*exp(-t)*sin(2*t)", .values = {{"a", 3}}}.make();
  Random random;
  for (int k = 0; k < 50; ++k) {
    const double t = random(-1, 3), s = 3 * std::exp(-t) * std::sin(2 * t), c = 3 * std::exp(-t) * std::cos(2 * t);
    expect_orders(*f, t, {s, -s + 2 * c, -3 * s - 4 * c, 11 * s - 2 * c, -7 * s + 24 * c});
  }
}

TEST(ExpressionFunction, DerivativesOfPowersAndRationalsAreExact) {
  const FunctionPtr cubic = ExpressionFunction{.expression = "2*x^3 - x^2 + 4", .variable = "x"}.make();
  for (const double x : {-2.0, 0.0, 1.5})
    expect_orders(*cubic, x, {2 * x * x * x - x * x + 4, 6 * x * x - 2 * x, 12 * x - 2, 12, 0});
  const FunctionPtr inverse = ExpressionFunction{.expression = "1/t"}.make();
  expect_orders(*inverse, -0.5, {-2, -4, -16, -96, -768});  // (-1)^n n!/t^(n+1)
  const FunctionPtr root = ExpressionFunction{.expression = "sqrt(t)"}.make();
  expect_orders(*root, 4, {2, 1.0 / 4, -1.0 / 32, 3.0 / 256, -15.0 / 2048});
  const FunctionPtr logarithm = ExpressionFunction{.expression = "log(t)"}.make();
  expect_orders(*logarithm, 2, {std::log(2.0), 0.5, -0.25, 0.25, -0.375});
  const double t = std::tan(0.3), q = 1 + t * t;
  const FunctionPtr tangent = ExpressionFunction{.expression = "tan(t)"}.make();
  expect_orders(*tangent, 0.3, {t, q, 2 * t * q, 2 * q * (1 + 3 * t * t), 8 * t * q * (2 + 3 * t * t)});
}

TEST(ExpressionFunction, HandsOnWhereTheFormulaIsWrong) {
  try {
    ExpressionFunction{.expression = "2*tt"}.make();
    FAIL();
  } catch (const ExpressionError& error) {
    EXPECT_EQ(error.position, 2u);
    EXPECT_EQ(std::string(error.what()), "unknown name 'tt' at column 3. Did you mean 't'?");
  }
  EXPECT_EQ(refusal(ExpressionFunction{.expression = "1", .variable = "2x"}),
            "expression function: variable = '2x' is not accepted: expected a name of letters, digits and _ that is "
            "not a function.");
}

TEST(Function, AppliesToDualsAndJetsByTheChainRule) {  // f = sin(2x): f' = 2 cos 2x, f'' = -4 sin 2x, f''' = -8 cos 2x
  const FunctionPtr f = HarmonicFunction{.amplitude = 1, .angular_frequency = 2}.make();
  const double x = 0.7, s = std::sin(1.4), c = std::cos(1.4);
  EXPECT_NEAR(apply(*f, x), s, 1e-15);
  EXPECT_NEAR(apply(*f, x, 2), -4 * s, 1e-14);

  Dual<double, 2> dual(x);
  dual.partial = {3, -1};
  EXPECT_NEAR(apply(*f, dual).partial[0], 6 * c, 1e-14);
  EXPECT_NEAR(apply(*f, dual, 1).partial[1], 4 * s, 1e-14);

  const Jet2<double> jet = apply(*f, Jet2<double>(x, 3, 5));
  EXPECT_NEAR(jet.first, 6 * c, 1e-14);
  EXPECT_NEAR(jet.second, -4 * s * 9 + 2 * c * 5, 1e-13);

  using D = Dual<double, 1>;
  const Jet2<D> nested = apply(*f, Jet2<D>(D::variable(x, 0), 3.0, 5.0));
  EXPECT_NEAR(nested.second.partial[0], -8 * c * 9 - 4 * s * 5, 1e-12);
  const Dual<D, 1> twice = apply(*f, Dual<D, 1>::variable(D::variable(x, 0), 0), 2);
  EXPECT_NEAR(twice.partial[0].partial[0], 16 * s, 1e-13);  // f''''
}

template <class Visit>
void for_each_type(const Visit& visit) {
  const auto types = std::tuple<ConstantFunction, LinearFunction, HarmonicFunction, SmoothStepFunction,
                                HalfCylinderFunction, CosineBumpFunction, RandomRoadFunction, EnvelopedRoadFunction,
                                TableFunction, ExpressionFunction, InputFunction>{
      {.value = 1},
      {.slope = 2},
      {.amplitude = 1, .frequency = 1},
      {},
      {.center = 1, .radius = 2, .fillet = 0.5},
      {.center = 1, .height = 2, .length = 3},
      {.length = 10, .longest = 5},
      {.profile = HalfCylinderFunction{.center = 1, .radius = 0.05}.make(), .radius = 0.3, .to = 2},
      {.x = {0, 1, 3}, .y = {0, 1, 0}},
      {.expression = "sin(t)*if(t < 1, t^2, exp(t))"},
      {.name = "torque"}};
  static_assert(std::is_same_v<std::remove_const_t<decltype(types)>, FunctionTypes>, "an example of every type");
  std::apply([&](const auto&... type) { (visit(type), ...); }, types);
}

struct NameCollector {
  std::set<std::string>& names;
  template <class Value, class FieldOrChoices>
  void operator()(const char* name, Value&, const FieldOrChoices&, const char* meaning) const {
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_NE(std::string(meaning), "") << name;
  }
};

TEST(FunctionTypes, DescribeTheirFieldsUnderOneNameEach) {
  std::set<std::string> types;
  for_each_type([&](auto type) {
    EXPECT_TRUE(types.insert(type.type).second) << type.type << " twice";
    EXPECT_NE(std::string(type.meaning), "");
    std::set<std::string> names;
    type.describe(NameCollector{names});
    EXPECT_FALSE(names.empty()) << type.type;
    EXPECT_NE(type.make()->text(), "") << type.type;
  });
}

struct SpoilFirstNumber {
  double with;
  bool& done;
  void operator()(const char*, double& value, const Field&, const char*) const { spoil(value); }
  void operator()(const char*, std::vector<double>& values, const Field&, const char*) const { spoil(values.back()); }
  template <class Value, class FieldOrChoices>
  void operator()(const char*, Value&, const FieldOrChoices&, const char*) const {}
  void spoil(double& value) const {
    if (!done) value = with;
    done = true;
  }
};

TEST(FunctionTypes, RefuseNumbersThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for_each_type([&](auto type) {
      bool spoiled = false;
      type.describe(SpoilFirstNumber{bad, spoiled});
      if (!spoiled) return;  // the expression has no number
      EXPECT_NE(refusal(type).find("is not accepted: expected a finite number."), std::string::npos) << type.type;
    });
}

TEST(FunctionTypes, DerivativesAskForNoMemory) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations are not counted here";
  for_each_type([](const auto& type) {
    const FunctionPtr f = type.make();
    const long before = AllocationCount::now();
    double sum = 0;
    for (int order = 0; order <= Function::max_order; ++order) sum += f->derivative(0.5, order);
    EXPECT_EQ(AllocationCount::now(), before) << type.type;
    EXPECT_TRUE(std::isfinite(sum)) << type.type;
  });
}

}  // namespace
}  // namespace daedalus
