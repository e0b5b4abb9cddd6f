#include "daedalus/simulation/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/cosimulation/fmu_controllers.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/state_file.hpp"
#include "daedalus/result/system_channels.hpp"
#include "daedalus/simulation/gallery.hpp"

namespace daedalus {
namespace {

constexpr std::string_view closed_form_prefix = "closed_form:";

bool is_closed_form(const std::string& name) {
  for (const CatalogEntry& entry : closed_form_catalog())
    if (entry.name == name) return true;
  return false;
}

[[noreturn]] void refuse_mechanism(const std::string& name) {
  std::vector<std::string> gallery;
  for (const std::filesystem::path& file : gallery_files()) gallery.push_back(file.stem().string());
  std::vector<std::string_view> known(gallery.begin(), gallery.end());
  for (const CatalogEntry& entry : closed_form_catalog()) known.push_back(entry.name);
  throw OptionError(fmt::format(
      "unknown model '{0}'.{1} There is no file {0}.yaml, no gallery model and no closed-form system of this name.\n"
      "  'daedalus models' lists the gallery, 'daedalus info' the closed-form systems.",
      name, did_you_mean(name, known)));
}

Mechanism load_closed_form(const MechanismRequest& request, const std::string& name) {
  const CatalogEntry& entry = find_closed_form(name);
  if (!request.parameters.empty())
    throw OptionError(fmt::format("the closed-form system '{}' has no parameter '{}': --set is for model files.", name,
                                  request.parameters.front().name));
  if (request.formulation)
    throw OptionError(
        fmt::format("the closed-form system '{}' has only one formulation: --formulation is for model files.", name));
  Mechanism mechanism = make_mechanism(std::shared_ptr<const System>(entry.make()), entry.t_end);
  mechanism.reference = entry.reference;
  return mechanism;
}

// Of the element that the message names first, in quotes.
std::string place_of_failure(const std::string& file, const std::string& message) {
  const std::size_t begin = message.find('\''),
                    end = begin == message.npos ? message.npos : message.find('\'', begin + 1);
  return end == message.npos ? file : place_of_element(file, message.substr(begin + 1, end - begin - 1));
}

// Everything but where it starts.
Mechanism without_start(const Model& model, const std::string& formulation) {
  Mechanism mechanism;
  mechanism.formulation = formulation;
  mechanism.model = model;
  mechanism.model_system = make_system(model, formulation);
  mechanism.system = mechanism.model_system;
  for (const std::string& note : model.notes()) mechanism.model_notes.push_back("note: " + note);
  if (!model.controllers().empty())
    mechanism.model_notes.emplace_back(
        "note: controllers in FMUs act in run, rt and stepping; elsewhere the inputs keep their initial values");
  mechanism.suggested = model.run();
  mechanism.outputs = model.outputs();
  mechanism.reference = [](double) { return std::nullopt; };
  return mechanism;
}

// Where it starts, or why it does not.
std::string find_start_of(Mechanism& mechanism, std::optional<StartFrom> from) {
  Start start = find_start(*mechanism.model_system, from);
  mechanism.start_notes = start.lines();
  mechanism.start = std::move(start.state);
  mechanism.assembly = std::move(start.assembly);
  return mechanism.assembly.assembled ? "" : mechanism.assembly.failure;
}

Mechanism load_model_file(const MechanismRequest& request, const std::filesystem::path& file) {
  const Model model = request.text
                          ? read_model_text(*request.text, file.string(), request.parameters, {}, request.additions)
                          : read_model(file, request.parameters, {}, request.additions);
  Mechanism mechanism = without_start(model, request.formulation.value_or("cartesian"));
  mechanism.file = file.string();
  const std::string failure = find_start_of(mechanism, request.start_file.empty() ? request.start : StartFrom::drawn);
  if (!failure.empty()) throw ModelError(fmt::format("{}: {}", place_of_failure(mechanism.file, failure), failure));
  mechanism.start_file = request.start_file;
  if (!request.start_file.empty()) {
    read_state(request.start_file, *mechanism.system, mechanism.start);
    mechanism.start_notes = {"start state read from " + request.start_file};
  }
  return mechanism;
}

Index place_of_name(const std::vector<std::string>& names, const std::string& name, const std::string& where) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw ModelError(fmt::format("{} has no '{}'.", where, name));
  return static_cast<Index>(found - names.begin());
}

}  // namespace

std::unique_ptr<ChannelSource> Mechanism::make_channels() const {
  if (model_system) return daedalus::make_channels(*model_system);
  return std::make_unique<LayoutChannels>(*system);
}

std::unique_ptr<SampledInputs> Mechanism::make_controllers(double t_start) const {
  if (!model || model->controllers().empty()) return nullptr;
  return std::make_unique<FmuControllers>(model->controllers(), make_channels(), system->layout().inputs, t_start);
}

Index Mechanism::coordinate(const std::string& name_of_it) const {
  return place_of_name(system->layout().coordinates, name_of_it, name());
}
Index Mechanism::row(const std::string& name_of_it) const {
  return place_of_name(system->layout().constraints, name_of_it, name());
}

Mechanism load_mechanism(const MechanismRequest& request) {
  if (request.text) return load_model_file(request, request.name);
  if (request.name.starts_with(closed_form_prefix))
    return load_closed_form(request, request.name.substr(closed_form_prefix.size()));
  if (const auto file = find_model_file(request.name)) return load_model_file(request, *file);
  if (is_closed_form(request.name)) return load_closed_form(request, request.name);
  refuse_mechanism(request.name);
}

Mechanism make_mechanism(const Model& model, const std::string& formulation, std::optional<StartFrom> start) {
  Mechanism mechanism = without_start(model, formulation);
  if (const std::string failure = find_start_of(mechanism, start); !failure.empty())
    throw ModelError(fmt::format("{}: {}", model.name(), failure));
  return mechanism;
}

Mechanism make_mechanism(std::shared_ptr<const System> system, double t_end) {
  Mechanism mechanism;
  mechanism.formulation = "closed_form";
  mechanism.start = system->initial_guess();
  mechanism.suggested.t_start = mechanism.start.t;
  mechanism.suggested.t_end = t_end;
  mechanism.reference = [](double) { return std::nullopt; };
  mechanism.system = std::move(system);
  return mechanism;
}

std::string require_model_file(const std::string& name, const char* about_closed_form) {
  if (const auto file = find_model_file(name)) return file->string();
  if (name.starts_with(closed_form_prefix) || is_closed_form(name))
    throw OptionError(fmt::format("'{}' is a closed-form system, not a model file: {}.", name, about_closed_form));
  refuse_mechanism(name);
}

}  // namespace daedalus
