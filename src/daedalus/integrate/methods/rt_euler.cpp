// rt_euler.cpp: one Euler step with a number of operations that is known beforehand: no iteration, one factorization of
// the step's matrix.
//
// With J_q = f_q − (M a + Gᵀλ)_q at the last a and λ, and the terms that the chosen Jacobian keeps (rt_terms), [BAE,
// section 2]
//   A = M − h f_v − h² J_q          F = f + h J_q v          at (t, q, v)
//   explicit       A = M,  F = f,                         q⁺ = q + h v
//   half-implicit  A = M,  F = f,                         q⁺ = q + h v⁺         symplectic Euler
//   j1             A without h² J_q,                      q⁺ = q + h v
//   j2             all terms,                             q⁺ = q + h v          stable, but it damps nothing where f_v
//                  = 0
//   j3             A = M,                                 q⁺ = q + h v          one derivative along v instead of a
//                  matrix
//   exact          all terms,                             q⁺ = q + h v⁺
//   reversed       A all terms, F = f,                    q⁺ = q + h v⁺         [BAE, section 4.3]
//
// Then index 1, rt_euler_index1.cpp, or index 2, rt_euler_index2.cpp. Here: what both share, and the positions.
// stiffness=springs: f_v = −Yᵀ(∂F/∂y')Y and J_q = −Yᵀ(∂F/∂y)Y of the springs and dampers along their measures; states
// explicit (spring_matrix.hpp).
// α = β = 0 without Baumgarte's terms. Nonholonomic rows take −α ġ in index 1: they have one derivative less to forget.
// projection: positions by [BAE, Eq. (11)], in index 2 before the velocity step where the order allows it (the GGL
// formulation), then velocities, unless the step has met them already. sequential-regularization: see
// linear_implicit_matrix.hpp.
//
// Departs from the paper: the unknown of Eq. (6b) is hλ and its lower right side has no h; g_t and the derivatives of
// Gᵀλ and M are there; first-order states take part, [−hσ_v, I − hσ_s] below A.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#include "daedalus/integrate/methods/rt_euler.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/fixed_cost/partial_jacobian.hpp"
#include "daedalus/integrate/fixed_cost/rehearsal.hpp"

namespace daedalus {

MethodRecord RtEuler::make_record() {
  return {.name = "rt-euler",
          .title = "Euler steps of fixed cost for real time",
          .use_for = "hard real time: constant work per step, explicit to fully linear-implicit",
          .family = "linear-implicit Euler",
          .order_q = 1,
          .order_v = 1,
          .order_lambda = 1,
          .dense_order = 1,
          .index = 2,
          .control = StepControl::fixed_only,
          .cost = StepCost::fixed,
          .satisfies = ConstraintLevel::velocity,
          .lag_order = 1,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 0,
                        .remark = "for the default update and jacobian; see 'daedalus stability' for others"},
          .needs = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::force | Want::sigma |
                   Want::residual_tangent | Want::sigma_tangent,
          .may_need = Want::gamma | Want::residual | Want::springs,
          .source =
              "Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics, "
              "sections 2 and 3",
          .formula =
              "(M − h f_v − h² J_q) dv + Gᵀ hλ = h (f + h J_q v),   G⁺ (v + dv) + g_t⁺ = 0\n"
              "q⁺ = q + h v⁺, one Newton step to g = 0 and v⁺ to G v + g_t = 0 in the norm of M",
          .presets = rt_presets()};
}

MethodRecord RtEuler::make_record(const Options& options) {
  using enum RtStabilization;
  MethodRecord record = make_record();
  record.index = options.index;
  const bool projects = options.stabilization == projection || options.stabilization == ggl;
  const bool ends_on_velocities =
      options.index == 2 && options.stabilization == none && !rt_terms(options.update, options.jacobian).new_velocity;
  if (!projects && !ends_on_velocities) record.satisfies = ConstraintLevel::acceleration;
  return record;
}

RtEuler::RtEuler(const Options& options)
    : Method(make_record(options), list_options(options)), options_(options),
      terms_(rt_terms(options.update, options.jacobian)) {
  using enum RtStabilization;
  if (options.index == 1 && (options.stabilization == ggl || options.stabilization == sequential_regularization))
    throw OptionError(
        "rt-euler: ggl and sequential-regularization work on the velocity level: give index=2, or take projection or "
        "baumgarte.");
  if (options.index == 2 && options.multipliers == RtMultipliers::separate)
    throw OptionError("rt-euler: multipliers=separate means index=1; with index=2 they come out of the velocity step.");
  if (options.rate_group > 0 && terms_.J_q_v && terms_.matrix_is_mass() &&
      options.derivative == RtDerivative::difference)
    throw OptionError("rt-euler: a rate_group with j3 needs derivative=exact: a difference of forces knows no groups.");
  if (options.stiffness == RtStiffness::springs) {
    if (options.index == 2 || options.multipliers == RtMultipliers::separate)
      throw OptionError(
          "rt-euler: stiffness=springs makes a symmetric matrix, which needs index=1 and multipliers=together.");
    if (terms_.matrix_is_mass())
      throw OptionError("rt-euler: stiffness=springs needs a matrix: jacobian=exact, j1, j2 or reversed.");
    if (options.rate_group > 0 || options.refresh > 1)
      throw OptionError(
          "rt-euler: stiffness=springs knows neither rate_group nor refresh: it takes the springs declared rate: "
          "stiff, in every step.");
  }
}

bool RtEuler::uses_matrix() const {
  return options_.index == 2 || !terms_.matrix_is_mass() ||
         (terms_.J_q_v && options_.multipliers == RtMultipliers::separate);
}

RtBaumgarteOptions RtEuler::parameters(double h) const {
  using enum RtStabilization;
  if (options_.stabilization != baumgarte && options_.stabilization != sequential_regularization) return {};
  const bool is_given = options_.baumgarte.alpha > 0 || options_.baumgarte.beta > 0;
  return is_given ? options_.baumgarte : deadbeat(options_.index, terms_.new_velocity, h);
}

std::vector<std::string> RtEuler::concerns(double h) const {
  const RtBaumgarteOptions p = parameters(h);
  const double radius = baumgarte_radius(options_.index, terms_.new_velocity, h, p.alpha, p.beta);
  if (radius <= 1 || (p.alpha == 0 && p.beta == 0)) return {};
  const RtBaumgarteOptions best = deadbeat(options_.index, terms_.new_velocity, h);
  return {
      fmt::format("Baumgarte parameters alpha = {:.4g}/s, beta = {:.4g}/s² are unstable at h = {:.4g} s: positions "
                  "move with the {} velocity, an "
                  "error in the constraints grows by {:.4g} per step. Fastest decay: alpha = {:.4g}{}.",
                  p.alpha, p.beta, h, terms_.new_velocity ? "new" : "old", radius, best.alpha,
                  options_.index == 1 ? fmt::format(", beta = {:.4g}", best.beta) : "")};
}

void RtEuler::start(Equations& eq, const State& x, const Tolerances&) {
  const Layout& layout = eq.layout();
  tangents_.start(layout, Want::residual_tangent | Want::sigma_tangent, Tangents::Keeps::no, options_.refresh,
                  std::make_unique<GroupJacobian>(options_.rate_group, "rt-euler"));
  projection_.resize(layout);
  if (uses_springs()) {
    springs_.start(eq, x);
  } else if (uses_matrix()) {
    using Borders = LinearImplicitMatrix::Borders;
    LinearImplicitMatrix::Regularization regularization;
    if (options_.stabilization == RtStabilization::sequential_regularization)
      regularization = {.epsilon = options_.regularization.epsilon, .sweeps = options_.regularization.sweeps};
    matrix_.start(eq, options_.multipliers == RtMultipliers::together ? Borders::constraints : Borders::none,
                  regularization);
  }
  at_ = x;
  force_ = along_ = along_q_ = at_a_ = VecX::Zero(layout.nq);
  at_lambda_ = VecX::Zero(layout.nc());
  sigma_ = VecX::Zero(layout.ns);
  rows_ = known_ = VecX::Zero(layout.nc());
  rehearse(*this, eq, x);
}

StepOutcome RtEuler::step(Equations& eq, const State& x, double h, State& y) {
  y.t = x.t + h;
  StepOutcome outcome;
  outcome.status = options_.index == 1 ? advance_index1(eq, x, h, y) : advance_index2(eq, x, h, y);
  if (outcome.ok() && projects() && (options_.index == 1 || terms_.new_velocity))
    outcome.status = projection_.project_velocities(eq, y);
  return outcome;
}

void RtEuler::take_increments(const State& x, double h, State& y) const {
  y.v = x.v + force_;
  y.s = x.s + sigma_;
  y.a = force_ / h;
}

// q⁺ = q + h v, then its Newton steps to the constraints with M and G of x, for which `factors` says whether eq has
// them.
StepStatus RtEuler::move_positions(Equations& eq, const State& x, const VecX& v, double h, Factors factors, State& y) {
  y.q = x.q + h * v;
  if (!projects() || eq.layout().ng == 0) return StepStatus::ok;
  const bool at_new = options_.projection.jacobian == RtPlace::new_state;
  if (!at_new && factors == Factors::made_here)
    if (const FactorStatus status = eq.factorize_saddle(x); status != FactorStatus::ok) return status_of(status);
  return projection_.project_positions(eq, at_new ? Factors::made_here : Factors::kept,
                                       options_.projection.newton_steps, y);
}

LinearImplicitMatrix::Coefficients RtEuler::coefficients(double h) const {
  return {.v = terms_.f_v ? h : 0, .q = terms_.J_q ? h * h : 0};
}

// The tangents at at_, or for j3 the derivative along v.
void RtEuler::renew_jacobian(Equations& eq) {
  if (options_.stiffness == RtStiffness::forces) {
    at_a_.swap(at_.a);
    at_lambda_.swap(at_.lambda);
  }
  if (terms_.matrix_is_mass()) {
    if (terms_.J_q_v) derive_along_velocity(eq);
  } else if (tangents_.are_due()) {
    tangents_.evaluate(eq, at_);
  }
  if (options_.stiffness == RtStiffness::forces) {
    at_a_.swap(at_.a);
    at_lambda_.swap(at_.lambda);
  }
}

void RtEuler::derive_along_velocity(Equations& eq) {
  if (options_.derivative == RtDerivative::difference) return differentiate_along_velocity(eq, at_, along_q_, along_);
  if (tangents_.are_due()) tangents_.evaluate(eq, at_);
  along_.setZero();
  multiply_add(1, tangents_->r_q, at_.v, along_);
}

// h² J_q v to the forces, h² σ_q v to the states.
void RtEuler::add_stiffness_along_velocity(const State& x, double h) {
  if (!terms_.J_q_v) return;
  if (terms_.matrix_is_mass()) {
    force_ -= h * h * along_;
  } else {
    multiply_add(-h * h, tangents_->r_q, x.v, force_);
    multiply_add(h * h, tangents_->sigma_q, x.v, sigma_);
  }
}

StepStatus RtEuler::solve_matrix(Equations& eq) {
  const FactorStatus status = matrix_.finish(eq);
  if (status == FactorStatus::ok) matrix_.solve(eq, force_, sigma_, rows_, known_);
  return status_of(status);
}

void RtEuler::accept(const State&, const State&, double) { tangents_.accept(); }

void RtEuler::interpolate(const State& x, const State& y, double theta, State& at) const {
  at.t = x.t + theta * (y.t - x.t);
  at.q = (1 - theta) * x.q + theta * y.q;
  at.v = (1 - theta) * x.v + theta * y.v;
  at.s = (1 - theta) * x.s + theta * y.s;
}

void RtEuler::report(Report& report) const {
  report.corrector = matrix_.report();
  constexpr double weak_share = 1e-8;
  if (uses_springs() && springs_.weakest_share() < weak_share)
    report.warnings.push_back(
        fmt::format("rt-euler: cancellation left {:.2g} of the weakest pivot of the step's matrix; its order of "
                    "elimination was kept, as "
                    "a fixed cost demands. Results may have lost digits: compare with stiffness=residual.",
                    springs_.weakest_share()));
}

void RtEuler::exchange(Archive& archive) {
  tangents_.exchange(archive);
  if (uses_springs()) springs_.exchange(archive);
  else if (uses_matrix()) matrix_.exchange(archive);
}

}  // namespace daedalus
