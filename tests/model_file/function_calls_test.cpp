// Functions of a file that are called in its expressions, and forces that are formulas of measures.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/model/forces/force_types.hpp"
#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

Model with_functions(const std::string& functions, const std::string& load) {
  return read_model_text("functions:\n" + functions +
                             "bodies: {a: {type: point, mass: 1}}\n"
                             "forces: {f: {type: point_force, on: a, direction: [1, 0], size: '" +
                             load + "'}}\n",
                         "calls.yaml");
}

const Function& load_of(const Model& model) {
  return *dynamic_cast<const FrameForce<PointForce>&>(*model.forces().front()).law().size;
}

TEST(FunctionCallsInAFile, MayComeBeforeWhatTheyCall) {
  const Model model = with_functions(R"(
  last: 2*middle(t) + 1
  same: last
  middle: {type: expression, variable: s, expression: first(s + 1)^2}
  first: {type: linear, slope: 3}
)",
                                     "same(2*t)");
  const auto expected = [](double t) { return 2 * std::pow(3 * (2 * t + 1), 2) + 1; };
  for (const double t : {0.0, 0.7, -2.0}) EXPECT_NEAR(load_of(model).derivative(t, 0), expected(t), 1e-12);
  EXPECT_NEAR(load_of(model).derivative(0.7, 1), 2 * 2 * (3 * 2.4) * 6, 1e-12);
}

TEST(FunctionCallsInAFile, OfANumberMakeAConstant) {
  const Model model =
      with_functions("  gas: {type: table, x: [0, 1, 3], y: [0, 2, 2], interpolation: linear}\n", "5*gas(0.5)");
  EXPECT_EQ(load_of(model).derivative(77, 0), 5);
  EXPECT_TRUE(model.forces().front()->time_breaks().listed().empty());
}

TEST(FunctionCallsInAFile, MayBeRepeated) {
  const Model model = with_functions(R"yaml(
  "f{k}": {for: {k: 0..3}, type: linear, slope: k}
  "g{k}": {for: {k: 1..3}, type: expression, expression: "f{k}(t) + f{k-1}(t)"}
)yaml",
                                     "g3(t) - g1(t)");
  EXPECT_EQ(load_of(model).derivative(2, 0), 2 * (3 + 2) - 2 * (1 + 0));
}

TEST(FunctionCallsInAFile, KeepTheBreaksOfATable) {
  const Model model =
      with_functions("  gas: {type: table, x: [0, 1, 3], y: [0, 2, 2], interpolation: linear}\n", "t*gas(2*t)");
  std::vector<double> times;
  const TimeBreaks breaks = model.forces().front()->time_breaks();
  for (const TimeBreaks::Break& b : breaks.listed()) times.push_back(b.t);
  EXPECT_EQ(times, (std::vector<double>{0, 0.5, 1.5}));
}

TEST(FunctionCallsInAFile, AreGoodForSprings) {
  const Model model = read_model_text(R"(
functions: {rubber: {type: expression, variable: s, expression: 4*s^3}}
bodies: {a: {type: point, mass: 1}}
forces: {f: {type: spring_damper, between: [a, ground], curve: 2*rubber(x), formula: rubber(v) - t*rubber(x)}}
)",
                                      "calls.yaml");
  const auto& spring = dynamic_cast<const MeasureForce<SpringDamper>&>(*model.forces().front()).law();
  EXPECT_EQ(spring.curve->derivative(0.5, 0), 2 * 4 * 0.125);
  EXPECT_EQ((*spring.formula)(0.5, 2.0, 3.0), 4 * 8 - 3 * 4 * 0.125);
}

template <int count>
const FormulaForceOf<count>& formula_law(const Model& model, std::size_t force) {
  return dynamic_cast<const MeasureForce<FormulaForceOf<count>>&>(*model.forces()[force]).law();
}

TEST(FormulaForceInAFile, KnowsFreedomsMeasuresAndTheirRates) {
  const Model model = read_model_text(R"(
parameters: {area: 2}
functions: {gas: {type: table, x: [0, 1], y: [0, 10], interpolation: linear, periodic: 2}}
bodies:
  a: {type: planar, mass: 1, inertia: 1}
  b: {type: planar, mass: 1, inertia: 1, position: [3, 0]}
joints: {pin: {type: revolute, between: [a, ground]}}
measures: {gap: {between: [a, b]}}
forces:
  f: {type: formula_force, acts_on: gap, formula: area*gas(pin.angle) + pin.rate + 10*pin.angle_rate + 100*gap + 1000*gap_rate + t}
  g: {type: formula_force, acts_on: pin.angle, formula: -3*gap.rate*gas(t)}
)",
                                      "formula.yaml");
  const auto& f = formula_law<2>(model, 0);
  EXPECT_EQ(f.along[0].kind, MeasureKind::distance);
  EXPECT_EQ(f.along[1].kind, MeasureKind::angle_z);
  const double y[] = {3, 4.25}, rate[] = {5, 7};
  double force[2] = {};
  f.act(MeasureInput<double>{.t = 0.5, .y = y, .y_dot = rate}, {force, nullptr});
  EXPECT_NEAR(-force[0], 2 * 2.5 + 7 + 70 + 300 + 5000 + 0.5, 1e-11);  // gas(4.25) = gas(0.25)
  EXPECT_EQ(force[1], 0);
  EXPECT_FALSE(std::isinf(model.forces()[1]->time_breaks().next(0.5, 9).t));
  EXPECT_TRUE(model.notes().empty());
}

// Seventeen measures between the same two points are one measure with seventeen names.
TEST(FormulaForceInAFile, HasAtMostSixteenNames) {
  const auto with_names = [](int count) {
    std::string measures, formula = "0";
    for (int k = 0; k < count; ++k) {
      measures += fmt::format("  gap{}: {{between: [a, b]}}\n", k);
      formula += fmt::format(" + gap{}", k);
    }
    return "bodies:\n  a: {type: planar, mass: 1, inertia: 1}\n"
           "  b: {type: planar, mass: 1, inertia: 1, position: [3, 0]}\n"
           "measures:\n" +
           measures + "forces: {f: {type: formula_force, acts_on: gap0, formula: " + formula + "}}\n";
  };
  const Model model = read_model_text(with_names(16), "names.yaml");
  const double y[] = {3}, rate[] = {0};
  double force[1] = {};
  formula_law<1>(model, 0).act(MeasureInput<double>{.t = 0, .y = y, .y_dot = rate}, {force, nullptr});
  EXPECT_EQ(-force[0], 48);
  try {
    read_model_text(with_names(17), "names.yaml");
    FAIL() << "seventeen names were accepted";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("uses 17 names of freedoms, measures and rates, more than 16"),
              std::string::npos)
        << error.what();
  }
}

// gas with period 4 pi differs at pi and -pi; sin does not.
TEST(FormulaForceInAFile, IsNotedWhereASpatialAngleWraps) {
  const auto notes_of = [](const std::string& formula) {
    return read_model_text(R"(
functions: {gas: {type: table, x: [0, 3, 6, 9], y: [0, 5, 1, 2], periodic: 4*pi}}
bodies: {a: {type: spatial, mass: 1, inertia: [1, 1, 1]}}
joints: {pin: {type: revolute, between: [a, ground]}}
forces: {f: {type: formula_force, acts_on: pin.angle, formula: )" +
                               formula + "}}\n",
                           "wrapped.yaml")
        .notes();
  };
  ASSERT_EQ(notes_of("gas(pin.angle)").size(), 1u);
  EXPECT_NE(notes_of("gas(pin.angle)")[0].find("'pin.angle' is an angle between spatial bodies"), std::string::npos);
  EXPECT_TRUE(notes_of("2*sin(pin.angle) - pin.rate").empty());
}

}  // namespace
}  // namespace daedalus::testing
