#include "daedalus/model/functions/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

#include "daedalus/base/spelling.hpp"
#include "daedalus/model/functions/input.hpp"

namespace daedalus {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool begins_value(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '('; }

std::string_view word_at(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
  return text.substr(start, end - start);
}

const NamedFunction* find_function(std::string_view name) {
  const auto found = std::find_if(named_functions.begin(), named_functions.end(),
                                  [&](const NamedFunction& function) { return function.name == name; });
  return found == named_functions.end() ? nullptr : &*found;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  return word.size() <= longest ? fmt::format("'{}'", word) : fmt::format("'{}...'", word.substr(0, longest));
}

}  // namespace

// One function for each rule of the grammar in expression.hpp; each leaves the program that computes what it has read.
class ExpressionParser {
 public:
  enum class Names { known, any };

  ExpressionParser(std::string_view text, std::vector<std::string> variables, const NamedValues& values,
                   const NamedFunctions& functions, Names names)
      : text_(text), variables_(std::move(variables)), values_(values), functions_(functions), names_(names) {}

  Expression parse() {
    if (text_.size() > Expression::max_text_length)
      fail(Expression::max_text_length,
           fmt::format("the expression has {} characters, more than {}", text_.size(), Expression::max_text_length));
    skip_space();
    if (at_ == text_.size()) fail(0, "the expression is empty");
    comparison();
    skip_space();
    if (at_ < text_.size()) refuse_after_value();
    expression_.text_ = text_;
    expression_.variable_count_ = variables_.size();
    expression_.stack_needed_ = compute_stack();
    return std::move(expression_);
  }

  const std::vector<std::string>& variables() const { return variables_; }

 private:
  void comparison() {
    sum();
    const std::optional<Operation> operation = take_comparison();
    if (!operation) return;
    sum();
    emit(*operation);
    skip_space();
    const std::size_t next = at_;
    if (take_comparison()) unexpected(next, ": comparisons cannot be chained, use if(...) or min(...)");
  }

  std::optional<Operation> take_comparison() {
    if (take("<=")) return Operation::less_or_equal;
    if (take(">=")) return Operation::greater_or_equal;
    if (take("==")) return Operation::equal;
    if (take("!=")) return Operation::not_equal;
    if (take("<")) return Operation::less;
    if (take(">")) return Operation::greater;
    return std::nullopt;
  }

  void sum() {
    product();
    for (;;) {
      const bool plus = take("+");
      if (!plus && !take("-")) return;
      product();
      emit(plus ? Operation::add : Operation::subtract);
    }
  }

  void product() {
    signed_power();
    for (;;) {
      const bool times = take("*");
      if (!times && !take("/")) return;
      signed_power();
      emit(times ? Operation::multiply : Operation::divide);
    }
  }

  void signed_power() {
    bool negative = false;
    for (;;) {
      if (take("-")) negative = !negative;
      else if (!take("+")) break;
    }
    value();
    if (take("^") || take("**")) {
      const Level level(*this);
      signed_power();
      emit(Operation::power);
    }
    if (negative) emit(Operation::negate);
  }

  void value() {
    skip_space();
    const std::size_t start = at_;
    if (start == text_.size()) unexpected(start);
    const char c = text_[start];
    if (c == '(') {
      const Level level(*this);
      ++at_;
      comparison();
      close(start);
    } else if (is_letter(c)) {
      name();
    } else if (is_digit(c) || c == '.') {
      number();
    } else {
      unexpected(start);
    }
  }

  void number() {
    double result = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), result);
    if (error == std::errc::invalid_argument) unexpected(at_);
    const std::size_t length = static_cast<std::size_t>(end - begin);
    if (error == std::errc::result_out_of_range)
      fail(at_,
           fmt::format("number {} at column {} is too large or too small", quoted(text_.substr(at_, length)), at_ + 1));
    push({.operation = Operation::number, .number = result});
    at_ += length;
  }

  void name() {
    const std::size_t start = at_;
    const auto take_word = [&] { at_ += word_at(text_, at_).size(); };
    take_word();
    while (at_ + 1 < text_.size() && text_[at_] == '.' && is_letter(text_[at_ + 1])) {
      ++at_;
      take_word();
    }
    const std::string_view word = text_.substr(start, at_ - start);
    skip_space();
    if (at_ < text_.size() && text_[at_] == '(') call(word, start);
    else named_value(word, start);
  }

  void call(std::string_view word, std::size_t start) {
    const NamedFunction* const function = find_function(word);
    const auto given_function = functions_.find(word);
    const bool is_given = given_function != functions_.end();
    if (function == nullptr && !is_given) refuse_function(word, start);
    if (function != nullptr && is_given)
      fail(start,
           fmt::format("'{}' at column {} is a mathematical function and a function of the model: rename the latter",
                       word, start + 1));
    const Level level(*this);
    const std::size_t open = at_++;
    int given = 0;
    if (!take(")")) {
      do {
        comparison();
        ++given;
      } while (take(","));
      close(open);
    }
    const int needed = is_given ? 1 : operand_count(function->operation);
    if (given != needed)
      fail(start, fmt::format("'{}' takes {} argument{}, got {}, at column {}", word, needed, needed == 1 ? "" : "s",
                              given, start + 1));
    if (is_given) emit_call(given_function->second, word, start);
    else emit(function->operation);
  }

  void named_value(std::string_view word, std::size_t start) {
    if (const auto found = std::find(variables_.begin(), variables_.end(), word); found != variables_.end())
      push_variable(static_cast<std::size_t>(found - variables_.begin()));
    else if (word == "pi") push({.operation = Operation::number, .number = std::numbers::pi});
    else if (const auto value = values_.find(word); value != values_.end())
      push({.operation = Operation::number, .number = value->second});
    else if (find_function(word) != nullptr)
      fail(start, fmt::format("'{0}' at column {1} is a function: write {0}(...)", word, start + 1));
    else if (names_ == Names::known) refuse_name(word, start);
    else {
      variables_.emplace_back(word);
      push_variable(variables_.size() - 1);
    }
  }

  void close(std::size_t open) {
    if (take(")")) return;
    if (at_ == text_.size()) fail(open, fmt::format("'(' at column {} is not closed", open + 1));
    refuse_after_value();
  }

  // An operation on numbers alone is done here and now. The last n instructions are the n operands when all of them are
  // numbers: an operand that is more than a number ends with its operation.
  void emit(Operation operation) {
    auto& program = expression_.program_;
    const std::size_t operands = static_cast<std::size_t>(operand_count(operation));
    const auto first = program.end() - static_cast<std::ptrdiff_t>(std::min(operands, program.size()));
    const auto is_number = [](const Expression::Instruction& step) { return step.operation == Operation::number; };
    if (std::all_of(first, program.end(), is_number)) {
      std::array<double, 3> x{};
      std::transform(first, program.end(), x.begin(), [](const Expression::Instruction& step) { return step.number; });
      perform(operation, x.data());
      program.erase(first, program.end());
      push({.operation = Operation::number, .number = x[0]});
    } else if (operation == Operation::power && is_number(program.back())) {
      program.back().operation = Operation::power_to_number;
    } else {
      push({.operation = operation});
    }
  }

  // The derivatives of a called function ask for up to nine of its own, see LawFunction.
  void emit_call(const FunctionPtr& function, std::string_view word, std::size_t start) {
    if (find_input(function))
      fail(start, fmt::format("'{}' at column {} is an input, whose value is set from outside: it has no argument and "
                              "cannot be called in an expression",
                              word, start + 1));
    Expression::Instruction& last = expression_.program_.back();
    if (last.operation == Operation::number) {
      last.number = function->derivative(last.number, 0);
      return;
    }
    expression_.call_cost_ += 9 * function->call_cost();
    if (expression_.call_cost_ > Expression::max_call_cost)
      fail(start, fmt::format("'{}' at column {} is one call too many: functions that call each other are limited to "
                              "about five levels",
                              word, start + 1));
    auto& functions = expression_.functions_;
    const auto place = std::find(functions.begin(), functions.end(), function);
    push({.operation = Operation::call, .variable = static_cast<std::uint32_t>(place - functions.begin())});
    if (place == functions.end()) functions.push_back(function);
  }

  void push_variable(std::size_t index) {
    push({.operation = Operation::variable, .variable = static_cast<std::uint32_t>(index)});
  }

  void push(const Expression::Instruction& step) {
    if (expression_.program_.size() >= Expression::max_program_length)
      fail(at_, fmt::format("the expression has more than {} operations", Expression::max_program_length));
    expression_.program_.push_back(step);
  }

  std::size_t compute_stack() const {
    std::size_t used = 0, most = 0;
    for (const Expression::Instruction& step : expression_.program_) {
      used = used + 1 - static_cast<std::size_t>(operand_count(step.operation));
      most = std::max(most, used);
    }
    if (most > Expression::max_stack)
      fail(0, fmt::format("the expression needs {} intermediate values at once, more than {}", most,
                          Expression::max_stack));
    return most;
  }

  // One level of parentheses, arguments or exponents.
  class Level {
   public:
    explicit Level(ExpressionParser& parser) : nesting_(parser.nesting_) {
      if (nesting_ == Expression::max_nesting)
        parser.fail(parser.at_, fmt::format("more than {} levels of nesting at column {}", Expression::max_nesting,
                                            parser.at_ + 1));
      ++nesting_;
    }
    ~Level() { --nesting_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    std::size_t& nesting_;
  };

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool take(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  [[noreturn]] void fail(std::size_t where, const std::string& message) const { throw ExpressionError(where, message); }

  [[noreturn]] void unexpected(std::size_t where, std::string_view hint = "") const {
    fail(where, fmt::format("unexpected {} at column {}{}", shown(where), where + 1, hint));
  }

  std::string shown(std::size_t where) const {
    if (where >= text_.size()) return "end";
    const char c = text_[where];
    if (static_cast<unsigned char>(c) >= 0x80) return "character outside ASCII";
    if (c < ' ' || c == 0x7f) return "control character";
    const std::string_view word = word_at(text_, where);
    return quoted(word.empty() ? text_.substr(where, 1) : word);
  }

  [[noreturn]] void refuse_after_value() const {
    const char c = text_[at_];
    unexpected(at_, begins_value(c) ? ": an operator such as * is missing" : c == '=' ? ": compare with ==" : "");
  }

  [[noreturn]] void refuse_function(std::string_view word, std::size_t start) const {
    const auto known = known_names();
    if (std::find(known.begin(), known.end(), word) != known.end())
      fail(start, fmt::format("{} at column {} is not a function: an operator such as * is missing after it",
                              quoted(word), start + 1));
    std::vector<std::string_view> names;
    for (const NamedFunction& function : named_functions) names.push_back(function.name);
    for (const auto& function : functions_) names.push_back(function.first);
    fail(start, fmt::format("unknown function {} at column {}.{}{}", quoted(word), start + 1, did_you_mean(word, names),
                            given_names()));
  }

  [[noreturn]] void refuse_name(std::string_view word, std::size_t start) const {
    const auto known = known_names();
    std::string hint = did_you_mean(word, known);
    constexpr std::size_t few = 8;
    if (hint.empty() && known.size() <= few) hint = fmt::format(" Available: {}.", fmt::join(known, ", "));
    fail(start, fmt::format("unknown name {} at column {}.{}", quoted(word), start + 1, hint));
  }

  std::string given_names() const {
    if (functions_.empty()) return "";
    constexpr std::size_t few = 12;
    std::vector<std::string_view> names;
    for (const auto& function : functions_)
      if (names.size() < few) names.push_back(function.first);
    return fmt::format(" Functions of the model: {}{}.", fmt::join(names, ", "),
                       functions_.size() > few ? ", ..." : "");
  }

  std::vector<std::string_view> known_names() const {
    std::vector<std::string_view> names(variables_.begin(), variables_.end());
    for (const auto& value : values_) names.push_back(value.first);
    names.push_back("pi");
    return names;
  }

  std::string_view text_;
  std::vector<std::string> variables_;
  const NamedValues& values_;
  const NamedFunctions& functions_;
  Names names_;
  std::size_t at_ = 0, nesting_ = 0;
  Expression expression_;
};

Expression Expression::parse(std::string_view text, const std::vector<std::string>& variables,
                             const NamedValues& values, const NamedFunctions& functions) {
  return ExpressionParser(text, variables, values, functions, ExpressionParser::Names::known).parse();
}

std::vector<std::string> Expression::names_in(std::string_view text, const NamedFunctions& functions) {
  const NamedValues no_values;
  ExpressionParser parser(text, {}, no_values, functions, ExpressionParser::Names::any);
  parser.parse();
  return parser.variables();
}

std::vector<std::string> Expression::calls_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = word_at(text, at);
    if (word.empty()) {
      ++at;
      continue;
    }
    at += word.size();
    std::size_t next = at;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && text[next] == '(' && is_free_name(word)) names.emplace_back(word);
  }
  return names;
}

bool Expression::is_free_name(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && word_at(name, 0) == name && name != "pi" && !find_function(name);
}

bool Expression::uses(std::size_t variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& step) {
    return step.operation == Operation::variable && step.variable == variable;
  });
}

double evaluate_arithmetic(std::string_view text, const NamedValues& values) {
  return Expression::parse(text, {}, values).evaluate<double>({});
}

}  // namespace daedalus
