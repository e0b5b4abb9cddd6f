// expression_function.hpp: a function given by a formula of one variable, "0.1*sin(2*pi*t)".
//
// As a function of time its decisions (comparisons, if, abs, min, max, sign, step, smoothstep), and the points of tables
// that it calls, end the steps of an integrator. As a function of a length, a road for example, they do not.
#pragma once

#include <string>

#include "daedalus/model/field.hpp"
#include "daedalus/model/functions/expression.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

struct ExpressionFunction {
  static constexpr const char* type = "expression";
  static constexpr const char* meaning = "a formula of one variable";

  std::string expression;
  std::string variable = "t";
  // What other names stand for; no fields: the reader gives the parameters and functions of its file.
  NamedValues values = {};
  NamedFunctions functions = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("expression", expression, Field{.required = true}, "the formula, for example 0.1*sin(2*pi*t)");
    v("variable", variable, Field{}, "the name of the variable in the formula");
  }

  FunctionPtr make() const;  // ExpressionError when the formula cannot be read
};

}  // namespace daedalus
