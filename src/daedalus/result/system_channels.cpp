#include "daedalus/result/system_channels.hpp"

#include "daedalus/result/state_metrics.hpp"

namespace daedalus {
namespace {

void add(std::vector<ChannelInfo>& channels, const std::string& prefix, const std::vector<std::string>& names,
         const char* meaning) {
  for (const std::string& name : names) channels.push_back({prefix + name, "", meaning});
}

}  // namespace

SystemChannels::SystemChannels(const System& system)
    : eq_(system), channels_{{"step.h", "s", "length of the last step"},
                             {"step.newton_iterations", "", "corrector iterations of the last step"},
                             {"step.rejected", "", "rejected steps before the last step"},
                             {"energy.kinetic", "J", "kinetic energy"},
                             {"energy.potential", "J", "potential energy"},
                             {"energy.total", "J", "kinetic and potential energy"},
                             {"energy.work", "J", "energy supplied minus dissipated since the start"},
                             {"energy.dissipated_power", "W", "energy dissipated by dampers and friction"},
                             {"energy.supplied_power", "W", "energy supplied by loads, controllers and drivers"},
                             {"residual.position", "", "largest constraint residual, position level"},
                             {"residual.velocity", "", "largest constraint residual, velocity level"},
                             {"residual.acceleration", "", "largest constraint residual, acceleration level"}},
      level_(VecX::Zero(system.layout().nc())) {}

void SystemChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  evaluate(x, step, values,
           wants_any(first_metric, channels_.size() - first_metric) ? Metrics::computed : Metrics::skipped);
}

void SystemChannels::evaluate(const State& x, const StepInfo& step, double* values, Metrics wanted) {
  *values++ = step.h;
  *values++ = static_cast<double>(step.newton_iterations);
  *values++ = static_cast<double>(step.rejected);
  if (wanted == Metrics::skipped) return;
  eq_.inputs().set(step.inputs);
  const StateMetrics metrics = compute_metrics(eq_, x, level_);
  *values++ = metrics.kinetic;
  *values++ = metrics.potential;
  *values++ = metrics.total();
  *values++ = step.work;
  *values++ = metrics.dissipated;
  *values++ = metrics.supplied;
  *values++ = metrics.residuals.position;
  *values++ = metrics.residuals.velocity;
  *values++ = metrics.residuals.acceleration;
}

LayoutChannels::LayoutChannels(const System& system) : shared_(system) {
  const Layout& layout = system.layout();
  add(channels_, "q.", layout.coordinates, "coordinate");
  add(channels_, "v.", layout.coordinates, "velocity");
  add(channels_, "lambda.", layout.constraints, "multiplier");
  add(channels_, "s.", layout.states, "first-order state");
  channels_.insert(channels_.end(), shared_.channels().begin(), shared_.channels().end());
}

void LayoutChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  for (const VecX* part : {&x.q, &x.v, &x.lambda, &x.s}) values = std::copy(part->begin(), part->end(), values);
  const std::size_t first = channels_.size() - shared_.channels().size() + SystemChannels::first_metric;
  shared_.evaluate(x, step, values,
                   wants_any(first, channels_.size() - first) ? SystemChannels::Metrics::computed
                                                              : SystemChannels::Metrics::skipped);
}

}  // namespace daedalus
