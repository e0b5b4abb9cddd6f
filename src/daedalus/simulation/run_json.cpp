// run_json.cpp: the report of a run with what was asked for and what it was run on.
#include <nlohmann/json.hpp>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/result_json.hpp"
#include "daedalus/simulation/method_json.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus {
namespace {

nlohmann::ordered_json given_in(const RunRequest& request) {
  auto given = nlohmann::ordered_json::object();
  const auto note = [&](const char* name, const std::optional<double>& value) {
    if (value) given[name] = *value;
  };
  note("h", request.h);
  note("rtol", request.rtol);
  note("atol", request.atol);
  note("t_end", request.t_end);
  note("every", request.every);
  return given;
}

}  // namespace

std::string run_report_json(const Mechanism& mechanism, const RunRequest& request, const RunResult& all) {
  auto json = to_json(all.result, mechanism.system->layout());
  json["method_record"] = to_json(find_method(all.result.report.method).record);
  json["given"] = given_in(request);
  if (!mechanism.file.empty()) json["model_file"] = mechanism.file;
  if (mechanism.model) {
    json["parameters"] = nlohmann::ordered_json::object();
    for (const ModelParameter& parameter : mechanism.model->parameters())
      json["parameters"][parameter.name] =
          parameter.word() ? nlohmann::ordered_json(*parameter.word()) : nlohmann::ordered_json(parameter.value);
  }
  json["assembly"] = mechanism.start_notes;
  json["notes"] = mechanism.model_notes;
  if (const std::optional<StateError>& error = all.reference_error)
    json["reference_error"] = {{"q", error->q}, {"v", error->v}, {"lambda", error->lambda}};
  return json_text(json);
}

}  // namespace daedalus
