#include "daedalus/io/model_file/model_reader.hpp"

#include <fmt/format.h>

#include "daedalus/io/model_file/force_forms.hpp"
#include "daedalus/io/model_file/function_order.hpp"

namespace daedalus::model_file {
namespace {

// A joint that couples the freedoms of other joints has to wait for these.
class FindsFreedoms {
 public:
  bool found = false;
  template <class Value, class FieldOrChoices>
  void operator()(const char*, Value&, const FieldOrChoices&, const char*) {
    found = found || std::is_same_v<Value, FreedomRef>;
  }
};

bool couples_joints(const Node& node) {
  const Entry* type = node.find("type");
  FindsFreedoms visitor;
  if (type) with_type<JointTypes>(type->value->text, [&](auto joint) { joint.describe(visitor); });
  return visitor.found;
}

}  // namespace

void ModelReader::read_all() {
  values_.begin_element("");
  if (const auto gravity = sources_.single.find("gravity"); gravity != sources_.single.end()) {
    Vec3 g = Vec3::Zero();
    if (values_.vector(*gravity->second, "gravity", Range{}, g)) builder_.gravity(g);
  }
  read_run();  // before the joints: prescribed bodies are where they are at the start
  read_outputs();
  read_functions();
  read_section("tracks", "track", &ModelReader::read_track);
  read_robot();
  read_section("bodies", "body", &ModelReader::read_body);
  read_section("joints", "joint", &ModelReader::read_joint, [](const Node& node) { return !couples_joints(node); });
  read_section("measures", "measure", &ModelReader::read_measure);  // they may use the markers that joints have made
  read_section("joints", "joint", &ModelReader::read_joint, couples_joints);
  read_section("drivers", "driver", &ModelReader::read_driver);
  read_section("forces", "force", &ModelReader::read_force);
  read_section("controllers", "controller", &ModelReader::read_controller);
  read_section("initial", "initial", &ModelReader::read_initial);
  read_tree();
  read_view();
  report_builder_problems();
}

std::optional<Node> ModelReader::whole_section(const char* name) {
  const Section& section = sources_.section(name);
  if (section.entries().empty()) return std::nullopt;
  values_.begin_element(name);
  Node node{.kind = Node::Kind::mapping, .place = section.entries().front().place};
  node.entries = section.entries();
  return node;
}

void ModelReader::read_run() {
  const std::optional<Node> node = whole_section("run");
  if (!node) return;
  MappingReader map(values_, *node, node->place, "run");
  RunSuggestion run;
  describe_run(run, FieldReader(*this, map));
  if (!map.finish()) return;
  if (!(run.t_end > run.t_start))
    return map.refuse(node->place,
                      fmt::format("t_end = {:.6g} is not greater than t_start = {:.6g}.", run.t_end, run.t_start));
  builder_.run(run);
}

void ModelReader::read_outputs() {
  values_.begin_element("");
  for (const NodePtr& node : sources_.outputs) {
    std::string pattern;
    if (values_.text(*node, "outputs", pattern)) builder_.output(pattern);
  }
}

void ModelReader::read_tree() {
  const std::optional<Node> node = whole_section("tree");
  if (!node) return;
  MappingReader map(values_, *node, node->place, "tree");
  TreeForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return;
  TreeHints hints;
  const auto add_hints = [&](const char* list, const NamesForm& names, std::vector<std::string>& to) {
    for (const auto& [name, place] : names.all) {
      known_.try_emplace({"tree", fmt::format("{}: {}", list, name)}, place, fmt::format("tree.{}", list));
      if (!is_broken(name)) to.push_back(name);
    }
  };
  add_hints("keep", form.keep, hints.keep);
  add_hints("cut", form.cut, hints.cut);
  add_hints("cardan", form.cardan, hints.cardan);
  builder_.tree(std::move(hints));
}

bool ModelReader::read(const Node& node, const std::string& key, NameForm& out, const Field&) {
  out.place = node.place;
  return values_.text(node, key, out.text);
}

bool ModelReader::read(const Node& node, const std::string& key, NamesForm& out, const Field&) {
  const auto add = [&](const Node& item) { return read(item, key, out.all.emplace_back(), Field{}); };
  if (node.kind != Node::Kind::list) return add(node);
  bool ok = true;
  for (const NodePtr& item : node.items) ok = add(*item) && ok;
  return ok;
}

void ModelReader::read_section(const char* section, const char* kind, ReadElement read_element,
                               const std::function<bool(const Node&)>& wanted) {
  for (const Entry& entry : sources_.section(section).entries()) {
    if (wanted && !wanted(*entry.value)) continue;
    read_copies(entry, section, kind, read_element);
  }
}

void ModelReader::read_copies(const Entry& entry, const char* section, const char* kind, ReadElement read_element) {
  repetition_.for_each_copy(entry, kind, [&](const std::string& name) {
    Element element{section, name, entry.place, entry.value.get(), ""};
    if (!begin(element, kind) || !(this->*read_element)(element)) broken_.insert(name);
  });
}

void ModelReader::read_functions() {
  const FunctionOrder order = order_functions(sources_.section("functions").entries(), values_);
  for (const Entry* entry : order.circular) broken_.insert(entry->key);
  for (const Entry* entry : order.entries)
    read_copies(*entry, "functions", "function", &ModelReader::read_named_function);
}

bool ModelReader::begin(Element& element, const char* kind) {
  element_ = element.name;
  element.label = fmt::format("{} {}", kind, shown(element.name));
  values_.begin_element(element.label);
  const std::string_view section = element.section;
  if (section != "initial" && !is_name(element.name)) {
    values_.problem(element.place, "this name is not valid.",
                    "Names consist of letters, digits and _, and do not begin with a digit; {k} in a name requires  "
                    "for: {k: 0..3}.");
    return false;
  }
  const auto [at, is_new] = known_.try_emplace({element.section, element.name}, element.place, element.label);
  if (is_new || adds_to_body(element)) return true;
  values_.problem(
      element.place,
      fmt::format("duplicate name in {}; first given at {}.", section, values_.problems().text_of(at->second.first)),
      "Names must be unique. Include the repetition index in the name, as in \"crank{k}\".");
  return false;
}

void ModelReader::set_type(Element& element, const std::string& type) {
  element.label += fmt::format(" ({})", type);
  values_.begin_element(element.label);
  known_[{element.section, element.name}].second = element.label;
}

bool ModelReader::expect_mapping(const Element& element) {
  if (element.node->kind == Node::Kind::mapping) return true;
  values_.problem(element.node->kind == Node::Kind::empty ? element.place : element.node->place,
                  fmt::format("expected a mapping, found {}.", element.node->shown()),
                  fmt::format("Use  {}: {{key: value, ...}}.", element.name));
  return false;
}

MappingReader ModelReader::open(const Element& element, const std::string& owner) {
  MappingReader map(values_, *element.node, element.place, owner);
  map.take(RepetitionKeys::for_key);
  map.take(RepetitionKeys::if_key);
  return map;
}

template <class Types, class Use>
bool ModelReader::read_typed(Element& element, const char* what, Use&& use) {
  if (!expect_mapping(element)) return false;
  const std::vector<std::string> names = type_names<Types>();
  const Entry* given = element.node->find("type");
  std::string type;
  if (!given) {
    values_.problem(element.place, "type is missing.", fmt::format("Available: {}.", fmt::join(names, ", ")));
    return false;
  }
  if (!values_.text(*given->value, "type", type)) return false;
  bool ok = false;
  const bool found = with_type<Types>(type, [&](auto described) {
    set_type(element, type);
    MappingReader map = open(element, type);
    map.take("type");
    described.describe(FieldReader(*this, map, std::is_same_v<decltype(described), Universal>));
    ok = map.finish() && use(std::move(described));
  });
  if (!found)
    values_.problem(given->value->place,
                    fmt::format("unknown {} type {}.{}", what, shown(type), suggestion(type, names)),
                    fmt::format("Available: {}.", fmt::join(names, ", ")));
  return ok;
}

bool ModelReader::read_named_function(Element& element) {
  if (values_.named().contains(element.name)) {
    values_.problem(element.place, "a parameter has the same name.", "Rename one of them.");
    return false;
  }
  FunctionPtr function;
  if (element.node->kind == Node::Kind::mapping) {
    MappingReader map = open(element, "function");
    const Node* type_node = map.take("type");
    std::string type;
    if (!type_node) {
      map.missing("type", "", listed(type_names<FunctionTypes>()).c_str());
      return false;
    }
    if (!values_.text(*type_node, "type", type)) return false;
    if (is_type<FunctionTypes>(type)) set_type(element, type);
    if (!make_function_of(*type_node, type, map, function)) return false;
  } else if (!read_function(*element.node, "its value", "t", function)) {
    return false;
  }
  functions_.emplace(element.name, function);
  return true;
}

// The ground, and the links of a URDF file, are there already: their entries have no type and add markers and a look.
bool ModelReader::adds_to_body(const Element& element) const {
  const bool is_link = links_.contains(element.name) && !element.node->find("type");
  return std::string_view(element.section) == "bodies" && (element.name == "ground" || is_link);
}

bool ModelReader::read_body(Element& element) {
  if (adds_to_body(element)) return read_additions(element, builder_.find_body(element.name).value_or(ground_body));
  return read_typed<BodyTypes>(element, "body", [&](const auto& form) {
    Body body{.name = element.name};
    if (!form.fill(element.place, values_, body)) return false;
    const BodyId id = builder_.body(std::move(body));
    for (const MarkersForm::Named& marker : form.markers.all)
      builder_.marker(id, marker.name, marker.position, marker.axes);
    add_look(id, form.look);
    return true;
  });
}

bool ModelReader::read_additions(Element& element, BodyId body) {
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, element.name);
  GroundForm form;
  form.describe(FieldReader(*this, map));
  const bool ok = map.finish();
  for (const MarkersForm::Named& marker : form.markers.all)
    builder_.marker(body, marker.name, marker.position, marker.axes);
  add_look(body, form.look);
  return ok;
}

bool ModelReader::read_joint(Element& element) {
  return read_typed<JointTypes>(element, "joint", [&](const auto& joint) {
    builder_.joint(element.name, joint);
    return true;
  });
}

bool ModelReader::read_force(Element& element) {
  return read_typed<ForceForms>(element, "force", [&](const auto& force) {
    if constexpr (requires { force.law(); }) builder_.force(element.name, force.law(), force.rate);
    else builder_.force(element.name, force);
    return true;
  });
}

bool ModelReader::read_measure(Element& element) {
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, "a measure");
  MeasureForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return false;
  builder_.measure(element.name, {.kind = form.kind, .P = form.between.P, .Q = form.between.Q});
  return true;
}

bool ModelReader::read_driver(Element& element) {
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, "a driver");
  DriverForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return false;
  builder_.driver(element.name, form.drives.measure, form.motion);
  return true;
}

bool ModelReader::read_initial_form(const Element& element, InitialForm& form) {
  if (element.node->kind == Node::Kind::text)
    return values_.number(*element.node, "its value", Range{}, form.value.emplace());
  if (!expect_mapping(element)) return false;
  MappingReader map = open(element, "initial");
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return false;
  if (!form.value && !form.rate)
    map.refuse(element.place, "neither value nor rate is given.", "Use  {value: 0.3, rate: 2}  or one of them.");
  return map.ok();
}

bool ModelReader::read_initial(Element& element) {
  if (bool ok = false; read_initial_of_mode(element, ok)) return ok;
  const auto measure = find_freedom(element.name, element.place, "");
  InitialForm form;
  if (!read_initial_form(element, form) || !measure) return false;
  builder_.initial({element.name, *measure, form.value.value_or(0), form.rate.value_or(0), form.value.has_value(),
                    form.rate.has_value()});
  return true;
}

void ModelReader::report_builder_problems() {
  const bool is_whole = values_.problems().empty();  // else 'nothing can move' may only mean that a body was refused
  for (const ModelProblem& problem : builder_.problems()) {
    const auto at = known_.find({problem.section, problem.element});
    if (at != known_.end() && !(problem.element == "ground" && !is_whole)) {
      values_.begin_element(at->second.second);
      values_.problem(at->second.first, problem.message);
    } else if (is_whole) {
      values_.begin_element("");
      values_.problem({}, fmt::format("{} '{}': {}", problem.section, problem.element, problem.message));
    }
  }
}

}  // namespace daedalus::model_file
