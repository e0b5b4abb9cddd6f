#include "daedalus/integrate/state_space/reduced_equations.hpp"

#include "daedalus/integrate/state_space/dirk_stage.hpp"

namespace daedalus {

void ReducedEquations::start(Equations& eq, const State& x) {
  layout_ = &eq.layout();
  partition.start(eq, x);
  tangents_.start(*layout_, DirkStage::tangents);
  rebuild();
}

void ReducedEquations::rebuild() {
  z_.clear();
  zd_.clear();
  const CoordinatePartition& p = partition.partition();
  for (Index j = 0; j < layout_->nq; ++j) {
    const CoordinateRole role = p.role[j];
    if (role != CoordinateRole::dependent) z_.push_back(j);
    if (role == CoordinateRole::independent) zd_.push_back(j);
  }
  ns_ = layout_->ns;
  size_ = static_cast<Index>(z_.size() + zd_.size()) + ns_;
  dq_ = dv_ = motion_ = VecX::Zero(layout_->nq);
  ds_ = rate_ = VecX::Zero(ns_);
  level_ = VecX::Zero(layout_->nc());
  u_ = VecX::Zero(p.rank());
  u_h_ = VecX::Zero(p.rank_holonomic);
}

void ReducedEquations::gather(const State& x, VecX& y) const {
  Index k = 0;
  for (const Index j : z_) y[k++] = x.q[j];
  for (const Index j : zd_) y[k++] = x.v[j];
  y.tail(ns_) = x.s;
}

void ReducedEquations::gather_rates(const State& x, const VecX& sigma, VecX& rates) const {
  Index k = 0;
  for (const Index j : z_) rates[k++] = x.v[j];
  for (const Index j : zd_) rates[k++] = x.a[j];
  rates.tail(ns_) = sigma;
}

StepOutcome ReducedEquations::evaluate(Equations& eq, double t, const VecX& y, State& x, VecX& rates) {
  const double h = t - x.t;  // guess of the dependent coordinates: a step of Euler from the state before
  x.q += h * x.v;
  x.t = t;
  Index k = 0;
  for (const Index j : z_) x.q[j] = y[k++];
  for (const Index j : zd_) x.v[j] = y[k++];
  x.s = y.tail(ns_);
  StepOutcome outcome = partition.recover(eq, x);
  if (!outcome.ok()) return outcome;
  outcome.status = status_of(eq.solve_acceleration(x));
  if (outcome.ok()) gather_rates(x, eq.value.sigma, rates);
  return outcome;
}

// change_u = −G_u⁻¹ level of the first `rank` kept rows.
void ReducedEquations::solve_dependent(Index rank, VecX& level, VecX& change) {
  if (rank == 0) return;
  const CoordinatePartition& p = partition.partition();
  VecX& u = rank == p.rank() ? u_ : u_h_;
  for (Index k = 0; k < rank; ++k) u[k] = level[p.rows[k]];
  partition.recovery().solve(u);
  for (Index k = 0; k < rank; ++k) change[p.dependent[k]] = -u[k];
}

// dq_ and dv_ of independent coordinates become those of all.
void ReducedEquations::complete_change(const Evaluation& d, bool moves_positions) {
  const CoordinatePartition& p = partition.partition();
  if (p.rank() == 0) return;
  if (moves_positions) {
    level_.setZero();
    multiply_add(1, d.G, dq_, level_);
    solve_dependent(p.rank_holonomic, level_, dq_);
  }
  level_.setZero();
  multiply_add(1, d.G, dv_, level_);
  multiply_add(1, d.g_dot_q, dq_, level_);
  solve_dependent(p.rank(), level_, dv_);
}

StepStatus ReducedEquations::compute_change(Equations& eq, const State& x, const VecX& y, const VecX& motion,
                                            const VecX& rate, State& change, VecX& rate_change) {
  const StepStatus status = status_of(eq.factorize_saddle(x));
  if (status != StepStatus::ok) return status;
  tangents_.evaluate(eq, x);
  dq_.setZero();
  dv_.setZero();
  Index k = 0;
  for (const Index j : z_) dq_[j] = y[k++];
  for (const Index j : zd_) dv_[j] = y[k++];
  ds_ = y.tail(ns_);
  complete_change(*tangents_, true);
  respond(*tangents_, dq_, dv_, ds_, motion_, rate_, level_);
  motion_ += motion;
  rate_change = rate_ + rate;
  eq.solve_saddle(motion_, level_);
  change.q = dq_;
  change.v = dv_;
  change.a = motion_;
  change.lambda = level_;
  change.s = ds_;
  return StepStatus::ok;
}

StepStatus ReducedEquations::compute_jacobian(Equations& eq, const State& x, Eigen::Ref<MatX> J) {
  const StepStatus status = status_of(eq.factorize_saddle(x));
  if (status != StepStatus::ok) return status;
  tangents_.evaluate_once(eq, x);
  const Evaluation& d = *tangents_;
  const auto n_z = static_cast<Index>(z_.size()), n_zd = static_cast<Index>(zd_.size());
  for (Index column = 0; column < size_; ++column) {
    if (eq.cancellation.is_due()) return StepStatus::cancelled;
    dq_.setZero();
    dv_.setZero();
    ds_.setZero();
    if (column < n_z) dq_[z_[column]] = 1;
    else if (column < n_z + n_zd) dv_[zd_[column - n_z]] = 1;
    else ds_[column - n_z - n_zd] = 1;
    complete_change(d, column < n_z);
    respond(d, dq_, dv_, ds_, motion_, rate_, level_);
    eq.solve_saddle(motion_, level_);  // motion_ becomes δa
    Index k = 0;
    for (const Index j : z_) J(k++, column) = dv_[j];
    for (const Index j : zd_) J(k++, column) = motion_[j];
    J.col(column).tail(ns_) = rate_;
  }
  return StepStatus::ok;
}

}  // namespace daedalus
