#include "daedalus/simulation/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace daedalus {
namespace {

// 'auto (dopri5, bdf)': what a method that chooses others used.
std::string method_text(const Report& r) {
  std::vector<std::string> used;
  for (const MethodChange& change : r.method_changes)
    if (std::find(used.begin(), used.end(), change.method) == used.end()) used.push_back(change.method);
  return used.empty() ? r.method : fmt::format("{} ({})", r.method, fmt::join(used, ", "));
}

VerdictLine outcome_of(const Result& result) {
  const Report& r = result.report;
  const bool by_event = result.status == RunStatus::stopped_by_event && !r.events.empty();
  const std::string why = by_event ? fmt::format(" ({})", r.events.back().name) : "";
  const bool is_good = result.status == RunStatus::done || result.status == RunStatus::stopped_by_event;
  return {fmt::format("{} with {}", r.system, method_text(r)),
          fmt::format("{} at t = {:.10g} s{}", text_of(result.status), r.t_end, why), is_good ? Mark::good : Mark::bad};
}

VerdictLine accuracy_of(const Report& r, const std::optional<StateError>& error) {
  const char* label = "accuracy";
  if (error)
    return {label, fmt::format("error vs. reference: q {:.2g}, v {:.2g}, lambda {:.2g} (relative)", error->q, error->v,
                               error->lambda)};
  if (r.h > 0) return {label, fmt::format("fixed step {:.4g} s, error not estimated ('daedalus compare' does)", r.h)};
  return {label, fmt::format("rtol {:.2g}, atol {:.2g} per step ('compare' measures the error)", r.rtol, r.atol)};
}

VerdictLine constraints_of(const Report& r) {
  const char* label = "constraints";
  if (!r.monitored) return {label, "not monitored"};
  std::string kept, violated;
  for (const Level level : all_levels) {
    if (r.verdicts[level] == ResidualVerdict::pass)
      kept += fmt::format("{}{} {:.2g}", kept.empty() ? "" : ", ", text_of(level), r.residuals[level]);
    if (r.verdicts[level] == ResidualVerdict::fail)
      violated += fmt::format("{}{} {:.2g} (bound {:.2g})", violated.empty() ? "" : ", ", text_of(level),
                              r.residuals[level], r.bounds[level]);
  }
  if (!violated.empty()) return {label, "VIOLATED: " + violated, Mark::bad};
  return kept.empty() ? VerdictLine{label, "none"} : VerdictLine{label, "ok: " + kept, Mark::good};
}

VerdictLine energy_of(const Report& r) {
  const char* label = "energy";
  if (!r.monitored) return {label, "not monitored"};
  const bool holds = r.energy_verdict == ResidualVerdict::pass;
  return {label,
          fmt::format("{} {:.2g} % (bound {:.2g} %)", holds ? "balanced to" : "NOT BALANCED, off by",
                      100 * r.energy.error(), 100 * r.energy_bound),
          holds ? Mark::good : Mark::bad};
}

VerdictLine cost_of(const Report& r) {
  return {"cost", fmt::format("{} steps ({} rejected), {:.3g} s, {:.3g} x real time", r.steps.accepted,
                              r.steps.rejected, r.wall_seconds, r.real_time_factor())};
}

}  // namespace

RunVerdict make_verdict(const Result& result, const std::optional<StateError>& error) {
  const Report& r = result.report;
  return {outcome_of(result), accuracy_of(r, error), constraints_of(r), energy_of(r), cost_of(r)};
}

std::string layout_of_label(const RunVerdict& verdict, std::size_t line) {
  return line == 0 ? verdict[line].label + ": " : fmt::format("  {:<13}", verdict[line].label);
}

std::string verdict_text(const RunVerdict& verdict) {
  std::string text;
  for (std::size_t i = 0; i < verdict.size(); ++i) text += layout_of_label(verdict, i) + verdict[i].text + "\n";
  return text;
}

}  // namespace daedalus
