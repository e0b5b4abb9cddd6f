#include "daedalus/io/model_file/mapping_reader.hpp"

#include <algorithm>

namespace daedalus::model_file {

const Node* MappingReader::take(std::string_view name) {
  known_.emplace_back(name);
  const Entry* entry = node_.find(name);
  if (!entry) return nullptr;
  if (entry->value->kind != Node::Kind::empty) return entry->value.get();
  refuse(entry->place, fmt::format("{} has no value.", label(name)),
         "Add a value or remove the key. Quote strings that begin with #.");
  return nullptr;
}

void MappingReader::missing(std::string_view name, const char* unit, const char* meaning) {
  if (node_.find(name)) return;  // without a value: reported
  const std::string_view of_unit = unit;
  refuse(place_, fmt::format("{} is missing.", label(name)),
         fmt::format("Add  {}: {}{}.", name, meaning, of_unit.empty() ? "" : fmt::format(" ({})", of_unit)));
}

void MappingReader::refuse(const Place& place, const std::string& what, const std::string& remedy) {
  ok_ = false;
  values_.problem(place, what, remedy);
}

bool MappingReader::finish() {
  for (const Entry& entry : node_.entries)
    if (std::find(known_.begin(), known_.end(), entry.key) == known_.end()) {
      std::string keys;
      for (const std::string& name : known_) keys += (keys.empty() ? "" : ", ") + name;
      refuse(entry.place, fmt::format("unknown key {}.{}", shown(label(entry.key)), suggestion(entry.key, known_)),
             fmt::format("Available for {}: {}.", owner_, keys));
    }
  return ok_;
}

}  // namespace daedalus::model_file
