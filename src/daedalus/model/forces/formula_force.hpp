// formula_force.hpp: a force along a joint freedom or a measure whose size is a formula of any other freedoms and measures, of their
// rates and of time: the gas force on a piston by the angle of the crank, "area*gas(main_bearing.angle)".
//
//   F(t, y₁, y₁', y₂, ...) increases the measure it acts on; its power F y₀' counts as supplied
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/measure_force.hpp"
#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

// An expression of t and, after it, of these variables.
struct MeasureFormula {
  struct Variable {
    FreedomRef of;
    bool is_rate = false;
  };
  FormulaPtr expression;
  std::vector<Variable> variables;
};

inline constexpr int most_measures_of_formula = 4;        // the one it acts on included
inline constexpr std::size_t most_names_of_formula = 16;  // one rate can have several: pin.rate, pin.angle_rate

// The law with the number of its measures: the one it acts on, then those it senses.
template <int count>
struct FormulaForceOf {
  static constexpr const char* type = "formula_force";
  static constexpr int measures = count, states = 0;
  static constexpr bool is_active = true;
  struct Variable {
    int measure = 0;
    bool is_rate = false;
  };
  std::array<Measure, count> along;
  FormulaPtr expression;
  std::vector<Variable> variables;

  static constexpr auto measure_names = [] {
    constexpr std::array<MeasureNames, most_measures_of_formula> names = {
        {{"acts_on", "force", -1, "positive: increases the measure it acts on"},
         {"sensed_1"},
         {"sensed_2"},
         {"sensed_3"}}};
    std::array<MeasureNames, count> first = {};
    for (int k = 0; k < count; ++k) first[k] = names[k];
    return first;
  }();
  std::array<Measure, count> measure_list() const { return along; }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(*expression, 0); }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    std::array<S, 1 + most_names_of_formula> x;
    std::size_t used = 0;
    x[used++] = S(in.t);
    for (const Variable& v : variables) x[used++] = v.is_rate ? in.y_dot[v.measure] : in.y[v.measure];
    for (int k = 1; k < count; ++k) out.force[k] = S(0.0);
    out.force[0] = -expression->template evaluate<S>(std::span<const S>(x.data(), used));
  }
};

struct FormulaForce {
  static constexpr const char* type = "formula_force";
  static constexpr const char* meaning =
      "a force along a freedom or measure, by a formula of other freedoms and measures";
  FreedomRef acts_on;
  MeasureFormula formula;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("acts_on", acts_on, required_field, "freedom of a joint (slide.displacement) or name of a measure");
    v("formula", formula, required_field,
      "force or torque that increases it, as an expression in t and in freedoms, measures and their rates: "
      "area*gas(crank_pin.angle) - c*slide.rate");
  }
  std::string complaint() const {
    const std::size_t sensed = measures().size() - 1;
    if (sensed >= most_measures_of_formula)
      return fmt::format(
          "its formula uses {} freedoms and measures beside the one it acts on, more than {}: divide it "
          "into several forces.",
          sensed, most_measures_of_formula - 1);
    if (formula.variables.size() > most_names_of_formula)
      return fmt::format(
          "its formula uses {} names of freedoms, measures and rates, more than {}: use one name for each.",
          formula.variables.size(), most_names_of_formula);
    return "";
  }

  ForcePtr make_element(std::string name) const;

 private:
  std::vector<Measure> measures() const;  // the one it acts on, then those it senses, each once
  template <int count>
  ForcePtr make_of(std::string name) const;
};

}  // namespace daedalus
