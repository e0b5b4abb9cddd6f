#include "daedalus/io/model_file/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "daedalus/base/spelling.hpp"

namespace daedalus::model_file {
namespace {

// A plain number, the usual case, without the machinery of expressions.
std::optional<double> plain_number(std::string_view text) {
  if (text.empty() || !(is_digit(text.back()) || text.back() == '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// '3 m', '10kg/m': a number and something that begins with a letter.
bool has_unit(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  while (end != text.data() + text.size() && *end == ' ') ++end;
  return end != text.data() + text.size() &&
         (is_letter(*end) || *end == '%' || static_cast<unsigned char>(*end) >= 0x80);
}

bool means_not_finite(std::string_view text) {
  while (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == '.')) text.remove_prefix(1);
  std::string lower(text.substr(0, 8));
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

std::string as_sentence(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '?') text += '.';
  return text;
}

// 'axis' of 'markers.tip.axis': what the user writes.
std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

constexpr const char* give_number = "Use a number, or an expression in the parameters such as 2*length.";

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_reserved(std::string_view name) { return name == "t" || name == "x" || name == "v"; }

std::string shown(const Vec3& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v[0], v[1], v[2]); }

void Values::problem(const Place& place, const std::string& what, const std::string& remedy) {
  problems_.add(place, label_.empty() ? what : label_ + ": " + what, remedy);
}

void Values::unexpected_kind(const Node& node, std::string_view key, std::string_view expected,
                             std::string_view example) {
  problem(node.place, fmt::format("{} is {}, not {}.", key, node.shown(), expected),
          example.empty() ? "" : fmt::format("Use, for example,  {}.", example));
}

bool Values::text(const Node& node, std::string_view key, std::string& out) {
  if (node.kind != Node::Kind::text) {
    unexpected_kind(node, key, "a string", "");
    return false;
  }
  return substitute(node.text, node.place, out);
}

bool Values::substitute(const std::string& text, const Place& place, std::string& out) {
  out = text;
  if (!repeats_ || text.find('{') == text.npos) return true;
  out.clear();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at);
    out += text.substr(at, open - at);
    if (open == text.npos) break;
    const std::size_t close = text.find('}', open);
    if (close == text.npos) {
      problem(place, fmt::format("{} has a {{ without a }}.", shown(text)),
              "Braces enclose a repetition index: {k} or {k+1}.");
      return false;
    }
    long long value = 0;
    if (!evaluate_integer(text.substr(open + 1, close - open - 1), place, fmt::format("{{}} in {}", shown(text)),
                          value))
      return false;
    out += std::to_string(value);
    at = close + 1;
    count_repeated(2);
  }
  count_repeated(out.size() / 16);
  if (out.size() > limits_.text_bytes) {
    problem(place, fmt::format("a string of {} bytes; the limit is {}.", with_commas(out.size()),
                               with_commas(limits_.text_bytes)));
    return false;
  }
  return true;
}

void Values::begin_repetition(std::string label, const Place& place) {
  repeats_ = true;
  repeated_label_ = std::move(label);
  repeated_place_ = place;
}

void Values::count_repeated(std::size_t nodes) {
  if (!repeats_) return;
  repeated_nodes_ += nodes;
  if (repeated_nodes_ <= limits_.repeated_nodes) return;
  begin_element(repeated_label_);
  problem(repeated_place_, fmt::format("for generates more than {} values.", with_commas(limits_.repeated_nodes)),
          "Make the ranges smaller.");
  throw StopReading{};
}

bool Values::number(const Node& node, std::string_view key, const Range& range, double& out) {
  if (node.kind != Node::Kind::text) {
    unexpected_kind(node, key, "a number", fmt::format("{}: 0.5", last_part(key)));
    return false;
  }
  if (const auto plain = plain_number(node.text)) {
    out = *plain;
  } else {
    std::string given;
    if (!substitute(node.text, node.place, given) || !evaluate(given, node.place, key, out)) return false;
  }
  if (range.holds(out)) return true;
  problem(node.place, fmt::format("{} = {:.6g} is not accepted.", key, out),
          fmt::format("Use {}.", options_detail::describe_range(range, false)));
  return false;
}

bool Values::integer(const Node& node, std::string_view key, const Range& range, int& out) {
  double value = 0;
  if (!number(node, key, Range{}, value)) return false;
  if (value != std::floor(value) || std::abs(value) > 1e9 || !range.holds(value)) {
    problem(node.place, fmt::format("{} = {:.6g} is not accepted.", key, value),
            fmt::format("Use {}.", options_detail::describe_range(range, true)));
    return false;
  }
  out = static_cast<int>(value);
  return true;
}

bool Values::boolean(const Node& node, std::string_view key, bool& out) {
  out = node.text == "true";
  if (node.kind == Node::Kind::text && (out || node.text == "false")) return true;
  problem(node.place, fmt::format("{} is {}.", key, node.shown()), "Use true or false.");
  return false;
}

bool Values::numbers(const Node& node, std::string_view key, const Range& range, std::vector<double>& out) {
  if (node.kind != Node::Kind::list) {
    unexpected_kind(node, key, "a list of numbers", fmt::format("{}: [0, 0.5, 1]", last_part(key)));
    return false;
  }
  bool ok = true;
  out.assign(node.items.size(), 0.0);
  for (std::size_t i = 0; i < out.size(); ++i)
    ok = number(*node.items[i], fmt::format("{}[{}]", key, i), range, out[i]) && ok;
  return ok;
}

bool Values::vector(const Node& node, std::string_view key, const Range& range, Vec3& out) {
  if (node.kind != Node::Kind::list) {
    unexpected_kind(node, key, "a vector", fmt::format("{}: [0, 0, 1]", last_part(key)));
    return false;
  }
  if (node.items.size() != 2 && node.items.size() != 3) {
    problem(node.place,
            fmt::format("{} has {} number{}, not 3.", key, node.items.size(), node.items.size() == 1 ? "" : "s"),
            fmt::format("Use three numbers, for example  {}: [0, 0, 1], or two if z = 0.", last_part(key)));
    return false;
  }
  std::vector<double> list;
  if (!numbers(node, key, range, list)) return false;
  out = {list[0], list[1], list.size() == 3 ? list[2] : 0.0};
  return true;
}

bool Values::direction(const Node& node, std::string_view key, Vec3& out) {
  if (!vector(node, key, Range{}, out)) return false;
  const double length = out.norm();
  if (length > 1e-100 && std::isfinite(length)) return true;
  problem(node.place, fmt::format("{} = {} has no direction.", key, shown(out)),
          fmt::format("Use a non-zero vector, for example  {}: [0, 0, 1].", last_part(key)));
  return false;
}

bool Values::evaluate(const std::string& text, const Place& place, std::string_view key, double& out) {
  if (means_not_finite(text)) {
    problem(place, fmt::format("{} = {} is not accepted.", key, shown(text)), "Use a finite number.");
    return false;
  }
  return computed(text, place, key, out);
}

bool Values::computed(const std::string& text, const Place& place, std::string_view key, double& out) {
  NamedValues used;
  if (!check_names(text, place, key, {}, used)) return false;
  try {
    out = evaluate_arithmetic(text, used);
  } catch (const ExpressionError& error) {
    problem(place, fmt::format("{} = {} is not a number: {}", key, shown(text), as_sentence(error.what())),
            give_number);
    return false;
  }
  if (std::isfinite(out)) return true;
  problem(place, fmt::format("{} = {} is {}.", key, shown(text), std::isnan(out) ? "not a number (NaN)" : "infinite"),
          "Check for a division by zero, or a root or logarithm of a negative number.");
  return false;
}

bool Values::evaluate_integer(const std::string& text, const Place& place, std::string_view key, long long& out) {
  double value = 0;
  if (!evaluate(text, place, key, value)) return false;
  if (value != std::floor(value) || std::abs(value) > 1e9) {
    problem(place, fmt::format("{}: {} = {:.6g} is not an integer.", key, shown(text), value));
    return false;
  }
  out = static_cast<long long>(value);
  return true;
}

bool Values::check_names(const std::string& text, const Place& place, std::string_view key,
                         const std::vector<std::string>& variables, NamedValues& used,
                         const NamedFunctions& functions) {
  std::vector<std::string> names;
  count_repeated(text.size() / 4);
  try {
    names = Expression::names_in(text, functions);
  } catch (const ExpressionError& error) {
    if (has_unit(text))
      problem(place, fmt::format("{} = {} has a unit.", key, shown(text)),
              "Use the number alone, in SI units (m, kg, s, N, rad).");
    else
      problem(place,
              fmt::format("{} = {} is not {}: {}", key, shown(text), variables.empty() ? "a number" : "an expression",
                          as_sentence(error.what())),
              variables.empty() ? give_number : "");
    return false;
  }
  bool ok = true;
  for (const std::string& name : names) {
    if (std::find(variables.begin(), variables.end(), name) != variables.end()) continue;
    const auto at = named_.find(name);
    if (at == named_.end()) {
      const std::vector<std::string> known = known_names(variables);
      problem(place,
              fmt::format("{} = {}: unknown parameter {}.{}", key, shown(text), shown(name), suggestion(name, known)),
              known.empty() ? "Use a number. The file has no parameters for use in expressions."
                            : fmt::format("Use a number or an expression. Available: {}.", listed(known)));
      return false;
    }
    used.insert(*at);
    ok = ok && !std::isnan(at->second);  // a parameter whose own problem has been reported
  }
  return ok;
}

std::vector<std::string> Values::known_names(const std::vector<std::string>& variables) const {
  std::vector<std::string> names = variables;
  for (const auto& value : named_) names.push_back(value.first);
  return names;
}

}  // namespace daedalus::model_file
