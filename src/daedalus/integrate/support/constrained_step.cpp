#include "daedalus/integrate/support/constrained_step.hpp"

#include <algorithm>
#include <limits>

#include "daedalus/integrate/support/hermite.hpp"

namespace daedalus {
namespace {

// The matrix is renewed when bq has changed by more than this factor: contraction |1 − bq/bq_old| where stiffness rules.
constexpr double largest_change = 1.5;
// Corrections of the velocities that the forces feel; more means that the two never agree.
constexpr int max_velocity_corrections = 10;
// Of a velocity, relative to its unit, after a correction has changed the forces: a tenth of the last bit.
constexpr double negligible = 2e-17;

double largest(const VecX& x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0; }

struct Problem {
  ConstrainedStep& step;
  Equations& eq;
  State& y;
  void residual(VecX& r) { step.residual(eq, y, r); }
  const SparseMatrix& matrix() { return step.compose(eq, y); }
  double correct(const VecX& dx) { return step.correct(dx, y); }
  bool is_rounding() const { return step.is_rounding(); }
};

}  // namespace

void ConstrainedStep::start(Equations& eq, const State& x) {
  const Layout& layout = eq.layout();
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  qh = vh = product_ = VecX::Zero(nq_);
  sh = VecX::Zero(ns_);
  dropped_ = VecX::Zero(nc_);
  for (const Index row : eq.dropped_rows()) dropped_[row] = 1;
  has_dropped_rows_ = !eq.dropped_rows().empty();
  place_blocks(layout);
  work_ = VecX::Zero(size_);
  correction_.start(layout);
  newton_.resize(*matrix_->matrix().pattern);
  damping_.fill({SparseMatrix(layout.patterns.r_v), SparseMatrix(layout.patterns.sigma_v), 0});
  for_states_ = VecX::Zero(ns_);
  for_rows_ = VecX::Zero(nc_);
  mass_diagonal_.clear();
  for (Index j = 0; j < nq_; ++j) mass_diagonal_.push_back(layout.patterns.M.find(j, j));
  forget_history(eq, x);
}

void ConstrainedStep::restart(Equations& eq, const State& x) {
  if (has_dropped_rows_ || !eq.dropped_rows().empty()) return start(eq, x);  // they may be others now
  newton_.forget_all();
  correction_.forget_history();
  forget_history(eq, x);
}

void ConstrainedStep::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  c = c_ = c_before_ = eq.value.sigma;
  a_before_ = x.a;
  lambda_before_ = x.lambda;
  h_old_ = 0;
  matrix_bq_ = kept_bq_ = 0;
  used_ = kept_ = 0;
}

void ConstrainedStep::place_blocks(const Layout& layout) {
  const Patterns& p = layout.patterns;
  at_c_ = nq_;
  at_lambda_ = at_c_ + ns_;
  size_ = at_lambda_ + nc_;
  V_W_ = RowBlock(p.g_dot_q, ng_, nw_);

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
  at_.G = J.place(p.G, at_lambda_, 0);
  at_.V_W = J.place(V_W_.pattern(), at_lambda_ + ng_, 0);
  if (has_dropped_rows_) at_.dropped = J.place(Pattern::identity(nc_), at_lambda_, at_lambda_);
  J.finish();
}

// Extrapolates what the last two steps found.
void ConstrainedStep::predict(const State& x, double h, State& y) {
  const double ratio = h_old_ > 0 ? h / h_old_ : 0;
  y.t = x.t + h;
  y.a = x.a + ratio * (x.a - a_before_);
  y.lambda = x.lambda + ratio * (x.lambda - lambda_before_);
  c = c_ + ratio * (c_ - c_before_);
  if (correction_.active()) {
    correction_.guess(h);
    y.a += correction_.e();
    y.lambda -= correction_.mu();
  }
  set_motion(y);
}

StepOutcome ConstrainedStep::solve_with_velocities(Equations& eq, const State& x, double h, State& y) {
  correction_.need(true);
  const StepOutcome outcome = solve(eq, x, h, y);
  correction_.need(false);
  first_ = true;
  return outcome;
}

StepOutcome ConstrainedStep::solve(Equations& eq, const State& x, double h, State& y) {
  first_ = false;
  newton_.restore();
  matrix_bq_ = kept_bq_;
  used_ = kept_;
  if (bq > largest_change * matrix_bq_ || matrix_bq_ > largest_change * bq) newton_.forget_matrix();

  predict(x, h, y);
  set_units(y);
  mass_is_known_ = false;
  Problem problem{*this, eq, y};
  StepOutcome outcome;
  for (int corrections = 0; corrections < max_velocity_corrections; ++corrections) {
    norm_.start();
    const NewtonOutcome newton = newton_.solve(eq, problem);
    outcome.status = newton.status;
    outcome.newton_iterations += newton.iterations;
    if (newton.worst_row >= at_lambda_) outcome.worst_constraint = newton.worst_row - at_lambda_;
    if (!outcome.ok() || !correction_.active()) return outcome;
    outcome.status = status_of(correct_velocities(eq, y));
    if (!outcome.ok()) return outcome;
    if (follow_correction(eq, y) == 0) {
      y.a -= correction_.e();
      y.lambda += correction_.mu();
      return outcome;
    }
  }
  outcome.status = StepStatus::newton_diverged;
  return outcome;
}

// In index 3 a displacement of round-off size is a velocity of this size divided by h, and no iteration can do better.
// Otherwise velocities are found to 4e-14.
void ConstrainedStep::set_units(const State& y) {
  size_q_ = RoundoffNorm::magnitude(y.q);
  size_v_ = 100 * RoundoffNorm::magnitude(y.v) + (ng_ > 0 ? size_q_ * bv / bq : 0);
  reachable_v_ = std::max(size_v_, size_q_ * bv / bq);
  size_s_ = RoundoffNorm::magnitude(y.s);
}

void ConstrainedStep::set_motion(State& y) const {
  y.q = qh + bq * y.a;
  y.v = vh + bv * y.a;
  if (correction_.active()) y.v -= bv * correction_.e();
  y.s = sh + bv * c;
}

FactorStatus ConstrainedStep::correct_velocities(Equations& eq, State& y) {
  y.v = vh + bv * y.a;
  const FactorStatus status = correction_.find(eq, y, bv);
  y.v -= bv * correction_.e();
  mass_is_known_ = true;
  return status;
}

// Newton's correction for forces at the corrected velocities. Returns its size: 0 when it is round-off.
double ConstrainedStep::follow_correction(Equations& eq, State& y) {
  const VecX& de = correction_.de();
  product_.setZero();
  const Damping& damping = damping_[used_];
  multiply_add(-bv, damping.r_v, de, product_);
  if (nw_ + ns_ == 0 && bv * largest(product_) <= negligible * damping.lightest * size_v_) return 0;
  work_.setZero();
  work_.head(nq_) = product_;
  if (ns_ > 0) {
    for_states_.setZero();
    multiply_add(bv, damping.sigma_v, de, for_states_);
    work_.segment(at_c_, ns_) = for_states_;
  }
  if (nw_ > 0) {
    for_rows_.setZero();
    multiply_add(-1, eq.value.G, de, for_rows_);
    work_.segment(at_lambda_ + ng_, nw_) = for_rows_.tail(nw_);
  }
  newton_.apply_inverse(eq, work_);
  norm_.start();
  return correct(work_, y);
}

void ConstrainedStep::residual(Equations& eq, State& y, VecX& r) {
  set_motion(y);
  const Want always = Want::residual | Want::position | Want::sigma;
  eq.evaluate(nw_ > 0 ? always | Want::velocity : always, y);
  r.head(nq_) = eq.value.r;                                                       // line 1
  r.segment(at_c_, ns_) = c - eq.value.sigma;                                     // line 2
  r.segment(at_lambda_, ng_) = eq.value.g / bq;                                   // line 3
  if (nw_ > 0) r.segment(at_lambda_ + ng_, nw_) = eq.value.g_dot.tail(nw_) / bv;  // line 4
}

const SparseMatrix& ConstrainedStep::compose(Equations& eq, State& y) {
  set_motion(y);
  const Want index3 = Want::mass | Want::jacobian | Want::residual_tangent | Want::sigma_tangent;
  eq.evaluate(nw_ > 0 ? index3 | Want::velocity_tangent : index3, y);
  const Evaluation& at = eq.value;
  ComposedMatrix& J = *matrix_;
  matrix_bq_ = bq;
  J.clear();
  if (correction_.active()) keep_damping(at);
  J.add(at_.M, 1, at.M.values);
  J.add(at_.r_q, bq, at.r_q.values);
  J.add(at_.r_v, bv, at.r_v.values);
  J.add(at_.Gt, 1, at.G.values);
  J.add(at_.G, 1, at.G.values);
  if (nw_ > 0) J.add(at_.V_W, bq / bv, V_W_.of(at.g_dot_q));
  if (ns_ > 0) {
    J.add(at_.r_s, bv, at.r_s.values);
    J.add(at_.sigma_q, -bq, at.sigma_q.values);
    J.add(at_.sigma_v, -bv, at.sigma_v.values);
    J.add(at_.sigma_s, -bv, at.sigma_s.values);
    J.add_diagonal(at_.unit_c, 1);
  }
  if (has_dropped_rows_) J.add(at_.dropped, 1, dropped_);  // λ = 0 there
  return J.matrix();
}

void ConstrainedStep::keep_damping(const Evaluation& at) {
  used_ = 1 - kept_;
  Damping& damping = damping_[used_];
  damping.r_v.values = at.r_v.values;
  damping.sigma_v.values = at.sigma_v.values;
  damping.lightest = std::numeric_limits<double>::infinity();
  for (const Index k : mass_diagonal_) damping.lightest = std::min(damping.lightest, at.M.values[k]);
}

double ConstrainedStep::correct(const VecX& dx, State& y) {
  y.a -= dx.head(nq_);
  c -= dx.segment(at_c_, ns_);
  y.lambda -= dx.segment(at_lambda_, nc_);
  norm_.begin();
  norm_.add(bq, dx.head(nq_), size_q_);
  norm_.add(bv, dx.head(nq_), size_v_, reachable_v_);
  norm_.add(bv, dx.segment(at_c_, ns_), size_s_);
  set_motion(y);
  return norm_.value();
}

void ConstrainedStep::filter(Equations& eq, const State& y, VecX& d) {
  if (!mass_is_known_) eq.evaluate(Want::mass, y);
  product_.setZero();
  multiply_add(1, eq.value.M, d, product_);
  work_.setZero();
  work_.head(nq_) = product_;
  newton_.apply_inverse(eq, work_);
  d = work_.head(nq_);
}

void ConstrainedStep::accept(const State& x, double h) {
  newton_.keep();
  if (!first_) correction_.accept(h);
  kept_bq_ = matrix_bq_;
  kept_ = used_;
  a_before_ = x.a;
  lambda_before_ = x.lambda;
  c_before_.swap(c_);
  c_ = c;
  h_old_ = h;
}

void ConstrainedStep::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, c_before_, y, c_, at);
}

void ConstrainedStep::exchange(Archive& archive) {
  archive("step.a_before", a_before_);
  archive("step.lambda_before", lambda_before_);
  archive("step.c_before", c_before_);
  archive("step.c", c_);
  archive("step.h_old", h_old_);
  archive("step.matrix_bq", kept_bq_);
  archive("step.used", used_, 0, 1);
  archive("step.kept", kept_, 0, 1);
  for (Damping& damping : damping_) {
    archive("step.r_v", damping.r_v.values);
    archive("step.sigma_v", damping.sigma_v.values);
    archive("step.lightest", damping.lightest);
  }
  newton_.exchange(archive);
  correction_.exchange(archive);
}

}  // namespace daedalus
