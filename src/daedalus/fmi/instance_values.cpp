// instance_values.cpp: variables of an instance by their references.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/fmi/instance.hpp"

namespace daedalus::fmi {
namespace {

template <class Span>
void require_as_many(std::span<const Reference> references, Span values) {
  if (references.size() != values.size())
    throw OptionError(fmt::format("{} references, but {} values.", references.size(), values.size()));
}

}  // namespace

const Variable& Instance::variable(Reference reference) const {
  const Variable* found = variables_->find(reference);
  if (!found) throw OptionError(fmt::format("there is no variable with value reference {}.", reference));
  return *found;
}

Status Instance::bring_up_to_date() {
  rebuild();
  if (run_ && !is_motion_current_) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) motion_->set_input(i, inputs_[i]);
    motion_->adopt(run_->state());
    is_motion_current_ = true;
  }
  const StepStatus status = motion_->update();
  if (status == StepStatus::ok) return Status::ok;
  log(Status::discard, "logStatusDiscard", numerics("no state of all coordinates", status));
  return Status::discard;
}

const double* Instance::channel_values() {
  if (!are_values_current_) {
    const StepInfo step{.inputs = motion_->inputs().values()};
    channels_->evaluate(run_ ? run_->state() : motion_->shown(), step, values_.data());
    are_values_current_ = true;
  }
  return values_.data();
}

double Instance::value_of(const Variable& variable, const double* channels) {
  const auto k = static_cast<Index>(variable.place);
  switch (variable.role) {
    case Role::time: return t();
    case Role::input: return inputs_[variable.place];
    case Role::parameter: return mechanism_.model->parameters()[variable.place].value;
    case Role::state: return motion_->y()[k];
    case Role::derivative: return motion_->rates()[k];
    case Role::indicator: return motion_->compute_indicators()[k];
    case Role::output: return channels[variable.place];
    case Role::word: break;
  }
  throw OptionError(fmt::format("'{}' is a text.", variable.name));
}

Status Instance::get(std::span<const Reference> references, std::span<double> values) {
  require_as_many(references, values);
  bool needs_motion = false, needs_channels = false;
  for (const Reference reference : references) {
    const Role role = variable(reference).role;
    if (role == Role::word) throw OptionError(fmt::format("'{}' is a text.", variable(reference).name));
    needs_channels = needs_channels || role == Role::output;
    needs_motion = needs_motion || role == Role::output || role == Role::derivative || role == Role::indicator ||
                   role == Role::state || role == Role::parameter;
  }
  if (mode_ == Mode::instantiated && needs_channels)
    throw OptionError("outputs have values from initialization mode on.");
  if (needs_motion)
    if (const Status status = bring_up_to_date(); status != Status::ok) return status;
  const double* channels = needs_channels ? channel_values() : nullptr;
  for (std::size_t i = 0; i < references.size(); ++i) values[i] = value_of(variable(references[i]), channels);
  return Status::ok;
}

void Instance::require_settable(const Variable& variable) const {
  const bool before = mode_ == Mode::instantiated || mode_ == Mode::initialization;
  if (variable.role == Role::input) return;
  if (variable.role == Role::parameter || variable.role == Role::word) {
    if (before || (variable.is_tunable && (mode_ == Mode::event || mode_ == Mode::step))) return;
    throw OptionError(fmt::format(
        "parameter '{}' is {}: it can be set {}.", variable.name, variable.is_tunable ? "tunable" : "fixed",
        variable.is_tunable ? "before the simulation, in event mode or between steps" : "before the simulation only"));
  }
  if (variable.role == Role::state && mode_ == Mode::continuous)
    throw OptionError("states are set by SetContinuousStates.");
  throw OptionError(fmt::format("'{}' cannot be set.", variable.name));
}

void Instance::change_parameter(const Variable& variable, const std::string& value) {
  const std::string& name = mechanism_.model->parameters()[variable.place].name;
  const auto found = std::find_if(changed_.begin(), changed_.end(), [&](const auto& c) { return c.name == name; });
  if (found == changed_.end()) changed_.push_back({name, value});
  else found->value = value;
  must_rebuild_ = true;
  are_values_current_ = false;
}

void Instance::set_one(const Variable& variable, double value) {
  if (variable.role == Role::parameter) {
    if (value != mechanism_.model->parameters()[variable.place].value || must_rebuild_)
      change_parameter(variable, fmt::format("{:.17g}", value));
    return;
  }
  inputs_[variable.place] = mechanism_.system->layout().inputs[variable.place]->within(value);
  if (has_slope_[variable.place] != 0) slopes_[variable.place] = 0;
  if (!run_) motion_->set_input(variable.place, inputs_[variable.place]);
  else is_motion_current_ = false;
  are_values_current_ = false;
}

Status Instance::set(std::span<const Reference> references, std::span<const double> values) {
  require_as_many(references, values);
  for (std::size_t i = 0; i < references.size(); ++i) {  // all or none
    require_settable(variable(references[i]));
    if (variable(references[i]).role == Role::word)
      throw OptionError(fmt::format("'{}' is a text.", variable(references[i]).name));
    if (!std::isfinite(values[i]))
      throw OptionError(fmt::format("{} = {}: expected a finite number.", variable(references[i]).name, values[i]));
  }
  Status status = Status::ok;
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& of = variable(references[i]);
    set_one(of, values[i]);
    if (of.role == Role::input && inputs_[of.place] != values[i]) {
      status = Status::warning;
      log(status, "logStatusWarning",
          fmt::format("input {} = {:g} is outside of its range and was set to {:g}.", of.name, values[i],
                      inputs_[of.place]));
    }
  }
  return status;
}

Status Instance::get_words(std::span<const Reference> references, std::span<Text> values) {
  require_as_many(references, values);
  rebuild();
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& of = variable(references[i]);
    if (of.role != Role::word) throw OptionError(fmt::format("'{}' is a number.", of.name));
    values[i] = mechanism_.model->parameters()[of.place].word()->c_str();
  }
  return Status::ok;
}

Status Instance::set_words(std::span<const Reference> references, std::span<const Text> values) {
  require_as_many(references, values);
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Variable& of = variable(references[i]);
    require_settable(of);
    if (of.role != Role::word) throw OptionError(fmt::format("'{}' is a number.", of.name));
    const std::vector<std::string>& choices = mechanism_.model->parameters()[of.place].choices;
    if (!values[i] || std::find(choices.begin(), choices.end(), values[i]) == choices.end())
      throw OptionError(
          fmt::format("{} = '{}': expected one of {}.", of.name, values[i] ? values[i] : "", fmt::join(choices, ", ")));
  }
  for (std::size_t i = 0; i < references.size(); ++i)
    if (const Variable& of = variable(references[i]);
        *mechanism_.model->parameters()[of.place].word() != values[i] || must_rebuild_)
      change_parameter(of, values[i]);
  return Status::ok;
}

void Instance::set_input_slopes(std::span<const Reference> references, std::span<const double> slopes) {
  require_as_many(references, slopes);
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (variable(references[i]).role != Role::input)
      throw OptionError(fmt::format("'{}' is no input.", variable(references[i]).name));
    if (!std::isfinite(slopes[i])) throw OptionError("the derivative of an input is not a finite number.");
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    slopes_[variable(references[i]).place] = slopes[i];
    has_slope_[variable(references[i]).place] = 1;
  }
}

}  // namespace daedalus::fmi
