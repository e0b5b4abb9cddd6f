#include "daedalus/cosimulation/fmu_description.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {
namespace {

using tinyxml2::XMLElement;

std::string fmu_attribute(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value ? value : "";
}

void add_fmu_variables(const XMLElement& list, FmuDescription& description) {
  for (const XMLElement* element = list.FirstChildElement(); element; element = element->NextSiblingElement()) {
    FmuVariable variable{.name = fmu_attribute(*element, "name"), .causality = fmu_attribute(*element, "causality")};
    variable.reference = element->UnsignedAttribute("valueReference");
    variable.is_real = description.version == 3 ? std::string(element->Name()) == "Float64"
                                                : element->FirstChildElement("Real") != nullptr;
    description.variables.push_back(std::move(variable));
  }
}

}  // namespace

const FmuVariable& FmuDescription::real_variable(const std::string& variable) const {
  std::vector<std::string_view> known;
  for (const FmuVariable& candidate : variables) {
    if (candidate.name == variable) {
      if (candidate.is_real) return candidate;
      throw ModelError(fmt::format("variable '{}' of FMU '{}' is not a real number.", variable, name));
    }
    if (candidate.is_real) known.emplace_back(candidate.name);
  }
  throw ModelError(fmt::format("FMU '{}': {}", name, unknown_name("variable", variable, known)));
}

FmuDescription read_fmu_description(const std::filesystem::path& folder) {
  const std::string file = (folder / "modelDescription.xml").string();
  tinyxml2::XMLDocument document;
  if (document.LoadFile(file.c_str()) != tinyxml2::XML_SUCCESS)
    throw FileError(fmt::format("{} cannot be read: {}.", file, document.ErrorName()));
  const XMLElement* root = document.FirstChildElement("fmiModelDescription");
  if (!root) throw FileError(fmt::format("{} is not the description of an FMU.", file));
  FmuDescription description;
  const std::string version = fmu_attribute(*root, "fmiVersion");
  if (!version.starts_with("2.") && !version.starts_with("3."))
    throw FileError(fmt::format("{}: FMI {} is not supported, 2.0 and 3.0 are.", file, version));
  description.version = version.front() - '0';
  description.name = fmu_attribute(*root, "modelName");
  description.token = fmu_attribute(*root, description.version == 3 ? "instantiationToken" : "guid");
  const XMLElement* interface = root->FirstChildElement("CoSimulation");
  if (!interface) throw FileError(fmt::format("FMU '{}' offers no co-simulation.", description.name));
  description.identifier = fmu_attribute(*interface, "modelIdentifier");
  description.needs_this_step = !interface->BoolAttribute("canHandleVariableCommunicationStepSize", false);
  if (interface->BoolAttribute("needsExecutionTool", false))
    throw FileError(fmt::format("FMU '{}' needs the program that made it.", description.name));
  if (const XMLElement* experiment = root->FirstChildElement("DefaultExperiment"))
    if (double step = 0; experiment->QueryDoubleAttribute("stepSize", &step) == tinyxml2::XML_SUCCESS && step > 0)
      description.step = step;
  if (const XMLElement* list = root->FirstChildElement("ModelVariables")) add_fmu_variables(*list, description);
  return description;
}

}  // namespace daedalus
