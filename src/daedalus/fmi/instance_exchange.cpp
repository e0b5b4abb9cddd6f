// instance_exchange.cpp: model exchange, where the importer integrates.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/fmi/instance.hpp"

namespace daedalus::fmi {
namespace {

void require_size(std::size_t given, Index expected, const char* what) {
  if (static_cast<Index>(given) != expected)
    throw OptionError(fmt::format("{} {} are given, there are {}.", given, what, expected));
}

void copy(const VecX& from, std::span<double> to) { std::copy_n(from.data(), to.size(), to.data()); }

}  // namespace

EventUpdate Instance::update_discrete_states() {
  EventUpdate update;
  const bool was_tuned = must_rebuild_;
  if (bring_up_to_date() != Status::ok) throw ModelError("there is no state to go on from.");
  bool has_changed = was_tuned;
  if (motion_->accept() == IndependentMotion::Advice::choose_anew) {
    const double before = motion_->condition();
    if (motion_->choose_anew()) {
      has_changed = true;
      log(Status::ok, "logEvents",
          fmt::format("t = {:.9g} s: other independent coordinates, condition number {:.3g} before, {:.3g} now.",
                      motion_->t(), before, motion_->condition()));
    }
  }
  update.values_changed = update.nominals_changed = has_changed;
  if (has_changed) are_values_current_ = false;
  const double t = motion_->t(), behind = t + 1e-9 * std::max(1.0, std::abs(t));
  const double length = std::max(1.0, mechanism_.suggested.t_end - mechanism_.start.t);
  const TimeBreak next = mechanism_.system->next_break(behind, behind + 100 * length);
  if (std::isfinite(next.t)) update.next_event = next.t;
  return update;
}

bool Instance::complete_step() {
  if (bring_up_to_date() != Status::ok) throw ModelError("the integrator has accepted a point without a state.");
  const bool is_poor = motion_->accept() == IndependentMotion::Advice::choose_anew;
  channels_->follow(motion_->state());
  if (!is_poor) return false;
  if (settings_.repartition == Repartition::automatic) return true;
  if (!has_warned_)
    log(Status::warning, "logStatusWarning",
        fmt::format("t = {:.9g} s: the fixed independent coordinates no longer determine the others well (condition "
                    "number {:.3g}). Make the FMU without --partition fixed, or expect failure.",
                    motion_->t(), motion_->condition()));
  has_warned_ = true;
  return false;
}

void Instance::set_time(double t) {
  if (!std::isfinite(t)) throw OptionError("the time is not a finite number.");
  motion_->set_t(t);
  are_values_current_ = false;
}

Status Instance::set_states(std::span<const double> y) {
  require_size(y.size(), motion_->size(), "states");
  for (const double value : y)
    if (!std::isfinite(value)) throw OptionError("a state is not a finite number.");
  motion_->set_y(y);
  are_values_current_ = false;
  return Status::ok;
}

Status Instance::get_states(std::span<double> y) {
  require_size(y.size(), motion_->size(), "states");
  rebuild();
  copy(motion_->y(), y);
  return Status::ok;
}

Status Instance::get_derivatives(std::span<double> rates) {
  require_size(rates.size(), motion_->size(), "derivatives");
  if (const Status status = bring_up_to_date(); status != Status::ok) return status;
  copy(motion_->rates(), rates);
  return Status::ok;
}

Status Instance::get_indicators(std::span<double> z) {
  require_size(z.size(), motion_->indicators(), "event indicators");
  if (z.empty()) return Status::ok;
  if (const Status status = bring_up_to_date(); status != Status::ok) return status;
  copy(motion_->compute_indicators(), z);
  return Status::ok;
}

void Instance::get_nominals(std::span<double> nominals) {
  require_size(nominals.size(), motion_->size(), "nominal values");
  VecX all;
  motion_->compute_nominals(all);
  copy(all, nominals);
}

// Channels and switches have no tangents of their own: they are differenced along the exact change of the state.
Status Instance::directional_derivative(std::span<const Reference> unknowns, std::span<const Reference> knowns,
                                        std::span<const double> seed, std::span<double> sensitivity) {
  require_size(seed.size(), static_cast<Index>(knowns.size()), "seeds");
  require_size(sensitivity.size(), static_cast<Index>(unknowns.size()), "sensitivities");
  if (const Status status = bring_up_to_date(); status != Status::ok) return status;
  MotionDirection direction;
  direction.y = VecX::Zero(motion_->size());
  direction.inputs = VecX::Zero(static_cast<Index>(inputs_.size()));
  for (std::size_t i = 0; i < knowns.size(); ++i) {
    const Variable& of = variable(knowns[i]);
    if (!std::isfinite(seed[i])) throw OptionError("a seed is not a finite number.");
    if (of.role == Role::state) direction.y[static_cast<Index>(of.place)] += seed[i];
    else if (of.role == Role::input) direction.inputs[static_cast<Index>(of.place)] += seed[i];
    else throw OptionError(fmt::format("'{}' is no known: derivatives are those along states and inputs.", of.name));
  }
  bool needs_differences = false;
  for (const Reference reference : unknowns) {
    const Role role = variable(reference).role;
    if (role != Role::derivative && role != Role::output && role != Role::indicator)
      throw OptionError(fmt::format("'{}' is no unknown.", variable(reference).name));
    needs_differences = needs_differences || role != Role::derivative;
  }
  if (const StepStatus status = motion_->compute_direction(direction); status != StepStatus::ok)
    return fail("directional derivative", numerics("no derivatives", status));

  std::vector<double> above, below;
  VecX switches_above, switches_below;
  double step = 0;
  if (needs_differences) {
    const State& d = direction.all;
    double largest = 1e-300;  // relative to what the state has
    const auto consider = [&](const VecX& change, const VecX& value) {
      const double size = 1 + (value.size() ? value.cwiseAbs().maxCoeff() : 0.0);
      if (change.size()) largest = std::max(largest, change.cwiseAbs().maxCoeff() / size);
    };
    const State at = motion_->shown();
    consider(d.q, at.q), consider(d.v, at.v), consider(d.a, at.a), consider(d.s, at.s);
    const std::vector<double> inputs(motion_->inputs().values().begin(), motion_->inputs().values().end());
    step = largest > 1e-300 ? 1e-5 / largest : 1;
    const auto evaluate = [&](double h, std::vector<double>& values, VecX& switches) {
      State x = at;
      x.q += h * d.q, x.v += h * d.v, x.a += h * d.a, x.lambda += h * d.lambda, x.s += h * d.s;
      std::vector<double> u = inputs;
      for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * direction.inputs[static_cast<Index>(i)];
      values.resize(values_.size());
      channels_->evaluate(x, {.inputs = u}, values.data());
      switches = motion_->compute_indicators_at(x, u);
    };
    evaluate(step, above, switches_above);
    evaluate(-step, below, switches_below);
  }
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const Variable& of = variable(unknowns[i]);
    const auto k = static_cast<Index>(of.place);
    if (of.role == Role::derivative) sensitivity[i] = direction.rates[k];
    else if (of.role == Role::output) sensitivity[i] = (above[of.place] - below[of.place]) / (2 * step);
    else sensitivity[i] = (switches_above[k] - switches_below[k]) / (2 * step);
  }
  return Status::ok;
}

}  // namespace daedalus::fmi
