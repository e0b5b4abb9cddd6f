// equations.hpp: a System together with the memory to evaluate it and a count of the work done. One per thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "daedalus/base/cancellation.hpp"
#include "daedalus/base/stopwatch.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/group_accelerations.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct WorkCounts {
  long evaluations = 0;        // calls of evaluate(), whatever was wanted
  long residuals = 0;          // of them: with f or r
  long group_evaluations = 0;  // of them: of one rate group alone
  long tangents = 0;           // of them: with a tangent; evaluations of tangents by differences are counted here, too
  long differences = 0;        // residuals for such differences
  // of the matrices of implicit steps, from tangents that are there: for another h without evaluating them again
  long compositions = 0;
  long factorizations = 0;  // of descriptor and Newton matrices
  long solves = 0;          // back substitutions

  void exchange(Archive& archive);
};

// Where the time of that work went. Not part of a checkpoint.
struct WorkTimes {
  TimedPart evaluation = {};     // without tangents
  TimedPart tangents = {};       // evaluation with tangents
  TimedPart factorization = {};  // of descriptor and Newton matrices
  TimedPart solves = {};         // back substitution
  TimedPart accelerations = {};  // solve_acceleration() of a formulation with a solver of its own
  CallSampler sampler = {};
};

class Equations {
 public:
  explicit Equations(const System& system, SolverKind solver = SolverKind::automatic);

  const System& system() const { return system_; }
  const Layout& layout() const { return system_.layout(); }

  // Leaves out redundant constraint rows from now on: they are evaluated as zero rows, with multipliers 0, until other
  // rows are chosen.
  // The sizes stay. Factors are lost.
  void drop_rows(const std::vector<Index>& rows);
  const std::vector<Index>& dropped_rows() const { return mask_.rows(); }

  // The values of inputs that are in force: to be set between steps. Part of a checkpoint.
  InputValues& inputs() { return workspace_->inputs; }
  const InputValues& inputs() const { return workspace_->inputs; }

  // Evaluates with these values of excitations until they are released by nullptr. See System::excitations().
  void hold_excitations(const VecX* w) { workspace_->held_excitations = w; }

  // Puts the wanted quantities of x into `value`.
  void evaluate(Want want, const State& x, Index rate_group = all_rates);

  // The formulation's own linearization at x, with the inputs in force; counted as tangents are.
  void linearize(MotionLinearization& at, const State& x);

  // Solves [M Gᵀ; G 0](a; lambda) = (f; gamma) at (x.t, x.q, x.v, x.s) for x.a and x.lambda, with the formulation's own
  // solver if it has one; value.sigma is set as well.
  FactorStatus solve_acceleration(State& x);
  // What that asks of a system without such a solver.
  static constexpr Want acceleration_needs = Want::mass | Want::jacobian | Want::gamma | Want::force | Want::sigma;

  // The same for one rate group alone: its rows of x.a, x.lambda and value.sigma. prepare_group() comes first, once; it
  // allocates, and throws ModelError where the group is coupled with the rest.
  void prepare_group(Index rate_group, const State& x);
  FactorStatus solve_acceleration(State& x, Index rate_group);

  // The descriptor matrix at (x.t, x.q), kept for solve_saddle() until the next factorization.
  FactorStatus factorize_saddle(const State& x);
  // (b; c) becomes (x; y) of [M Gᵀ; G 0](x; y) = (b; c).
  void solve_saddle(VecX& b, VecX& c);
  // True when solve_saddle() may be used.
  bool has_saddle_factors() const { return has_saddle_factors_; }

  // True when the last descriptor matrix had redundant constraint rows.
  bool constraints_are_redundant() const {
    return own_solver_ ? own_solver_->rank_deficient() : saddle_->rank_deficient();
  }

  const SaddleReport& solver_report() const { return own_solver_ ? own_solver_->report() : saddle_->report(); }
  void exchange(Archive& archive);

  Evaluation value;
  WorkCounts counts;
  WorkTimes times;
  Cancellation cancellation;  // solve_acceleration() and factorize_saddle() fail when it is due

 private:
  void count_and_evaluate(Want want, const State& x, Index rate_group);
  void count_and_solve(VecX& b, VecX& c);

  const System& system_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<AccelerationSolver> own_solver_;
  std::optional<SaddleSolver> saddle_;                       // unless the formulation has its own solver
  std::vector<std::unique_ptr<GroupAccelerations>> groups_;  // of Layout::rate_groups, those that were prepared
  bool has_saddle_factors_ = false;
  RowMask mask_;  // redundant rows
};

}  // namespace daedalus
