#include "daedalus/simulation/report_text.hpp"

#include <fmt/format.h>

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
    fmt::format_to(std::back_inserter(text), "  ... and {} more (-o FILE or --json has all)\n",
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

// '87 accepted, 2 rejected': everything that stands in one line.
std::string counts_of(std::string_view line, const Report& r) {
  std::string text;
  for (const ReportField& field : report_fields())
    if (field.line == line) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", std::get<long>(field.value(r)));
      if (*field.word) text += fmt::format(" {}", field.word);
    }
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

std::string bound_text(const Report& r) {
  return fmt::format("{:.2g}, {:.2g}, {:.2g}  ({})", r.bounds.position, r.bounds.velocity, r.bounds.acceleration,
                     r.bound_rule);
}

// Names as far as they fit on a line or two.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 8;
  const auto last = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown));
  const std::string more = names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format("{}{}", fmt::join(names.begin(), last, ", "), more);
}

}  // namespace

std::string report_text(const Result& result, const Layout& layout, const std::optional<StateError>& error) {
  const Report& r = result.report;
  std::string text;
  const auto line = [&](std::string_view label, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "  {:<24}{}\n", label, value);
  };
  fmt::format_to(std::back_inserter(text), "{} with {}: {}\n", r.system, r.method, text_of(result.status));
  if (!r.formulation.empty()) line("formulation", r.formulation);
  line("steps", counts_of("steps", r));
  line("step size", r.h > 0 ? fmt::format("{:.4g} s, fixed", r.h)
                            : fmt::format("{:.3g} to {:.3g} s  (rtol {:.1g}, atol {:.1g})", r.h_smallest, r.h_largest,
                                          r.rtol, r.atol));
  line("work", counts_of("work", r));
  if (r.steps.newton_iterations > 0) line("Newton iterations", counts_of("Newton iterations", r));
  line("linear solver", fmt::format("size {}, {}{}", r.linear_solver().size, r.linear_solver().reason,
                                    r.corrector ? " (the corrector's)" : ""));
  if (r.partition) {
    line("independent", fmt::format("{}: {}", r.partition->independent.size(), some_of(r.partition->independent)));
    line("  chosen again", fmt::format("{} times; condition of the others up to {:.3g}", r.partition->repartitions,
                                       r.partition->worst_condition));
    if (!r.partition->dropped.empty()) line("  rows not used", some_of(r.partition->dropped));
  }
  line("time", fmt::format("{:.3g} s for {:.4g} s simulated, {:.3g} x real time", r.wall_seconds, r.t_end - r.t_start,
                           r.real_time_factor()));
  if (const std::string parts = time_text(r.time); !parts.empty()) line("  spent on", parts);
  if (r.monitored) {
    line("constraint residuals", residual_text(r));
    if (r.verdicts.velocity != ResidualVerdict::none) line("  bounds", bound_text(r));
    line("energy", fmt::format("{:.10g} J at the start, {:.10g} J at the end", r.energy.initial, r.energy.final));
    line("  balance error",
         fmt::format("{:.2g} J at the end, up to {:.2g} % of peak kinetic plus transferred energy: {} (bound {:.2g} %)",
                     r.energy.drift(), 100 * r.energy.error(), text_of(r.energy_verdict), 100 * r.energy_bound));
  }
  if (error)
    line("error to reference",
         fmt::format("q {:.2g}, v {:.2g}, lambda {:.2g}  (relative)", error->q, error->v, error->lambda));
  for (std::size_t i = 0; i < std::min<std::size_t>(r.events.size(), 10); ++i)
    line(i == 0 ? "events" : "", fmt::format("{} at t = {:.10g} s", r.events[i].name, r.events[i].t));
  if (r.events.size() > 10) line("", fmt::format("... and {} more", r.events.size() - 10));
  for (const std::string& warning : r.warnings) line("warning", warning);
  text += final_values(result.final, layout);
  if (result.failure) text += result.failure->message() + "\n";
  return text;
}

}  // namespace daedalus
