// operations.hpp: what an expression can compute, and what it means on any scalar (double, Dual, Jet2 and their nests).
//
// A new function is one name in Operation, one line in named_functions and one case in perform. Comparisons give 1 or
// 0.
// A decision (comparison, if, min, max, abs, sign, step) looks at the values; the derivatives are those of what was
// picked.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "daedalus/model/functions/elementary.hpp"

namespace daedalus {

// clang-format off
enum class Operation : std::uint8_t {  // ordered by their number of operands, which operand_count reads
  number, variable,                                                               // none
  negate, power_to_number, call,                                                  // one
  sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, sqrt, abs, sign, step, smoothstep,
  add, subtract, multiply, divide, power,                                         // two
  less, less_or_equal, greater, greater_or_equal, equal, not_equal,
  atan2, min, max,
  select,                                                                         // three: if(condition, then, else)
};
// clang-format on

constexpr int operand_count(Operation operation) {
  if (operation < Operation::negate) return 0;
  if (operation < Operation::add) return 1;
  return operation < Operation::select ? 2 : 3;
}

struct NamedFunction {
  std::string_view name;
  Operation operation;
};

inline constexpr std::array named_functions = {
    NamedFunction{"sin", Operation::sin},     NamedFunction{"cos", Operation::cos},
    NamedFunction{"tan", Operation::tan},     NamedFunction{"asin", Operation::asin},
    NamedFunction{"acos", Operation::acos},   NamedFunction{"atan", Operation::atan},
    NamedFunction{"atan2", Operation::atan2}, NamedFunction{"sinh", Operation::sinh},
    NamedFunction{"cosh", Operation::cosh},   NamedFunction{"tanh", Operation::tanh},
    NamedFunction{"exp", Operation::exp},     NamedFunction{"log", Operation::log},
    NamedFunction{"sqrt", Operation::sqrt},   NamedFunction{"pow", Operation::power},
    NamedFunction{"abs", Operation::abs},     NamedFunction{"sign", Operation::sign},
    NamedFunction{"min", Operation::min},     NamedFunction{"max", Operation::max},
    NamedFunction{"step", Operation::step},   NamedFunction{"smoothstep", Operation::smoothstep},
    NamedFunction{"if", Operation::select}};

// Replaces the operands x[0], x[1], ... by the result x[0]. Not for number, variable, power_to_number and call, which
// need more than their operands.
template <class S>
void perform(Operation operation, S* x) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::log, std::sin,
      std::sinh, std::sqrt, std::tan, std::tanh;
  const auto first = [x] { return value_of(x[0]); };
  const auto second = [x] { return value_of(x[1]); };
  const auto truth = [](bool holds) { return S(holds ? 1.0 : 0.0); };
  switch (operation) {
    case Operation::number:
    case Operation::variable:
    case Operation::power_to_number:
    case Operation::call: return;

    case Operation::negate: x[0] = -x[0]; return;
    case Operation::add: x[0] = x[0] + x[1]; return;
    case Operation::subtract: x[0] = x[0] - x[1]; return;
    case Operation::multiply: x[0] = x[0] * x[1]; return;
    case Operation::divide: x[0] = x[0] / x[1]; return;
    case Operation::power: x[0] = power(x[0], x[1]); return;

    case Operation::less: x[0] = truth(first() < second()); return;
    case Operation::less_or_equal: x[0] = truth(first() <= second()); return;
    case Operation::greater: x[0] = truth(first() > second()); return;
    case Operation::greater_or_equal: x[0] = truth(first() >= second()); return;
    case Operation::equal: x[0] = truth(first() == second()); return;
    case Operation::not_equal: x[0] = truth(first() != second()); return;
    case Operation::select: x[0] = first() != 0 ? x[1] : x[2]; return;

    case Operation::sin: x[0] = sin(x[0]); return;
    case Operation::cos: x[0] = cos(x[0]); return;
    case Operation::tan: x[0] = tan(x[0]); return;
    case Operation::asin: x[0] = asin(x[0]); return;
    case Operation::acos: x[0] = acos(x[0]); return;
    case Operation::atan: x[0] = atan(x[0]); return;
    case Operation::atan2: x[0] = atan2(x[0], x[1]); return;
    case Operation::sinh: x[0] = sinh(x[0]); return;
    case Operation::cosh: x[0] = cosh(x[0]); return;
    case Operation::tanh: x[0] = tanh(x[0]); return;
    case Operation::exp: x[0] = exp(x[0]); return;
    case Operation::log: x[0] = log(x[0]); return;
    case Operation::sqrt: x[0] = sqrt(x[0]); return;

    case Operation::abs: x[0] = abs(x[0]); return;
    case Operation::sign: x[0] = S(first() > 0 ? 1.0 : first() < 0 ? -1.0 : first()); return;  // NaN stays NaN
    case Operation::step: x[0] = S(first() >= 0 ? 1.0 : first() < 0 ? 0.0 : first()); return;
    case Operation::smoothstep: x[0] = quintic_step(x[0]); return;
    case Operation::min: x[0] = smaller_of(x[0], x[1]); return;
    case Operation::max: x[0] = larger_of(x[0], x[1]); return;
  }
}

}  // namespace daedalus
