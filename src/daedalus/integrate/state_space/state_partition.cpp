#include "daedalus/integrate/state_space/state_partition.hpp"

#include <algorithm>
#include <limits>

namespace daedalus {

PartitionReport describe(const CoordinatePartition& partition, const Layout& layout) {
  PartitionReport report;
  for (std::size_t j = 0; j < partition.role.size(); ++j)
    if (partition.role[j] == CoordinateRole::independent) report.independent.push_back(layout.coordinates[j]);
  for (const Index row : partition.dropped) report.dropped.push_back(layout.constraints[row]);
  return report;
}

void StatePartition::start(Equations& eq, const State& x) {
  layout_ = &eq.layout();
  G_ = SparseMatrix(layout_->patterns.G);
  eq.evaluate(Want::jacobian, x);
  G_.values = eq.value.G.values;
  t_ = x.t;
  q_ = x.q;
  use(find_partition(G_, layout_->ng));
  worst_condition_ = condition_;
  repartitions_ = 0;
}

bool StatePartition::restart(Equations& eq, const State& x) {
  measure(eq, x);  // where it is singular the next step fails by value
  return accept();
}

void StatePartition::use(const CoordinatePartition& partition) {
  partition_ = partition;
  recovery_.start(*layout_, partition_);
  const bool regular = recovery_.factorize(G_) == FactorStatus::ok;  // else the next step fails by value
  chosen_condition_ = condition_ = regular ? recovery_.compute_condition(G_) : std::numeric_limits<double>::infinity();
}

StepStatus StatePartition::prepare(Equations& eq, const State& y) {
  if (partition_.rank() == 0 || (t_ == y.t && q_ == y.q)) return StepStatus::ok;
  eq.evaluate(Want::jacobian, y);
  G_.values = eq.value.G.values;
  Lap lap(eq.times.sampler);
  ++eq.counts.factorizations;
  const FactorStatus status = recovery_.factorize(G_);
  lap.end_part(eq.times.factorization);
  t_ = y.t;
  q_ = y.q;
  if (status != FactorStatus::ok) q_.setConstant(std::numeric_limits<double>::quiet_NaN());
  return status_of(status);
}

StepStatus StatePartition::measure(Equations& eq, const State& y) {
  const StepStatus status = prepare(eq, y);
  if (status == StepStatus::ok) condition_ = recovery_.compute_condition(G_);
  return status;
}

StepOutcome StatePartition::complete(Equations& eq, State& y) {
  StepOutcome outcome;
  outcome.status = measure(eq, y);
  return outcome.ok() ? recover(eq, y) : outcome;
}

StepOutcome StatePartition::recover(Equations& eq, State& y) {
  const auto recover_both = [&] {
    const StepOutcome outcome = recovery_.recover_positions(eq, y);
    return outcome.ok() ? recovery_.recover_velocities(eq, y) : outcome;
  };
  StepOutcome outcome = recover_both();
  if (outcome.status != StepStatus::projection_failed) return outcome;
  outcome.status = prepare(eq, y);
  return outcome.ok() ? recover_both() : outcome;
}

bool StatePartition::accept() {
  worst_condition_ = std::max(worst_condition_, condition_);
  if (!is_poor()) return false;
  const CoordinatePartition other = find_partition(G_, layout_->ng);
  // A smaller rank is that of a singular position: what was independent before will be so again.
  if (other == partition_ || other.rank() < partition_.rank()) {
    chosen_condition_ = condition_;
    return false;
  }
  use(other);
  ++repartitions_;
  return true;
}

void StatePartition::report(Report& report) const {
  report.partition = describe(partition_, *layout_);
  report.partition->repartitions = repartitions_;
  report.partition->worst_condition = worst_condition_;
}

void StatePartition::exchange(Archive& archive) {
  CoordinatePartition partition = partition_;
  partition.exchange(archive, *layout_);
  if (archive.loading()) {
    partition_ = partition;
    recovery_.start(*layout_, partition_);
  }
  archive("partition.G", G_.values);
  archive("partition.t", t_);
  archive("partition.q", q_);
  archive("partition.condition", condition_);
  archive("partition.chosen_condition", chosen_condition_);
  archive("partition.worst_condition", worst_condition_);
  archive("partition.repartitions", repartitions_);
  recovery_.exchange(archive);
  // the next step makes them
  if (archive.loading() && !recovery_.has_factors()) q_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace daedalus
