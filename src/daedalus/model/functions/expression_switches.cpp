// expression_switches.cpp: where the decisions of a formula change. A decision compares: a < b, if(a, ...), abs(a),
// min(a, b); it changes where its switching function g = a - b, or a, is zero. A straight line g = c + k x has one
// zero; others are searched for by who needs them.
#include <algorithm>
#include <cmath>
#include <optional>

#include "daedalus/model/functions/expression.hpp"

namespace daedalus {
namespace {

bool compares(Operation operation) { return operation >= Operation::less && operation <= Operation::not_equal; }

// c + k x, as long as it is one.
struct Line {
  double c = 0, k = 0;
  bool is_constant() const { return k == 0; }
};

std::optional<Line> combine(Operation operation, const std::optional<Line>& a, const std::optional<Line>& b) {
  if (!a || !b) return std::nullopt;
  switch (operation) {
    case Operation::add: return Line{a->c + b->c, a->k + b->k};
    case Operation::subtract: return Line{a->c - b->c, a->k - b->k};
    case Operation::multiply:
      if (b->is_constant()) return Line{a->c * b->c, a->k * b->c};
      if (a->is_constant()) return Line{a->c * b->c, a->c * b->k};
      return std::nullopt;
    case Operation::divide: return b->is_constant() ? std::optional(Line{a->c / b->c, a->k / b->c}) : std::nullopt;
    default: return std::nullopt;  // parts without variables are numbers by now
  }
}

}  // namespace

Expression::Switches Expression::find_switches(std::size_t variable) const {
  struct Operand {
    std::size_t begin;   // in the program; it ends where the next one begins
    bool other = false;  // depends on other variables
    std::optional<Line> line = {};
    bool decided = false;  // a comparison: its switching function is known
  };
  Switches found;
  std::vector<Operand> stack;

  const auto part = [&](std::size_t begin, std::size_t end) {
    Expression piece;
    piece.variable_count_ = 1;
    piece.program_.assign(program_.begin() + static_cast<std::ptrdiff_t>(begin),
                          program_.begin() + static_cast<std::ptrdiff_t>(end));
    for (Instruction& step : piece.program_)
      if (step.operation == Operation::variable) step.variable = 0;
    piece.functions_ = functions_;
    piece.stack_needed_ = max_stack;
    return piece;
  };

  // g is the program from `begin` to `end`, minus a number.
  const auto add = [&](const Operand& g, std::size_t begin, std::size_t end, std::optional<Operation> last,
                       double minus) {
    if (g.other) return;
    if (g.line) {
      const double zero = (minus - g.line->c) / g.line->k;
      if (std::isfinite(zero)) found.at.push_back(zero);
      return;
    }
    Expression zeros = part(begin, end);
    if (last) zeros.program_.push_back({.operation = *last});
    if (minus != 0) {
      zeros.program_.push_back({.operation = Operation::number, .number = minus});
      zeros.program_.push_back({.operation = Operation::subtract});
    }
    found.zeros.push_back(std::move(zeros));
  };

  const auto add_call = [&](const FunctionPtr& function, const Operand& argument, std::size_t end) {
    if (argument.other) return;
    if (!argument.line) {
      for (SwitchingFunction& zero : find_switches_of_call(function, part(argument.begin, end)))
        found.zeros.push_back(std::move(zero));
    } else if (!argument.line->is_constant()) {
      found.calls.push_back({function, argument.line->c, argument.line->k});
    }
  };

  for (std::size_t at = 0; at < program_.size(); ++at) {
    const Instruction& step = program_[at];
    const auto count = static_cast<std::size_t>(operand_count(step.operation));
    if (count == 0) {
      Operand operand{.begin = at};
      if (step.operation == Operation::number) operand.line = Line{step.number, 0};
      else if (step.variable == variable) operand.line = Line{0, 1};
      else operand.other = true;
      stack.push_back(operand);
      continue;
    }
    const std::size_t first = stack.size() - count;
    Operand result{.begin = stack[first].begin};
    for (std::size_t k = first; k < stack.size(); ++k) result.other = result.other || stack[k].other;
    const Operand& a = stack[first];
    if (count == 2) result.line = combine(step.operation, a.line, stack[first + 1].line);
    if (step.operation == Operation::negate && a.line) result.line = Line{-a.line->c, -a.line->k};
    if (result.other) result.line.reset();

    if (compares(step.operation) || step.operation == Operation::min || step.operation == Operation::max) {
      result.line.reset();
      Operand difference = result;
      difference.line = combine(Operation::subtract, a.line, stack[first + 1].line);
      const bool of_decisions = a.decided && stack[first + 1].decided;
      if (!of_decisions) add(difference, result.begin, at, Operation::subtract, 0);
      result.decided = compares(step.operation) || of_decisions;
    } else if (step.operation == Operation::abs || step.operation == Operation::sign ||
               step.operation == Operation::step || step.operation == Operation::smoothstep) {
      add(a, a.begin, at, std::nullopt, 0);
      if (step.operation == Operation::smoothstep) add(a, a.begin, at, std::nullopt, 1);
    } else if (step.operation == Operation::call) {
      add_call(functions_[step.variable], a, at);
    } else if (step.operation == Operation::select && !a.decided) {
      add(a, a.begin, stack[first + 1].begin, std::nullopt, 0);
    }
    stack.resize(first);
    stack.push_back(result);
  }
  std::sort(found.at.begin(), found.at.end());
  found.at.erase(std::unique(found.at.begin(), found.at.end()), found.at.end());
  return found;
}

}  // namespace daedalus
