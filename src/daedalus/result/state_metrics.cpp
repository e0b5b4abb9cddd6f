#include "daedalus/result/state_metrics.hpp"

#include "daedalus/math/largest.hpp"

namespace daedalus {

StateMetrics compute_metrics(Equations& eq, const State& x, VecX& level) {
  eq.evaluate(Want::position | Want::velocity | Want::jacobian | Want::gamma | Want::energy, x);
  const Evaluation& value = eq.value;
  StateMetrics metrics{
      .kinetic = value.energy.kinetic, .potential = value.energy.potential, .dissipated = value.energy.dissipated};
  level = value.g_dot;
  multiply_add(-1, value.G, x.v, level);
  metrics.driven = x.lambda.dot(level);
  metrics.supplied = value.energy.supplied + metrics.driven;

  level = -value.gamma;
  multiply_add(1, value.G, x.a, level);
  metrics.residuals = {largest(value.g), largest(value.g_dot), largest(level)};
  return metrics;
}

}  // namespace daedalus
