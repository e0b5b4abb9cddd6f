#include "file_notes.hpp"

#include <fmt/format.h>

#include "daedalus/base/version.hpp"

namespace daedalus::cli {
namespace {

std::string joined(const std::vector<OptionInfo>& options) {
  std::string text;
  for (const OptionInfo& option : options)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.name, option.value);
  return text;
}

}  // namespace

FileNotes make_notes(const Subject& subject, const Method& method, const IntegrationOptions& integration) {
  FileNotes notes = {{"daedalus_version", version()},  {"model", subject.system->name()},
                     {"model_file", subject.file},     {"formulation", subject.formulation},
                     {"method", method.record().name}, {"method_options", joined(method.options())}};
  notes.emplace_back("step", integration.h > 0 ? fmt::format("h={:.17g}", integration.h)
                                               : fmt::format("rtol={:.17g} atol={:.17g}", integration.tolerances.rtol,
                                                             integration.tolerances.atol));
  std::string parameters;
  if (subject.model)
    for (const ModelParameter& p : subject.model->parameters())
      parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", p.name, p.word() ? *p.word() : fmt::format("{:.17g}", p.value));
  notes.emplace_back("parameters", parameters);
  return notes;
}

}  // namespace daedalus::cli
