#include "daedalus/integrate/residual_verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

bool is_constrained(Level level, const Layout& layout) {
  return (level == Level::position ? layout.ng : layout.nc()) > 0;
}

bool keeps_level(const MethodRecord& method, Level level) {
  using enum ConstraintLevel;
  switch (level) {
    case Level::position: return method.satisfies == position || method.satisfies == position_and_velocity;
    case Level::velocity: return method.satisfies == velocity || method.satisfies == position_and_velocity;
    case Level::acceleration: return method.lag_order == 0 && (method.satisfies == acceleration || method.index == 1);
  }
  return false;
}

// The option with which the user switched off the projection that keeps this level; null when there is none.
const OptionInfo* find_culprit(const std::vector<OptionInfo>& options, Level level) {
  if (level == Level::acceleration) return nullptr;
  for (const OptionInfo& option : options)
    if (option.name.ends_with("projection.level") &&
        (option.value == "none" || (option.value == "velocity" && level == Level::position)))
      return &option;
  return nullptr;
}

// The method solves for a lower level and gets this one from its formula.
bool is_left_to_formula(const MethodRecord& method, const std::vector<OptionInfo>& options, Level level) {
  if (level == Level::position || keeps_level(method, level) || find_culprit(options, level)) return false;
  return method.lag_order > 0 || keeps_level(method, Level::position) ||
         (level == Level::acceleration && keeps_level(method, Level::velocity));
}

std::string remedy(Level level, const MethodRecord& method, const Report& report) {
  const std::string bound = fmt::format("or set an acceptable bound with --bound {}=...", text_of(level));
  const std::string step = report.h > 0 ? "use a smaller step (--h)" : "limit the step (--control h_max=...)";
  if (is_left_to_formula(method, report.options, level))
    return fmt::format(
        "{} enforces {} only; this level follows from its integration formula: {}, use a method that enforces it, {}.",
        method.name, text_of(method.satisfies), report.h > 0 ? step : "tighten the tolerance (--rtol, --atol)", bound);
  if (!keeps_level(method, level))
    return fmt::format("{} lets this level drift (it enforces {}). Use a method that enforces it, {}, {}.", method.name,
                       text_of(method.satisfies), step, bound);
  if (const OptionInfo* option = find_culprit(report.options, level))
    return fmt::format("{}={} lets this level drift. Omit that option, {}, {}.", option->name, option->value, step,
                       bound);
  return fmt::format(
      "{} satisfies this level to round-off, so the constraints may be nearly singular there. Inspect that time "
      "('daedalus check MODEL --at {:.6g}'), {}, {}.",
      method.name, report.residual_at[level].t, step, bound);
}

}  // namespace

void judge_residuals(const Monitor& monitor, const Layout& layout, const MethodRecord& method, const GivenBounds& given,
                     Report& report) {
  constexpr double tol_of_fixed_steps = 1e-6;
  const bool is_fixed = report.h > 0;
  const double tol = is_fixed ? tol_of_fixed_steps : report.rtol;
  report.bound_rule = fmt::format("{} times (1 + largest |q|, |v|, |a| while the energy balance held)",
                                  is_fixed ? fmt::format("{:.3g}", tol) : "rtol");
  report.residuals = monitor.residuals();

  for (const Level level : all_levels) {
    double rule = tol * (1 + monitor.magnitudes()[level]);
    const double displacement = monitor.displacements()[level];
    const bool by_displacement =
        is_constrained(level, layout) && is_left_to_formula(method, report.options, level) && displacement > 0;
    if (by_displacement)
      rule = std::max(rule, report.residuals[level] * tol * (1 + monitor.magnitudes().position) / displacement);
    report.bounds[level] = given[level].value_or(rule);
    if (given[level]) report.bound_rule += fmt::format("; {} as given", text_of(level));
    else if (by_displacement) report.bound_rule += fmt::format("; {} by its effect over one step", text_of(level));
    if (!is_constrained(level, layout)) continue;

    const Monitor::Place& place = monitor.places()[level];
    ResidualPlace& at = report.residual_at[level];
    at.t = place.t;
    if (place.row >= 0) at.row = layout.constraints[place.row];

    const double residual = report.residuals[level], bound = report.bounds[level];
    report.verdicts[level] = residual <= bound ? ResidualVerdict::pass : ResidualVerdict::fail;  // a NaN fails
    if (report.verdicts[level] == ResidualVerdict::fail)
      report.warnings.push_back(fmt::format("{} residual {:.2g} exceeds its bound {:.2g} (at t = {:.6g} s, {}): {}",
                                            text_of(level), residual, bound, at.t, at.row,
                                            remedy(level, method, report)));
  }
}

void judge_energy(const Monitor& monitor, Report& report) {
  constexpr double bound_of_fixed_steps = 0.01;
  report.energy = monitor.energy();
  report.energy_bound = report.h > 0 ? bound_of_fixed_steps : std::sqrt(report.rtol);
  const double error = report.energy.error();
  const bool holds = std::isfinite(report.energy.final) && error <= report.energy_bound;
  report.energy_verdict = holds ? ResidualVerdict::pass : ResidualVerdict::fail;
  if (report.energy_verdict == ResidualVerdict::fail)
    report.warnings.push_back(fmt::format(
        "energy balance error {:.3g} J, {:.2g} % of peak kinetic plus transferred energy, exceeds {:.2g} %: {}",
        report.energy.largest_drift, 100 * error, 100 * report.energy_bound,
        report.h > 0 ? "use a smaller step (--h) or a method that dissipates less."
                     : "tighten the tolerance (--rtol)."));
}

}  // namespace daedalus
