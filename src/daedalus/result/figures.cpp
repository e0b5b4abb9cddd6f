#include "daedalus/result/figures.hpp"

#include <cmath>

namespace daedalus {
namespace {

void find_largest(const VecX& values, double& largest, Index& row) {
  for (Index i = 0; i < values.size(); ++i) {
    if (std::abs(values[i]) <= largest) continue;  // a NaN goes on, and stays
    largest = std::abs(values[i]);
    row = i;
    if (std::isnan(largest)) return;
  }
}

}  // namespace

Figures compute_figures(Equations& eq, const State& x, VecX& level) {
  eq.evaluate(Want::position | Want::velocity | Want::jacobian | Want::gamma | Want::energy, x);
  const Evaluation& value = eq.value;
  Figures figures{
      .kinetic = value.energy.kinetic, .potential = value.energy.potential, .dissipated = value.energy.dissipated};
  const auto note = [&](Level at, const VecX& values) { find_largest(values, figures.residuals[at], figures.rows[at]); };
  note(Level::position, value.g);
  note(Level::velocity, value.g_dot);
  level = -value.gamma;
  multiply_add(1, value.G, x.a, level);
  note(Level::acceleration, level);

  level = value.g_dot;
  multiply_add(-1, value.G, x.v, level);
  figures.supplied = value.energy.supplied + x.lambda.dot(level);
  return figures;
}

}  // namespace daedalus
