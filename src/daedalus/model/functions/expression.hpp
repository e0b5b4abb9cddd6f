// expression.hpp: a formula given as text, parsed once, evaluated on any scalar.
//
//   const Expression law = Expression::parse("-k*x - c*v^3", {"x", "v"}, {{"k", 200}, {"c", 0.5}});
//   const double force = law(0.1, 2.0);                                  // by the order of the variables
//   using D = Dual<double, 2>;
//   const D with_slopes = law(D::variable(0.1, 0), D::variable(2.0, 1));
//
//   comparison = sum [ (< | <= | > | >= | == | !=) sum ]         1 or 0
//   sum        = product { (+ | -) product }
//   product    = signed { (* | /) signed }
//   signed     = { + | - } power                                 -2^2 = -4
//   power      = value [ (^ | **) signed ]                       2^3^2 = 2^9
//   value      = number | name | name ( comparison, ... ) | ( comparison )
//   name       = word { . word }                                 crank_pin.angle
//
// The functions are those of operations.hpp, and those of one variable that the caller gives with their names: tables,
// for example. if(condition, a, b) picks a branch by value. `pi` is the only constant of the language. A division by zero and the like are no errors here: they give inf or NaN, and the caller looks.
//
// Compiled to postfix: operands go on a stack, an operation replaces its operands by its result. Parts without
// variables are computed at once. A text may be hostile: its length, its nesting and its program are limited, and the
// time is proportional to the length.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/expects.hpp"
#include "daedalus/model/functions/function_call.hpp"
#include "daedalus/model/functions/operations.hpp"

namespace daedalus {

struct ExpressionError : ModelError {
  ExpressionError(std::size_t where, const std::string& message) : ModelError(message), position(where) {}
  std::size_t position;  // in the text, from 0; the message counts columns from 1, as editors do
};

using NamedValues = std::map<std::string, double, std::less<>>;
using NamedFunctions = std::map<std::string, FunctionPtr, std::less<>>;

class Expression {
 public:
  static constexpr std::size_t max_text_length = 10000, max_nesting = 100, max_program_length = 5000, max_stack = 64;
  static constexpr double max_call_cost = 1e5;  // five functions that call each other, one call in each

  // Throws ExpressionError. Where a name is both a variable and a named value it is the variable.
  static Expression parse(std::string_view text, const std::vector<std::string>& variables,
                          const NamedValues& values = {}, const NamedFunctions& functions = {});

  // The names in a text, each once, in the order of their first use; without functions and pi. Throws ExpressionError
  // when the text is not an expression, whatever its names mean.
  static std::vector<std::string> names_in(std::string_view text, const NamedFunctions& functions = {});

  // The names before a parenthesis that are not of the language, whether the text is an expression or not.
  static std::vector<std::string> calls_in(std::string_view text);

  // Letters, digits and _, not beginning with a digit, and neither pi nor a function.
  static bool is_free_name(std::string_view name);

  const std::string& text() const { return text_; }
  std::size_t variable_count() const { return variable_count_; }
  bool uses(std::size_t variable) const;  // false: the expression does not depend on it

  double call_cost() const { return call_cost_; }  // as that of a Function

  // Where the decisions in it depend on this variable alone: comparisons, if, abs, sign, min, max, step, smoothstep.
  // They change at the values `at`, ascending, and at the zeros of functions of this one variable; and functions that
  // are called with a straight line of it bring their own points.
  struct Switches;
  Switches find_switches(std::size_t variable) const;

  template <class S>
  S evaluate(std::span<const S> variables) const {
    expects(variables.size() == variable_count_, "one value for each variable of the expression");
    return stack_needed_ <= small_stack ? run<S, small_stack>(variables) : run<S, max_stack>(variables);
  }

  template <class S, std::same_as<S>... More>
  S operator()(const S& first, const More&... more) const {
    const std::array<S, 1 + sizeof...(More)> variables = {first, more...};
    return evaluate(std::span<const S>(variables));
  }

 private:
  friend class ExpressionParser;

  struct Instruction {
    Operation operation;
    std::uint32_t variable = 0;  // of Operation::variable; of Operation::call, the place of the function
    double number = 0;           // of Operation::number and Operation::power_to_number
  };

  Expression() = default;

  template <class S, std::size_t size>
  S run(std::span<const S> variables) const {
    std::array<S, size> stack{};
    std::size_t used = 0;
    for (const Instruction& step : program_) {
      switch (step.operation) {
        case Operation::number: stack[used++] = S(step.number); break;
        case Operation::variable: stack[used++] = variables[step.variable]; break;
        case Operation::power_to_number:
          stack[used - 1] = daedalus::power_to_number(stack[used - 1], step.number);
          break;
        case Operation::call: stack[used - 1] = apply(*functions_[step.variable], stack[used - 1]); break;
        default:
          used -= static_cast<std::size_t>(operand_count(step.operation));
          perform(step.operation, &stack[used]);
          ++used;
      }
    }
    return stack[0];
  }

  static constexpr std::size_t small_stack = 8;  // enough for nearly every formula, and quickly cleared

  std::string text_;
  std::size_t variable_count_ = 0, stack_needed_ = 0;
  std::vector<Instruction> program_;
  std::vector<FunctionPtr> functions_;
  double call_cost_ = 1;
};

struct Expression::Switches {
  std::vector<double> at;
  std::vector<SwitchingFunction> zeros;
  std::vector<LineCall> calls;
};

// The number that a text such as "2*rho*length" stands for.
double evaluate_arithmetic(std::string_view text, const NamedValues& values = {});

}  // namespace daedalus
