#include "daedalus/model/functions/expression_function.hpp"

#include <fmt/format.h>

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
  std::vector<double> turning_points() const { return formula.find_switches(0).at; }
  std::vector<SwitchingFunction> switching_functions() const {
    const std::vector<Expression> zeros = formula.find_switches(0).zeros;
    return {zeros.begin(), zeros.end()};
  }
};

}  // namespace

FunctionPtr ExpressionFunction::make() const {
  if (!Expression::is_free_name(variable))
    throw ModelError(
        fmt::format("expression function: variable = '{}' is not accepted: expected a name of letters, digits and _ "
                    "that is not a function.",
                    variable));
  return make_function(FormulaLaw{Expression::parse(expression, {variable}, values)});
}

}  // namespace daedalus
