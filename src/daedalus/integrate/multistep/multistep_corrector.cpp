#include "daedalus/integrate/multistep/multistep_corrector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/corrector/acceleration_differences.hpp"
#include "daedalus/integrate/corrector/extended_jacobian.hpp"

namespace daedalus {
namespace {

// The contraction of a matrix that has not been tried: only a very small first correction ends an iteration.
constexpr double untried_rate = 0.95;

}  // namespace

const MultistepJacobianOptions& MultistepCorrector::checked(EquationForm form,
                                                            const MultistepJacobianOptions& jacobian) {
  if (jacobian.formalism == Formalism::residual) return jacobian;
  if (form != EquationForm::ode)
    throw OptionError("jacobian.formalism=explicit differences accelerations: it requires form=ode.");
  if (jacobian.tangents.source != JacobianSource::dense_fd)
    throw OptionError(
        "jacobian.formalism=explicit differences accelerations, each of which depends on every coordinate: it requires "
        "jacobian.source=dense-fd.");
  return jacobian;
}

void MultistepCorrector::start(Equations& eq, const Tolerances& tolerances) {
  const Layout& layout = eq.layout();
  tolerances_ = tolerances;
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw, ns_ = layout.ns, nc_ = layout.nc();
  e_ = de_ = r1_ = z_ = product_ = difference_ = VecX::Zero(nq_);
  for_states_ = rate_of_states = VecX::Zero(ns_);
  for_rows_ = VecX::Zero(nc_);
  y0 = rates0 = VecX::Zero(2 * nq_ + ns_ + nc_);
  solved_ = State(layout);
  has_dropped_rows_ = !eq.dropped_rows().empty();
  const ConstraintRows level =
      form_ == EquationForm::stabilized ? ConstraintRows::positions : ConstraintRows::accelerations;
  if (has_full_matrix()) full_ = layout_of_accelerations(layout);
  if (has_full_matrix()) start_matrix(eq.system(), full_, {}, level, make_strategy(eq.system()));
  else start_matrix(eq.system(), layout, eq.dropped_rows(), level, make_strategy(eq.system()));
  corrector_.test.stop_at(tolerances.apply ? StopAt::tolerance : StopAt::roundoff);
  rate_ = kept_rate_ = 0;
}

std::unique_ptr<JacobianStrategy> MultistepCorrector::make_strategy(const System& system) const {
  std::unique_ptr<JacobianStrategy> strategy;
  if (has_full_matrix())
    strategy = std::make_unique<AccelerationDifferences>(jacobian_.tangents.increment, tolerances_);
  else strategy = make_jacobian_strategy(jacobian_.tangents, tolerances_);
  if (jacobian_.update == TangentUpdate::extended)
    strategy = std::make_unique<ExtendedJacobian>(std::move(strategy), system);
  return strategy;
}

void MultistepCorrector::start_matrix(const System& system, const Layout& layout,
                                      const std::vector<Index>& dropped_rows, ConstraintRows level,
                                      std::unique_ptr<JacobianStrategy> strategy) {
  const bool may_be_recursive =
      jacobian_.tangents.source == JacobianSource::exact && jacobian_.update != TangentUpdate::extended;
  if (may_be_recursive && tangents_.start_recursive(system, dropped_rows, Tangents::Keeps::yes)) {
    matrix_.start_recursive(layout, dropped_rows, level);
  } else {
    matrix_.start(layout, dropped_rows, level);
    tangents_.start(layout, MotionMatrix::tangents(layout, level), Tangents::Keeps::yes, 1, std::move(strategy));
  }
  work_ = VecX::Zero(matrix_.size());
  matrix_.resize(corrector_, tangents_, Corrector::Keeps::yes);
}

void MultistepCorrector::restart(Equations& eq) {
  if (has_dropped_rows_ || !eq.dropped_rows().empty()) return start(eq, tolerances_);  // they may be others now
  corrector_.forget();
  rate_ = kept_rate_ = 0;
}

StepOutcome MultistepCorrector::solve(Equations& eq, const State& x, double t, double strictness, State& y) {
  corrector_.begin_step(alpha);
  tangents_.begin_step();
  const bool reuses = corrector_.fits(alpha) && !every_solve_;
  reuses_ = reuses;
  may_update_ = jacobian_.update != TangentUpdate::none && corrector_.has_kept_factors() && !every_solve_;
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
      eq, [&](VecX& r) { residual(eq, y, r); }, [&] { return compose(eq, y); },
      [&](const VecX& dx) { correct(dx, x, strictness, y); }, expected);
  set_rates(y);
  if (found.rate > 0) rate_ = found.rate;
  StepOutcome outcome{.status = found.status, .newton_iterations = found.iterations};
  if (found.worst_row >= matrix_.at_rows()) outcome.worst_constraint = found.worst_row - matrix_.at_rows();
  return outcome;
}

// The contraction that is left to the factor c where the matrix is right but for its α.
double MultistepCorrector::rate_of_other_alpha() const {
  const double alpha_J = corrector_.factors_coefficient();
  return std::abs(alpha - alpha_J) / (alpha + alpha_J);
}

// Tangents of the last accepted step will do for another matrix: where no factors fit this α, where a slow iteration has
// factors of an α that is a twenty-fifth larger or smaller (its corrections do not shrink evenly, and at first hardly at all), or
// where the user wants that tried first.
bool MultistepCorrector::is_update_enough() const {
  constexpr double another = 0.02;  // |α − α_J|/(α + α_J)
  return may_update_ && (!reuses_ || jacobian_.retry == TangentRetry::update || rate_of_other_alpha() > another);
}

void MultistepCorrector::set_rates(State& y) {
  y.a = rates0.segment(nq_, nq_) + alpha * (y.v - y0.segment(nq_, nq_));
  rate_of_states = rates0.segment(2 * nq_, ns_) + alpha * (y.s - y0.segment(2 * nq_, ns_));
}

void MultistepCorrector::residual(Equations& eq, State& y, VecX& r) {
  const double alpha_J = corrector_.factors_coefficient();
  set_rates(y);
  r1_ = rates0.head(nq_) + alpha * (y.q - y0.head(nq_)) - y.v - e_;
  de_.setZero();
  switch (form_) {
    case EquationForm::stabilized:
      eq.evaluate(Want::residual | Want::position | Want::velocity | Want::sigma, y);
      product_ = eq.value.r;
      if (ng_ > 0) find_stabilization(eq);
      break;
    case EquationForm::index1:
      eq.evaluate(Want::residual | Want::jacobian | Want::gamma | Want::sigma, y);
      product_ = eq.value.r;
      break;
    case EquationForm::ode:
      if (!solve_motion(eq, y)) {
        r.setConstant(std::numeric_limits<double>::quiet_NaN());
        return;
      }
      y.lambda = solved_.lambda;
      difference_ = y.a - solved_.a;
      product_.setZero();
      tangents_.respond({.a = {&difference_}}, {.motion = &product_});
      break;
  }
  z_ = r1_ - de_;
  tangents_.respond({.v = {&z_}, .a = {&z_, alpha_J}}, {.motion = &product_});
  r.head(nq_) = product_;
  if (ns_ > 0) {
    for_states_ = rate_of_states - eq.value.sigma;
    tangents_.respond({.v = {&z_, -1}}, {.rates = &for_states_});
    r.segment(matrix_.at_states(), ns_) = for_states_;
  }
  if (matrix_.size() == matrix_.at_rows()) return;
  if (form_ == EquationForm::stabilized) set_stabilized_rows(eq, r);
  else set_rows_of_accelerations(eq, y, r);
}

// de, from the velocity level.
void MultistepCorrector::find_stabilization(Equations& eq) {
  for_rows_ = eq.value.g_dot;
  for_rows_.head(ng_) -= corrector_.factors_coefficient() * eq.value.g;
  tangents_.respond({.v = {&r1_}}, {.rows = &for_rows_});
  work_.setZero();
  work_.segment(matrix_.at_rows(), ng_) = for_rows_.head(ng_);
  corrector_.apply_inverse(eq, work_);
  de_ = work_.head(nq_);
}

void MultistepCorrector::set_stabilized_rows(const Equations& eq, VecX& r) {
  const double alpha_J = corrector_.factors_coefficient();
  r.segment(matrix_.at_rows(), ng_) = alpha_J * alpha_J * eq.value.g;
  if (nw_ == 0) return;
  for_rows_ = eq.value.g_dot;
  tangents_.respond({.v = {&z_}}, {.rows = &for_rows_});
  r.tail(nw_) = alpha_J * for_rows_.tail(nw_);
}

void MultistepCorrector::set_rows_of_accelerations(const Equations& eq, const State& y, VecX& r) {
  if (form_ == EquationForm::ode) {
    for_rows_.setZero();
    tangents_.respond({.a = {&difference_}}, {.rows = &for_rows_, .level = RowLevel::accelerations});
  } else {
    for_rows_ = -eq.value.gamma;
    multiply_add(1, eq.value.G, y.a, for_rows_);
  }
  tangents_.respond({.v = {&z_}, .a = {&z_, corrector_.factors_coefficient()}},
                    {.rows = &for_rows_, .level = RowLevel::accelerations});
  r.tail(nc_) = for_rows_;
}

bool MultistepCorrector::solve_motion(Equations& eq, const State& y) {
  solved_ = y;
  return eq.solve_acceleration(solved_) == FactorStatus::ok;
}

StepMatrix MultistepCorrector::compose(Equations& eq, State& y) {
  set_rates(y);
  if (is_update_enough() && jacobian_.update == TangentUpdate::extended) {
    tangents_.update(eq, y);
  } else if (is_update_enough() && !tangents_.is_recursive()) {
    tangents_.update_mass(eq, y);
  } else if (form_ == EquationForm::ode && !has_full_matrix()) {
    solve_motion(eq, y);  // where it fails, so will the residual
    tangents_.evaluate(eq, solved_);
  } else {
    tangents_.evaluate(eq, y);
  }
  may_update_ = false;
  return matrix_.compose(1 / (alpha * alpha), 1 / alpha, tangents_);
}

void MultistepCorrector::correct(const VecX& dx, const State& x, double strictness, State& y) {
  const double alpha_J = corrector_.factors_coefficient(), c = 2 / (1 + alpha / alpha_J);
  de_ *= c;
  e_ += de_;
  product_ = (-c / (alpha_J * alpha_J)) * dx.head(nq_);
  z_ = c * z_ + alpha_J * product_;
  for_states_ = (-c / alpha_J) * dx.segment(matrix_.at_states(), ns_);
  y.q += product_;
  y.v += z_;
  y.s += for_states_;
  if (form_ != EquationForm::ode) y.lambda -= c * dx.tail(nc_);
  corrector_.test.add(1, product_, size_q_);
  corrector_.test.add(1, z_, size_v_, reachable_v_);
  corrector_.test.add(1, for_states_, size_s_);
  if (!corrector_.test.stops_by_tolerance()) return;
  ErrorNorm norm(tolerances_);
  norm.add(product_, x.q, y.q);
  norm.add(z_, x.v, y.v);
  norm.add(for_states_, x.s, y.s);
  corrector_.test.set_size(strictness * norm.value());
}

void MultistepCorrector::exchange(Archive& archive) {
  archive("multistep.rate", kept_rate_);
  tangents_.exchange(archive);
  corrector_.exchange(archive, tangents_.kept_linearization());
}

}  // namespace daedalus
