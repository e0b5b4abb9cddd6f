// rt_euler_index1.cpp: the velocity step of rt_euler.cpp with the constraints at acceleration level, rows of G at (t,
// q).
//
// together   [A Gᵀ; G 0](dv; hλ) = (h F; h (γ − 2α ġ − β g))                               rows of G at (t, q)
// separate   [M Gᵀ; G 0](a; λ)   = (f; γ − 2α ġ − β g),   A dv = h (F − Gᵀλ)               [BAE, section 3.1]
//
// A and F as in rt_euler.cpp; α = β = 0 without Baumgarte's terms.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#include "daedalus/integrate/methods/rt_euler.hpp"

namespace daedalus {

StepStatus RtEuler::advance_index1(Equations& eq, const State& x, double h, State& y) {
  at_ = x;
  const bool separate = options_.multipliers == RtMultipliers::separate || !uses_matrix();
  if (separate) {
    const FactorStatus status = eq.solve_acceleration(at_);
    if (status != FactorStatus::ok) return status_of(status);
    sigma_ = h * eq.value.sigma;
    correct_acceleration(eq, h);
  }
  if (!uses_matrix()) {
    force_ = h * at_.a;
    y.lambda = at_.lambda;
  } else if (const StepStatus status = separate ? solve_separate(eq, x, h, y) : solve_together(eq, x, h, y);
             status != StepStatus::ok) {
    return status;
  }
  take_increments(x, h, y);
  return move_positions(eq, x, terms_.new_velocity ? y.v : x.v, h, separate ? Factors::kept : Factors::made_here, y);
}

// (a, λ) of at_ with Baumgarte's terms, and with those of j3 where M is the matrix of the step.
void RtEuler::correct_acceleration(Equations& eq, double h) {
  const bool along_velocity = terms_.J_q_v && !uses_matrix();
  if (!along_velocity && options_.stabilization != RtStabilization::baumgarte) return;
  force_.setZero();
  rows_.setZero();
  if (along_velocity) {
    derive_along_velocity(eq);
    force_ = -h * along_;
  }
  if (options_.stabilization == RtStabilization::baumgarte) {
    eq.evaluate(Want::position | Want::velocity, at_);
    subtract_baumgarte(eq.value, parameters(h));
  }
  eq.solve_saddle(force_, rows_);
  at_.a += force_;
  at_.lambda += rows_;
}

StepStatus RtEuler::solve_separate(Equations& eq, const State& x, double h, State& y) {
  y.lambda = at_.lambda;
  renew_jacobian(eq);
  eq.evaluate(Want::mass, x);
  force_.setZero();
  multiply_add(h, eq.value.M, at_.a, force_);  // f − Gᵀλ = M a
  add_stiffness_along_velocity(x, h);
  matrix_.begin(eq.value, &*tangents_, coefficients(h));
  return solve_matrix(eq);
}

StepStatus RtEuler::solve_together(Equations& eq, const State& x, double h, State& y) {
  if (!uses_springs()) renew_jacobian(eq);
  const bool stabilized = options_.stabilization == RtStabilization::baumgarte;
  eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::sigma | Want::gamma |
                  (stabilized ? Want::position | Want::velocity : Want::nothing) |
                  (uses_springs() ? Want::springs : Want::nothing),
              x);
  force_ = h * eq.value.f;
  sigma_ = h * eq.value.sigma;
  rows_ = eq.value.gamma;
  if (stabilized) subtract_baumgarte(eq.value, parameters(h));
  rows_ *= h;
  if (uses_springs()) {
    if (terms_.J_q_v) springs_.subtract_stiffness(eq.value, h * h, x.v, force_);
    if (const FactorStatus status = springs_.factorize(eq, coefficients(h)); status != FactorStatus::ok)
      return status_of(status);
    springs_.solve(eq, force_, rows_);
  } else {
    add_stiffness_along_velocity(x, h);
    matrix_.begin(eq.value, &*tangents_, coefficients(h));
    if (const StepStatus status = solve_matrix(eq); status != StepStatus::ok) return status;
  }
  y.lambda = rows_ / h;
  return StepStatus::ok;
}

void RtEuler::subtract_baumgarte(const Evaluation& at, const RtBaumgarteOptions& p) {
  const Index ng = at.g.size(), nw = rows_.size() - ng;
  rows_.head(ng) -= 2 * p.alpha * at.g_dot.head(ng) + p.beta * at.g;
  rows_.tail(nw) -= p.alpha * at.g_dot.tail(nw);
}

}  // namespace daedalus
