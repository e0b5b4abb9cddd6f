#include "daedalus/reproduce/experiment_runner.hpp"

#include <fmt/format.h>

namespace daedalus::reproduce {

Mechanism ExperimentRunner::load(const std::string& name, const std::vector<OptionSetting>& parameters,
                                 const std::string& formulation) const {
  Mechanism mechanism = load_mechanism({.name = name, .formulation = formulation, .parameters = parameters});
  mechanism.suggested = {};  // an experiment says itself how it is run
  return mechanism;
}

void ExperimentRunner::say(const std::string& what) const {
  if (options_.on_progress) options_.on_progress(what);
}

void ExperimentRunner::stop_if_cancelled() const {
  if (options_.cancel && options_.cancel->load(std::memory_order_relaxed)) throw Interrupted{};
}

Result ExperimentRunner::run_with(const Mechanism& on, const MethodChoice& choice, RunRequest request,
                                  const OnStep& on_step) const {
  request.method = choice.name;
  request.options = choice.options;
  request.cancel = options_.cancel;
  request.on_step = on_step;
  Result result = daedalus::run(on, request).result;
  if (result.status == RunStatus::cancelled) throw Interrupted{};
  return result;
}

Result ExperimentRunner::run(const Mechanism& on, const MethodChoice& choice, double h, double t_end,
                             const OnStep& on_step, Monitoring monitoring) const {
  say(fmt::format("{}: {}, h = {:.3g} s", on.name(), choice.label, h));
  return run_with(on, choice, {.h = h, .t_end = t_end, .monitoring = monitoring}, on_step);
}

Result ExperimentRunner::run_to_tolerance(const Mechanism& on, const MethodChoice& choice, double tolerance,
                                          const State& from, double t_end, const OnStep& on_step) const {
  say(fmt::format("{}: {}, tolerance {:.0e}, to {:.3g} s", on.name(), choice.label, tolerance, t_end));
  return run_with(on, choice,
                  {.rtol = tolerance, .atol = tolerance, .t_end = t_end, .monitoring = Monitoring::off, .from = from},
                  on_step);
}

Result ExperimentRunner::run(const Mechanism& on, const MethodChoice& choice, RunRequest request,
                             const OnStep& on_step) const {
  say(fmt::format("{}: {}", on.name(), choice.label));
  return run_with(on, choice, std::move(request), on_step);
}

Comparison ExperimentRunner::compare(const Mechanism& on, ComparisonOptions options) const {
  options.cancel = options_.cancel;
  std::string shown;
  options.on_step = [&](const std::string& run, double) {
    if (run != shown) say(fmt::format("{}: {}", on.name(), run));
    shown = run;
  };
  Comparison all = compare_methods(*on.system, on.start, options);
  if (all.cancelled) throw Interrupted{};
  return all;
}

}  // namespace daedalus::reproduce
