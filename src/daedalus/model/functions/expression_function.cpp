#include "daedalus/model/functions/expression_function.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {
namespace {

struct FormulaLaw {
  Expression formula;

  template <class S>
  S operator()(const S& x) const {
    return formula(x);
  }
  std::string text() const { return formula.text(); }
  double call_cost() const { return formula.call_cost(); }
  std::vector<double> turning_points() const {
    const Expression::Switches switches = formula.find_switches(0);
    std::vector<double> points = switches.at;
    for (const LineCall& call : switches.calls)
      for (const double x : call.function->turning_points()) points.push_back(call.where(x));
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
  }
  std::vector<RepeatingPoints> repeating_points() const {
    std::vector<RepeatingPoints> all;
    for (const LineCall& call : formula.find_switches(0).calls)
      for (const RepeatingPoints& points : call.function->repeating_points()) all.push_back(call.where(points));
    return all;
  }
  std::vector<SwitchingFunction> switching_functions() const {
    Expression::Switches switches = formula.find_switches(0);
    for (const LineCall& call : switches.calls)
      for (SwitchingFunction& zero : call.switching_functions()) switches.zeros.push_back(std::move(zero));
    return switches.zeros;
  }
};

}  // namespace

FunctionPtr ExpressionFunction::make() const {
  if (!Expression::is_free_name(variable))
    throw ModelError(
        fmt::format("expression function: variable = '{}' is not accepted: expected a name of letters, digits and _ "
                    "that is not a function.",
                    variable));
  return make_function(FormulaLaw{Expression::parse(expression, {variable}, values, functions)});
}

}  // namespace daedalus
