// rt_euler.cpp: one Euler step with a number of operations that is known beforehand: no iteration, one factorisation of the step's matrix.
//
// With J_q = f_q − (M a + Gᵀλ)_q at the last a and λ, and the terms that the chosen Jacobian keeps (rt_terms), [BAE, section 2]
//   A = M − h f_v − h² J_q          F = f + h J_q v          at (t, q, v)
//   explicit       A = M,  F = f,                         q⁺ = q + h v
//   half-implicit  A = M,  F = f,                         q⁺ = q + h v⁺         symplectic Euler
//   j1             A without h² J_q,                      q⁺ = q + h v
//   j2             all terms,                             q⁺ = q + h v          stable, but it damps nothing where f_v = 0
//   j3             A = M,                                 q⁺ = q + h v          one derivative along v instead of a matrix
//   exact          all terms,                             q⁺ = q + h v⁺
//   reversed       A all terms, F = f,                    q⁺ = q + h v⁺         [BAE, section 4.3]
//
// index 1, together   [A Gᵀ; G 0](dv; hλ) = (h F; h (γ − 2α ġ − β g))                               rows of G at (t, q)
//          separate   [M Gᵀ; G 0](a; λ)   = (f; γ − 2α ġ − β g),   A dv = h (F − Gᵀλ)               [BAE, section 3.1]
// index 2             [A G(q)ᵀ; G(q̂) 0](dv; hλ) = (h F; −G(q̂) v − g_t − α g)                        rows at (t⁺, q̂)   [BAE, Eq. (6)]
//                     q̂ = q⁺ and g = g(t⁺, q⁺); where q⁺ needs v⁺, q̂ = q + h v and g = g(t, q)
// stiffness=springs: f_v = −Yᵀ(∂F/∂y')Y and J_q = −Yᵀ(∂F/∂y)Y of the springs and dampers along their measures; states explicit (spring_matrix.hpp).
// α = β = 0 without Baumgarte's terms. Nonholonomic rows take −α ġ in index 1: they have one derivative less to forget.
// projection: positions by [BAE, Eq. (11)], in index 2 before the velocity step where the order allows it (the GGL formulation), then
// velocities, unless the step has met them already. sequential-regularisation: see step_matrix.hpp.
//
// Departs from the paper: the unknown of Eq. (6b) is hλ and its lower right side has no h; g_t and the derivatives of Gᵀλ and M are
// there; first-order states take part, [−hσ_v, I − hσ_s] below A.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#include "daedalus/integrate/methods/rt_euler.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/support/rehearsal.hpp"

namespace daedalus {

MethodRecord RtEuler::make_record() {
  return {.name = "rt-euler",
          .title = "Euler steps of fixed cost for real time",
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
          .stability = "exact: every step size, damps stiff parts at once; j1, j2, j3, explicit: see 'daedalus stability'",
          .needs = "M f g G g_dot sigma, tangents of f and sigma; gamma for index 1",
          .source = "Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics, sections 2 and 3",
          .formula = "(M − h f_v − h² J_q) dv + Gᵀ hλ = h (f + h J_q v),   G⁺ (v + dv) + g_t⁺ = 0\n"
                     "q⁺ = q + h v⁺, one Newton step to g = 0 and v⁺ to G v + g_t = 0 in the norm of M"};
}

RtEuler::RtEuler(const Options& options) : options_(options), terms_(rt_terms(options.update, options.jacobian)), record_(make_record()) {
  using enum RtStabilisation;
  if (options.index == 1 && (options.stabilisation == ggl || options.stabilisation == sequential_regularisation))
    throw OptionError("rt-euler: ggl and sequential-regularisation work on the velocity level: give index=2, or take projection or baumgarte.");
  if (options.index == 2 && options.multipliers == RtMultipliers::separate)
    throw OptionError("rt-euler: multipliers=separate means index=1; with index=2 they come out of the velocity step.");
  if (options.rate_group > 0 && terms_.J_q_v && terms_.matrix_is_mass() && options.derivative == RtDerivative::difference)
    throw OptionError("rt-euler: a rate_group with j3 needs derivative=exact: a difference of forces knows no groups.");
  if (options.stiffness == RtStiffness::springs) {
    if (options.index == 2 || options.multipliers == RtMultipliers::separate)
      throw OptionError("rt-euler: stiffness=springs makes a symmetric matrix, which needs index=1 and multipliers=together.");
    if (terms_.matrix_is_mass()) throw OptionError("rt-euler: stiffness=springs needs a matrix: jacobian=exact, j1, j2 or reversed.");
    if (options.rate_group > 0 || options.refresh > 1)
      throw OptionError("rt-euler: stiffness=springs knows neither rate_group nor refresh: it takes the springs declared rate: stiff, in every step.");
  }
  record_.index = options.index;
  if (options.index == 1 && !projects()) record_.satisfies = ConstraintLevel::acceleration;
  if (options.index == 2 && (options.stabilisation == baumgarte || options.stabilisation == sequential_regularisation ||
                             (terms_.new_velocity && !projects())))
    record_.satisfies = ConstraintLevel::acceleration;
}

bool RtEuler::uses_matrix() const {
  return options_.index == 2 || !terms_.matrix_is_mass() || (terms_.J_q_v && options_.multipliers == RtMultipliers::separate);
}

RtBaumgarteOptions RtEuler::parameters(double h) const {
  using enum RtStabilisation;
  if (options_.stabilisation != baumgarte && options_.stabilisation != sequential_regularisation) return {};
  const bool is_given = options_.baumgarte.alpha > 0 || options_.baumgarte.beta > 0;
  return is_given ? options_.baumgarte : deadbeat(options_.index, terms_.new_velocity, h);
}

std::vector<std::string> RtEuler::concerns(double h) const {
  const RtBaumgarteOptions p = parameters(h);
  const double radius = baumgarte_radius(options_.index, terms_.new_velocity, h, p.alpha, p.beta);
  if (radius <= 1 || (p.alpha == 0 && p.beta == 0)) return {};
  const RtBaumgarteOptions best = deadbeat(options_.index, terms_.new_velocity, h);
  return {fmt::format("Baumgarte parameters alpha = {:.4g}/s, beta = {:.4g}/s² are unstable at h = {:.4g} s: positions move with the {} velocity, an "
                      "error in the constraints grows by {:.4g} per step. Fastest decay: alpha = {:.4g}{}.",
                      p.alpha, p.beta, h, terms_.new_velocity ? "new" : "old", radius, best.alpha,
                      options_.index == 1 ? fmt::format(", beta = {:.4g}", best.beta) : "")};
}

void RtEuler::start(Equations& eq, const State& x, const Tolerances&) {
  const Layout& layout = eq.layout();
  jacobian_.start(layout, find_rate_group(layout, options_.rate_group, "rt-euler"), options_.refresh);
  projection_.resize(layout);
  if (uses_springs()) {
    springs_.start(eq, x);
  } else if (uses_matrix()) {
    using Borders = StepMatrix::Borders;
    StepMatrix::Regularisation regularisation;
    if (options_.stabilisation == RtStabilisation::sequential_regularisation)
      regularisation = {.epsilon = options_.regularisation.epsilon, .sweeps = options_.regularisation.sweeps};
    matrix_.start(eq, options_.multipliers == RtMultipliers::together ? Borders::constraints : Borders::none, regularisation);
  }
  at_ = x;
  force_ = along_ = at_a_ = VecX::Zero(layout.nq);
  at_lambda_ = VecX::Zero(layout.nc());
  sigma_ = VecX::Zero(layout.ns);
  rows_ = known_ = VecX::Zero(layout.nc());
  rehearse(*this, eq, x);
}

StepOutcome RtEuler::step(Equations& eq, const State& x, double h, State& y) {
  y.t = x.t + h;
  StepOutcome outcome;
  outcome.status = options_.index == 1 ? advance_index1(eq, x, h, y) : advance_index2(eq, x, h, y);
  if (outcome.ok() && projects() && (options_.index == 1 || terms_.new_velocity)) outcome.status = projection_.project_velocities(eq, y);
  return outcome;
}

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
  } else if (const StepStatus status = separate ? solve_separate(eq, x, h, y) : solve_together(eq, x, h, y); status != StepStatus::ok) {
    return status;
  }
  take_increments(x, h, y);
  return move_positions(eq, x, terms_.new_velocity ? y.v : x.v, h, separate ? Factors::kept : Factors::made_here, y);
}

// (a, λ) of at_ with Baumgarte's terms, and with those of j3 where M is the matrix of the step.
void RtEuler::correct_acceleration(Equations& eq, double h) {
  const bool along_velocity = terms_.J_q_v && !uses_matrix();
  if (!along_velocity && options_.stabilisation != RtStabilisation::baumgarte) return;
  force_.setZero();
  rows_.setZero();
  if (along_velocity) {
    derive_along_velocity(eq);
    force_ = -h * along_;
  }
  if (options_.stabilisation == RtStabilisation::baumgarte) {
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
  multiply_add(h, eq.value.M, at_.a, force_);     // f − Gᵀλ = M a
  add_stiffness_along_velocity(x, h);
  matrix_.begin(eq.value, jacobian_.tangents(), coefficients(h));
  if (const FactorStatus status = matrix_.finish(eq, eq.value.G); status != FactorStatus::ok) return status_of(status);
  matrix_.solve(eq, force_, sigma_, rows_, known_);
  return StepStatus::ok;
}

StepStatus RtEuler::solve_together(Equations& eq, const State& x, double h, State& y) {
  if (!uses_springs()) renew_jacobian(eq);
  const bool stabilised = options_.stabilisation == RtStabilisation::baumgarte;
  eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::sigma | Want::gamma | (stabilised ? Want::position | Want::velocity : Want::nothing) |
                  (uses_springs() ? Want::springs : Want::nothing),
              x);
  force_ = h * eq.value.f;
  sigma_ = h * eq.value.sigma;
  rows_ = eq.value.gamma;
  if (stabilised) subtract_baumgarte(eq.value, parameters(h));
  rows_ *= h;
  if (uses_springs()) {
    if (terms_.J_q_v) springs_.subtract_stiffness(eq.value, h * h, x.v, force_);
    if (const FactorStatus status = springs_.factorize(eq, coefficients(h)); status != FactorStatus::ok) return status_of(status);
    springs_.solve(eq, force_, rows_);
  } else {
    add_stiffness_along_velocity(x, h);
    matrix_.begin(eq.value, jacobian_.tangents(), coefficients(h));
    if (const FactorStatus status = matrix_.finish(eq, eq.value.G); status != FactorStatus::ok) return status_of(status);
    matrix_.solve(eq, force_, sigma_, rows_, known_);
  }
  y.lambda = rows_ / h;
  return StepStatus::ok;
}

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
  matrix_.begin(eq.value, jacobian_.tangents(), coefficients(h));

  if (!terms_.new_velocity)
    if (const StepStatus status = move_positions(eq, x, x.v, h, Factors::made_here, y); status != StepStatus::ok) return status;
  at_.t = x.t + h;
  at_.q = x.q + h * x.v;
  if (!terms_.new_velocity) at_.q = y.q;
  eq.evaluate(Want::jacobian | Want::velocity | Want::position, at_);
  rows_ -= eq.value.g_dot;
  if (!terms_.new_velocity) rows_.head(ng) -= alpha * eq.value.g;
  if (const FactorStatus status = matrix_.finish(eq, eq.value.G); status != FactorStatus::ok) return status_of(status);
  if (options_.stabilisation == RtStabilisation::sequential_regularisation) known_ = h * x.lambda;
  matrix_.solve(eq, force_, sigma_, rows_, known_);
  y.lambda = rows_ / h;
  take_increments(x, h, y);
  return terms_.new_velocity ? move_positions(eq, x, y.v, h, Factors::made_here, y) : StepStatus::ok;
}

void RtEuler::take_increments(const State& x, double h, State& y) const {
  y.v = x.v + force_;
  y.s = x.s + sigma_;
  y.a = force_ / h;
}

// q⁺ = q + h v, then its Newton steps to the constraints with M and G of x, for which `factors` says whether eq has them.
StepStatus RtEuler::move_positions(Equations& eq, const State& x, const VecX& v, double h, Factors factors, State& y) {
  y.q = x.q + h * v;
  if (!projects() || eq.layout().ng == 0) return StepStatus::ok;
  const bool at_new = options_.projection.jacobian == RtPlace::new_state;
  if (!at_new && factors == Factors::made_here)
    if (const FactorStatus status = eq.factorize_saddle(x); status != FactorStatus::ok) return status_of(status);
  return projection_.project_positions(eq, at_new ? Factors::made_here : Factors::kept, options_.projection.newton_steps, y);
}

StepMatrix::Coefficients RtEuler::coefficients(double h) const { return {.v = terms_.f_v ? h : 0, .q = terms_.J_q ? h * h : 0}; }

// The tangents at at_, or for j3 the derivative along v.
void RtEuler::renew_jacobian(Equations& eq) {
  if (options_.stiffness == RtStiffness::forces) {
    at_a_.swap(at_.a);
    at_lambda_.swap(at_.lambda);
  }
  if (terms_.matrix_is_mass()) {
    if (terms_.J_q_v) derive_along_velocity(eq);
  } else if (jacobian_.is_due()) {
    jacobian_.evaluate(eq, at_);
  }
  if (options_.stiffness == RtStiffness::forces) {
    at_a_.swap(at_.a);
    at_lambda_.swap(at_.lambda);
  }
}

void RtEuler::derive_along_velocity(Equations& eq) {
  if (options_.derivative == RtDerivative::difference) return jacobian_.differentiate(eq, at_, along_);
  if (jacobian_.is_due()) jacobian_.evaluate(eq, at_);
  along_.setZero();
  multiply_add(1, jacobian_.tangents().r_q, at_.v, along_);
}

// h² J_q v to the forces, h² σ_q v to the states.
void RtEuler::add_stiffness_along_velocity(const State& x, double h) {
  if (!terms_.J_q_v) return;
  if (terms_.matrix_is_mass()) {
    force_ -= h * h * along_;
  } else {
    multiply_add(-h * h, jacobian_.tangents().r_q, x.v, force_);
    multiply_add(h * h, jacobian_.tangents().sigma_q, x.v, sigma_);
  }
}

void RtEuler::subtract_baumgarte(const Evaluation& at, const RtBaumgarteOptions& p) {
  const Index ng = at.g.size(), nw = rows_.size() - ng;
  rows_.head(ng) -= 2 * p.alpha * at.g_dot.head(ng) + p.beta * at.g;
  rows_.tail(nw) -= p.alpha * at.g_dot.tail(nw);
}

void RtEuler::accept(const State&, const State&, double) { jacobian_.accept(); }

void RtEuler::interpolate(const State& x, const State& y, double theta, State& at) const {
  at.t = x.t + theta * (y.t - x.t);
  at.q = (1 - theta) * x.q + theta * y.q;
  at.v = (1 - theta) * x.v + theta * y.v;
  at.s = (1 - theta) * x.s + theta * y.s;
}

void RtEuler::report(Report& report) const {
  constexpr double weak_share = 1e-8;
  if (uses_springs() && springs_.weakest_share() < weak_share)
    report.warnings.push_back(fmt::format("rt-euler: cancellation left {:.2g} of the weakest pivot of the step's matrix; its order of elimination was kept, as "
                                          "a fixed cost demands. Results may have lost digits: compare with stiffness=residual.",
                                          springs_.weakest_share()));
}

void RtEuler::exchange(Archive& archive) {
  jacobian_.exchange(archive);
  if (uses_springs()) springs_.exchange(archive);
  else if (uses_matrix()) matrix_.exchange(archive);
}

}  // namespace daedalus
