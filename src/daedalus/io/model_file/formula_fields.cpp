// Formulas of forces: expressions of several variables, which may call the functions of the file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus::model_file {

bool ModelReader::read(const Node& node, const std::string& key, FormulaPtr& out, const Field&) {
  const std::vector<std::string> variables = {"x", "v", "t"};
  std::string text;
  NamedValues used;
  if (!values_.text(node, key, text) || !check_names(text, node.place, key, variables, used)) return false;
  out = std::make_shared<const Expression>(Expression::parse(text, variables, used, functions_));
  return true;
}

bool ModelReader::check_names(const std::string& text, const Place& place, const std::string& key,
                              const std::vector<std::string>& variables, NamedValues& used) {
  for (const std::string& name : Expression::calls_in(text))
    if (!functions_.contains(name) && is_broken(name)) return false;
  return values_.check_names(text, place, key, variables, used, functions_);
}

NamedFunctions ModelReader::called_in(const std::string& text) const {
  NamedFunctions called;
  for (const std::string& name : Expression::calls_in(text))
    if (const auto at = functions_.find(name); at != functions_.end()) called.insert(*at);
  return called;
}

// 'crank_pin.angle', 'gap'; with _rate its rate, and with .rate that of a measure or of the only freedom of a joint.
std::optional<MeasureFormula::Variable> ModelReader::find_variable(const std::string& name) const {
  const auto of = [&](const std::string& freedom, bool is_rate) -> std::optional<MeasureFormula::Variable> {
    const std::optional<Measure> measure = builder_.find_freedom(freedom);
    if (!measure) return std::nullopt;
    return MeasureFormula::Variable{{freedom, *measure}, is_rate};
  };
  constexpr std::string_view ending = "_rate", short_ending = ".rate";
  if (const auto value = of(name, false)) return value;
  const std::string base = name.substr(0, name.size() - std::min(name.size(), ending.size()));
  if (name.ends_with(ending)) return of(base, true);
  if (!name.ends_with(short_ending)) return std::nullopt;
  if (const auto rate = of(base, true)) return rate;
  for (const Joint& joint : builder_.parts().joints)
    if (joint.name == base && joint.freedoms.size() == 1) return of(base + "." + joint.freedoms.front().name, true);
  return std::nullopt;
}

std::vector<std::string> ModelReader::variable_names() const {
  std::vector<std::string> names = values_.known_names({"t"});
  for (const std::string& freedom : builder_.freedom_names()) {
    names.push_back(freedom);
    names.push_back(freedom + "_rate");
  }
  return names;
}

bool ModelReader::read(const Node& node, const std::string& key, MeasureFormula& out, const Field&) {
  std::string text;
  if (!values_.text(node, key, text)) return false;
  std::vector<std::string> variables = {"t"}, found;
  try {
    found = Expression::names_in(text, functions_);
  } catch (const ExpressionError&) {  // reported by check_names
  }
  for (const std::string& name : found) {
    const bool is_parameter = values_.named().contains(name);
    const auto variable = find_variable(name);
    if (variable && is_parameter) {
      values_.problem(node.place,
                      fmt::format("{} = {}: {} is a parameter and a measure.", key, shown(text), shown(name)),
                      "Rename one of them.");
      return false;
    }
    if (variable) {
      variables.push_back(name);
      out.variables.push_back(*variable);
    } else if (name != "t" && !is_parameter) {
      if (is_broken(name.substr(0, name.find('.')))) return false;
      const std::vector<std::string> known = variable_names();
      values_.problem(
          node.place,
          fmt::format("{} = {}: unknown name {}.{}", key, shown(text), shown(name), suggestion(name, known)),
          fmt::format("A formula can use t, the parameters, and freedoms of joints, measures and their rates. "
                      "Available: {}.",
                      listed(known)));
      return false;
    }
  }
  NamedValues used;
  if (!check_names(text, node.place, key, variables, used)) return false;
  out.expression = std::make_shared<const Expression>(Expression::parse(text, variables, used, called_in(text)));
  note_wrapped_angles(out);
  return true;
}

// An angle between spatial bodies jumps from pi to -pi: harmless where the formula does not notice.
void ModelReader::note_wrapped_angles(const MeasureFormula& formula) {
  for (std::size_t i = 0; i < formula.variables.size(); ++i) {
    const MeasureFormula::Variable& variable = formula.variables[i];
    if (variable.is_rate || !variable.of.measure.is_angle() || is_unwrapped(builder_.parts(), variable.of.measure))
      continue;
    std::vector<double> x(1 + formula.variables.size());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = 0.37 + 0.11 * static_cast<double>(k);
    x[1 + i] = std::numbers::pi;
    const double before = formula.expression->evaluate<double>(x);
    x[1 + i] = -std::numbers::pi;
    const double after = formula.expression->evaluate<double>(x);
    if (std::abs(after - before) > 1e-6 * (std::abs(before) + std::abs(after)))
      builder_.add_note(fmt::format(
          "{}: {} is an angle between spatial bodies, counted from -pi to pi, and the formula jumps there. Use "
          "planar bodies for angles beyond half a turn, or functions with period 2*pi.",
          values_.label(), shown(variable.of.name)));
  }
}

}  // namespace daedalus::model_file
