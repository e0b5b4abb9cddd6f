#include "daedalus/result/figures.hpp"

namespace daedalus {
namespace {

double largest(const VecX& values) { return values.size() > 0 ? values.lpNorm<Eigen::Infinity>() : 0.0; }

}  // namespace

Figures compute_figures(Equations& eq, const State& x, VecX& level) {
  eq.evaluate(Want::position | Want::velocity | Want::jacobian | Want::gamma | Want::energy, x);
  const Evaluation& value = eq.value;
  Figures figures{
      .kinetic = value.energy.kinetic, .potential = value.energy.potential, .dissipated = value.energy.dissipated};
  level = value.g_dot;
  multiply_add(-1, value.G, x.v, level);
  figures.supplied = value.energy.supplied + x.lambda.dot(level);

  level = -value.gamma;
  multiply_add(1, value.G, x.a, level);
  figures.residuals = {largest(value.g), largest(value.g_dot), largest(level)};
  return figures;
}

}  // namespace daedalus
