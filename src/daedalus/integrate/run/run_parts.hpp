// run_parts.hpp: what the parts of one run share: the integration, the equations of those who watch it, and where it is
// reported.
#pragma once

#include <limits>

#include "daedalus/integrate/monitor.hpp"
#include "daedalus/integrate/run/redundancy_watch.hpp"
#include "daedalus/integrate/run/run_clock.hpp"
#include "daedalus/integrate/run/stiffness_watch.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {

inline constexpr double t_never = std::numeric_limits<double>::infinity();

struct RunParts {
  RunParts(const System& system, Method& method, const State& guess, const SolveOptions& options, Result& result);

  bool has_fixed_steps() const { return options.integration.h > 0; }
  bool is_cancelled() const {
    const auto is_set = [](const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); };
    return is_set(options.cancel) || is_set(options.stop);
  }
  void fail(Failure failure);

  // Samples, events and the monitor have equations of their own: watching a run does not change it.
  Equations& observer() { return redundancy.kept(); }
  // An interpolated state with its constraints restored and a, lambda computed.
  State completed(State x);

  RunClock clock;
  const SolveOptions& options;
  Result& result;
  Method& method;
  const System& system;
  Equations eq;  // the integration's
  RedundancyWatch redundancy;
  State start;
  Integration integration;
  Monitor monitor;
  StiffnessWatch stiffness;
  StepInfo step;  // the last one that was accepted
  double t_start;

 private:
  State make_start(const State& guess);
};

}  // namespace daedalus
