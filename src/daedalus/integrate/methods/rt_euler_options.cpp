#include "daedalus/integrate/methods/rt_euler_options.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace daedalus {

const std::vector<RtPresetInfo>& rt_presets() {
  using enum RtPreset;
  static const std::vector<RtPresetInfo> all = {
      {explicit_projected,
       "explicit-projected",
       "explicit Euler, one Newton step of projection (Fig. 7)",
       {{"update", "explicit"}, {"index", "1"}, {"stabilization", "projection"}}},
      {half_explicit,
       "half-explicit",
       "half-explicit Euler: explicit in the forces, index 2",
       {{"update", "explicit"}, {"index", "2"}, {"stabilization", "none"}}},
      {index1_drift,
       "index1",
       "index 1 without stabilization (Figs. 3, 5, 6)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "none"}}},
      {index2_drift,
       "index2",
       "index 2 without stabilization (Figs. 3, 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "none"}}},
      {index1_baumgarte,
       "index1-baumgarte",
       "index 1 with Baumgarte's terms (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "baumgarte"}}},
      {index2_baumgarte,
       "index2-baumgarte",
       "index 2 with Baumgarte's term (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "baumgarte"}}},
      {index1_projected,
       "index1-projected",
       "index 1, one Newton step of projection, velocities projected (Figs. 3, 5, 6, 8)",
       {{"jacobian", "j3"}, {"index", "1"}, {"multipliers", "separate"}, {"stabilization", "projection"}}},
      {index2_projected,
       "index2-projected",
       "index 2, one Newton step of projection before the velocity step (Figs. 5, 6)",
       {{"jacobian", "j3"}, {"index", "2"}, {"stabilization", "projection"}}},
      {vehicle,
       "vehicle",
       "new velocities first, index 1, Baumgarte with alpha = 100/s, beta = 1e4/s² (Figs. 10, 11)",
       {{"jacobian", "reversed"},
        {"index", "1"},
        {"multipliers", "separate"},
        {"stabilization", "baumgarte"},
        {"baumgarte.alpha", "100"},
        {"baumgarte.beta", "1e4"}}},
      {stiff_vehicle,
       "stiff-vehicle",
       "new velocities first, springs and dampers implicit, index 1, Baumgarte: one evaluation, one symmetric matrix",
       {{"jacobian", "reversed"}, {"index", "1"}, {"stabilization", "baumgarte"}, {"stiffness", "springs"}}},
  };
  return all;
}

Choices<RtPreset> RtEulerOptions::preset_choices() {
  Choices<RtPreset> choices = {{"none", RtPreset::none}};
  for (const RtPresetInfo& preset : rt_presets()) choices.emplace_back(preset.name, preset.preset);
  return choices;
}

std::vector<OptionSetting> expand_rt_preset(const std::vector<OptionSetting>& settings) {
  std::vector<OptionSetting> all;
  for (const OptionSetting& setting : settings)
    for (const RtPresetInfo& preset : rt_presets())
      if (setting.name == "preset" && setting.value == preset.name)
        all.insert(all.end(), preset.settings.begin(), preset.settings.end());
  all.insert(all.end(), settings.begin(), settings.end());
  return all;
}

RtTerms rt_terms(RtUpdate update, RtJacobian jacobian) {
  if (update == RtUpdate::explicit_euler) return {};
  if (update == RtUpdate::half_implicit) return {.new_velocity = true};
  switch (jacobian) {
    case RtJacobian::j1: return {.f_v = true, .J_q_v = true};
    case RtJacobian::j2: return {.f_v = true, .J_q = true, .J_q_v = true};
    case RtJacobian::j3: return {.J_q_v = true};
    case RtJacobian::exact: return {.f_v = true, .J_q = true, .J_q_v = true, .new_velocity = true};
    case RtJacobian::reversed: return {.f_v = true, .J_q = true, .new_velocity = true};
  }
  return {};
}

double baumgarte_radius(int index, bool new_velocity, double h, double alpha, double beta) {
  const double a = h * alpha, b = h * h * beta;
  if (index == 2) return std::abs(1 - a);
  const double trace = 2 - 2 * a - (new_velocity ? b : 0), det = 1 - 2 * a + (new_velocity ? 0 : b);
  const std::complex<double> root = std::sqrt(std::complex<double>(trace * trace / 4 - det));
  return std::max(std::abs(trace / 2 + root), std::abs(trace / 2 - root));
}

RtBaumgarteOptions deadbeat(int index, bool new_velocity, double h) {
  if (index == 2) return {.alpha = 1 / h};
  return {.alpha = (new_velocity ? 0.5 : 1) / h, .beta = 1 / (h * h)};
}

}  // namespace daedalus
