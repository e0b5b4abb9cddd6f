// hht_add.cpp: HHT-alpha for the applied forces, with reaction forces added so that both constraint levels hold.
//
//   q⁺ = q + h v + h²/2 [(1 − 2β) a + 2β a⁺] + h²/2 [(1 − b) R₁ + b R₂]                        [NJK09, Eq. (11)] line 1
//   v⁺ = v + h [(1 − γ) a + γ a⁺] + h/2 (R₁ + R₂)                                                                line 2
//   a⁺ = (1+α) A⁺ − α A                            s⁺ as v⁺ without R, with σ for A                             line 3
//   0  = M(q⁺) A⁺ − f⁺                                                                                          line 4
//   0  = M(q) R₁ + G(q)ᵀ ψ₁                        with M and G at the start of the step                        line 5
//   0  = M(q⁺) R₂ + G(q⁺)ᵀ ψ₂                                                                                   line 6
//   0  = c − σ⁺                                                                                                 line 7
//   0  = g(q⁺, t + h) / h²,    0 = (G⁺v⁺ + g_t) / h                                                           line 8, 9
//
// Departs from the printed Eq. (11): its velocity formula has q̈ where a is meant, its velocity constraint multiplies
// q⁺ where v⁺ is meant, and the inverse mass matrix is avoided by the unknowns A, R₁, R₂. a carries applied forces
// only, a = A = M⁻¹f at the start. Nonholonomic rows, which Eq. (11) does not know, have one multiplier for both ends
// of the step: their parts of ψ₁ and ψ₂ are the same.
// First step: that of first_step.hpp, as a is not known at t + αh; then a = A⁺ + αh A' with the slope A' between its
// stages. Change of h: a ← A + h/h_old (a − A).
// ψ₁ and ψ₂ are O(h) away from λ: λ and the acceleration of the state are those of the descriptor system at y.
// Local error of line 1: h² (1/6 − α/2 − β)(A⁺ − A) + h² (1/6 − b/2)(R⁺ − R), R = v' − A; of line 2 by second
// differences of A and R, the reactions being integrated by a trapezoidal rule; times the weight of
// tolerance_share.hpp.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/hht_add.hpp"

#include <algorithm>

#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus {

MethodRecord HhtAdd::make_record() {
  return {.name = "hht-add",
          .title = "Hilber-Hughes-Taylor with additive reactions, index 2",
          .use_for = "stiff models; smallest error per step of the HHT family, highest cost",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 0.7 / 1.3,
                        .remark = "the radius is (1 + alpha)/(1 - alpha), in the applied forces"},
          .needs = ConstrainedStep::needs | Equations::acceleration_needs | Want::reaction_tangent,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (11), corrected",
          .formula =
              "a⁺ = (1+α) A⁺ − α A,  M A = f,  M R₁ = −Gᵀψ₁,  M⁺R₂ = −G⁺ᵀψ₂,  γ = (1−2α)/2,  β = (1−α)²/4\n"
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺] + h²/2 [(1−b) R₁ + b R₂]\n"
              "v⁺ = v + h [(1 − γ) a + γ a⁺] + h/2 (R₁ + R₂)\n"
              "g⁺ = 0,  G v⁺ + g_t = 0,  W v⁺ + w = 0"};
}

void HhtAdd::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  const Layout& layout = eq.layout();
  tolerances_ = tolerances;
  share_.start(x.t);
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  at_ = reaction_ = State(layout);
  at_start_.start(layout, Want::mass | Want::jacobian);
  at_end_.start(layout,
                Want::mass | Want::jacobian | Want::residual_tangent | Want::sigma_tangent | Want::velocity_tangent);
  of_reaction_.start(layout, Want::reaction_tangent);
  place_blocks(layout, eq.dropped_rows());
  corrector_.resize(matrix_.pattern(), SolverKind::automatic, Corrector::Keeps::yes);

  eq.evaluate(Want::sigma, x);
  mass_ = make_linear_solver(layout.patterns.M);
  find_applied(eq, x, A_);  // where it fails the first step does too, by value
  a_ = a_here_ = a_next_ = A_change_ = R_change_ = A_changed_ = R_changed_ = error_v_ = A_;
  c_ = c_before_ = c_next_ = as_ = as_here_ = as_next_ = sh_ = eq.value.sigma;
  das_ = VecX::Zero(ns_);
  for (VecX* v : {&qh_, &vh_, &X_[0], &X_[1], &X_[2], &row2_, &row3_, &dq_, &dv_, &error_q_}) *v = VecX::Zero(nq_);
  R1_ = R2_ = x.a - A_;
  psi1_ = psi1_accepted_ = x.lambda.head(ng_);
  psi2_ = psi2_accepted_ = x.lambda;
  A_before_ = A_;
  a_before_ = x.a;
  lambda_before_ = x.lambda;
  error_s_ = VecX::Zero(ns_);
  h_old_ = 0;
  begin_.start(eq, x);
  first_.start(layout);
}

void HhtAdd::restart(Equations& eq, const State& x, const Tolerances& tolerances) {
  const ToleranceShare share = share_;  // the run began where it did
  start(eq, x, tolerances);
  share_ = share;
}

StepStatus HhtAdd::find_applied(Equations& eq, const State& x, VecX& A) {
  eq.evaluate(Want::mass | Want::force, x);
  const FactorStatus status = mass_->factorize(eq.value.M);
  A = eq.value.f;
  if (status == FactorStatus::ok) mass_->solve(A);
  return status_of(status);
}

StepOutcome HhtAdd::step_first(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = first_.solve(eq, begin_, x, h, y);
  if (!outcome.ok()) return outcome;
  outcome.status = find_applied(eq, first_.middle(), A_change_);
  if (!outcome.ok()) return outcome;
  outcome.status = find_applied(eq, y, X_[of_A]);
  if (!outcome.ok()) return outcome;
  A_change_ = (X_[of_A] - A_change_) / (1 - FirstStep::gamma);
  R_change_ = first_.a_change() - A_change_;
  X_[of_R1] = X_[of_R2] = y.a - X_[of_A];
  psi1_ = y.lambda.head(ng_);
  psi2_ = y.lambda;
  c_next_ = begin_.rate_proposed();
  a_next_ = X_[of_A] + options_.alpha * A_change_;
  as_next_ = c_next_ + options_.alpha * first_.rate_change();
  as_here_ = as_next_ - first_.rate_change();
  outcome.error = error(x, h, y);
  outcome.error_exponent = share_.exponent();
  return outcome;
}

void HhtAdd::place_blocks(const Layout& layout, const std::vector<Index>& dropped_rows) {
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  using enum Orientation;
  using Coefficient = CorrectorMatrix::Coefficient;
  constexpr Coefficient one = CorrectorMatrix::one;
  constexpr std::size_t start = 1, reaction = 2;
  at_c_ = 3 * nq_;
  at_psi1_ = at_c_ + ns_;
  at_psi2_ = at_psi1_ + ng_;
  const Part line4(0, nq_), line5(nq_, nq_), line6(2 * nq_, nq_), rates(at_c_, ns_),
      rows1 = Part(at_psi1_, nc_).only(0, ng_), rows2(at_psi2_, nc_);
  const Part redundant1 = Part::left_out(dropped_rows, at_psi1_, ng_),
             redundant2 = Part::left_out(dropped_rows, at_psi2_, nc_);
  std::vector<CorrectorMatrix::Line> table = {{&E::M, line4, line4, one},
                                              {&E::M, line5, line5, one, as_is, start},
                                              {&E::M, line6, line6, one},
                                              {&E::r_s, line4, rates, {4}},
                                              {&E::sigma_s, rates, rates, -Coefficient{4}},
                                              {CorrectorMatrix::identity, rates, rates, one},
                                              {&E::G, line5, rows1, one, transposed, start},
                                              {&E::G, line5, rows2.only(ng_, nw_), one, transposed, start},
                                              {&E::G, line6, rows2, one, transposed},
                                              {CorrectorMatrix::identity, redundant1, redundant1, one},
                                              {CorrectorMatrix::identity, redundant2, redundant2, one}};
  for (std::size_t k = 0; k < 3; ++k) {
    const Part column(static_cast<Index>(k) * nq_, nq_);
    const Coefficient cq{1 + k}, cv{4 + k}, cq_by_h{7 + k}, cv_by_h{10 + k}, cq_by_hh{13 + k};
    table.insert(table.end(), {{&E::r_q, line4, column, cq},
                               {&E::r_v, line4, column, cv},
                               {&E::reaction_q, line6, column, cq, as_is, reaction},
                               {&E::sigma_q, rates, column, -cq},
                               {&E::sigma_v, rates, column, -cv},
                               {&E::G, rows1, column, cq_by_hh},
                               {&E::G, rows2, column, cv_by_h},
                               {&E::g_dot_q, rows2, column, cq_by_h}});
  }
  matrix_.start(layout, at_psi2_ + nc_, table);
}

void HhtAdd::set_formula(const State& x, double h) {
  const double alpha = options_.alpha, b = options_.b, ratio = h / h_old_;
  const AlphaCoefficients hht = AlphaCoefficients::hht(alpha);
  a_here_ = A_ + ratio * (a_ - A_);
  as_here_ = c_ + ratio * (as_ - c_);
  h_ = h;
  cq_[of_A] = hht.beta * h * h * (1 + alpha), cv_[of_A] = hht.gamma * h * (1 + alpha);
  cq_[of_R1] = h * h * (1 - b) / 2, cv_[of_R1] = h / 2;
  cq_[of_R2] = h * h * b / 2, cv_[of_R2] = h / 2;
  qh_ = x.q + h * x.v + h * h * ((0.5 - hht.beta) * a_here_ - alpha * hht.beta * A_);  // line 1
  vh_ = x.v + h * ((1 - hht.gamma) * a_here_ - alpha * hht.gamma * A_);                // line 2
  sh_ = x.s + h * ((1 - hht.gamma) * as_here_ - alpha * hht.gamma * c_);
}

// Extrapolates what the last two steps found; R and ψ of a step move as v' − A and λ do.
void HhtAdd::predict(const State& x, double h) {
  const double ratio = h_old_ > 0 ? h / h_old_ : 0;
  at_.t = reaction_.t = x.t + h;
  X_[of_A] = A_ + ratio * (A_ - A_before_);
  X_[of_R1] = R1_ + ratio * ((x.a - A_) - (a_before_ - A_before_));
  X_[of_R2] = R2_ + ratio * ((x.a - A_) - (a_before_ - A_before_));
  c_next_ = c_ + ratio * (c_ - c_before_);
  psi1_ = psi1_accepted_ + ratio * (x.lambda - lambda_before_).head(ng_);
  psi2_ = psi2_accepted_ + ratio * (x.lambda - lambda_before_);
}

StepOutcome HhtAdd::step(Equations& eq, const State& x, double h, State& y) {
  if (h_old_ == 0) return step_first(eq, x, h, y);
  corrector_.begin_step(h);
  set_formula(x, h);
  at_start_.evaluate(eq, x);
  predict(x, h);
  set_motion();
  size_q_ = ConvergenceTest::magnitude(at_.q);
  size_v_ = 100 * ConvergenceTest::magnitude(at_.v);  // velocities to 4e-14
  reachable_v_ = size_v_ + size_q_ / h;
  size_s_ = ConvergenceTest::magnitude(at_.s);

  const CorrectorOutcome found = corrector_.solve(
      eq, [&](VecX& r) { residual(eq, r); }, [&]() -> const SparseMatrix& { return compose(eq); },
      [&](const VecX& dx) { correct(dx); });
  StepOutcome outcome;
  outcome.status = found.status;
  outcome.newton_iterations = found.iterations;
  const Index row = found.worst_row;
  if (row >= at_psi1_) outcome.worst_constraint = row >= at_psi2_ ? row - at_psi2_ : row - at_psi1_;
  if (!outcome.ok()) return outcome;

  y = at_;
  outcome.status = status_of(eq.solve_acceleration(y));
  if (!outcome.ok()) return outcome;
  const double alpha = options_.alpha;
  a_next_ = (1 + alpha) * X_[of_A] - alpha * A_;  // line 3
  as_next_ = (1 + alpha) * c_next_ - alpha * c_;
  A_change_ = X_[of_A] - A_;
  R_change_ = (y.a - x.a) - A_change_;
  outcome.error = error(x, h, y);
  outcome.error_exponent = share_.exponent();
  return outcome;
}

void HhtAdd::set_motion() {
  at_.q = qh_;
  at_.v = vh_;
  for (int k = 0; k < 3; ++k) {
    at_.q += cq_[k] * X_[k];
    at_.v += cv_[k] * X_[k];
  }
  at_.s = sh_ + cv_[of_A] * c_next_;
  at_.a = X_[of_A];  // at_.lambda stays 0
  reaction_.q = at_.q;
  reaction_.v = at_.v;
  reaction_.s = at_.s;
  reaction_.a = X_[of_R2];
  reaction_.lambda = psi2_;
}

void HhtAdd::residual(Equations& eq, VecX& r) {
  eq.evaluate(Want::residual | Want::sigma | Want::position | Want::velocity | Want::mass | Want::jacobian, at_);
  const Evaluation& at = eq.value;
  r.head(nq_) = at.r;  // line 4
  row2_.setZero();
  multiply_add(1, at_start_->M, X_[of_R1], row2_);
  reaction_.lambda.head(ng_) = psi1_;                                 // (ψ₁; the nonholonomic part of ψ₂)
  multiply_add_transposed(1, at_start_->G, reaction_.lambda, row2_);  // line 5
  reaction_.lambda = psi2_;
  row3_.setZero();
  multiply_add(1, at.M, X_[of_R2], row3_);
  multiply_add_transposed(1, at.G, psi2_, row3_);  // line 6
  r.segment(nq_, nq_) = row2_;
  r.segment(2 * nq_, nq_) = row3_;
  r.segment(at_c_, ns_) = c_next_ - at.sigma;   // line 7
  r.segment(at_psi1_, ng_) = at.g / (h_ * h_);  // line 8
  r.segment(at_psi2_, nc_) = at.g_dot / h_;     // line 9
}

const SparseMatrix& HhtAdd::compose(Equations& eq) {
  at_end_.evaluate(eq, at_);
  of_reaction_.evaluate(eq, reaction_);
  const auto& [q0, q1, q2] = cq_;
  const auto& [v0, v1, v2] = cv_;
  const double hh = h_ * h_;
  return matrix_.compose(
      {q0, q1, q2, v0, v1, v2, q0 / h_, q1 / h_, q2 / h_, v0 / h_, v1 / h_, v2 / h_, q0 / hh, q1 / hh, q2 / hh},
      {&*at_end_, &*at_start_, &*of_reaction_});
}

void HhtAdd::correct(const VecX& dx) {
  dq_.setZero();
  dv_.setZero();
  for (int k = 0; k < 3; ++k) {
    const auto d = dx.segment(k * nq_, nq_);
    X_[k] -= d;
    dq_ += cq_[k] * d;
    dv_ += cv_[k] * d;
  }
  c_next_ -= dx.segment(at_c_, ns_);
  psi1_ -= dx.segment(at_psi1_, ng_);
  psi2_ -= dx.segment(at_psi2_, nc_);
  set_motion();
  corrector_.test.add(1, dq_, size_q_);
  corrector_.test.add(1, dv_, size_v_, reachable_v_);
  corrector_.test.add(cv_[of_A], dx.segment(at_c_, ns_), size_s_);
}

double HhtAdd::error(const State& x, double h, const State& y) {
  const AlphaCoefficients hht = AlphaCoefficients::hht(options_.alpha);
  ErrorNorm norm(tolerances_);
  error_q_ = h * h * (hht.position_error() * A_change_ + (1.0 / 6 - options_.b / 2) * R_change_);
  norm.add(error_q_, x.q, y.q);
  error_s_ = as_next_ - as_here_;
  if (h_old_ > 0) error_s_ -= h / h_old_ * das_;
  const double second = h_old_ > 0 ? 2 * h / (h + h_old_) : 1;
  error_s_ *= h * hht.velocity_error_2() * second;
  norm.add(error_s_, x.s, y.s);
  if (h_old_ > 0) {
    constexpr double of_trapezoidal_rule = -1.0 / 12;
    error_v_ = h * second *
               (hht.velocity_error_2() * (A_change_ - h / h_old_ * A_changed_) +
                of_trapezoidal_rule * (R_change_ - h / h_old_ * R_changed_));
    ToleranceShare::without_rounding(of_trapezoidal_rule, h, y.q, error_v_);
    norm.add(error_v_, x.v, y.v);
  }
  return share_.of(norm.value(), x.t, h);
}

void HhtAdd::accept(const State& x, const State&, double h) {
  corrector_.keep();
  A_changed_.swap(A_change_);
  R_changed_.swap(R_change_);
  a_.swap(a_next_);
  A_before_.swap(A_);
  A_ = X_[of_A];
  a_before_ = x.a;
  lambda_before_ = x.lambda;
  R1_ = X_[of_R1];
  R2_ = X_[of_R2];
  psi1_accepted_ = psi1_;
  psi2_accepted_ = psi2_;
  das_ = as_next_ - as_here_;
  as_.swap(as_next_);
  c_before_.swap(c_);
  c_ = c_next_;
  h_old_ = h;
}

void HhtAdd::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, c_before_, y, c_, at);
}

void HhtAdd::exchange(Archive& archive) {
  archive("hht_add.a", a_);
  archive("hht_add.as", as_);
  archive("hht_add.A", A_);
  archive("hht_add.c", c_);
  archive("hht_add.das", das_);
  archive("hht_add.A_changed", A_changed_);
  archive("hht_add.R_changed", R_changed_);
  share_.exchange(archive);
  archive("hht_add.R1", R1_);
  archive("hht_add.R2", R2_);
  archive("hht_add.psi1", psi1_accepted_);
  archive("hht_add.psi2", psi2_accepted_);
  archive("hht_add.A_before", A_before_);
  archive("hht_add.a_before", a_before_);
  archive("hht_add.lambda_before", lambda_before_);
  archive("hht_add.c_before", c_before_);
  archive("hht_add.h_old", h_old_);
  corrector_.exchange(archive);
  begin_.exchange(archive);
}

}  // namespace daedalus
