#include "daedalus/system/equations.hpp"

namespace daedalus {
namespace {

constexpr Want any_tangent = Want::residual_tangent | Want::reaction_tangent | Want::velocity_tangent |
                             Want::acceleration_tangent | Want::sigma_tangent;

}  // namespace

void WorkCounts::exchange(Archive& archive) {
  archive("counts.evaluations", evaluations);
  archive("counts.residuals", residuals);
  archive("counts.group_evaluations", group_evaluations);
  archive("counts.tangents", tangents);
  archive("counts.differences", differences);
  archive("counts.compositions", compositions);
  archive("counts.factorizations", factorizations);
  archive("counts.solves", solves);
}

Equations::Equations(const System& system, SolverKind solver)
    : value(system.layout()), system_(system), workspace_(system.make_workspace()),
      own_solver_(system.make_acceleration_solver()) {
  workspace_->inputs = InputValues(system.layout().inputs);
  if (!own_solver_) saddle_.emplace(system.layout().patterns.M, system.layout().patterns.G, solver);
}

void Equations::evaluate(Want want, const State& x, Index rate_group) {
  Lap lap(times.sampler);
  count_and_evaluate(want, x, rate_group);
  lap.end_part(wants(want, any_tangent) ? times.tangents : times.evaluation);
}

void Equations::count_and_evaluate(Want want, const State& x, Index rate_group) {
  ++counts.evaluations;
  if (wants(want, Want::force | Want::residual)) ++counts.residuals;
  if (wants(want, any_tangent)) ++counts.tangents;
  if (rate_group != all_rates) ++counts.group_evaluations;
  system_.evaluate(want, x, rate_group, value, *workspace_);
  mask_.apply(want, value);
}

void Equations::linearize(MotionLinearization& at, const State& x) {
  Lap lap(times.sampler);
  ++counts.evaluations;
  ++counts.tangents;
  at.evaluate(x, inputs());
  lap.end_part(times.tangents);
}

void Equations::drop_rows(const std::vector<Index>& rows) {
  mask_ = RowMask(layout(), rows);
  has_saddle_factors_ = false;
  if (own_solver_) own_solver_->drop_rows(mask_);
}

FactorStatus Equations::solve_acceleration(State& x) {
  if (cancellation.is_due()) return FactorStatus::cancelled;
  Lap lap(times.sampler);
  if (own_solver_) {
    ++counts.evaluations;
    ++counts.residuals;
    ++counts.factorizations;
    const FactorStatus status = own_solver_->solve(x, value, *workspace_);
    has_saddle_factors_ = status == FactorStatus::ok;
    lap.end_part(times.accelerations);
    return status;
  }
  count_and_evaluate(acceleration_needs, x, all_rates);
  lap.end_part(times.evaluation);
  ++counts.factorizations;
  const FactorStatus status = saddle_->factorize(value.M, value.G);
  lap.end_part(times.factorization);
  has_saddle_factors_ = status == FactorStatus::ok;
  if (!has_saddle_factors_) return status;
  x.a = value.f;
  x.lambda = value.gamma;
  count_and_solve(x.a, x.lambda);
  lap.end_part(times.solves);
  return status;
}

void Equations::prepare_group(Index rate_group, const State& x) {
  groups_.resize(layout().rate_groups.size());
  if (groups_[rate_group]) return;
  if (!layout().rate_groups[rate_group].coordinates.empty())
    count_and_evaluate(Want::mass | Want::jacobian, x, all_rates);
  groups_[rate_group] = std::make_unique<GroupAccelerations>(layout(), rate_group, value.M, value.G);
}

FactorStatus Equations::solve_acceleration(State& x, Index rate_group) {
  if (cancellation.is_due()) return FactorStatus::cancelled;
  Lap lap(times.sampler);
  GroupAccelerations& group = *groups_[rate_group];
  count_and_evaluate(group.needs(), x, rate_group);
  lap.end_part(times.evaluation);
  if (layout().rate_groups[rate_group].coordinates.empty()) return FactorStatus::ok;
  ++counts.factorizations;
  ++counts.solves;
  const FactorStatus status = group.solve(value, x);
  lap.end_part(times.factorization);
  return status;
}

FactorStatus Equations::factorize_saddle(const State& x) {
  if (cancellation.is_due()) return FactorStatus::cancelled;
  Lap lap(times.sampler);
  ++counts.factorizations;
  FactorStatus status;
  if (own_solver_) {
    ++counts.evaluations;
    status = own_solver_->factorize(x, *workspace_);
  } else {
    count_and_evaluate(Want::mass | Want::jacobian, x, all_rates);
    lap.end_part(times.evaluation);
    status = saddle_->factorize(value.M, value.G);
  }
  lap.end_part(times.factorization);
  has_saddle_factors_ = status == FactorStatus::ok;
  return status;
}

void Equations::solve_saddle(VecX& b, VecX& c) {
  Lap lap(times.sampler);
  count_and_solve(b, c);
  lap.end_part(times.solves);
}

void Equations::count_and_solve(VecX& b, VecX& c) {
  ++counts.solves;
  if (own_solver_) own_solver_->solve_saddle(b, c, *workspace_);
  else saddle_->solve(b, c);
}

void Equations::exchange(Archive& archive) {
  counts.exchange(archive);
  inputs().exchange(archive);
  VecX dropped = VecX::Zero(layout().nc());  // 1 in dropped rows
  for (const Index row : dropped_rows()) dropped[row] = 1;
  archive("equations.dropped_rows", dropped);
  if (archive.loading()) {
    std::vector<Index> rows;
    for (Index row = 0; row < dropped.size(); ++row)
      if (dropped[row] != 0) rows.push_back(row);
    if (rows != dropped_rows()) drop_rows(rows);
  }
  archive("saddle.has_factors", has_saddle_factors_);
  if (own_solver_) own_solver_->exchange(archive, *workspace_);
  else saddle_->exchange(archive);
  for (const auto& group : groups_)
    if (group) group->exchange(archive);
}

}  // namespace daedalus
