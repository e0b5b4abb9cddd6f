#include "daedalus/reproduce/paper_002/watched_run.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus::reproduce::paper_002 {

WatchedRun watch(const ExperimentRunner& runner, const Mechanism& mechanism, const MethodChoice& method, double h,
                 double t_end, Keep keep) {
  WatchedRun run{.method = method, .h = h, .failure = {}, .t = {}, .energy = {}, .slip_x = {}, .slip_y = {}};
  Equations eq(*mechanism.system);
  eq.evaluate(Want::energy, mechanism.start);
  const double at_start = eq.value.energy.kinetic + eq.value.energy.potential;
  double before = 0, t_before = mechanism.start.t, speed = 1, slip = 0;
  const auto on_step = [&](const Integration& integration) {
    const State& x = integration.state();
    eq.evaluate(Want::energy | Want::velocity, x);
    const double E = eq.value.energy.kinetic + eq.value.energy.potential - at_start;
    run.average_energy_error += (x.t - t_before) * (std::abs(before) + std::abs(E)) / 2;
    before = E, t_before = x.t;
    speed = std::max(speed, 1 + x.v.lpNorm<Eigen::Infinity>());
    slip = std::max(slip, eq.value.g_dot.lpNorm<Eigen::Infinity>());
    if (keep == Keep::figures_only) return;
    run.t.push_back(x.t);
    run.energy.push_back(E);
    run.slip_x.push_back(eq.value.g_dot[0]);
    run.slip_y.push_back(eq.value.g_dot[1]);
  };
  const Result result = runner.run(mechanism, method, h, t_end, on_step);
  if (result.status != RunStatus::done) run.failure = result.failure ? result.failure->message() : "it stopped early";
  run.average_energy_error /= t_end - mechanism.start.t;
  run.largest_slip = slip / speed;
  return run;
}

double WatchedRun::loss_rate() const {
  const Eigen::Map<const VecX> time(t.data(), static_cast<Index>(t.size())),
      E(energy.data(), static_cast<Index>(energy.size()));
  const VecX from_mean = time.array() - time.mean();
  return -from_mean.dot(E) / from_mean.squaredNorm();
}

}  // namespace daedalus::reproduce::paper_002
