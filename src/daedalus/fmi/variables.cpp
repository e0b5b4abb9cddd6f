#include "daedalus/fmi/variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus::fmi {
namespace {

bool is_about_steps(const ChannelInfo& channel) {
  return channel.name.starts_with("step.") || channel.name == "energy.work";
}

std::vector<std::string_view> names_of_inputs(const Mechanism& mechanism) {
  std::vector<std::string_view> names;
  for (const HeldInputPtr& input : mechanism.system->layout().inputs) names.emplace_back(input->name);
  return names;
}

std::string described(const Layout& layout, const IndependentMotion::Meaning& of) {
  using What = IndependentMotion::Meaning::Kind;
  if (of.kind == What::state) return layout.states[of.place];
  return (of.kind == What::velocity ? "rate of " : "") + layout.coordinates[of.place];
}

}  // namespace

Variables::Variables(const Mechanism& mechanism, const Settings& settings, IndependentMotion& motion,
                     const ChannelSource& channels) {
  add({.role = Role::time, .name = "time", .description = "time", .unit = "s"});
  add_inputs(mechanism, settings);
  add_parameters(mechanism, settings);
  add_states(mechanism, settings, motion);
  add_outputs(settings, channels);
}

// Names are unique: one that is taken gets a prefix that no channel has.
void Variables::add(Variable variable) {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(all_.begin(), all_.end(), [&](const Variable& other) { return other.name == name; });
  };
  const char* prefix = variable.role == Role::input                                      ? "inputs."
                       : variable.role == Role::parameter || variable.role == Role::word ? "parameters."
                                                                                         : "outputs.";
  while (is_taken(variable.name)) variable.name = prefix + variable.name;
  all_.push_back(std::move(variable));
}

void Variables::add_inputs(const Mechanism& mechanism, const Settings& settings) {
  const std::vector<std::string_view> known = names_of_inputs(mechanism);
  for (const std::string& name : settings.inputs) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw OptionError(known.empty() ? fmt::format("'{}' has no inputs: '{}' cannot be one of the FMU. Inputs are "
                                                    "functions of type 'input' in the model file.",
                                                    mechanism.name(), name)
                                      : unknown_name("input", name, known));
    const auto place = static_cast<std::size_t>(found - known.begin());
    const HeldInput& input = *mechanism.system->layout().inputs[place];
    Variable variable{
        .role = Role::input, .place = place, .name = name, .description = "input", .start = input.initial};
    if (std::isfinite(input.minimum)) variable.minimum = input.minimum;
    if (std::isfinite(input.maximum)) variable.maximum = input.maximum;
    add(std::move(variable));
  }
}

void Variables::add_parameters(const Mechanism& mechanism, const Settings& settings) {
  const std::vector<ModelParameter> parameters =
      mechanism.model ? mechanism.model->parameters() : std::vector<ModelParameter>{};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ModelParameter& parameter = parameters[i];
    Variable variable{.role = parameter.word() ? Role::word : Role::parameter,
                      .place = i,
                      .name = parameter.name,
                      .description = parameter.meaning,
                      .start = parameter.value};
    if (parameter.word()) variable.word = *parameter.word();
    variable.is_tunable =
        std::find(settings.tunable.begin(), settings.tunable.end(), parameter.name) != settings.tunable.end();
    add(std::move(variable));
  }
  for (const std::string& name : settings.tunable) {
    std::vector<std::string_view> known;
    for (const ModelParameter& parameter : parameters) known.emplace_back(parameter.name);
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw OptionError(unknown_name("parameter", name, known));
  }
}

// What y[k] means may change on the way: the names then say no more than its place.
void Variables::add_states(const Mechanism& mechanism, const Settings& settings, IndependentMotion& motion) {
  using What = IndependentMotion::Meaning::Kind;
  const Layout& layout = mechanism.system->layout();
  VecX nominals;
  motion.compute_nominals(nominals);
  std::vector<std::string> names;
  std::size_t positions = 0, velocities = 0;
  for (const IndependentMotion::Meaning& of : motion.meanings()) {
    const bool is_fixed = settings.repartition == Repartition::never;
    if (of.kind == What::state) names.push_back("states." + layout.states[of.place]);
    else if (of.kind == What::position)
      names.push_back(is_fixed ? "positions." + layout.coordinates[of.place]
                               : fmt::format("positions[{}]", ++positions));
    else
      names.push_back(is_fixed ? "velocities." + layout.coordinates[of.place]
                               : fmt::format("velocities[{}]", ++velocities));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool may_change = settings.repartition == Repartition::automatic && motion.meanings()[k].kind != What::state;
    add({.role = Role::state,
         .place = k,
         .name = names[k],
         .description =
             (may_change ? "independent coordinate, at first " : "") + described(layout, motion.meanings()[k]),
         .nominal = nominals[static_cast<Index>(k)]});
  }
  for (std::size_t k = 0; k < names.size(); ++k)
    add({.role = Role::derivative, .place = k, .name = "der(" + names[k] + ")", .description = "rate of " + names[k]});
  for (std::size_t k = 0; k < layout.switches.size(); ++k)
    add({.role = Role::indicator,
         .place = k,
         .name = fmt::format("switches[{}]", k + 1),
         .description = layout.switches[k]});
  if (motion.watches_partition())
    add({.role = Role::indicator,
         .place = layout.switches.size(),
         .name = "partition",
         .description = "below zero the independent coordinates serve poorly: others are chosen in event mode"});
}

void Variables::add_outputs(const Settings& settings, const ChannelSource& channels) {
  if (settings.outputs.empty()) return;
  for (const std::size_t place : select_channels(channels.channels(), settings.outputs)) {
    const ChannelInfo& channel = channels.channels()[place];
    add({.role = Role::output,
         .place = place,
         .name = channel.name,
         .description = channel.meaning,
         .unit = channel.unit});
  }
}

Reference Variables::first(Role role) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const Variable& v) { return v.role == role; });
  return static_cast<Reference>(at - all_.begin());
}

Index Variables::count(Role role) const {
  return static_cast<Index>(std::count_if(all_.begin(), all_.end(), [&](const Variable& v) { return v.role == role; }));
}

bool operator==(const Variables& a, const Variables& b) {
  return std::equal(
      a.all_.begin(), a.all_.end(), b.all_.begin(), b.all_.end(),
      [](const Variable& x, const Variable& y) { return x.role == y.role && x.place == y.place && x.name == y.name; });
}

std::vector<std::string> possible_outputs(const ChannelSource& channels, const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const std::size_t place : select_channels(channels.channels(), patterns)) {
    const ChannelInfo& channel = channels.channels()[place];
    if (!is_about_steps(channel) && seen.insert(channel.name).second) names.push_back(channel.name);
  }
  return names;
}

}  // namespace daedalus::fmi
