#include "daedalus/integrate/support/constrained_step.hpp"

#include <algorithm>

namespace daedalus {
namespace {

// The matrix is renewed when bq has changed by more than this factor: contraction |1 − bq/bq_old| where stiffness rules.
constexpr double largest_change = 1.5;
// Of λ and μ where constraints are redundant, relative to G M⁻¹ Gᵀ. Newton's iteration then is a proximal iteration:
// the part of λ that the motion does not know stays what it was.
constexpr double small_diagonal = 1e-9;

double largest(const VecX& x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0; }

struct Problem {
  ConstrainedStep& step;
  Equations& eq;
  State& y;
  void residual(VecX& r) { step.residual(eq, y, r); }
  const SparseMatrix& matrix() { return step.compose(eq, y); }
  double correct(const VecX& dx) { return step.correct(dx, y); }
};

}  // namespace

void ConstrainedStep::start(Equations& eq, const State& x) {
  const Layout& layout = eq.layout();
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  qh = vh = work_ = VecX::Zero(nq_);
  sh = VecX::Zero(ns_);
  e_ = VecX::Zero(nq_);
  mu_ = VecX::Zero(ng_);
  at_correction_ = State(layout);
  eq.evaluate(Want::sigma, x);
  c = eq.value.sigma;

  redundant_ = nc_ > 0 && eq.factorize_saddle(x) == FactorStatus::ok && eq.constraints_are_redundant();
  place_blocks(layout);
  long_work_ = VecX::Zero(size_);
  newton_.resize(*matrix_->matrix().pattern);
  matrix_bq_ = kept_bq_ = 0;
}

void ConstrainedStep::place_blocks(const Layout& layout) {
  const Patterns& p = layout.patterns;
  const Index extra_q = corrects() ? nq_ : 0, extra_g = corrects() ? ng_ : 0;
  at_e_ = nq_;
  at_c_ = at_e_ + extra_q;
  at_lambda_ = at_c_ + ns_;
  at_mu_ = at_lambda_ + nc_;
  size_ = at_mu_ + extra_g;
  G_holonomic_ = RowBlock(p.G, 0, ng_);
  G_nonholonomic_ = RowBlock(p.G, ng_, nw_);
  g_dot_q_nonholonomic_ = RowBlock(p.g_dot_q, ng_, nw_);

  matrix_.emplace(size_, size_);
  ComposedMatrix& J = *matrix_;
  at_.M = J.place(p.M, 0, 0);
  at_.r_q = J.place(p.r_q, 0, 0);
  at_.r_v = J.place(p.r_v, 0, 0);
  at_.r_s = J.place(p.r_s, 0, at_c_);
  at_.Gt = J.place(p.G, 0, at_lambda_, Orientation::transposed);
  at_.sigma_q = J.place(p.sigma_q, at_c_, 0);
  at_.sigma_v = J.place(p.sigma_v, at_c_, 0);
  at_.sigma_s = J.place(p.sigma_s, at_c_, at_c_);
  at_.unit_c = J.place_diagonal(ns_, at_c_, at_c_);
  if (!corrects()) {
    at_.G_v = J.place(p.G, at_lambda_, 0);  // holonomic rows of line 3 over nonholonomic rows of line 4
    at_.V_w = J.place(g_dot_q_nonholonomic_.pattern(), at_lambda_ + ng_, 0);
  } else {
    at_.r_q_e = J.place(p.r_q, 0, at_e_);
    at_.sigma_q_e = J.place(p.sigma_q, at_c_, at_e_);
    at_.g_w = J.place(G_holonomic_.pattern(), at_mu_, 0);
    at_.g_e = J.place(G_holonomic_.pattern(), at_mu_, at_e_);
    at_.G_v = J.place(p.G, at_lambda_, 0);
    at_.V_w = J.place(p.g_dot_q, at_lambda_, 0);
    at_.V_e = J.place(p.g_dot_q, at_lambda_, at_e_);
    at_.R_w = J.place(p.reaction_q, at_e_, 0);
    at_.R_e = J.place(p.reaction_q, at_e_, at_e_);
    at_.B = correction_ == PositionCorrection::euclidean ? J.place_diagonal(nq_, at_e_, at_e_) : J.place(p.M, at_e_, at_e_);
    at_.Gt_mu = J.place(G_holonomic_.pattern(), at_e_, at_mu_, Orientation::transposed);
  }
  if (redundant_) {
    at_.small_lambda = J.place_diagonal(nc_, at_lambda_, at_lambda_);
    if (corrects()) at_.small_mu = J.place_diagonal(ng_, at_mu_, at_mu_);
  }
  J.finish();
}

StepOutcome ConstrainedStep::solve(Equations& eq, State& y) {
  newton_.restore();
  matrix_bq_ = kept_bq_;
  if (bq > largest_change * matrix_bq_ || matrix_bq_ > largest_change * bq) newton_.forget_matrix();

  e_.setZero();
  mu_.setZero();
  set_motion(y);
  // In index 3 a displacement of round-off size is a velocity of this size divided by h, and no iteration can do better.
  const bool velocities_follow = ng_ > 0 && !corrects();
  size_q_ = RoundoffNorm::magnitude(y.q);
  size_v_ = RoundoffNorm::magnitude(y.v) + (velocities_follow ? size_q_ * bv / bq : 0);
  size_s_ = RoundoffNorm::magnitude(y.s);
  norm_.start();

  Problem problem{*this, eq, y};
  const NewtonOutcome newton = newton_.solve(eq, problem);
  StepOutcome outcome;
  outcome.status = newton.status;
  outcome.newton_iterations = newton.iterations;
  const Index row = newton.worst_row;
  if (row >= at_lambda_) outcome.worst_constraint = row >= at_mu_ ? row - at_mu_ : row - at_lambda_;
  return outcome;
}

void ConstrainedStep::set_motion(State& y) const {
  y.q = qh + bq * y.a;
  if (corrects()) y.q += bq * e_;
  y.v = vh + bv * y.a;
  y.s = sh + bv * c;
}

void ConstrainedStep::residual(Equations& eq, State& y, VecX& r) {
  const Want always = Want::residual | Want::position | Want::sigma;
  const Want stabilised = Want::velocity | Want::jacobian;
  eq.evaluate(!corrects()                                      ? nw_ > 0 ? always | Want::velocity : always
              : correction_ == PositionCorrection::euclidean ? always | stabilised
                                                               : always | stabilised | Want::mass,
              y);
  r.head(nq_) = eq.value.r;                                                            // line 1
  r.segment(at_c_, ns_) = c - eq.value.sigma;                                          // line 2
  if (!corrects()) {
    r.segment(at_lambda_, ng_) = eq.value.g / bq;                                      // line 3
    if (nw_ > 0) r.segment(at_lambda_ + ng_, nw_) = eq.value.g_dot.tail(nw_) / bv;     // line 4
    return;
  }
  r.segment(at_mu_, ng_) = eq.value.g / bq;                                            // line 3
  r.segment(at_lambda_, nc_) = eq.value.g_dot / bv;                                    // line 4
  set_correction(y);
  work_.setZero();
  if (correction_ == PositionCorrection::euclidean)
    work_ = e_;
  else
    multiply_add(1, eq.value.M, e_, work_);
  multiply_add_transposed(1, eq.value.G, at_correction_.lambda, work_);
  r.segment(at_e_, nq_) = work_;                                                       // line 5
}

// The state whose M a + Gᵀλ is line 5.
void ConstrainedStep::set_correction(const State& y) {
  at_correction_.t = y.t;
  at_correction_.q = y.q;
  at_correction_.v = y.v;
  at_correction_.s = y.s;
  if (correction_ == PositionCorrection::euclidean)
    at_correction_.a.setZero();
  else
    at_correction_.a = e_;
  at_correction_.lambda.head(ng_) = -mu_;
  at_correction_.lambda.tail(nw_).setZero();
}

const SparseMatrix& ConstrainedStep::compose(Equations& eq, State& y) {
  const Want index3 = Want::mass | Want::jacobian | Want::residual_tangent | Want::sigma_tangent;
  eq.evaluate(corrects() || nw_ > 0 ? index3 | Want::velocity_tangent : index3, y);
  const Evaluation& at = eq.value;
  ComposedMatrix& J = *matrix_;
  matrix_bq_ = bq;
  J.clear();
  J.add(at_.M, 1, at.M.values);
  J.add(at_.r_q, bq, at.r_q.values);
  J.add(at_.r_v, bv, at.r_v.values);
  J.add(at_.Gt, 1, at.G.values);
  if (ns_ > 0) {
    J.add(at_.r_s, bv, at.r_s.values);
    J.add(at_.sigma_q, -bq, at.sigma_q.values);
    J.add(at_.sigma_v, -bv, at.sigma_v.values);
    J.add(at_.sigma_s, -bv, at.sigma_s.values);
    J.add_diagonal(at_.unit_c, 1);
  }
  J.add(at_.G_v, 1, at.G.values);
  if (redundant_) {
    const double size = std::max(largest(at.G.values), 1e-300);
    const double small = small_diagonal * size * size / largest(at.M.values);
    J.add_diagonal(at_.small_lambda, -small);
    if (corrects()) J.add_diagonal(at_.small_mu, correction_ == PositionCorrection::euclidean ? small_diagonal * size * size : small);
  }
  if (!corrects()) {
    if (nw_ > 0) J.add(at_.V_w, bq / bv, g_dot_q_nonholonomic_.of(at.g_dot_q));
    return J.matrix();
  }

  J.add(at_.r_q_e, bq, at.r_q.values);
  if (ns_ > 0) J.add(at_.sigma_q_e, -bq, at.sigma_q.values);
  const VecX& G_holonomic = G_holonomic_.of(at.G);
  J.add(at_.g_w, 1, G_holonomic);
  J.add(at_.g_e, 1, G_holonomic);
  J.add(at_.V_w, bq / bv, at.g_dot_q.values);
  J.add(at_.V_e, bq / bv, at.g_dot_q.values);
  J.add(at_.Gt_mu, -1, G_holonomic);
  if (correction_ == PositionCorrection::euclidean)
    J.add_diagonal(at_.B, 1);
  else
    J.add(at_.B, 1, at.M.values);
  set_correction(y);
  eq.evaluate(Want::reaction_tangent, at_correction_);
  J.add(at_.R_w, bq, at.reaction_q.values);
  J.add(at_.R_e, bq, at.reaction_q.values);
  return J.matrix();
}

double ConstrainedStep::correct(const VecX& dx, State& y) {
  const auto dw = dx.head(nq_);
  y.a -= dw;
  c -= dx.segment(at_c_, ns_);
  y.lambda -= dx.segment(at_lambda_, nc_);
  norm_.begin();
  norm_.add(bv, dw, size_v_);
  norm_.add(bv, dx.segment(at_c_, ns_), size_s_);
  if (corrects()) {
    e_ -= dx.segment(at_e_, nq_);
    mu_ -= dx.segment(at_mu_, ng_);
    work_ = dw + dx.segment(at_e_, nq_);
    norm_.add(bq, work_, size_q_);
  } else {
    norm_.add(bq, dw, size_q_);
  }
  set_motion(y);
  return norm_.value();
}

void ConstrainedStep::filter(Equations& eq, const State& y, VecX& d) {
  eq.evaluate(Want::mass, y);
  work_.setZero();
  multiply_add(1, eq.value.M, d, work_);
  long_work_.setZero();
  long_work_.head(nq_) = work_;
  newton_.apply_inverse(eq, long_work_);
  d = long_work_.head(nq_);
}

void ConstrainedStep::accept() {
  newton_.keep();
  kept_bq_ = matrix_bq_;
}

void ConstrainedStep::exchange(Archive& archive) {
  archive("step.matrix_bq", kept_bq_);
  newton_.exchange(archive);
}

}  // namespace daedalus
