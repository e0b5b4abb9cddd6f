#include "daedalus/integrate/multistep/stabilized_step.hpp"

#include <cmath>

namespace daedalus {
namespace {

// The contraction of a matrix that has not been tried: only a very small first correction ends an iteration.
constexpr double untried_rate = 0.95;

}  // namespace

void StabilizedStep::start(Equations& eq, const Tolerances& tolerances) {
  const Layout& layout = eq.layout();
  tolerances_ = tolerances;
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  e_ = de_ = r1_ = z_ = product_ = VecX::Zero(nq_);
  for_states_ = rate_of_states = VecX::Zero(ns_);
  for_rows_ = VecX::Zero(nc_);
  y0 = rates0 = VecX::Zero(2 * nq_ + ns_ + nc_);
  has_dropped_rows_ = !eq.dropped_rows().empty();
  matrix_.start(layout, eq.dropped_rows());
  work_ = VecX::Zero(matrix_.size());
  corrector_.resize(matrix_.pattern(), SolverKind::automatic, Corrector::Keeps::yes);
  corrector_.test.stop_at(tolerances.apply ? StopAt::tolerance : StopAt::roundoff);
  tangents_.start(layout, MotionMatrix::tangents(layout), Tangents::Keeps::yes, 1,
                  make_jacobian_strategy(jacobian_.tangents, tolerances));
  rate_ = kept_rate_ = 0;
}

void StabilizedStep::restart(Equations& eq) {
  if (has_dropped_rows_ || !eq.dropped_rows().empty()) return start(eq, tolerances_);  // they may be others now
  corrector_.forget();
  rate_ = kept_rate_ = 0;
}

StepOutcome StabilizedStep::solve(Equations& eq, const State& x, double t, double strictness, State& y) {
  corrector_.begin_step(alpha);
  tangents_.begin_step();
  const bool reuses = corrector_.fits(alpha) && !every_solve_;
  may_update_ = jacobian_.update != TangentUpdate::none && corrector_.has_kept_factors() && !every_solve_ &&
                (!reuses || jacobian_.retry == TangentRetry::update);
  rate_ = reuses ? kept_rate_ : 0;
  double expected = untried_rate;
  if (reuses && kept_rate_ > 0) expected = std::max(kept_rate_, rate_of_other_alpha());

  y.t = t;
  y.q = y0.head(nq_);
  y.v = y0.segment(nq_, nq_);
  y.s = y0.segment(2 * nq_, ns_);
  y.lambda = y0.tail(nc_);
  e_.setZero();
  size_q_ = ConvergenceTest::magnitude(y.q);
  size_v_ = ConvergenceTest::magnitude(y.v);
  size_s_ = ConvergenceTest::magnitude(y.s);
  reachable_v_ = size_v_ + alpha * size_q_;
  const CorrectorOutcome found = corrector_.solve(
      eq, [&](VecX& r) { residual(eq, y, r); }, [&]() -> const SparseMatrix& { return compose(eq, y); },
      [&](const VecX& dx) { correct(dx, x, strictness, y); }, expected);
  set_rates(y);
  if (found.rate > 0) rate_ = found.rate;
  StepOutcome outcome{.status = found.status, .newton_iterations = found.iterations};
  if (found.worst_row >= matrix_.at_rows()) outcome.worst_constraint = found.worst_row - matrix_.at_rows();
  return outcome;
}

// The contraction that is left to the factor c where the matrix is right but for its α.
double StabilizedStep::rate_of_other_alpha() const {
  const double alpha_J = corrector_.factors_coefficient();
  return std::abs(alpha - alpha_J) / (alpha + alpha_J);
}

void StabilizedStep::set_rates(State& y) {
  y.a = rates0.segment(nq_, nq_) + alpha * (y.v - y0.segment(nq_, nq_));
  rate_of_states = rates0.segment(2 * nq_, ns_) + alpha * (y.s - y0.segment(2 * nq_, ns_));
}

void StabilizedStep::residual(Equations& eq, State& y, VecX& r) {
  const double alpha_J = corrector_.factors_coefficient();
  const Index at_states = matrix_.at_states(), at_rows = matrix_.at_rows();
  const Evaluation& J = *tangents_;
  set_rates(y);
  eq.evaluate(Want::residual | Want::position | Want::velocity | Want::sigma, y);
  r1_ = rates0.head(nq_) + alpha * (y.q - y0.head(nq_)) - y.v - e_;

  de_.setZero();
  if (ng_ > 0) {
    for_rows_ = eq.value.g_dot;
    for_rows_.head(ng_) -= alpha_J * eq.value.g;
    multiply_add(1, J.G, r1_, for_rows_);
    work_.setZero();
    work_.segment(at_rows, ng_) = for_rows_.head(ng_);
    corrector_.apply_inverse(eq, work_);
    de_ = work_.head(nq_);
  }
  z_ = r1_ - de_;

  product_ = eq.value.r;
  multiply_add(alpha_J, J.M, z_, product_);
  multiply_add(1, J.r_v, z_, product_);
  r.head(nq_) = product_;
  if (ns_ > 0) {
    for_states_ = rate_of_states - eq.value.sigma;
    multiply_add(-1, J.sigma_v, z_, for_states_);
    r.segment(at_states, ns_) = for_states_;
  }
  r.segment(at_rows, ng_) = alpha_J * alpha_J * eq.value.g;
  if (nw_ > 0) {
    for_rows_ = eq.value.g_dot;
    multiply_add(1, J.G, z_, for_rows_);
    r.tail(nw_) = alpha_J * for_rows_.tail(nw_);
  }
}

const SparseMatrix& StabilizedStep::compose(Equations& eq, State& y) {
  set_rates(y);
  if (may_update_) tangents_.update_mass(eq, y);
  else tangents_.evaluate(eq, y);
  may_update_ = false;
  return matrix_.compose(1 / (alpha * alpha), 1 / alpha, *tangents_);
}

void StabilizedStep::correct(const VecX& dx, const State& x, double strictness, State& y) {
  const double alpha_J = corrector_.factors_coefficient(), c = 2 / (1 + alpha / alpha_J);
  de_ *= c;
  e_ += de_;
  product_ = (-c / (alpha_J * alpha_J)) * dx.head(nq_);
  z_ = c * z_ + alpha_J * product_;
  for_states_ = (-c / alpha_J) * dx.segment(matrix_.at_states(), ns_);
  y.q += product_;
  y.v += z_;
  y.s += for_states_;
  y.lambda -= c * dx.tail(nc_);
  if (!corrector_.test.stops_by_tolerance()) {
    corrector_.test.add(1, product_, size_q_);
    corrector_.test.add(1, z_, size_v_, reachable_v_);
    corrector_.test.add(1, for_states_, size_s_);
    return;
  }
  ErrorNorm norm(tolerances_);
  norm.add(product_, x.q, y.q);
  norm.add(z_, x.v, y.v);
  norm.add(for_states_, x.s, y.s);
  corrector_.test.set_size(strictness * norm.value());
}

void StabilizedStep::exchange(Archive& archive) {
  archive("stabilized.rate", kept_rate_);
  tangents_.exchange(archive);
  corrector_.exchange(archive);
}

}  // namespace daedalus
