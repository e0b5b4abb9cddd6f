#include "daedalus/io/result_json.hpp"

#include <nlohmann/json.hpp>

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

Json keyed(const std::vector<std::string>& names, const VecX& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size() && i < static_cast<std::size_t>(values.size()); ++i)
    object[names[i]] = values[static_cast<Index>(i)];
  return object;
}

Json linear_solver(const SaddleReport& solver) {
  const LinearSolverReport& linear = solver.linear;
  return {{"used", linear.used == SolverKind::dense ? "dense" : "sparse"},
          {"reason", linear.reason},
          {"size", linear.size},
          {"nonzeros", linear.nonzeros},
          {"factor_nonzeros", linear.factor_nonzeros},
          {"full_factorizations", linear.full_factorizations},
          {"refactorizations", linear.refactorizations},
          {"pivot_order_renewals", linear.pivot_order_renewals},
          {"refined_solves", linear.refined_solves},
          {"rank_deficient", solver.rank_deficient}};
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
  Json json = {{"status", text_of(result.status)},
               {"system", report.system},
               {"method", report.method},
               {"formulation", report.formulation},
               {"t_start", report.t_start},
               {"t_end", report.t_end},
               {"h", report.h},
               {"rtol", report.rtol},
               {"atol", report.atol},
               {"steps", report.steps.accepted},
               {"rejected", report.steps.rejected},
               {"newton_iterations", report.steps.newton_iterations},
               {"samples", report.samples},
               {"evaluations", report.work.evaluations},
               {"residual_evaluations", report.work.residuals},
               {"jacobian_evaluations", report.work.tangents},
               {"factorizations", report.work.factorizations},
               {"solves", report.work.solves},
               {"h_smallest", report.h_smallest},
               {"h_largest", report.h_largest},
               {"wall_seconds", report.wall_seconds},
               {"cpu_seconds", report.cpu_seconds},
               {"real_time_factor", report.real_time_factor()}};
  for (const TimePart& part : report.time.parts()) json["timing"][part.name] = part.seconds;
  if (report.monitored) {
    add_residuals(json, report);
    json["energy"] = {{"initial", report.energy.initial},
                      {"final", report.energy.final},
                      {"work", report.energy.work},
                      {"drift", report.energy.drift()},
                      {"scale", report.energy.scale},
                      {"relative_drift", report.energy.relative_drift()},
                      {"throughput", report.energy.throughput},
                      {"work_uncertainty", report.energy.uncertainty},
                      {"error", report.energy.error()},
                      {"bound", report.energy_bound},
                      {"verdict", text_of(report.energy_verdict)}};
  }
  json["linear_solver"] = linear_solver(report.solver);
  if (report.partition)
    json["partition"] = {{"independent", report.partition->independent},
                         {"dropped", report.partition->dropped},
                         {"repartitions", report.partition->repartitions},
                         {"worst_condition", report.partition->worst_condition}};
  json["redundant_rows"] = report.redundant_rows;
  json["options"] = used(report.options);
  json["options_given"] = given(report.options);
  json["control"] = used(report.control);
  json["control_given"] = given(report.control);
  json["events"] = Json::array();
  for (const EventRecord& event : report.events) json["events"].push_back({{"name", event.name}, {"t", event.t}});
  json["warnings"] = report.warnings;
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
