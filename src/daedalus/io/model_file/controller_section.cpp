// The section `controllers:`: controllers in FMUs beside the mechanism.
#include <fmt/format.h>

#include "daedalus/io/model_file/model_reader.hpp"

namespace daedalus::model_file {

bool ModelReader::read(const Node& node, const std::string& key, NamedNamesForm& out, const Field&) {
  if (node.kind != Node::Kind::mapping) {
    values_.unexpected_kind(node, key, "a mapping", "reads: {angle: pin.angle}");
    return false;
  }
  bool ok = true;
  for (const Entry& entry : node.entries) {
    auto& [name, other] = out.all.emplace_back(entry.key, "");
    ok = values_.text(*entry.value, fmt::format("{}.{}", key, name), other) && ok;
  }
  return ok;
}

bool ModelReader::read(const Node& node, const std::string& key, NamedNumbersForm& out, const Field&) {
  if (node.kind != Node::Kind::mapping) {
    values_.unexpected_kind(node, key, "a mapping", "parameters: {gain: 2}");
    return false;
  }
  bool ok = true;
  for (const Entry& entry : node.entries) {
    auto& [name, value] = out.all.emplace_back(entry.key, 0.0);
    ok = values_.number(*entry.value, fmt::format("{}.{}", key, name), Range{}, value) && ok;
  }
  return ok;
}

bool ModelReader::read_controller(Element& element) {
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, "a controller");
  ControllerForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return false;
  builder_.controller({.name = element.name,
                       .file = form.fmu.path.string(),
                       .every = form.every,
                       .parameters = std::move(form.parameters.all),
                       .reads = std::move(form.reads.all),
                       .drives = std::move(form.drives.all)});
  return true;
}

}  // namespace daedalus::model_file
