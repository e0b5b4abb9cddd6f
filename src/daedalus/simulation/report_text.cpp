#include "daedalus/simulation/report_text.hpp"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "daedalus/result/report_fields.hpp"

namespace daedalus {
namespace {

std::string final_values(const State& x, const Layout& layout) {
  constexpr std::size_t shown = 12;
  std::string text = fmt::format("  {:<24}{:>24}{:>24}\n", fmt::format("at t = {:.10g} s", x.t), "q", "v");
  for (std::size_t i = 0; i < std::min(layout.coordinates.size(), shown); ++i)
    fmt::format_to(std::back_inserter(text), "  {:<24}{:>24.15g}{:>24.15g}\n", layout.coordinates[i],
                   x.q[static_cast<Index>(i)], x.v[static_cast<Index>(i)]);
  if (layout.coordinates.size() > shown)
    fmt::format_to(std::back_inserter(text), "  ... and {} more (use -o FILE or --json for all)\n",
                   layout.coordinates.size() - shown);
  return text;
}

// 'evaluation 52 %, factorization 31 %, ...': the largest first, those above 1 %.
std::string time_text(const TimeSplit& time) {
  auto parts = time.parts();
  std::stable_sort(parts.begin(), parts.end(),
                   [](const TimePart& a, const TimePart& b) { return a.seconds > b.seconds; });
  const double total = time.total();
  std::string text;
  for (const TimePart& part : parts)
    if (part.seconds > 0.01 * total)
      text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", part.name, 100 * part.seconds / total);
  return text;
}

std::string residual_text(const Report& r) {
  std::string text;
  for (const Level level : all_levels) {
    const ResidualVerdict verdict = r.verdicts[level];
    text += fmt::format("{}{} {:.2g}{}", text.empty() ? "" : ", ", text_of(level), r.residuals[level],
                        verdict == ResidualVerdict::none   ? ""
                        : verdict == ResidualVerdict::pass ? " pass"
                                                           : " FAIL");
  }
  return text;
}

// Names as far as they fit on a line or two.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 8;
  const auto last = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown));
  const std::string more = names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
  return names.empty() ? "none" : fmt::format("{}{}", fmt::join(names.begin(), last, ", "), more);
}

// Lines of a label and a template, in which the numbers of the report have the keys that they have in JSON.
class Lines {
 public:
  explicit Lines(const Report& r) {
    add("", report_fields(), r);
    add("energy_", energy_fields(), r);
    add("solver_", solver_fields(), r.linear_solver());
    if (r.partition) add("partition_", partition_fields(), *r.partition);
    numbers_.push_back(fmt::arg("simulated", r.simulated()));
    numbers_.push_back(fmt::arg("energy_error_percent", 100 * r.energy.error()));
    numbers_.push_back(fmt::arg("energy_bound_percent", 100 * r.energy_bound));
  }

  void add_text(std::string_view label, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "  {:<24}{}\n", label, text);
  }
  void add_line(std::string_view label, std::string_view form) { add_text(label, fmt::vformat(form, numbers_)); }
  const std::string& text() const { return text_; }

 private:
  template <class Subject>
  void add(const std::string& prefix, std::span<const FieldOf<Subject>> fields, const Subject& subject) {
    for (const FieldOf<Subject>& field : fields)
      std::visit([&](auto number) { numbers_.push_back(fmt::arg((prefix + field.key).c_str(), number)); },
                 field.value(subject));
  }

  fmt::dynamic_format_arg_store<fmt::format_context> numbers_;
  std::string text_;
};

void add_solver(Lines& lines, const Report& r) {
  lines.add_text("linear solver", fmt::format("size {}, {}{}", r.linear_solver().size, r.linear_solver().reason,
                                              r.corrector ? " (corrector)" : ""));
  if (!r.partition) return;
  lines.add_text("independent coordinates",
                 fmt::format("{}: {}", r.partition->independent.size(), some_of(r.partition->independent)));
  lines.add_line("  repartitioned",
                 "{partition_repartitions} times; condition number of the dependent block up to "
                 "{partition_worst_condition:.3g}");
  if (!r.partition->dropped.empty()) lines.add_text("  redundant rows", some_of(r.partition->dropped));
}

// 'dopri5' until, and 'bdf from t = 0.2 s: ...'.
void add_method_changes(Lines& lines, const Report& r) {
  constexpr std::size_t shown = 6;
  for (std::size_t i = 0; i < std::min(r.method_changes.size(), shown); ++i) {
    const MethodChange& change = r.method_changes[i];
    const std::string evidence = change.h > 0 ? fmt::format("h |lambda| = {:.2g}", change.h * change.lambda)
                                              : fmt::format("|lambda| = {:.2g} 1/s", change.lambda);
    lines.add_text(i == 0 ? "method" : "", fmt::format("{} from t = {:.4g} s: {} ({}, damping {:.2g})", change.method,
                                                       change.t, change.reason, evidence, change.damping));
  }
  if (r.method_changes.size() > shown)
    lines.add_text("", fmt::format("... and {} more changes", r.method_changes.size() - shown));
}

void add_accuracy(Lines& lines, const Report& r) {
  lines.add_text("constraint residuals", residual_text(r));
  if (r.verdicts.velocity != ResidualVerdict::none)
    lines.add_text("  bounds", fmt::format("{:.2g}, {:.2g}, {:.2g}  ({})", r.bounds.position, r.bounds.velocity,
                                           r.bounds.acceleration, r.bound_rule));
  lines.add_line("energy", "{energy_initial:.10g} J at the start, {energy_final:.10g} J at the end");
  lines.add_line("  balance error",
                 fmt::format("{{energy_drift:.2g}} J at the end, up to {{energy_error_percent:.2g}} % of peak kinetic "
                             "plus transferred energy: {} (bound {{energy_bound_percent:.2g}} %)",
                             text_of(r.energy_verdict)));
}

}  // namespace

std::string report_details(const Result& result, const Layout& layout) {
  const Report& r = result.report;
  Lines lines(r);
  if (!r.formulation.empty()) lines.add_text("formulation", r.formulation);
  add_method_changes(lines, r);
  lines.add_line("steps", "{steps} accepted, {rejected} rejected");
  lines.add_line("step size", r.h > 0 ? "{h:.4g} s, fixed"
                                      : "{h_smallest:.3g} to {h_largest:.3g} s  (rtol {rtol:.1g}, atol {atol:.1g})");
  lines.add_line("work",
                 "{evaluations} evaluations, {jacobian_evaluations} with tangents, {factorizations} factorizations, "
                 "{solves} solves");
  if (r.work.group_evaluations > 0) lines.add_line("  fast part alone", "{group_evaluations} of the evaluations");
  if (r.steps.newton_iterations > 0) lines.add_line("Newton iterations", "{newton_iterations}");
  add_solver(lines, r);
  lines.add_line("time", "{wall_seconds:.3g} s for {simulated:.4g} s simulated, {real_time_factor:.3g} x real time");
  if (const std::string parts = time_text(r.time); !parts.empty()) lines.add_text("  breakdown", parts);
  if (r.monitored) add_accuracy(lines, r);
  for (std::size_t i = 0; i < std::min<std::size_t>(r.events.size(), 10); ++i)
    lines.add_text(i == 0 ? "events" : "", fmt::format("{} at t = {:.10g} s", r.events[i].name, r.events[i].t));
  if (r.events.size() > 10) lines.add_text("", fmt::format("... and {} more", r.events.size() - 10));
  return lines.text() + final_values(result.final, layout);
}

std::string report_concerns(const Result& result) {
  std::string text;
  for (const std::string& warning : result.report.warnings) text += fmt::format("  {:<13}{}\n", "warning", warning);
  for (const std::string& hint : result.report.hints) text += fmt::format("  {:<13}{}\n", "hint", hint);
  return result.failure ? text + result.failure->message() + "\n" : text;
}

std::string report_text(const Result& result, const Layout& layout, const std::optional<StateError>& error) {
  return verdict_text(make_verdict(result, error)) + report_details(result, layout) + report_concerns(result);
}

}  // namespace daedalus
