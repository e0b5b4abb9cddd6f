#include "daedalus/simulation/stepping.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/run_options.hpp"

namespace daedalus {
Stepping::Stepping(Mechanism mechanism, const RunRequest& request)
    : mechanism_(std::move(mechanism)), request_(request) {
  begin(nullptr);
}

void Stepping::begin(const Checkpoint* restart) {
  std::unique_ptr<Method> method = make_method(request_.method.value_or(mechanism_.suggested.method), request_.options);
  SolveOptions options = make_solve_options(request_, mechanism_);
  options.output = Output::end_only;
  options.restart = restart;
  if (restart) options.inputs.clear();  // theirs are in the checkpoint
  const State& start = request_.from ? *request_.from : mechanism_.start;
  options.t_end = std::max(options.t_end, start.t);
  if (restart && model_has_controllers())
    throw OptionError("a run with controllers in FMUs cannot be restored: their memory is not part of it.");
  std::unique_ptr<SampledInputs> controllers = mechanism_.make_controllers(start.t);
  options.sampled = controllers.get();
  auto run = std::make_unique<SteppedRun>(*mechanism_.system, *method, start, std::move(options));
  run_ = std::move(run);  // refers to the method and to the controllers
  controllers_ = std::move(controllers);
  method_ = std::move(method);
  channels_ = mechanism_.make_channels();
  values_.resize(channels_->channels().size());
  follow();
}

void Stepping::follow() {
  channels_->follow(integration().state());
  are_values_current_ = false;
}

// Where nobody has said how far to go: an end that a run of the usual length does not see.
double Stepping::far_ahead() const {
  constexpr double lengths = 100;
  return t() + lengths * std::max(1.0, mechanism_.suggested.t_end - mechanism_.start.t);
}

bool Stepping::advance_by_steps(long count) {
  run_->go_to(far_ahead());
  for (; count > 0; --count) {
    if (!run_->step()) return false;
    follow();
  }
  return true;
}

bool Stepping::advance(double target, const std::function<bool()>& on_step) {
  const bool by_fixed_steps = request_.h.value_or(mechanism_.suggested.h) > 0 && !request_.rtol && !request_.atol;
  // a grid point that is the target but for rounding
  const double early = by_fixed_steps ? 1e-9 * std::max(1e-3, integration().next_h()) : 0;
  run_->go_to(by_fixed_steps ? std::max(target, far_ahead()) : target);
  while (t() < target - early) {
    if (!run_->step()) return false;
    follow();
    if (on_step && !on_step()) return false;
  }
  return true;
}

bool Stepping::advance_exactly(double target, const std::function<bool()>& on_step) {
  while (t() < target) {
    run_->go_to(target);
    if (!run_->step()) return false;
    follow();
    if (on_step && !on_step()) return false;
  }
  return true;
}

std::size_t Stepping::place_of_input(const std::string& name) const {
  const InputValues& inputs = run_->inputs();
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs.input(i).name == name) return i;
    known.push_back(inputs.input(i).name);
  }
  throw OptionError(known.empty() ? fmt::format("'{}' has no inputs: '{}' cannot be set.", mechanism_.name(), name)
                                  : unknown_name("input", name, known));
}

double Stepping::input(const std::string& name) const { return run_->inputs()[place_of_input(name)]; }

void Stepping::set(const std::string& name, double value) {
  const std::size_t i = place_of_input(name);
  const HeldInput& input = run_->inputs().input(i);
  if (!(input.within(value) == value))
    throw OptionError(fmt::format("input {} = {:g}: expected a number from {:g} to {:g}.", name, value, input.minimum,
                                  input.maximum));
  const InputSetting setting{i, value};
  run_->set({&setting, 1});
  are_values_current_ = false;
}

double Stepping::channel(const std::string& name) {
  const std::vector<ChannelInfo>& channels = channels_->channels();
  const std::vector<std::size_t> found = select_channels(channels, {name});
  if (found.size() != 1) throw OptionError(fmt::format("'{}' is {} channels, not one.", name, found.size()));
  if (!are_values_current_) {
    const StepInfo step{.h = integration().last_h(), .inputs = run_->inputs().values()};
    channels_->evaluate(run_->state(), step, values_.data());
    are_values_current_ = true;
  }
  return values_[found.front()];
}

void Stepping::restore(const Checkpoint& checkpoint) { begin(&checkpoint); }

}  // namespace daedalus
