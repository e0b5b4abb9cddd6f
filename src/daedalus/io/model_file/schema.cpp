// The JSON Schema of model files. It visits the same descriptions and lists of types as the reader: there is no second
// list of keys.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

#include "daedalus/io/model_file/force_forms.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/io/model_file/parameters.hpp"

namespace daedalus {
namespace {

using namespace model_file;
using Json = nlohmann::ordered_json;

Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

// What a field of a type looks like in a file.
class FieldSchema {
 public:
  Json of(const double&, const Field& field) const { return ranged(reference("number"), field.range); }
  Json of(const int&, const Field& field) const { return ranged(reference("number"), field.range); }
  Json of(const MarkerRef&, const Field&) const { return reference("marker"); }
  Json of(const bool&, const Field&) const { return {{"type", "boolean"}}; }
  Json of(const std::string&, const Field&) const { return {{"type", "string"}}; }
  Json of(const std::vector<double>&, const Field&) const { return reference("numbers"); }
  Json of(const std::vector<std::string>&, const Field& field) const { return of(NamesForm{}, field); }
  Json of(const Vec3&, const Field&) const { return reference("vector"); }
  Json of(const Direction&, const Field&) const { return reference("vector"); }
  Json of(const FourNumbers&, const Field&) const { return list_of(4, 4); }
  Json of(const InertiaForm&, const Field&) const { return reference("inertia"); }
  Json of(const FunctionPtr&, const Field&) const { return reference("function"); }
  Json of(const FormulaPtr&, const Field&) const { return reference("number"); }
  Json of(const MeasureFormula&, const Field&) const { return reference("number"); }
  Json of(const TablePeriod&, const Field&) const { return {{"type", Json::array({"boolean", "number", "string"})}}; }
  Json of(const FreedomRef&, const Field&) const { return {{"type", "string"}}; }
  Json of(const Unevaluated&, const Field&) const { return reference("number"); }
  Json of(const OrientationForm&, const Field&) const { return reference("orientation"); }
  Json of(const MotionForm&, const Field&) const;
  Json of(const MarkersForm&, const Field&) const {
    return {{"type", "object"}, {"additionalProperties", reference("marker_frame")}};
  }
  Json of(const NameForm&, const Field&) const { return {{"type", "string"}}; }
  Json of(const ColorForm&, const Field&) const {  // {k} of a repetition may make some of its digits
    return {{"type", "string"}, {"pattern", "^#([0-9A-Fa-f]{6}|.*[{].*)$"}};
  }
  Json of(const PointsForm&, const Field&) const {
    return {{"type", "array"}, {"items", reference("vector")}, {"minItems", 2}};
  }
  Json of(const ScaleForm&, const Field&) const {
    return {{"anyOf", Json::array({reference("number"), list_of(3, 3)})}};
  }
  Json of(const MeshFileForm&, const Field&) const { return {{"type", "string"}}; }
  Json of(const NamedNamesForm&, const Field&) const {
    return {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
  }
  Json of(const NamedNumbersForm&, const Field&) const {
    return {{"type", "object"}, {"additionalProperties", reference("number")}};
  }
  Json of(const MagicFormulaPtr&, const Field&) const { return {{"type", "string"}}; }
  Json of(const ShapesForm&, const Field&) const { return {{"type", "array"}, {"items", reference("shape")}}; }
  Json of(const PlotsForm&, const Field&) const;
  Json of(const SegmentsForm&, const Field&) const;
  Json of(const SectionForm&, const Field&) const;
  Json of(const NodesForm&, const Field&) const;
  Json of(const NodeMovesForm&, const Field&) const;
  Json of(const ModesForm&, const Field&) const;
  Json of(const MatrixForm&, const Field&) const { return {{"type", "array"}, {"items", reference("numbers")}}; }
  Json of(const NamesForm&, const Field&) const {
    const Json text = {{"type", "string"}};
    return {{"anyOf", Json::array({text, Json{{"type", "array"}, {"items", text}}})}};
  }
  template <class Value>
  Json of(const std::optional<Value>&, const Field& field) const {
    return of(Value{}, field);
  }

  static Json list_of(int least, int most) {
    return {{"type", "array"}, {"items", reference("number")}, {"minItems", least}, {"maxItems", most}};
  }

 private:
  static Json ranged(Json schema, const Range& range) {  // bounds are for plain numbers: an expression is a text
    if (std::isfinite(range.low)) schema[range.low_excluded ? "exclusiveMinimum" : "minimum"] = range.low;
    if (std::isfinite(range.high)) schema["maximum"] = range.high;
    return schema;
  }
};

// Visits a described aggregate and makes the schema of its mapping.
class MappingSchema {
 public:
  explicit MappingSchema(const char* meaning = "", bool has_two_axes = false) : two_axes_(has_two_axes) {
    if (*meaning) schema_["description"] = meaning;
    schema_["type"] = "object";
    schema_["properties"] = Json::object();
  }

  template <class Value>
  void operator()(const char* name, Value& value, const Field& field, const char* meaning) {
    Json property = FieldSchema().of(value, field);
    property["description"] = describe(meaning, field.unit);
    if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>)
      if (!field.required) property["default"] = value;
    add(name, std::move(property), field.required);
  }
  void operator()(const char* name, Between&, const Field& field, const char* meaning) {
    add(name,
        {{"type", "array"}, {"items", reference("marker")}, {"minItems", 2}, {"maxItems", 2}, {"description", meaning}},
        field.required);
    Placement placement{.has_two_axes = two_axes_};
    placement.describe(*this);
  }
  template <class Enum>
  void operator()(const char* name, Enum& value, const Choices<Enum>& choices, const char* meaning) {
    Json property = {{"enum", Json::array()}, {"description", meaning}};
    for (const auto& [text, choice] : choices) {
      property["enum"].push_back(text);
      if (choice == value) property["default"] = text;
    }
    add(name, std::move(property), false);
  }

  void add(const char* name, Json property, bool required) {
    schema_["properties"][name] = std::move(property);
    if (required) schema_["required"].push_back(name);
  }
  void add_type(const char* type) { add("type", {{"const", type}}, true); }
  void add_repetition() {
    add(RepetitionKeys::for_key,
        {{"type", "object"},
         {"additionalProperties", {{"type", "string"}}},
         {"description", RepetitionKeys::for_meaning}},
        false);
    add(RepetitionKeys::if_key,
        {{"type", Json::array({"string", "number"})}, {"description", RepetitionKeys::if_meaning}}, false);
  }
  Json finish() {
    schema_["additionalProperties"] = false;
    return std::move(schema_);
  }

 private:
  static std::string describe(const char* meaning, const char* unit) {
    return *unit ? fmt::format("{} ({})", meaning, unit) : meaning;
  }
  Json schema_ = Json::object();
  bool two_axes_;
};

template <class Described>
Json mapping_of(Described described, const char* meaning = "") {
  MappingSchema schema(meaning);
  described.describe(schema);
  return schema.finish();
}

Json FieldSchema::of(const MotionForm& motion, const Field&) const { return mapping_of(motion); }
Json FieldSchema::of(const PlotsForm&, const Field&) const {
  return {{"type", "array"}, {"items", mapping_of(PlotForm{})}};
}

Json FieldSchema::of(const SegmentsForm&, const Field&) const {
  return {{"type", "array"}, {"items", mapping_of(SegmentForm{})}};
}

Json entries_of(Json schema) { return {{"type", "object"}, {"additionalProperties", std::move(schema)}}; }

Json any_of(std::initializer_list<Json> choices) { return {{"anyOf", Json(std::vector<Json>(choices))}}; }

Json FieldSchema::of(const SectionForm& section, const Field&) const { return mapping_of(section); }
Json FieldSchema::of(const NodesForm&, const Field&) const { return entries_of(mapping_of(NodeForm{})); }
Json FieldSchema::of(const NodeMovesForm&, const Field&) const {
  return entries_of(any_of({reference("vector"), mapping_of(NodeMoveForm{})}));
}
Json FieldSchema::of(const ModesForm&, const Field&) const { return entries_of(mapping_of(ModeForm{})); }

template <class Described>
Json element_of(Described described, const char* meaning = "") {
  MappingSchema schema(meaning);
  described.describe(schema);
  schema.add_repetition();
  return schema.finish();
}

// One of the types of a list; the definitions are called 'joint_revolute' and so on.
enum class Repeats { yes, no };
template <class Types, Repeats repeats = Repeats::yes>
Json one_of_types(const char* kind, Json& definitions) {
  Json choices = Json::array();
  const auto define = [&](auto described) {
    using Type = decltype(described);
    MappingSchema schema(Type::meaning, std::is_same_v<Type, Universal>);
    schema.add_type(Type::type);
    described.describe(schema);
    if constexpr (repeats == Repeats::yes) schema.add_repetition();
    const std::string name = fmt::format("{}_{}", kind, Type::type);
    definitions[name] = schema.finish();
    choices.push_back(reference(name));
  };
  std::apply([&](const auto&... type) { (define(std::decay_t<decltype(type)>{}), ...); }, Types{});
  return {{"type", "object"}, {"required", {"type"}}, {"oneOf", std::move(choices)}};
}

Json definitions_of_values() {
  Json all = Json::object();
  all["number"] = {{"type", Json::array({"number", "string"})}};  // a text is an expression of the parameters
  all["numbers"] = {{"type", "array"}, {"items", reference("number")}};
  all["vector"] = FieldSchema::list_of(2, 3);
  all["inertia"] =
      any_of({FieldSchema::list_of(3, 3),
              FieldSchema::list_of(6, 6),
              {{"type", "array"}, {"items", FieldSchema::list_of(3, 3)}, {"minItems", 3}, {"maxItems", 3}}});
  all["marker"] = {{"type", "string"}, {"description", "a marker (crank.tip), or a body for its origin"}};
  all["orientation"] = mapping_of(OrientationForm{}, "one of quaternion, axis with angle, x with y");
  all["marker_frame"] = any_of({reference("vector"), mapping_of(MarkerForm{})});
  return all;
}

// The schema of one section, by its name.
Json section_of(const std::string& name, Json& definitions) {
  if (name == "parameters") return entries_of(any_of({reference("number"), mapping_of(ParameterFields{})}));
  if (name == "functions") return entries_of(reference("function"));
  if (name == "tracks") return entries_of(element_of(TrackForm{}));
  if (name == "bodies") {
    Json bodies = entries_of(
        any_of({one_of_types<BodyTypes>("body", definitions),
                element_of(GroundForm{}, "a link of the URDF file or body of the MJCF file: markers and appearance")}));
    bodies["properties"]["ground"] = element_of(GroundForm{}, "the world: markers and appearance");
    return bodies;
  }
  if (name == "joints") return entries_of(one_of_types<JointTypes>("joint", definitions));
  if (name == "drivers") return entries_of(element_of(DriverForm{}));
  if (name == "measures") return entries_of(element_of(MeasureForm{}));
  if (name == "forces") return entries_of(one_of_types<ForceForms>("force", definitions));
  if (name == "controllers") return entries_of(element_of(ControllerForm{}));
  if (name == "initial") return entries_of(any_of({reference("number"), element_of(InitialForm{})}));
  if (name == "tree") return mapping_of(TreeForm{});
  if (name == "view") return mapping_of(ViewForm{});
  MappingSchema run;
  RunSuggestion suggestion;
  describe_run(suggestion, run);
  return run.finish();
}

Json top_level_of(const TopLevelKey& key, Json& definitions) {
  const Json text = {{"type", "string"}};
  switch (key.form) {
    case TopLevelForm::text: return std::string(key.name) == "units" ? Json{{"const", "SI"}} : text;
    case TopLevelForm::vector: return reference("vector");
    case TopLevelForm::mapping: return section_of(key.name, definitions);
    case TopLevelForm::urdf: return any_of({text, mapping_of(UrdfForm{})});
    case TopLevelForm::mjcf: return any_of({text, mapping_of(MjcfForm{})});
    case TopLevelForm::files:
    case TopLevelForm::patterns: return any_of({text, {{"type", "array"}, {"items", text}}});
  }
  return {};
}

}  // namespace

std::string model_schema() {
  Json definitions = definitions_of_values();
  definitions["function"] = any_of({{{"type", Json::array({"number", "string"})},
                                     {"description", "a number, the name of a function or an expression in t"}},
                                    one_of_types<FunctionTypes>("function", definitions)});
  definitions["shape"] = one_of_types<ShapeTypes, Repeats::no>("shape", definitions);
  Json properties = Json::object();
  for (const TopLevelKey& key : top_level_keys) {
    Json schema = top_level_of(key, definitions);
    schema["description"] = key.meaning;
    properties[key.name] = std::move(schema);
  }
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Daedalus model file"},
                 {"type", "object"},
                 {"properties", std::move(properties)},
                 {"additionalProperties", false},
                 {"$defs", std::move(definitions)}};
  return schema.dump(2);
}

}  // namespace daedalus
