// state_partition.hpp: the partition in use, watched: its condition at every accepted step, and a new choice when it
// has grown.
//
//   κ > growth κ₀,   κ₀ that of the last choice                          [HNE, Step 18 of Table 4, with κ of
//   dependent_recovery.hpp]
#pragma once

#include "daedalus/integrate/state_space/dependent_recovery.hpp"
#include "daedalus/integrate/state_space/state_space_options.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

PartitionReport describe(const CoordinatePartition& partition, const Layout& layout);

class StatePartition {
 public:
  explicit StatePartition(const PartitionOptions& options = {}) : options_(options) {}

  void start(Equations& eq, const State& x);
  bool restart(Equations& eq, const State& x);  // at x of the same run: as accept() after measure()

  const CoordinatePartition& partition() const { return partition_; }
  DependentRecovery& recovery() { return recovery_; }

  // G_u at y: prepare() does nothing where the last factors are of y, measure() finds κ as well.
  StepStatus prepare(Equations& eq, const State& y);
  StepStatus measure(Equations& eq, const State& y);
  // Brings dependent coordinates to the constraints with the factors there are, or with new ones where they are too
  // old.
  StepOutcome recover(Equations& eq, State& y);
  // All of it for a y that is close to the constraints.
  StepOutcome complete(Equations& eq, State& y);

  // κ of the last measure() has grown too far: accept() would choose anew.
  bool is_poor() const { return condition_ > options_.growth * chosen_condition_; }
  double margin() const { return options_.growth * chosen_condition_ / condition_; }  // below 1 it is poor
  double condition() const { return condition_; }

  // The last completed state is accepted. True when there is a new partition: it allocates, its users start again.
  bool accept();

  void report(Report& report) const;
  void exchange(Archive& archive);

 private:
  void use(const CoordinatePartition& partition);  // chosen at G_

  PartitionOptions options_;
  const Layout* layout_ = nullptr;
  CoordinatePartition partition_;
  DependentRecovery recovery_;
  SparseMatrix G_;  // of the factors
  double t_ = 0;    // where they are taken
  VecX q_;
  double condition_ = 1;         // of it
  double chosen_condition_ = 1;  // κ₀
  double worst_condition_ = 1;
  long repartitions_ = 0;
};

}  // namespace daedalus
