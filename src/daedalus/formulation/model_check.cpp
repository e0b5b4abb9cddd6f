#include "daedalus/formulation/model_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "daedalus/formulation/coordinate_names.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

LimitCheck check_limits(const Joint& joint, double value) {
  const Freedom& freedom = joint.freedoms.front();
  LimitCheck check{joint.name + "." + freedom.name, freedom.measure.unit(), value, *joint.limits, false};
  constexpr double rounding = 1e-9;
  const double lower = check.limits.lower.value_or(-std::numeric_limits<double>::infinity()) - rounding;
  const double upper = check.limits.upper.value_or(std::numeric_limits<double>::infinity()) + rounding;
  if (freedom.measure.is_angle() && value < lower) value += full_turn * std::ceil((lower - value) / full_turn);
  if (freedom.measure.is_angle() && value > upper) value -= full_turn * std::ceil((value - upper) / full_turn);
  check.is_outside = !(value >= lower && value <= upper);
  return check;
}

std::vector<LimitCheck> check_all_limits(const ModelSystem& system, const State& state) {
  const Model& model = system.given_model();
  std::vector<LimitCheck> found;
  const bool has_limits = std::any_of(model.joints().begin(), model.joints().end(),
                                      [](const Joint& joint) { return joint.limits && !joint.freedoms.empty(); });
  if (!has_limits) return found;
  const auto channels = make_channels(system);
  std::vector<double> values(channels->channels().size());
  channels->evaluate(state, {}, values.data());
  std::unordered_map<std::string, double> by_name;
  for (std::size_t i = 0; i < values.size(); ++i) by_name.emplace(channels->channels()[i].name, values[i]);
  for (const Joint& joint : model.joints())
    if (joint.limits && !joint.freedoms.empty())
      found.push_back(check_limits(joint, by_name.at(joint.name + "." + joint.freedoms.front().name)));
  return found;
}

}  // namespace

std::string LimitCheck::line() const {
  std::vector<std::string> parts;
  if (limits.lower) parts.push_back(fmt::format("from {:.6g} {}", *limits.lower, unit));
  if (limits.upper) parts.push_back(fmt::format("to {:.6g} {}", *limits.upper, unit));
  if (limits.velocity) parts.push_back(fmt::format("{:.6g} {}/s", *limits.velocity, unit));
  if (limits.effort) parts.push_back(fmt::format("{:.6g} {}", *limits.effort, unit == "rad" ? "N m" : "N"));
  const double shown = std::abs(value) < 1e-12 ? 0 : value;  // rounding is not worth six digits
  const std::string text = fmt::format("{} = {:.6g} {}, limits {}", freedom, shown, unit, fmt::join(parts, ", "));
  return is_outside ? "warning: " + text + ": outside" : text;
}

CheckReport check_model(const ModelSystem& system, const State& state) {
  const Model& model = system.given_model();
  Equations eq(system);
  const DependentRows rows = find_dependent_rows(eq, state);
  eq.evaluate(Want::position | Want::velocity | Want::gamma | Want::jacobian | Want::energy, state);
  CheckReport report;
  const Layout& layout = system.layout();
  report.model = model.name();
  report.formulation = system.formulation();
  report.t = state.t;
  for (const Body& body : model.bodies())
    if (body.has_coordinates()) {
      ++report.bodies;
      report.total_mass += body.mass;
    }
  report.coordinates = layout.nq;
  report.constraints = layout.nc();
  report.rank = rows.rank;
  report.degrees_of_freedom = layout.nq - rows.rank;
  for (const Index row : rows.dependent) report.redundant.push_back(layout.constraints[row]);
  report.position_residual = largest_entry(eq.value.g);
  report.velocity_residual = largest_entry(eq.value.g_dot);
  VecX level = -eq.value.gamma;
  multiply_add(1, eq.value.G, state.a, level);
  report.acceleration_residual = largest_entry(level);
  report.kinetic_energy = eq.value.energy.kinetic;
  report.potential_energy = eq.value.energy.potential;
  report.limits = check_all_limits(system, state);
  return report;
}

std::vector<std::string> CheckReport::lines() const {
  std::vector<std::string> text;
  text.push_back(fmt::format("{} bodies, {:.6g} kg, {} coordinates, {} constraint rows of rank {}", bodies, total_mass,
                             coordinates, constraints, rank));
  text.push_back(fmt::format("{} degree{} of freedom", degrees_of_freedom, degrees_of_freedom == 1 ? "" : "s"));
  if (!redundant.empty())
    text.push_back(
        fmt::format("redundant constraint rows (reactions are those of minimum norm): {}", fmt::join(redundant, ", ")));
  text.push_back(fmt::format("residuals: position {:.2g}, velocity {:.2g}, acceleration {:.2g}", position_residual,
                             velocity_residual, acceleration_residual));
  text.push_back(fmt::format("energy: kinetic {:.6g} J, potential {:.6g} J", kinetic_energy, potential_energy));
  for (const LimitCheck& limit : limits) text.push_back(limit.line());
  return text;
}

}  // namespace daedalus
