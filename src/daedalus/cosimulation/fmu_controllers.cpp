#include "daedalus/cosimulation/fmu_controllers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {

FmuControllers::FmuControllers(const std::vector<FmuController>& controllers, std::unique_ptr<ChannelSource> channels,
                               const std::vector<HeldInputPtr>& inputs, double t_start)
    : channels_(std::move(channels)), values_(channels_->channels().size()), inputs_(inputs), t_start_(t_start) {
  for (const FmuController& controller : controllers) {
    try {
      running_.push_back(start(controller, inputs));
    } catch (const FmuError& problem) {
      throw ModelError(fmt::format("controller '{}': {}", controller.name, problem.what()));
    }
  }
  std::vector<std::size_t> wanted;
  for (const Running& running : running_) wanted.insert(wanted.end(), running.channels.begin(), running.channels.end());
  channels_->want(wanted);
}

FmuControllers::Running FmuControllers::start(const FmuController& controller,
                                              const std::vector<HeldInputPtr>& inputs) const {
  Running running{.name = controller.name, .archive = std::make_unique<FmuArchive>(controller.file)};
  const FmuDescription description = read_fmu_description(running.archive->folder());
  running.every = controller.every > 0 ? controller.every : description.step.value_or(0);
  if (!(running.every > 0))
    throw ModelError(fmt::format("controller '{}': the FMU suggests no step. Give one, for example  every: 1.0e-3.",
                                 controller.name));
  if (description.needs_this_step && description.step &&
      std::abs(running.every - *description.step) > 1e-9 * running.every)
    throw ModelError(fmt::format("controller '{}': every = {:g} s, but the FMU only makes steps of {:g} s.",
                                 controller.name, running.every, *description.step));
  for (const auto& [variable, channel] : controller.reads) {
    const std::vector<std::size_t> found = select_channels(channels_->channels(), {channel});
    if (found.size() != 1)
      throw ModelError(fmt::format("controller '{}' reads '{}', which is {} channels, not one.", controller.name,
                                   channel, found.size()));
    running.reads.push_back(description.real_variable(variable).reference);
    running.channels.push_back(found.front());
  }
  for (const auto& drive : controller.drives) {
    const std::string &input = drive.first, &variable = drive.second;
    const auto found =
        std::find_if(inputs.begin(), inputs.end(), [&](const HeldInputPtr& i) { return i->name == input; });
    if (found == inputs.end()) {
      std::vector<std::string_view> known;
      for (const HeldInputPtr& candidate : inputs) known.emplace_back(candidate->name);
      throw ModelError(fmt::format("controller '{}': {}", controller.name, unknown_name("input", input, known)));
    }
    running.outputs.push_back(description.real_variable(variable).reference);
    running.inputs.push_back(static_cast<std::size_t>(found - inputs.begin()));
  }
  running.read.resize(running.reads.size());
  running.given.resize(running.outputs.size());
  running.slave = std::make_unique<FmuSlave>(running.archive->folder(), description);
  for (const auto& [variable, value] : controller.parameters) {
    const fmi::Reference reference = description.real_variable(variable).reference;
    running.slave->set({&reference, 1}, {&value, 1});
  }
  return running;
}

double FmuControllers::next() const {
  double t = std::numeric_limits<double>::infinity();
  for (const Running& running : running_) t = std::min(t, time_of(running));
  return t;
}

void FmuControllers::look(Running& running, double t) {
  for (std::size_t i = 0; i < running.reads.size(); ++i) running.read[i] = values_[running.channels[i]];
  FmuSlave& slave = *running.slave;
  if (running.count == 0) {
    slave.enter_initialization(t_start_);
    slave.set(running.reads, running.read);
    slave.exit_initialization();
  } else {
    const double before = t_start_ + static_cast<double>(running.count - 1) * running.every;
    slave.do_step(before, time_of(running) - before);
    slave.set(running.reads, running.read);
  }
  slave.get(running.outputs, running.given);
  for (const double value : running.given)
    if (!std::isfinite(value)) throw FmuError(fmt::format("an output is not a finite number at t = {:.6g} s.", t));
  ++running.count;
}

std::optional<Failure> FmuControllers::sample(const State& x, std::span<const double> inputs,
                                              std::vector<InputSetting>& settings) {
  channels_->follow(x);
  channels_->evaluate(x, {.inputs = inputs}, values_.data());
  const double t_due = next();
  for (Running& running : running_) {
    if (time_of(running) > t_due + 1e-9 * running.every) continue;
    try {
      look(running, x.t);
    } catch (const std::exception& problem) {
      return Failure{.kind = "controller_failed",
                     .t = x.t,
                     .cause = fmt::format("Controller '{}': {}", running.name, problem.what()),
                     .advice = "The FMU of the controller ended the run."};
    }
    for (std::size_t i = 0; i < running.inputs.size(); ++i)
      settings.push_back({running.inputs[i], inputs_[running.inputs[i]]->within(running.given[i])});
  }
  return std::nullopt;
}

}  // namespace daedalus
