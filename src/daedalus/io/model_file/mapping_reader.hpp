// mapping_reader.hpp: the keys of one mapping: which are known, which are missing, which are mistyped; and the visitor
// that fills a described aggregate (model/field.hpp) from it.
//
//   MappingReader map(values, node, place, "revolute");
//   type.describe(FieldReader(host, map));
//   const bool ok = map.finish();
//
// The host knows how to read each type of field:  bool host.read(const Node&, const std::string& key, T&, const
// Field&).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "daedalus/io/model_file/values.hpp"
#include "daedalus/model/body.hpp"
#include "daedalus/model/field.hpp"

namespace daedalus::model_file {

class MappingReader {
 public:
  // `place` is where a missing key is reported; `owner` is what has these keys, in messages; keys inside another key
  // are shown with it: 'orientation.axis'.
  MappingReader(Values& values, const Node& node, const Place& place, std::string owner, std::string prefix = "")
      : values_(values), node_(node), place_(place), owner_(std::move(owner)), prefix_(std::move(prefix)) {}

  // The value of a key, which is a known one from now on; null when it is not given.
  const Node* take(std::string_view name);
  std::string label(std::string_view name) const { return prefix_ + std::string(name); }
  Values& values() { return values_; }
  const Place& place() const { return place_; }

  void missing(std::string_view name, const char* unit, const char* meaning);
  void refuse(const Place& place, const std::string& what, const std::string& remedy = "");
  void note(bool ok) { ok_ = ok_ && ok; }
  bool ok() const { return ok_; }

  // Refuses the keys that nobody took. True when everything was read.
  bool finish();

 private:
  Values& values_;
  const Node& node_;
  Place place_;
  std::string owner_, prefix_;
  std::vector<std::string> known_;
  bool ok_ = true;
};

struct Direction {  // a vector that is not zero
  Vec3 vector = Vec3::UnitZ();
};

// The name of an element and where it stands.
struct NameForm {
  std::string text;
  Place place;
};

// A list of them, or one alone.
struct NamesForm {
  std::vector<NameForm> all;
};

// Where two markers are to be made for `between: [body, body]`.
struct Placement {
  bool has_two_axes = false;
  std::optional<Vec3> at = {};
  std::optional<Direction> axis = {}, axis_of_second = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("at", at, Field{.unit = "m"},
      "initial position in the world; creates markers on the two bodies named in between");
    v("axis", axis, Field{}, "z-axis of the markers created by at, in world axes [0, 0, 1]");
    if (has_two_axes) v("axis_of_second", axis_of_second, Field{}, "z-axis of the second marker created by at");
  }
};

template <class Host>
class FieldReader {
 public:
  FieldReader(Host& host, MappingReader& map, bool has_two_axes = false)
      : host_(host), map_(map), two_axes_(has_two_axes) {}

  template <class Value>
  void operator()(const char* name, Value& value, const Field& field, const char* meaning) {
    if (const Node* node = map_.take(name)) map_.note(host_.read(*node, map_.label(name), value, field));
    else if (field.required) map_.missing(name, field.unit, meaning);
  }

  void operator()(const char* name, Between& between, const Field& field, const char* meaning) {
    Placement placement{.has_two_axes = two_axes_};
    placement.describe(*this);
    if (const Node* node = map_.take(name)) map_.note(host_.read_between(*node, map_, placement, between));
    else if (field.required) map_.missing(name, field.unit, meaning);
  }

  template <class Enum>
  void operator()(const char* name, Enum& value, const Choices<Enum>& choices, const char*) {
    const Node* node = map_.take(name);
    if (!node) return;
    std::string given;
    if (!map_.values().text(*node, map_.label(name), given)) return map_.note(false);
    std::vector<std::string> names;
    for (const auto& [text, choice] : choices) {
      if (text == given) {
        value = choice;
        return;
      }
      names.emplace_back(text);
    }
    map_.refuse(node->place,
                fmt::format("{} = {} is not accepted.{}", map_.label(name), shown(given), suggestion(given, names)),
                fmt::format("Available: {}.", listed(names)));
  }

 private:
  Host& host_;
  MappingReader& map_;
  bool two_axes_;
};

// The names of all types in a list of types, 'revolute', 'translational', ...
template <class Types>
std::vector<std::string> type_names() {
  return std::apply([](const auto&... type) { return std::vector<std::string>{std::decay_t<decltype(type)>::type...}; },
                    Types{});
}

template <class Types>
bool is_type(const std::string& name) {
  const std::vector<std::string> names = type_names<Types>();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Calls use(Type{}) for the type of that name; false when there is none.
template <class Types, class Use>
bool with_type(std::string_view name, Use&& use) {
  bool found = false;
  const auto try_type = [&](auto type) {
    if (found || name != decltype(type)::type) return;
    found = true;
    use(std::move(type));
  };
  std::apply([&](const auto&... type) { (try_type(std::decay_t<decltype(type)>{}), ...); }, Types{});
  return found;
}

}  // namespace daedalus::model_file
