#include "daedalus/integrate/fixed_cost/fixed_projection.hpp"

namespace daedalus {

void FixedProjection::resize(const Layout& layout) {
  b_ = VecX::Zero(layout.nq);
  c_ = VecX::Zero(layout.nc());
}

StepStatus FixedProjection::project_positions(Equations& eq, Factors factors, int newton_steps, State& y) {
  const Index ng = eq.layout().ng;
  if (ng == 0) return StepStatus::ok;
  for (int k = 0; k < newton_steps; ++k) {
    if (factors == Factors::made_here)
      if (const FactorStatus status = eq.factorize_saddle(y); status != FactorStatus::ok) return status_of(status);
    eq.evaluate(Want::position, y);
    b_.setZero();
    c_.setZero();  // nonholonomic rows allow no correction: W dq = 0
    c_.head(ng) = -eq.value.g;
    eq.solve_saddle(b_, c_);
    y.q += b_;
  }
  return StepStatus::ok;
}

StepStatus FixedProjection::project_velocities(Equations& eq, State& y) {
  if (eq.layout().nc() == 0) return StepStatus::ok;
  if (const FactorStatus status = eq.factorize_saddle(y); status != FactorStatus::ok) return status_of(status);
  eq.evaluate(Want::velocity, y);
  b_.setZero();
  c_ = -eq.value.g_dot;
  eq.solve_saddle(b_, c_);
  y.v += b_;
  return StepStatus::ok;
}

}  // namespace daedalus
