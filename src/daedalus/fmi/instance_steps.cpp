// instance_steps.cpp: co-simulation, with one of our methods inside.
//
// Inputs between two points of communication t₀ and t₀ + H: u(t) = u₀ + (t − t₀) u', held over each internal step. u' is 0,
// or what the importer says (FMI 2), or, when the FMU was made so, the slope of the last two values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/fmi/instance.hpp"

namespace daedalus::fmi {

// In force for the internal step from t on: the value in its middle.
void Instance::apply_inputs(double t) {
  const std::vector<HeldInputPtr>& inputs = mechanism_.system->layout().inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double half = slopes_[i] == 0 ? 0 : run_->integration().next_h() / 2;
    run_->set(inputs[i]->name, inputs[i]->within(inputs_[i] + (t + half - t_inputs_) * slopes_[i]));
  }
}

Status Instance::do_step(double t, double h, const StepWatch& watch, StepEnd& end) {
  rebuild();
  end = {run_->t(), false};
  if (!std::isfinite(t) || !std::isfinite(h) || !(h > 0))
    throw OptionError(fmt::format("a step from {:g} s of {:g} s is not possible.", t, h));
  constexpr double most_lengths = 1e6;  // of the run that the model suggests: nobody would wait for its end
  if (h > most_lengths * std::max(1.0, mechanism_.suggested.t_end - mechanism_.start.t))
    throw OptionError(fmt::format("a step of {:g} s is too long.", h));
  const double unit = std::max(1.0, std::abs(t));
  if (std::abs(t - run_->t()) > 1e-9 * unit)
    throw OptionError(fmt::format("the step begins at t = {:.12g} s, but the FMU is at {:.12g} s.", t, run_->t()));
  if (run_->status() != RunStatus::done) throw ModelError("the run has ended: restore a state or reset the FMU.");

  t_inputs_ = run_->t();
  if (settings_.hold == InputHold::extrapolate && t_inputs_ > t_previous_inputs_)
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (has_slope_[i] == 0) slopes_[i] = (inputs_[i] - previous_inputs_[i]) / (t_inputs_ - t_previous_inputs_);
  previous_inputs_ = inputs_;
  t_previous_inputs_ = t_inputs_;
  apply_inputs(t_inputs_);

  bool may_go_on = true;
  const bool extrapolates = std::any_of(slopes_.begin(), slopes_.end(), [](double slope) { return slope != 0; });
  const double target = t + h;
  const auto after_step = [&] {
    channels_->follow(run_->integration().state());
    are_values_current_ = is_motion_current_ = false;
    if (watch && run_->t() < target) may_go_on = !watch(run_->t());
    if (may_go_on && extrapolates && run_->t() < target) apply_inputs(run_->t());
    return may_go_on;
  };
  const bool has_arrived = run_->advance_exactly(target, after_step);
  are_values_current_ = is_motion_current_ = false;
  std::fill(has_slope_.begin(), has_slope_.end(), 0);
  std::fill(slopes_.begin(), slopes_.end(), 0.0);
  end = {run_->t(), !may_go_on};
  if (has_arrived || !may_go_on) return Status::ok;
  if (const std::optional<Failure>& failure = run_->failure())
    throw ModelError(fmt::format("stopped at t = {:.9g} s, {}{}{}. {}", failure->t, failure->kind,
                                 failure->worst_equation.empty() ? "" : ", worst equation ", failure->worst_equation,
                                 failure->advice));
  throw ModelError(fmt::format("the run has ended at t = {:.9g} s.", run_->t()));
}

}  // namespace daedalus::fmi
