#include "subject.hpp"

#include <fmt/format.h>

#include "ctrl_c.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/closed_form/catalogue.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/state_file.hpp"
#include "daedalus/result/system_channels.hpp"
#include "gallery.hpp"

namespace daedalus::cli {
namespace {

constexpr std::string_view closed_form_prefix = "closed_form:";

bool is_closed_form(const std::string& name) {
  for (const CatalogueEntry& entry : closed_form_catalogue())
    if (entry.name == name) return true;
  return false;
}

[[noreturn]] void refuse(const std::string& name) {
  std::vector<std::string> gallery;
  for (const std::filesystem::path& file : gallery_files()) gallery.push_back(file.stem().string());
  std::vector<std::string_view> known(gallery.begin(), gallery.end());
  for (const CatalogueEntry& entry : closed_form_catalogue()) known.push_back(entry.name);
  throw OptionError(fmt::format(
      "there is no model '{}': neither a file {}.yaml here nor one in the gallery ({}), nor a closed-form system.{}\n"
      "  'daedalus models' lists the gallery, 'daedalus info' the closed-form systems.",
      name, name, gallery.empty() ? "which is empty" : fmt::format("{}", fmt::join(gallery, ", ")),
      did_you_mean(name, known)));
}

Subject make_closed_form_subject(const SubjectRequest& request, const std::string& name) {
  const CatalogueEntry& entry = find_closed_form(name);
  if (!request.parameters.empty())
    throw OptionError(fmt::format("the closed-form system '{}' has no parameter '{}': --set is for model files.", name,
                                  request.parameters.front().name));
  if (request.formulation)
    throw OptionError(
        fmt::format("the closed-form system '{}' has its own coordinates: --formulation is for model files.", name));
  Subject subject;
  subject.formulation = "closed_form";
  subject.system = entry.make();
  subject.channels = std::make_unique<LayoutChannels>(*subject.system);
  subject.start = subject.system->initial_guess();
  subject.run.t_start = subject.start.t;
  subject.run.t_end = entry.t_end;
  subject.reference = entry.reference;
  return subject;
}

// Of the element that the message names first, in quotes.
std::string place_of_failure(const std::string& file, const std::string& message) {
  const std::size_t begin = message.find('\''), end = begin == message.npos ? message.npos : message.find('\'', begin + 1);
  return end == message.npos ? file : place_of_element(file, message.substr(begin + 1, end - begin - 1));
}

Subject make_model_subject(const SubjectRequest& request, const std::filesystem::path& file) {
  Subject subject;
  subject.file = file.string();
  subject.formulation = request.formulation.value_or("cartesian");
  subject.model.emplace(read_model(file, request.parameters));
  subject.system = make_system(*subject.model, subject.formulation);
  subject.channels = make_channels(*subject.model, *subject.system);
  Start start = find_start(*subject.model, *subject.system, request.start_file.empty() ? request.start : StartFrom::drawn);
  if (!start.assembly.assembled) throw ModelError(fmt::format("{}: {}", place_of_failure(subject.file, start.assembly.failure), start.assembly.failure));
  subject.start_notes = start.lines();
  subject.start = std::move(start.state);
  if (!request.start_file.empty()) {
    read_state(request.start_file, *subject.system, subject.start);
    subject.start_notes = {"starts from the state of " + request.start_file};
  }
  for (const std::string& note : subject.model->notes()) subject.model_notes.push_back("note: " + note);
  subject.run = subject.model->run();
  subject.outputs = subject.model->outputs();
  subject.reference = [](double) { return std::nullopt; };
  return subject;
}

}  // namespace

Subject make_subject(const SubjectRequest& request) {
  const SignalsEndAtOnce while_reading;
  if (request.name.starts_with(closed_form_prefix))
    return make_closed_form_subject(request, request.name.substr(closed_form_prefix.size()));
  if (const auto file = find_model_file(request.name)) return make_model_subject(request, *file);
  if (is_closed_form(request.name)) return make_closed_form_subject(request, request.name);
  refuse(request.name);
}

Result run_until(const Subject& subject, double t) {
  SolveOptions options;
  options.t_end = t;
  options.output = Output::end_only;
  options.cancel = &stop_requested_by_signals();
  options.integration.h = subject.run.h;
  options.integration.tolerances.rtol = subject.run.rtol;
  options.integration.tolerances.atol = subject.run.atol > 0 ? subject.run.atol : subject.run.rtol / 100;
  return solve(*subject.system, *make_method(subject.run.method), subject.start, options);
}

std::string require_model_file(const std::string& name, const char* about_closed_form) {
  if (const auto file = find_model_file(name)) return file->string();
  if (name.starts_with(closed_form_prefix) || is_closed_form(name))
    throw OptionError(fmt::format("'{}' is a closed-form system, not a model file: {}.", name, about_closed_form));
  refuse(name);
}

std::vector<OptionSetting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<OptionSetting> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw OptionError(fmt::format("'{}' is not of the form NAME=VALUE.", text));
    settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return settings;
}

}  // namespace daedalus::cli
