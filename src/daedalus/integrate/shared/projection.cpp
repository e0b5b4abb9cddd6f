#include "daedalus/integrate/shared/projection.hpp"

#include <algorithm>

#include "daedalus/integrate/shared/constraint_iteration.hpp"

namespace daedalus {

void Projection::resize(const Layout& layout) {
  b_.resize(layout.nq);
  c_.resize(layout.nc());
}

StepOutcome Projection::project(Equations& eq, State& x) {
  StepOutcome outcome;
  if (options_.level == ProjectionLevel::none) return outcome;
  if (options_.level == ProjectionLevel::position_and_velocity) outcome = project_positions(eq, x);
  return outcome.ok() ? project_velocities(eq, x) : outcome;
}

StepOutcome Projection::project_positions(Equations& eq, State& x) {
  const Index ng = eq.layout().ng;
  if (ng == 0) return {};
  const VecX& scale = eq.layout().coordinate_scale;
  return iterate(eq, x, x.q, scale.size() > 0 ? scale.maxCoeff() : 0, [&] {
    eq.evaluate(Want::position, x);
    c_.head(ng) = eq.value.g;
    c_.tail(eq.layout().nw).setZero();
  });
}

StepOutcome Projection::project_velocities(Equations& eq, State& x) {
  if (eq.layout().nc() == 0) return {};
  return iterate(eq, x, x.v, 0, [&] {
    eq.evaluate(Want::velocity, x);
    c_ = eq.value.g_dot;
  });
}

template <class Defect>
StepOutcome Projection::iterate(Equations& eq, State& x, VecX& value, double scale, Defect defect) {
  constexpr double slow = 0.1;  // contraction above which new factors pay
  const double size = std::max(scale, 1e-3 + value.lpNorm<Eigen::Infinity>());
  ConstraintIteration iteration(value, scale, 1e4);
  StepOutcome outcome;
  double first_defect = 0;
  bool renew = !eq.has_saddle_factors();

  for (int k = 0; k < options_.max_iterations; ++k) {
    if (renew) {
      outcome.status = status_of(eq.factorize_saddle(x));
      if (!outcome.ok()) return outcome;
      renew = false;
    }
    defect();
    const double largest_defect = c_.cwiseAbs().maxCoeff(&outcome.worst_constraint);
    if (k == 0) first_defect = largest_defect;
    b_.setZero();
    c_ = -c_;
    eq.solve_saddle(b_, c_);
    value += b_;

    const double correction = b_.lpNorm<Eigen::Infinity>();
    const Convergence convergence = iteration.judge(correction);
    if (convergence == Convergence::not_finite) {
      outcome.status = StepStatus::not_finite;
      return outcome;
    }
    if (convergence == Convergence::converged) {
      // Where constraint rows depend on each other they may contradict each other, and a row without a gradient asks
      // for what nothing gives: nothing moves, the defect stays.
      const bool contradiction = (eq.constraints_are_redundant() || correction == 0) &&
                                 largest_defect > 0.5 * first_defect && largest_defect > 1e-10 * size;
      if (contradiction) outcome.status = StepStatus::projection_failed;
      return outcome;
    }
    renew = iteration.is_slower_than(slow, 1);
  }
  outcome.status = StepStatus::projection_failed;
  return outcome;
}

}  // namespace daedalus
