#include "daedalus/io/result_json.hpp"

#include <nlohmann/json.hpp>

#include "daedalus/result/report_fields.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

Json keyed(const std::vector<std::string>& names, const VecX& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size() && i < static_cast<std::size_t>(values.size()); ++i)
    object[names[i]] = values[static_cast<Index>(i)];
  return object;
}

template <class Subject>
void add_numbers(Json& to, std::span<const FieldOf<Subject>> fields, const Subject& subject) {
  for (const FieldOf<Subject>& field : fields)
    to[field.key] = std::visit([](auto number) { return Json(number); }, field.value(subject));
}

Json linear_solver(const LinearSolverReport& solver, const char* of) {
  Json json = {{"of", of}, {"used", text_of(solver.used)}, {"reason", solver.reason}};
  add_numbers(json, solver_fields(), solver);
  return json;
}

// The solver that did the work first: that of the method's own matrix, where it has one.
void add_solvers(Json& json, const Report& report) {
  json["linear_solver"] = linear_solver(report.linear_solver(), report.corrector ? "corrector" : "descriptor");
  json["linear_solver"]["rank_deficient"] = report.solver.rank_deficient;
  if (report.corrector) json["descriptor_solver"] = linear_solver(report.solver.linear, "descriptor");
}

void add_residuals(Json& json, const Report& report) {
  for (const Level level : all_levels) {
    const char* name = text_of(level);
    json["residual"][name] = report.residuals[level];
    json["residual_at"][name] = {{"t", report.residual_at[level].t}, {"row", report.residual_at[level].row}};
    json["residual_bounds"][name] = report.bounds[level];
    json["verdicts"][name] = text_of(report.verdicts[level]);
  }
  json["residual_rule"] = report.bound_rule;
}

Json used(const std::vector<OptionInfo>& options) {
  Json object = Json::object();
  for (const OptionInfo& option : options) object[option.name] = option.value;
  return object;
}

Json given(const std::vector<OptionInfo>& options) {
  Json object = Json::object();
  for (const OptionInfo& option : options)
    if (!option.given.empty()) object[option.name] = option.given;
  return object;
}

}  // namespace

nlohmann::ordered_json to_json(const Result& result, const Layout& layout) {
  const Report& report = result.report;
  Json json = {{"schema_version", report_schema_version},
               {"status", text_of(result.status)},
               {"system", report.system},
               {"method", report.method},
               {"formulation", report.formulation}};
  add_numbers(json, report_fields(), report);
  for (const TimePart& part : report.time.parts()) json["timing"][part.name] = part.seconds;
  if (report.monitored) {
    add_residuals(json, report);
    add_numbers(json["energy"], energy_fields(), report);
    json["energy"]["verdict"] = text_of(report.energy_verdict);
  }
  add_solvers(json, report);
  if (report.partition) {
    json["partition"] = {{"independent", report.partition->independent}, {"dropped", report.partition->dropped}};
    add_numbers(json["partition"], partition_fields(), *report.partition);
  }
  json["redundant_rows"] = report.redundant_rows;
  json["options"] = used(report.options);
  json["options_given"] = given(report.options);
  json["control"] = used(report.control);
  json["control_given"] = given(report.control);
  if (!report.method_changes.empty()) json["method_changes"] = Json::array();
  for (const MethodChange& change : report.method_changes)
    json["method_changes"].push_back({{"t", change.t},
                                      {"method", change.method},
                                      {"reason", change.reason},
                                      {"lambda", change.lambda},
                                      {"damping", change.damping},
                                      {"h", change.h}});
  if (report.stiffness) {
    const StiffnessReport& found = *report.stiffness;
    json["stiffness"] = {
        {"limited_by_stability", found.limited_by_stability}, {"h_lambda", found.h_lambda}, {"lambda", found.lambda}};
    if (found.limited_by_stability) json["stiffness"]["t_noticed"] = found.t_noticed;
  }
  json["events"] = Json::array();
  for (const EventRecord& event : report.events) json["events"].push_back({{"name", event.name}, {"t", event.t}});
  json["warnings"] = report.warnings;
  json["hints"] = report.hints;
  if (result.failure) {
    const Failure& failure = *result.failure;
    json["failure"] = {{"kind", failure.kind},
                       {"t", failure.t},
                       {"h", failure.h},
                       {"rejections", failure.rejections},
                       {"worst_equation", failure.worst_equation},
                       {"message", failure.message()}};
    if (!failure.cause.empty()) json["failure"]["cause"] = failure.cause;
  }
  const State& x = result.final;
  json["final"] = {{"t", x.t},
                   {"q", keyed(layout.coordinates, x.q)},
                   {"v", keyed(layout.coordinates, x.v)},
                   {"a", keyed(layout.coordinates, x.a)},
                   {"lambda", keyed(layout.constraints, x.lambda)},
                   {"s", keyed(layout.states, x.s)}};
  return json;
}

}  // namespace daedalus
