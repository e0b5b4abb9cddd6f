// The fields of elements that are more than numbers: references, functions, frames.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/io/tire_property_file.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::model_file {
namespace {

// One of t, x, v, which are no parameters, other than the one that is allowed, in an expression that can be read.
bool uses_other_variable(const std::string& text, std::string_view variable, const NamedFunctions& functions) {
  try {
    const std::vector<std::string> names = Expression::names_in(text, functions);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return is_reserved(name) && name != variable; });
  } catch (const ExpressionError&) {
    return false;
  }
}

}  // namespace

bool ModelReader::read(const Node& node, const std::string& key, MarkerRef& out, const Field&) {
  std::string name;
  if (!values_.text(node, key, name)) return false;
  const auto marker = find_marker(name, node.place, key);
  out.id = marker.value_or(-1);
  return marker.has_value();
}

bool ModelReader::read(const Node& node, const std::string& key, FreedomRef& out, const Field&) {
  if (!values_.text(node, key, out.name)) return false;
  const auto measure = find_freedom(out.name, node.place, key);
  if (measure) out.measure = *measure;
  return measure.has_value();
}

// Each file is read once.
bool ModelReader::read(const Node& node, const std::string& key, MagicFormulaPtr& out, const Field&) {
  MeshFileForm named;
  if (!read(node, key, named, Field{})) return false;
  try {
    MagicFormulaPtr& tire = tires_[named.path];
    if (!tire) tire = std::make_shared<const MagicFormula>(read_tire_properties(named.path));
    out = tire;
    return true;
  } catch (const std::runtime_error& error) {
    values_.problem(node.place, fmt::format("{}: {}", key, error.what()),
                    "File names are relative to the file that contains them.");
    return false;
  }
}

bool ModelReader::read(const Node& node, const std::string& key, OrientationForm& out, const Field&) {
  return read_mapping(node, key, out) && complete(out, node, key, values_);
}

bool ModelReader::read(const Node& node, const std::string& key, MarkersForm& out, const Field&) {
  if (node.kind != Node::Kind::mapping) {
    values_.unexpected_kind(node, key, "a mapping", "markers: {tip: [0.3, 0, 0]}");
    return false;
  }
  bool ok = true;
  for (const auto& [given, place, value] : node.entries) {
    MarkersForm::Named marker{.name = {}, .position = Vec3::Zero(), .axes = Mat3::Identity()};
    // Clang 14 does not capture bindings by itself
    const auto read_one = [&, &given = given, &place = place, &value = value] {
      if (!values_.substitute(given, place, marker.name)) return false;
      if (!is_name(marker.name)) {
        values_.problem(place, fmt::format("{} is not a valid marker name.", shown(marker.name)),
                        "Names consist of letters, digits and _, and do not begin with a digit.");
        return false;
      }
      const std::string label = key + "." + marker.name;
      if (value->kind != Node::Kind::mapping) return values_.vector(*value, label, Range{}, marker.position);
      MarkerForm form;
      if (!read_mapping(*value, label, form)) return false;
      marker.position = form.position;
      return complete(form.axes, *value, label, values_, marker.axes);
    };
    const bool is_read = read_one();
    if (is_read) out.all.push_back(marker);
    ok = ok && is_read;
  }
  return ok;
}

bool ModelReader::read_between(const Node& node, MappingReader& map, const Placement& placement, Between& out) {
  const std::string key = map.label("between");
  if (node.kind != Node::Kind::list || node.items.size() != 2) {
    values_.problem(node.place,
                    node.kind == Node::Kind::list ? fmt::format("{} has {} entries, not 2.", key, node.items.size())
                                                  : fmt::format("{} is {}, not a list.", key, node.shown()),
                    "Use two markers, for example  between: [crank.tip, ground.O].");
    return false;
  }
  std::array<std::string, 2> names;
  for (std::size_t i = 0; i < 2; ++i)
    if (!values_.text(*node.items[i], fmt::format("{}[{}]", key, i), names[i])) return false;
  const auto place = [&](std::size_t i) { return node.items[i]->place; };

  if (!placement.at) {
    if (placement.axis || placement.axis_of_second) {
      values_.problem(map.place(), "axis is given without at.",
                      "Without at, the axes are those of the markers. Add  at: [x, y, z]  and name bodies instead of "
                      "markers in between.");
      return false;
    }
    const auto P = find_marker(names[0], place(0), key), Q = find_marker(names[1], place(1), key);
    out = {P.value_or(-1), Q.value_or(-1)};
    return P && Q;
  }

  if (!map.ok()) return false;  // at or axis could not be read
  const auto P = find_body(names[0], place(0), key), Q = find_body(names[1], place(1), key);
  if (!P || !Q) return false;
  if (*P == *Q) {
    values_.problem(node.place, fmt::format("both ends are on '{}' and cannot move relative to each other.", names[0]),
                    "Name two different bodies.");
    return false;
  }
  if (placement.has_two_axes && !placement.axis_of_second) {
    map.missing("axis_of_second", "", "the z-axis of the second marker, perpendicular to axis");
    return false;
  }
  const Vec3 first = placement.axis ? placement.axis->vector : Vec3(Vec3::UnitZ());
  const Vec3 second = placement.axis_of_second ? placement.axis_of_second->vector : first;
  out = {builder_.marker_at(*P, element_, *placement.at, frame_with_z(first)),
         builder_.marker_at(*Q, element_, *placement.at, frame_with_z(second))};
  return true;
}

bool ModelReader::read_function(const Node& node, const std::string& key, const std::string& variable,
                                FunctionPtr& out) {
  if (node.kind == Node::Kind::mapping) {
    MappingReader map(values_, node, node.place, key, key + ".");
    std::string type;
    const Node* type_node = map.take("type");
    if (!type_node) {
      map.missing("type", "", listed(type_names<FunctionTypes>()).c_str());
      return false;
    }
    return values_.text(*type_node, key + ".type", type) && make_function_of(*type_node, type, map, out);
  }
  std::string text;
  if (!values_.text(node, key, text)) return false;
  return read_function_text(text, node.place, key, variable, out);
}

bool ModelReader::read_function_text(const std::string& text, const Place& place, const std::string& key,
                                     const std::string& variable, FunctionPtr& out) {
  if (const auto named = functions_.find(text); named != functions_.end()) {
    out = named->second;
    return true;
  }
  if (broken_.contains(text)) return false;
  const bool is_unknown_name = is_name(text) && text != variable && Expression::is_free_name(text) &&
                               !values_.named().contains(text) && text != "nan" && text != "inf";
  if (is_unknown_name) {
    if (repetition_.is_incomplete()) return false;
    std::vector<std::string> known = values_.known_names({variable});
    for (const auto& function : functions_) known.push_back(function.first);
    values_.problem(place,
                    fmt::format("{}: unknown function or parameter {}.{}", key, shown(text), suggestion(text, known)),
                    fmt::format("Use a number, the name of an entry in functions, an expression in {0} such as "
                                "0.1*sin(10*{0}), or {{type: ...}}.",
                                variable));
    return false;
  }
  NamedValues used;
  if (uses_other_variable(text, variable, functions_)) {
    values_.problem(place, fmt::format("{} = {}: expressions are functions of {} here.", key, shown(text), variable),
                    fmt::format("Use the variable {0}, for example  2*{0}.", variable));
    return false;
  }
  if (!check_names(text, place, key, {variable}, used)) return false;
  const Expression expression = Expression::parse(text, {variable}, used, called_in(text));
  if (expression.uses(0)) {
    out = ExpressionFunction{.expression = text, .variable = variable, .values = used, .functions = called_in(text)}
              .make();
    return true;
  }
  ConstantFunction constant{.value = expression(0.0)};
  const bool calls = !Expression::calls_in(text).empty();
  if (!(calls && std::isfinite(constant.value)) && !values_.evaluate(text, place, key, constant.value)) return false;
  out = constant.make();
  return true;
}

// An input has one value at a time: it is a function of time only.
bool ModelReader::check_input(const Node& node, const std::string& key, const std::string& variable,
                              const FunctionPtr& function) {
  const HeldInputPtr input = find_input(function);
  if (!input || variable == "t") return true;
  values_.problem(node.place,
                  fmt::format("{} is a function of {}, not of time, and cannot be the input {}.", key, variable,
                              shown(input->name)),
                  fmt::format("Use a number, an expression in {} or a table.", variable));
  return false;
}

bool ModelReader::read(const Node& node, const std::string& key, TablePeriod& out, const Field&) {
  out.repeats = node.text != "false";
  if (node.kind == Node::Kind::text && (node.text == "true" || node.text == "false")) return true;
  return values_.number(node, key, positive(), out.length);
}

bool ModelReader::make_function_of(const Node& type_node, const std::string& type, MappingReader& map,
                                   FunctionPtr& out) {
  const bool found = with_type<FunctionTypes>(type, [&](auto function) {
    function.describe(FieldReader(*this, map));
    if (!map.finish()) return;
    if constexpr (requires { function.values; }) {  // an expression: its names are parameters
      if (values_.named().contains(function.variable))
        return map.refuse(type_node.place,
                          fmt::format("the variable {} has the name of a parameter.", shown(function.variable)),
                          "Choose another name for the variable.");
      if (!check_names(function.expression, type_node.place, map.label("expression"), {function.variable},
                       function.values))
        return;
      function.functions = called_in(function.expression);
    }
    if constexpr (requires { function.periodic; }) {  // a table: runs that leave it say which
      const std::string prefix = map.label("");
      function.name = values_.label() + (prefix.empty() ? "" : ": " + prefix.substr(0, prefix.size() - 1));
    }
    constexpr bool is_input = std::is_same_v<decltype(function), InputFunction>;
    if constexpr (is_input) {
      if (function.name.empty()) function.name = element_;
      for (const HeldInputPtr& other : builder_.parts().inputs)
        if (other->name == function.name)
          return map.refuse(type_node.place, fmt::format("duplicate input {}.", shown(function.name)),
                            "Rename it, or define one input in functions and use its name in both places.");
    }
    try {
      out = function.make();
      if constexpr (is_input) builder_.input(out);
    } catch (const ModelError& error) {
      map.refuse(map.place(), error.what());
    }
  });
  if (!found) {
    const std::vector<std::string> known = type_names<FunctionTypes>();
    values_.problem(type_node.place, fmt::format("unknown function type {}.{}", shown(type), suggestion(type, known)),
                    fmt::format("Available: {}.", listed(known)));
  }
  return out != nullptr;
}

std::optional<MarkerId> ModelReader::find_marker(const std::string& name, const Place& place, const std::string& key) {
  const std::size_t dot = name.find('.');
  const std::string body = name.substr(0, dot), marker = dot == name.npos ? "origin" : name.substr(dot + 1);
  if (const auto found = builder_.find_marker(body + "." + marker)) return found;
  if (const auto frame = frames_.find(name); frame != frames_.end()) return builder_.find_marker(frame->second);
  if (is_broken(body) || is_broken(marker)) return std::nullopt;
  const auto id = builder_.find_body(body);
  if (!id) {
    const std::vector<std::string> known = body_names();
    values_.problem(place, fmt::format("{}: unknown body {}.{}", key, shown(body), suggestion(body, known)),
                    fmt::format("Available: {}.", listed(known)));
    return std::nullopt;
  }
  std::vector<std::string> known;
  for (const Marker& other : builder_.parts().markers)
    if (other.body == *id) known.push_back(other.name);
  values_.problem(place,
                  fmt::format("{}: body '{}' has no marker {}.{}", key, body, shown(marker), suggestion(name, known)),
                  fmt::format("Available: {}.", listed(known)));
  return std::nullopt;
}

std::optional<BodyId> ModelReader::find_body(const std::string& name, const Place& place, const std::string& key) {
  if (const auto found = builder_.find_body(name)) return found;
  if (const auto frame = frames_.find(name); frame != frames_.end())
    if (const auto marker = builder_.find_marker(frame->second)) return builder_.parts().markers[*marker].body;
  if (is_broken(name)) return std::nullopt;
  const std::vector<std::string> known = body_names();
  values_.problem(place, fmt::format("{}: unknown body {}.{}", key, shown(name), suggestion(name, known)),
                  fmt::format("With at, between takes two bodies. Available: {}.", listed(known)));
  return std::nullopt;
}

std::optional<Measure> ModelReader::find_freedom(const std::string& name, const Place& place, const std::string& key) {
  if (const auto found = builder_.find_freedom(name)) return found;
  if (is_broken(name.substr(0, name.find('.')))) return std::nullopt;
  const std::vector<std::string> known = builder_.freedom_names();
  values_.problem(place,
                  fmt::format("{}{}unknown freedom or measure {}.{}", key, key.empty() ? "" : ": ", shown(name),
                              suggestion(name, known)),
                  known.empty() ? "The model has no joint freedoms and no measures."
                                : fmt::format("Available: {}.", listed(known)));
  return std::nullopt;
}

std::vector<std::string> ModelReader::body_names() const {
  std::vector<std::string> names;
  constexpr std::size_t most = 5000;  // enough to find a mistyped one
  for (const Body& body : builder_.parts().bodies)
    if (names.size() < most) names.push_back(body.name);
  return names;
}

}  // namespace daedalus::model_file
