#include "daedalus/fmi/model_description.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <map>
#include <set>

#include "daedalus/base/spelling.hpp"
#include "daedalus/base/version.hpp"
#include "daedalus/fmi/units.hpp"

namespace daedalus::fmi {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

std::string number(double x) { return fmt::format("{}", x); }  // the shortest one that comes back

void set(XMLElement& element, const char* name, const std::string& value) { element.SetAttribute(name, value.c_str()); }

std::string text_of(const XMLDocument& document) {
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

bool is_number(const Variable& variable) { return variable.role != Role::word; }

const char* causality_of(const Variable& variable) {
  switch (variable.role) {
    case Role::time: return "independent";
    case Role::input: return "input";
    case Role::parameter:
    case Role::word: return "parameter";
    case Role::output: return "output";
    default: return "local";
  }
}

const char* variability_of(const Variable& variable) {
  if (variable.role != Role::parameter && variable.role != Role::word) return "continuous";
  return variable.is_tunable ? "tunable" : "fixed";
}

bool is_calculated(const Variable& variable) {
  return variable.role == Role::state || variable.role == Role::derivative || variable.role == Role::indicator ||
         variable.role == Role::output;
}

class Description {
 public:
  Description(const DescriptionRequest& request, const Variables& variables)
      : request_(request), variables_(variables), is_3_(request.version == Version::fmi3) {}

  std::string make() {
    document_.InsertEndChild(document_.NewDeclaration());
    root_ = document_.NewElement("fmiModelDescription");
    document_.InsertEndChild(root_);
    set(*root_, "fmiVersion", is_3_ ? "3.0" : "2.0");
    set(*root_, "modelName", request_.name);
    set(*root_, is_3_ ? "instantiationToken" : "guid", request_.token);
    if (!request_.description.empty()) set(*root_, "description", request_.description);
    set(*root_, "generationTool", fmt::format("Daedalus {}", version()));
    set(*root_, "variableNamingConvention", "flat");
    if (!is_3_ && offers(Kind::model_exchange))
      set(*root_, "numberOfEventIndicators", std::to_string(variables_.count(Role::indicator)));
    add_interfaces();
    add_units();
    add_log_categories();
    add_experiment();
    add_variables();
    add_structure();
    return text_of(document_);
  }

 private:
  bool offers(Kind kind) const {
    return std::find(request_.kinds.begin(), request_.kinds.end(), kind) != request_.kinds.end();
  }
  XMLElement& add(XMLElement& parent, const char* name) { return *parent.InsertNewChildElement(name); }

  // The attributes that both kinds have.
  XMLElement& add_interface(const char* name) {
    XMLElement& element = add(*root_, name);
    set(element, "modelIdentifier", request_.identifier);
    set(element, is_3_ ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", "true");
    set(element, is_3_ ? "canSerializeFMUState" : "canSerializeFMUstate", "true");
    set(element, is_3_ ? "providesDirectionalDerivatives" : "providesDirectionalDerivative", "true");
    return element;
  }

  void add_interfaces() {
    if (offers(Kind::model_exchange)) {
      XMLElement& element = add_interface("ModelExchange");
      if (is_3_) set(element, "needsCompletedIntegratorStep", "true");
      else set(element, "completedIntegratorStepNotNeeded", "false");
    }
    if (offers(Kind::co_simulation)) {
      XMLElement& element = add_interface("CoSimulation");
      set(element, "canHandleVariableCommunicationStepSize", "true");
      if (is_3_) {
        set(element, "providesIntermediateUpdate", "true");
        set(element, "canReturnEarlyAfterIntermediateUpdate", "true");
      } else {
        set(element, "canInterpolateInputs", "true");
      }
    }
  }

  void add_units() {
    std::set<std::string> units;
    for (const Variable& variable : variables_.all())
      if (!variable.unit.empty()) units.insert(variable.unit);
    if (units.empty()) return;
    XMLElement& list = add(*root_, "UnitDefinitions");
    for (const std::string& name : units) {
      XMLElement& unit = add(list, "Unit");
      set(unit, "name", name);
      const std::optional<BaseUnit> base = find_base_unit(name);
      if (!base) continue;
      XMLElement& element = add(unit, "BaseUnit");
      for (std::size_t k = 0; k < base->exponents.size(); ++k)
        if (base->exponents[k] != 0) set(element, BaseUnit::names[k], std::to_string(base->exponents[k]));
    }
  }

  void add_log_categories() {
    XMLElement& list = add(*root_, "LogCategories");
    const std::pair<const char*, const char*> categories[] = {
        {"logStatusError", "refused calls and failures"},
        {"logStatusWarning", "inputs outside of their range, poor fixed coordinates"},
        {"logStatusDiscard", "points for which no state was found"},
        {"logEvents", "newly chosen independent coordinates"}};
    for (const auto& [name, meaning] : categories) {
      XMLElement& category = add(list, "Category");
      set(category, "name", name);
      set(category, "description", meaning);
    }
  }

  void add_experiment() {
    XMLElement& element = add(*root_, "DefaultExperiment");
    set(element, "startTime", number(request_.t_start));
    set(element, "stopTime", number(request_.t_end));
    set(element, "tolerance", number(request_.rtol));
    if (request_.step > 0) set(element, "stepSize", number(request_.step));
  }

  // FMI 2 knows neither time nor event indicators as variables of their own; there they stay as ordinary ones.
  void add_variables() {
    XMLElement& list = add(*root_, "ModelVariables");
    for (std::size_t i = 0; i < variables_.all().size(); ++i) {
      const Variable& variable = variables_.all()[i];
      const char* type = is_number(variable) ? "Float64" : "String";
      XMLElement& element = add(list, is_3_ ? type : "ScalarVariable");
      set(element, "name", variable.name);
      set(element, "valueReference", std::to_string(i));
      if (!variable.description.empty()) set(element, "description", variable.description);
      set(element, "causality", causality_of(variable));
      set(element, "variability", variability_of(variable));
      if (is_calculated(variable)) set(element, "initial", "calculated");
      XMLElement& value = is_3_ ? element : add(element, is_number(variable) ? "Real" : "String");
      add_value(variable, value);
    }
  }

  void add_value(const Variable& variable, XMLElement& value) {
    if (!variable.unit.empty()) set(value, "unit", variable.unit);
    if (variable.minimum) set(value, "min", number(*variable.minimum));
    if (variable.maximum) set(value, "max", number(*variable.maximum));
    if (variable.nominal) set(value, "nominal", number(*variable.nominal));
    if (variable.role == Role::word) {
      if (is_3_) set(add(value, "Start"), "value", variable.word);
      else set(value, "start", variable.word);
    } else if (variable.start && !is_calculated(variable)) {
      set(value, "start", number(*variable.start));
    }
    if (variable.role != Role::derivative) return;
    const Reference state = variables_.first(Role::state) + static_cast<Reference>(variable.place);
    set(value, "derivative", std::to_string(is_3_ ? state : state + 1));
  }

  void add_unknowns(XMLElement& list, Role role, const char* name) {
    const Reference first = variables_.first(role);
    for (Index k = 0; k < variables_.count(role); ++k) {
      XMLElement& unknown = add(list, is_3_ ? name : "Unknown");
      const Reference reference = first + static_cast<Reference>(k);
      set(unknown, is_3_ ? "valueReference" : "index", std::to_string(is_3_ ? reference : reference + 1));
    }
  }

  // In FMI 2 each kind of unknown has a list of its own, which must not be empty.
  void add_structure() {
    XMLElement& structure = add(*root_, "ModelStructure");
    const auto add_list = [&](const char* list, const char* name, std::initializer_list<Role> roles) {
      Index count = 0;
      for (const Role role : roles) count += variables_.count(role);
      if (count == 0) return;
      XMLElement& parent = is_3_ ? structure : add(structure, list);
      for (const Role role : roles) add_unknowns(parent, role, name);
    };
    add_list("Outputs", "Output", {Role::output});
    add_list("Derivatives", "ContinuousStateDerivative", {Role::derivative});
    add_list("InitialUnknowns", "InitialUnknown", {Role::state, Role::derivative, Role::output});
    if (is_3_ && offers(Kind::model_exchange)) add_list("", "EventIndicator", {Role::indicator});
  }

  const DescriptionRequest& request_;
  const Variables& variables_;
  bool is_3_;
  XMLDocument document_;
  XMLElement* root_ = nullptr;
};

}  // namespace

std::string identifier_of(const std::string& name) {
  std::string identifier;
  for (const char c : name) identifier += is_letter(c) || is_digit(c) ? c : '_';
  if (identifier.empty() || is_digit(identifier.front())) identifier = "model_" + identifier;
  return identifier;
}

std::string make_model_description(const DescriptionRequest& request, const Variables& variables) {
  return Description(request, variables).make();
}

std::string make_terminals(const Variables& variables) {
  std::map<std::string, std::vector<const Variable*>> members;
  for (const Variable& variable : variables.all()) {
    if (variable.role == Role::input) members["inputs"].push_back(&variable);
    if (variable.role != Role::output) continue;
    const std::size_t dot = variable.name.rfind('.');
    members[dot == std::string::npos ? "measures" : variable.name.substr(0, dot)].push_back(&variable);
  }
  if (members.empty()) return "";
  XMLDocument document;
  document.InsertEndChild(document.NewDeclaration());
  XMLElement* root = document.NewElement("fmiTerminalsAndIcons");
  document.InsertEndChild(root);
  set(*root, "fmiVersion", "3.0");
  XMLElement* terminals = root->InsertNewChildElement("Terminals");
  for (const auto& [name, variables_of_it] : members) {
    XMLElement* terminal = terminals->InsertNewChildElement("Terminal");
    set(*terminal, "name", name);
    set(*terminal, "matchingRule", "bus");
    for (const Variable* variable : variables_of_it) {
      XMLElement* member = terminal->InsertNewChildElement("TerminalMemberVariable");
      set(*member, "variableName", variable->name);
      const std::size_t dot = variable->name.rfind('.');
      const bool has_prefix = variable->role == Role::output && dot != std::string::npos;
      set(*member, "memberName", has_prefix ? variable->name.substr(dot + 1) : variable->name);
      set(*member, "variableKind", "signal");
    }
  }
  return text_of(document);
}

}  // namespace daedalus::fmi
