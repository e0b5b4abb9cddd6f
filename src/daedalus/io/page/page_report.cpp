#include "daedalus/io/page/page_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/io/page/page_text.hpp"
#include "daedalus/result/report_fields.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

Json part(const Json& from, const char* key) { return from.is_object() && from.contains(key) ? from[key] : Json(); }

std::string text(const Json& from, const char* key) {
  const Json value = part(from, key);
  return value.is_string() ? cut(value.get<std::string>(), longest_page_text) : "";
}

double number(const Json& from, const char* key) {
  const Json value = part(from, key);
  return value.is_number() ? value.get<double>() : 0;
}

// A report may come from a file that somebody sent: texts and lists at lengths that can be shown.
Json trimmed(const Json& json) {
  constexpr std::size_t longest_list = 2000;
  if (json.is_string()) return cut(json.get<std::string>(), longest_page_text);
  if (!json.is_structured()) return json;
  Json kept = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : json.items()) {
    if (kept.size() == longest_list) break;
    if (json.is_array()) kept.push_back(trimmed(value));
    else kept[cut(key, longest_page_name)] = trimmed(value);
  }
  return kept;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string status_text(const Json& run) {
  const std::string status = text(run, "status");
  const double t = number(run, "t_end");
  if (status == "failed") return fmt::format("Failed at t = {:.6g} s; results up to that time are shown.", t);
  if (status == "cancelled") return fmt::format("Stopped by the user at t = {:.6g} s.", t);
  if (status == "stopped_by_event") return fmt::format("Stopped by an event at t = {:.6g} s.", t);
  return fmt::format("Ran from t = {:.6g} s to {:.6g} s.", number(run, "t_start"), t);
}

Json method_json(const Json& run) {
  const Json record = part(run, "method_record");
  if (!record.is_object()) return {{"name", text(run, "method")}};
  const Json order = part(record, "order");
  return {{"name", text(record, "name")},
          {"family", text(record, "family")},
          {"description", text(record, "title")},
          {"order", fmt::format("q {}, v {}, λ {}; dense output {}", number(order, "q"), number(order, "v"),
                                number(order, "lambda"), number(order, "dense"))},
          {"index",
           fmt::format("{}; enforces constraints at {} level", number(record, "index"), text(record, "satisfies"))},
          {"stability", text(part(record, "stability"), "text")},
          {"formula", text(record, "formula")},
          {"paper", text(record, "source")}};
}

// Options of the method and of the step control, what was given beside what was used.
Json options_json(const Json& run) {
  Json rows = Json::array();
  const auto add = [&](const std::string& name, const Json& given, const Json& used, const std::string& meaning) {
    rows.push_back({{"name", cut(name, longest_page_name)}, {"given", given}, {"used", used}, {"meaning", meaning}});
  };
  const Json asked = part(run, "given");
  const bool is_fixed = number(run, "h") > 0;
  for (const std::string_view key :
       is_fixed ? std::vector<std::string_view>{"t_end", "h"} : std::vector<std::string_view>{"t_end", "rtol", "atol"})
    for (const ReportField& field : report_fields())
      if (field.key == key) add(field.key, part(asked, field.key), number(run, field.key), field.meaning);
  const auto add_all = [&](const char* used_key, const char* given_key, const char* meaning) {
    const Json used = part(run, used_key), given = part(run, given_key);
    if (used.is_object())
      for (const auto& [name, value] : used.items()) add(name, part(given, name.c_str()), value, meaning);
  };
  add_all("options", "options_given", "of the method");
  add_all("control", "control_given", "of the step control");
  return rows;
}

// The numbers of these fields that the report has, as rows of a table.
template <class Subject, class Wanted>
Json rows_of(const Json& from, std::span<const FieldOf<Subject>> fields, Wanted&& is_wanted) {
  Json rows = Json::array();
  for (const FieldOf<Subject>& field : fields)
    if (is_wanted(field) && part(from, field.key).is_number())
      rows.push_back(
          {{"name", spaced(field.key)}, {"value", from[field.key]}, {"unit", field.unit}, {"meaning", field.meaning}});
  return rows;
}

Json counts_json(const Json& run) {
  return rows_of(run, report_fields(), [](const ReportField& field) { return field.is_count({}); });
}

Json energy_json(const Json& run) {
  const Json energy = part(run, "energy");
  if (!energy.is_object()) return nullptr;
  return {{"rows", rows_of(energy, energy_fields(), [](const ReportField& field) { return *field.unit != 0; })},
          {"error", part(energy, "error")},
          {"bound", part(energy, "bound")},
          {"verdict", part(energy, "verdict")}};
}

Json solver_json(const Json& run) {
  const Json solver = part(run, "linear_solver");
  Json rows = Json::array();
  for (const char* key : {"of", "used", "reason"})
    if (const std::string value = text(solver, key); !value.empty())
      rows.push_back({{"name", key}, {"value", value}, {"unit", ""}, {"meaning", ""}});
  for (Json& row : rows_of(solver, solver_fields(), [](const auto&) { return true; })) rows.push_back(std::move(row));
  return rows;
}

Json timing_json(const Json& run) {
  Json timing = {{"simulated", number(run, "t_end") - number(run, run.contains("t_resumed") ? "t_resumed" : "t_start")},
                 {"wall", number(run, "wall_seconds")},
                 {"cpu", number(run, "cpu_seconds")},
                 {"real_time_factor", number(run, "real_time_factor")},
                 {"split", Json::array()}};
  const Json parts = part(run, "timing");
  for (const TimePart& known : TimeSplit{}.parts())
    if (part(parts, known.name).is_number())
      timing["split"].push_back({{"name", known.name}, {"seconds", parts[known.name]}, {"meaning", known.meaning}});
  return timing;
}

Json residuals_json(const Json& run) {
  Json rows = Json::array();
  for (const char* level : {"position", "velocity", "acceleration"}) {
    const Json largest = part(part(run, "residual"), level), at = part(part(run, "residual_at"), level);
    if (largest.is_null()) continue;
    rows.push_back({{"level", level},
                    {"largest", largest},
                    {"bound", part(part(run, "residual_bounds"), level)},
                    {"verdict", part(part(run, "verdicts"), level)},
                    {"at", part(at, "t")},
                    {"worst", part(at, "row")}});
  }
  return rows;
}

}  // namespace

Json page_report(const Json& report, const Model* model, const std::vector<std::string>& remarks) {
  const Json run = trimmed(report);
  Json json = {{"status", text(run, "status")},
               {"status_text", status_text(run)},
               {"formulation", text(run, "formulation")},
               {"method", method_json(run)},
               {"options", options_json(run)},
               {"counts", counts_json(run)},
               {"timing", timing_json(run)},
               {"residuals", residuals_json(run)},
               {"residual_rule", text(run, "residual_rule")},
               {"energy", energy_json(run)},
               {"solver", solver_json(run)},
               {"events", part(run, "events")},
               {"failure", part(run, "failure")},
               {"parameters", Json::array()},
               {"warnings", Json::array()}};
  if (model)
    for (const ModelParameter& parameter : model->parameters())
      json["parameters"].push_back({{"name", parameter.name},
                                    {"value", parameter.word() ? Json(*parameter.word()) : Json(parameter.value)},
                                    {"meaning", cut(parameter.meaning, longest_page_text)}});
  if (model)
    for (const std::string& note : model->notes()) json["warnings"].push_back(cut(note, longest_page_text));
  const Json warnings = part(run, "warnings");
  if (warnings.is_array())
    for (const Json& warning : warnings) json["warnings"].push_back(warning);
  for (const std::string& remark : remarks) json["warnings"].push_back(remark);
  return json;
}

}  // namespace daedalus
