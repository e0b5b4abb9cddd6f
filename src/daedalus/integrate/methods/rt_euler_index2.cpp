// rt_euler_index2.cpp: the velocity step of rt_euler.cpp with the constraints at velocity level, where the new velocity
// has to fit.
//
// index 2             [A G(q)ᵀ; G(q̂) 0](dv; hλ) = (h F; −G(q̂) v − g_t − α g)                        rows at (t⁺, q̂)
//                     [BAE, Eq. (6)] q̂ = q⁺ and g = g(t⁺, q⁺); where q⁺ needs v⁺, q̂ = q + h v and g = g(t, q)
//
// A and F as in rt_euler.cpp; α = 0 without Baumgarte's term.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#include "daedalus/integrate/methods/rt_euler.hpp"

namespace daedalus {

StepStatus RtEuler::advance_index2(Equations& eq, const State& x, double h, State& y) {
  at_ = x;
  renew_jacobian(eq);
  eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::sigma | Want::position, x);
  force_ = h * eq.value.f;
  sigma_ = h * eq.value.sigma;
  rows_.setZero();
  const Index ng = eq.layout().ng;
  const double alpha = parameters(h).alpha;
  if (terms_.new_velocity) rows_.head(ng) = -alpha * eq.value.g;
  add_stiffness_along_velocity(x, h);
  matrix_.begin(eq.value, &*tangents_, coefficients(h));

  if (!terms_.new_velocity)
    if (const StepStatus status = move_positions(eq, x, x.v, h, Factors::made_here, y); status != StepStatus::ok)
      return status;
  at_.t = x.t + h;
  at_.q = x.q + h * x.v;
  if (!terms_.new_velocity) at_.q = y.q;
  eq.evaluate(Want::jacobian | Want::velocity | Want::position, at_);
  rows_ -= eq.value.g_dot;
  if (!terms_.new_velocity) rows_.head(ng) -= alpha * eq.value.g;
  if (options_.stabilization == RtStabilization::sequential_regularization) known_ = h * x.lambda;
  if (const StepStatus status = solve_matrix(eq); status != StepStatus::ok) return status;
  y.lambda = rows_ / h;
  take_increments(x, h, y);
  return terms_.new_velocity ? move_positions(eq, x, y.v, h, Factors::made_here, y) : StepStatus::ok;
}

}  // namespace daedalus
