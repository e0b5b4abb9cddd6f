#include "daedalus/integrate/corrector/corrector.hpp"

#include <algorithm>

namespace daedalus {

void Corrector::resize(const Pattern& pattern, SolverKind kind, Keeps keeps) {
  recursive_ = {};
  std::ranges::move(make_newton_solvers(pattern, static_cast<int>(solver_.size()), kind), solver_.begin());
  b_.resize(pattern.rows());
  factors_ = kept_ = {};
  warm_ = keeps == Keeps::no;
}

void Corrector::resize(Index size, std::unique_ptr<MotionFactors> one, std::unique_ptr<MotionFactors> other) {
  solver_ = {};
  recursive_ = {std::move(one), std::move(other)};
  b_.resize(size);
  factors_ = kept_ = {};
  warm_ = true;  // their memory is that of their tree
}

StepStatus Corrector::factorize(Equations& eq, const StepMatrix& matrix) {
  Lap lap(eq.times.sampler);
  ++eq.counts.factorizations;
  if (!warm_) factorize(kept_.solver, matrix);  // allocates and chooses pivots now, not in some later step
  warm_ = true;
  factors_.solver = 1 - kept_.solver;
  const FactorStatus status = factorize(factors_.solver, matrix);
  lap.end_part(eq.times.factorization);
  factors_.exist = status == FactorStatus::ok;
  factors_.coefficient = coefficient_;
  factors_.bq = matrix.bq;
  factors_.bv = matrix.bv;
  return status_of(status);
}

void Corrector::apply_inverse(Equations& eq, VecX& b) {
  Lap lap(eq.times.sampler);
  ++eq.counts.solves;
  solver(factors_.solver)->solve(b);
  lap.end_part(eq.times.solves);
}

std::optional<LinearSolverReport> Corrector::report() const {
  std::optional<LinearSolverReport> all;
  for (const std::size_t i : {0, 1}) {
    if (!solver(i) || solver(i)->report().full_factorizations + solver(i)->report().refactorizations == 0) continue;
    const LinearSolverReport& one = solver(i)->report();
    if (!all) {
      all = one;
      continue;
    }
    all->full_factorizations += one.full_factorizations;
    all->refactorizations += one.refactorizations;
    all->pivot_order_renewals += one.pivot_order_renewals;
    all->refined_solves += one.refined_solves;
  }
  return all;
}

void Corrector::exchange(Archive& archive, const MotionLinearization* kept) {
  archive("corrector.solver", kept_.solver, 0, 1);
  archive("corrector.exist", kept_.exist);
  archive("corrector.coefficient", kept_.coefficient);
  archive("corrector.warm", warm_);
  if (recursive_[0]) {
    archive("corrector.bq", kept_.bq);
    archive("corrector.bv", kept_.bv);
    if (archive.loading() && kept_.exist && kept) factorize(kept_.solver, {*kept, kept_.bq, kept_.bv});
  } else {
    for (auto& solver : solver_) solver->exchange(archive);  // both: a pivot order is memory too
  }
  if (!archive.loading()) return;
  if (kept_.exist && !(solver(kept_.solver)->reciprocal_condition() > 0))
    Archive::refuse("corrector.exist", "there are no factors");
  factors_ = kept_;
}

}  // namespace daedalus
