// rt_ros2.cpp: ROS2 on the index-1 equations y = (q, v, s), y' = F(t, y), with accelerations from the descriptor
// system. The step is the formula of the record                                                                 [VSBH].
//
// A W-method: the order is 2 whatever J is. J has (0 1 0) for q and, for v, the tangents of the forces projected onto
// the constraints: with the right side (q̄, v̄, s̄) a stage is
//   [ M + γh r_v + γ²h² r_q     γh r_s       Gᵀ ] ( k_v )   ( M v̄ − γh r_q q̄  )
//   [ −γhσ_v − γ²h²σ_q          I − γhσ_s    0  ] ( k_s ) = ( s̄ + γh σ_q q̄    )       k_q = q̄ + γh k_v
//   [ G                         0            0  ] ( μ   )   ( G v̄             )
// M, G and tangents at (t, q, v). a and λ are those of the second stage, O(h²) off.
// [VSBH] Verwer, Spee, Blom, Hundsdorfer, A second-order Rosenbrock method applied to photochemical dispersion
// problems, SIAM J. Sci. Comput. 20 (1999).
#include "daedalus/integrate/methods/rt_ros2.hpp"

#include "daedalus/integrate/fixed_cost/partial_jacobian.hpp"
#include "daedalus/integrate/fixed_cost/rehearsal.hpp"
#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus {

MethodRecord RtRos2::make_record() {
  return {.name = "rt-ros2",
          .title = "linear-implicit step of order 2 with fixed cost",
          .use_for = "real time, stiff models, second order",
          .family = "Rosenbrock-W",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 1,
          .control = StepControl::fixed_only,
          .cost = StepCost::fixed,
          .satisfies = ConstraintLevel::velocity,
          .lag_order = 2,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 0,
                        .remark = "with the exact Jacobian and gamma = 1 - 1/√2"},
          .needs = Equations::acceleration_needs | Want::position | Want::velocity | Want::residual_tangent |
                   Want::sigma_tangent,
          .source = "Verwer, Spee, Blom, Hundsdorfer, SIAM J. Sci. Comput. 20 (1999), method ROS2",
          .formula =
              "(I − γhJ) k₁ = F(t, y),   (I − γhJ) k₂ = F(t + h, y + h k₁) − 2 k₁\n"
              "y⁺ = y + 3/2 h k₁ + 1/2 h k₂, then one Newton step to g = 0 and v⁺ to G v + g_t = 0 in the norm of M"};
}

void RtRos2::start(Equations& eq, const State& x, const Tolerances&) {
  const Layout& layout = eq.layout();
  tangents_.start(layout, Want::residual_tangent | Want::sigma_tangent, Tangents::Keeps::no, options_.refresh,
                  std::make_unique<GroupJacobian>(options_.rate_group, "rt-ros2"));
  here_.start(layout, Want::mass | Want::jacobian);
  projection_.resize(layout);
  matrix_.start(eq, LinearImplicitMatrix::Borders::constraints, {});
  at_ = x;
  k1_ = k2_ = {VecX::Zero(layout.nq), VecX::Zero(layout.nq), VecX::Zero(layout.ns)};
  top_ = VecX::Zero(layout.nq);
  rows_ = none_ = VecX::Zero(layout.nc());
  sigma_ = VecX::Zero(layout.ns);
  rehearse(*this, eq, x);
}

StepOutcome RtRos2::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  at_ = x;
  outcome.status = status_of(eq.solve_acceleration(at_));
  if (!outcome.ok()) return outcome;
  sigma_ = eq.value.sigma;
  k1_.q = x.v, k1_.v = at_.a, k1_.s = sigma_;
  outcome.status = compose(eq, x, h);
  if (!outcome.ok()) return outcome;
  solve_stage(eq, h, k1_);

  at_.t = y.t = x.t + h;
  at_.q = x.q + h * k1_.q;
  at_.v = x.v + h * k1_.v;
  at_.s = x.s + h * k1_.s;
  outcome.status = status_of(eq.solve_acceleration(at_));
  if (!outcome.ok()) return outcome;
  k2_.q = at_.v - 2 * k1_.q;
  k2_.v = at_.a - 2 * k1_.v;
  k2_.s = eq.value.sigma - 2 * k1_.s;
  solve_stage(eq, h, k2_);

  y.q = x.q + h * (1.5 * k1_.q + 0.5 * k2_.q);
  y.v = x.v + h * (1.5 * k1_.v + 0.5 * k2_.v);
  y.s = x.s + h * (1.5 * k1_.s + 0.5 * k2_.s);
  y.a = at_.a;
  y.lambda = at_.lambda;
  outcome.status = projection_.project_positions(eq, FixedProjection::Factors::kept, options_.newton_steps, y);
  if (outcome.ok()) outcome.status = projection_.project_velocities(eq, y);
  return outcome;
}

StepStatus RtRos2::compose(Equations& eq, const State& x, double h) {
  if (tangents_.are_due()) tangents_.evaluate(eq, at_);
  here_.evaluate(eq, x);
  const double c = options_.gamma * h;
  matrix_.begin(*here_, &*tangents_, {.v = c, .q = c * c});
  return status_of(matrix_.finish(eq));
}

// From the right side in k to the stage.
void RtRos2::solve_stage(Equations& eq, double h, Increment& k) {
  const double c = options_.gamma * h;
  top_.setZero();
  rows_.setZero();
  multiply_add(1, here_->M, k.v, top_);
  multiply_add(-c, tangents_->r_q, k.q, top_);
  multiply_add(c, tangents_->sigma_q, k.q, k.s);
  multiply_add(1, here_->G, k.v, rows_);
  k.v = top_;
  matrix_.solve(eq, k.v, k.s, rows_, none_);
  k.q += c * k.v;
}

void RtRos2::interpolate(const State& x, const State& y, double theta, State& at) const {
  const double h = y.t - x.t;
  at.t = x.t + theta * h;
  hermite(theta, h, x.q, x.v, y.q, y.v, at.q);
  hermite(theta, h, x.v, x.a, y.v, y.a, at.v);
  at.s = x.s + theta * h * sigma_ + theta * theta * (y.s - x.s - h * sigma_);
}

void RtRos2::exchange(Archive& archive) {
  tangents_.exchange(archive);
  matrix_.exchange(archive);
}

}  // namespace daedalus
