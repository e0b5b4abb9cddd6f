#include "daedalus/simulation/file_notes.hpp"

#include <fmt/format.h>

#include "daedalus/base/version.hpp"
#include "daedalus/io/result_json.hpp"

namespace daedalus {
namespace {

std::string joined_settings(const std::vector<OptionInfo>& options) {
  std::string text;
  for (const OptionInfo& option : options)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.name, option.value);
  return text;
}

}  // namespace

FileNotes make_notes(const Mechanism& mechanism, const Method& method, const IntegrationOptions& integration) {
  FileNotes notes = {{"daedalus_version", version()},
                     {"schema_version", std::to_string(report_schema_version)},
                     {"model", mechanism.system->name()},
                     {"model_file", mechanism.file},
                     {"formulation", mechanism.formulation},
                     {"method", method.record().name},
                     {"method_options", joined_settings(method.options())}};
  notes.emplace_back("step", integration.h > 0 ? fmt::format("h={:.17g}", integration.h)
                                               : fmt::format("rtol={:.17g} atol={:.17g}", integration.tolerances.rtol,
                                                             integration.tolerances.atol));
  std::string parameters;
  if (mechanism.model)
    for (const ModelParameter& p : mechanism.model->parameters())
      parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", p.name,
                                p.word() ? *p.word() : fmt::format("{:.17g}", p.value));
  notes.emplace_back("parameters", parameters);
  return notes;
}

}  // namespace daedalus
