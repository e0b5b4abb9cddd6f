#include "daedalus/integrate/low_order/constrained_step.hpp"

#include <algorithm>
#include <limits>

#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus {
namespace {

// Corrections of the velocities that the forces feel; more means that the two never agree.
constexpr int max_velocity_corrections = 10;
// Of a velocity, relative to its unit, after a correction has changed the forces: a tenth of the last bit.
constexpr double negligible_velocity = 2e-17;

}  // namespace

void ConstrainedStep::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  const Layout& layout = eq.layout();
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  qh = vh = product_ = VecX::Zero(nq_);
  sh = for_states_ = VecX::Zero(ns_);
  for_rows_ = VecX::Zero(nc_);
  has_dropped_rows_ = !eq.dropped_rows().empty();
  const bool may_be_recursive = jacobian_.source == JacobianSource::exact;
  if (may_be_recursive && tangents_.start_recursive(eq.system(), eq.dropped_rows(), Tangents::Keeps::yes)) {
    matrix_.start_recursive(layout, eq.dropped_rows(), ConstraintRows::positions);
  } else {
    matrix_.start(layout, eq.dropped_rows());
    tangents_.start(layout, MotionMatrix::tangents(layout), Tangents::Keeps::yes, 1,
                    make_jacobian_strategy(jacobian_, tolerances));
  }
  matrix_.resize(corrector_, tangents_, Corrector::Keeps::yes);
  at_c_ = matrix_.at_states();
  at_lambda_ = matrix_.at_rows();
  size_ = matrix_.size();
  work_ = VecX::Zero(size_);
  middle_ = x;
  correction_.start(layout);
  mass_diagonal_.clear();
  for (Index j = 0; j < nq_ && !tangents_.is_recursive(); ++j) mass_diagonal_.push_back(layout.patterns.M.find(j, j));
  forget_history(eq, x);
}

void ConstrainedStep::restart(Equations& eq, const State& x) {
  if (has_dropped_rows_ || !eq.dropped_rows().empty()) return start(eq, x, tolerances_);  // they may be others now
  corrector_.forget();
  correction_.forget_history();
  forget_history(eq, x);
}

void ConstrainedStep::forget_history(Equations& eq, const State& x) {
  eq.evaluate(Want::sigma, x);
  c = c_ = c_before_ = eq.value.sigma;
  a_before_ = x.a;
  lambda_before_ = x.lambda;
  h_old_ = 0;
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
  corrector_.begin_step(bq);
  tangents_.begin_step();

  predict(x, h, y);
  set_units(y);
  mass_is_known_ = false;
  StepOutcome outcome;
  for (int corrections = 0; corrections < max_velocity_corrections; ++corrections) {
    const CorrectorOutcome found = corrector_.solve(
        eq, [&](VecX& r) { residual(eq, y, r); }, [&] { return compose(eq, y); },
        [&](const VecX& dx) { correct(dx, y); });
    outcome.status = found.status;
    outcome.newton_iterations += found.iterations;
    if (found.worst_row >= at_lambda_) outcome.worst_constraint = found.worst_row - at_lambda_;
    if (!outcome.ok() || !correction_.active()) return outcome;
    outcome.status = status_of(correct_velocities(eq, y));
    if (!outcome.ok()) return outcome;
    if (follow_correction(eq, y)) {
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
  size_q_ = ConvergenceTest::magnitude(y.q);
  size_v_ = 100 * ConvergenceTest::magnitude(y.v) + (ng_ > 0 ? size_q_ * bv / bq : 0);
  reachable_v_ = std::max(size_v_, size_q_ * bv / bq);
  size_s_ = ConvergenceTest::magnitude(y.s);
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

// The correction for forces at the corrected velocities. True when it is round-off.
bool ConstrainedStep::follow_correction(Equations& eq, State& y) {
  const VecX& de = correction_.de();
  product_.setZero();
  tangents_.respond({.v = {&de, -bv}}, {.motion = &product_});
  if (nw_ + ns_ == 0 && !tangents_.is_recursive()) {
    double lightest = std::numeric_limits<double>::infinity();
    for (const Index k : mass_diagonal_) lightest = std::min(lightest, tangents_->M.values[k]);
    const double largest = product_.size() > 0 ? product_.lpNorm<Eigen::Infinity>() : 0;
    if (bv * largest <= negligible_velocity * lightest * size_v_) return true;
  }
  work_.setZero();
  work_.head(nq_) = product_;
  if (ns_ > 0) {
    for_states_.setZero();
    tangents_.respond({.v = {&de, bv}}, {.rates = &for_states_});
    work_.segment(at_c_, ns_) = for_states_;
  }
  if (nw_ > 0) {
    for_rows_.setZero();
    multiply_add(-1, eq.value.G, de, for_rows_);
    work_.segment(at_lambda_ + ng_, nw_) = for_rows_.tail(nw_);
  }
  corrector_.apply_inverse(eq, work_);
  corrector_.test.start();
  correct(work_, y);
  return corrector_.test.judge(MatrixAge::reused) == Convergence::converged;
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

StepMatrix ConstrainedStep::compose(Equations& eq, State& y) {
  set_motion(y);
  tangents_.evaluate(eq, y);
  return matrix_.compose(bq, bv, tangents_);
}

void ConstrainedStep::correct(const VecX& dx, State& y) {
  y.a -= dx.head(nq_);
  c -= dx.segment(at_c_, ns_);
  y.lambda -= dx.segment(at_lambda_, nc_);
  corrector_.test.add(bq, dx.head(nq_), size_q_);
  corrector_.test.add(bv, dx.head(nq_), size_v_, reachable_v_);
  corrector_.test.add(bv, dx.segment(at_c_, ns_), size_s_);
  set_motion(y);
}

void ConstrainedStep::filter(Equations& eq, const State& y, VecX& d) {
  product_.setZero();
  if (tangents_.is_recursive()) {
    tangents_.respond({.a = {&d}}, {.motion = &product_});
  } else {
    if (!mass_is_known_) eq.evaluate(Want::mass, y);
    multiply_add(1, eq.value.M, d, product_);
  }
  work_.setZero();
  work_.head(nq_) = product_;
  corrector_.apply_inverse(eq, work_);
  d = work_.head(nq_);
}

// J (d; ...) = (0; ...; g)
void ConstrainedStep::find_gap_inside(Equations& eq, const State& x, const State& y, VecX& d) {
  hermite(0.5, x, c_, y, c, middle_);
  eq.evaluate(Want::position, middle_);
  mass_is_known_ = false;
  work_.setZero();
  work_.segment(at_lambda_, ng_) = eq.value.g.head(ng_);
  corrector_.apply_inverse(eq, work_);
  d = work_.head(nq_);
}

void ConstrainedStep::accept(const State& x, double h) {
  corrector_.keep();
  tangents_.accept();
  if (!first_) correction_.accept(h);
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
  tangents_.exchange(archive);
  corrector_.exchange(archive, tangents_.kept_linearization());
  correction_.exchange(archive);
}

}  // namespace daedalus
