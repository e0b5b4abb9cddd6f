#include "daedalus/reproduce/paper_003/watched_drift.hpp"

#include <algorithm>

namespace daedalus::reproduce::paper_003 {

WatchedDrift watch_drift(const ExperimentRunner& runner, const Mechanism& mechanism, const std::string& method,
                         double h, double t_end, Keep keep) {
  WatchedDrift run;
  Equations eq(*mechanism.system);
  const auto on_step = [&](const Integration& integration) {
    const State& x = integration.state();
    eq.evaluate(Want::position, x);
    const double g = eq.value.g.lpNorm<Eigen::Infinity>();
    run.largest = std::max(run.largest, g);
    if (x.t > 0.5 * t_end) run.largest_late = std::max(run.largest_late, g);
    if (keep == Keep::figures_only) return;
    run.t.push_back(x.t);
    run.g.push_back(g);
  };
  Result result = runner.run(mechanism, parse_method_choice(method), h, t_end, on_step);
  if (result.status != RunStatus::done) run.failure = result.failure ? result.failure->message() : "it stopped early";
  run.final = std::move(result.final);
  return run;
}

}  // namespace daedalus::reproduce::paper_003
