// The fields of flexible bodies that are mappings by name: nodes, modes, how a mode moves the nodes.
#include <fmt/format.h>

#include <algorithm>

#include "daedalus/io/model_file/model_reader.hpp"

namespace daedalus::model_file {

// Calls read_one(name, place of the name, value, label) for every entry of a mapping whose keys are names.
template <class ReadOne>
bool ModelReader::read_named(const Node& node, const std::string& key, const char* kind, const char* example,
                             ReadOne read_one) {
  if (node.kind != Node::Kind::mapping || node.entries.empty()) {
    values_.unexpected_kind(node, key, "a mapping", example);
    return false;
  }
  bool ok = true;
  for (const auto& entry : node.entries) {
    std::string name;
    if (!values_.substitute(entry.key, entry.place, name)) {
      ok = false;
    } else if (!is_name(name)) {
      values_.problem(entry.place, fmt::format("{} is not a valid {} name.", shown(name), kind),
                      "Names consist of letters, digits and _, and do not begin with a digit.");
      ok = false;
    } else {
      ok = read_one(name, entry.place, *entry.value, key + "." + name) && ok;
    }
  }
  return ok;
}

bool ModelReader::read(const Node& node, const std::string& key, SectionForm& out, const Field&) {
  return read_mapping(node, key, out) && complete(out, node, key, values_);
}

bool ModelReader::read(const Node& node, const std::string& key, NodesForm& out, const Field&) {
  return read_named(node, key, "node", "nodes: {tip: {position: [1, 0, 0], mass: 0.2}}",
                    [&](const std::string& name, const Place&, const Node& value, const std::string& label) {
                      return read_mapping(value, label, out.all.emplace_back(name, NodeForm{}).second);
                    });
}

bool ModelReader::read(const Node& node, const std::string& key, NodeMovesForm& out, const Field&) {
  return read_named(node, key, "node", "shape: {tip: [0, 1, 0]}",
                    [&](const std::string& name, const Place& place, const Node& value, const std::string& label) {
                      NodeMovesForm::Move& move = out.all.emplace_back();
                      move.node = {name, place};
                      if (value.kind == Node::Kind::mapping) return read_mapping(value, label, move.form);
                      return values_.vector(value, label, Range{}, move.form.move);
                    });
}

bool ModelReader::read(const Node& node, const std::string& key, ModesForm& out, const Field&) {
  return read_named(node, key, "mode", "modes: {bending: {frequency: 30, shape: {tip: [0, 1, 0]}}}",
                    [&](const std::string& name, const Place& place, const Node& value, const std::string& label) {
                      ModesForm::Named& mode = out.all.emplace_back();
                      mode.name = name;
                      mode.place = place;
                      return read_mapping(value, label, mode.form);
                    });
}

// A mode of a flexible body, 'rod.y1', in the section initial. False when it is none.
bool ModelReader::read_initial_of_mode(const Element& element, bool& ok) {
  const std::size_t dot = element.name.find('.');
  const auto id = builder_.find_body(element.name.substr(0, dot));
  if (dot == std::string::npos || !id) return false;
  const Body& body = builder_.parts().bodies[*id];
  if (!body.flexible) return false;
  const std::string name = element.name.substr(dot + 1);
  const auto& modes = body.flexible->modes;
  const auto at = std::find(modes.begin(), modes.end(), name);
  ok = false;
  if (at == modes.end()) {
    values_.problem(element.place,
                    fmt::format("'{}' has no mode {}.{}", body.name, shown(name), suggestion(name, modes)),
                    fmt::format("Available: {}.", listed(modes)));
    return true;
  }
  InitialForm form;
  if (!read_initial_form(element, form)) return true;
  if (body.bending.quasi_static) {
    values_.problem(element.place,
                    fmt::format("'{}' starts quasi-statically, which determines its initial deflection.", body.name),
                    "Remove this entry, or give the body  quasi_static: 0.");
    return true;
  }
  BendingStart start = body.bending;
  for (VecX* part : {&start.value, &start.rate})
    if (part->size() == 0) part->setZero(body.flexible->count());
  start.value[at - modes.begin()] = form.value.value_or(0);
  start.rate[at - modes.begin()] = form.rate.value_or(0);
  builder_.bending(*id, std::move(start));
  ok = true;
  return true;
}

}  // namespace daedalus::model_file
