// redundancy_watch.hpp: redundant constraint rows during a run: found at its start, watched, and chosen anew where
// others serve better (system/redundancy.hpp).
//
// It owns the equations of those who watch a run: `kept()` leaves out the rows that the integration leaves out, `all()`
// leaves out none. They are made when they are needed, and without redundant rows they are the same.
#pragma once

#include <optional>

#include "daedalus/result/result.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {

class RedundancyWatch {
 public:
  // `eq` is the integration's.
  RedundancyWatch(const System& system, SolverKind solver, Equations& eq) : system_(system), solver_(solver), eq_(eq) {}

  void find(const State& x);  // the rows to leave out of eq from now on, at a consistent state
  void end_start() { singular_at_start_ = eq_.solver_report().rank_deficient; }
  bool any() const { return !eq_.dropped_rows().empty(); }

  Equations& kept();
  Equations& all();

  // The integration has multipliers for the rows that are kept. Samples have those of minimum norm.
  State with_all_multipliers(State x);

  // After a step: what is wrong when a row that was left out is no longer closed.
  std::optional<Failure> find_contradiction(const State& x, double h);
  // True when eq leaves out other rows now: rows that were a good choice where the motion began may say the same
  // elsewhere. x is given a and lambda to go on with.
  bool choose_anew(State& x);

  void report(Report& report) const;
  void exchange(Archive& archive);

 private:
  const System& system_;
  SolverKind solver_;
  Equations& eq_;
  std::optional<Equations> kept_, all_;
  long choices_ = 0;            // after the first
  long singular_at_start_ = 0;  // factorizations before the rows were known
};

}  // namespace daedalus
