// experiment_runner.hpp: what experiments work with: mechanisms by name, runs that can be interrupted, and somebody to
// tell how far they are.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/analysis/comparison.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus::reproduce {

struct ExperimentOptions {
  bool quick = false;  // fewer and larger steps: whether it works, not what the paper did
  const std::atomic<bool>* cancel = nullptr;
  // 'slider_crank: hht-i3, h = 0.001 s, t = 0.4 s'
  std::function<void(const std::string& what)> on_progress;
};

// Thrown out of an experiment when the user has cancelled; what other experiments found is kept.
struct Interrupted {};

class ExperimentRunner {
 public:
  explicit ExperimentRunner(ExperimentOptions options) : options_(std::move(options)) {}

  bool quick() const { return options_.quick; }
  Mechanism load(const std::string& name, const std::vector<OptionSetting>& parameters = {},
                 const std::string& formulation = "cartesian") const;

  // One run with fixed steps. Throws Interrupted.
  using OnStep = std::function<void(const Integration&)>;
  Result run(const Mechanism& on, const MethodChoice& method, double h, double t_end, const OnStep& on_step = nullptr,
             Monitoring monitoring = Monitoring::off) const;

  // One run under error control, rtol = atol, from `from`. Throws Interrupted.
  Result run_to_tolerance(const Mechanism& on, const MethodChoice& method, double tolerance, const State& from,
                          double t_end, const OnStep& on_step = nullptr) const;

  // Any other run: `request` without method and options. Throws Interrupted.
  Result run(const Mechanism& on, const MethodChoice& method, RunRequest request,
             const OnStep& on_step = nullptr) const;

  // compare_methods() that can be interrupted and shows where it is. Throws Interrupted.
  Comparison compare(const Mechanism& on, ComparisonOptions options) const;

  void say(const std::string& what) const;
  void stop_if_cancelled() const;  // throws Interrupted

 private:
  Result run_with(const Mechanism& on, const MethodChoice& method, RunRequest request, const OnStep& on_step) const;

  ExperimentOptions options_;
};

}  // namespace daedalus::reproduce
