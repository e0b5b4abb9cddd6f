#include "daedalus/integrate/corrector/corrector.hpp"

namespace daedalus {

void Corrector::resize(const Pattern& pattern, SolverKind kind, Keeps keeps) {
  for (auto& solver : solver_) solver = make_linear_solver(pattern, kind);
  b_.resize(pattern.rows());
  factors_ = kept_ = {};
  warm_ = keeps == Keeps::no;
}

StepStatus Corrector::factorize(Equations& eq, const SparseMatrix& matrix) {
  Lap lap(eq.times.sampler);
  ++eq.counts.factorizations;
  if (!warm_) solver_[kept_.solver]->factorize(matrix);  // allocates and chooses pivots now, not in some later step
  warm_ = true;
  factors_.solver = 1 - kept_.solver;
  const FactorStatus status = solver_[factors_.solver]->factorize(matrix);
  lap.end_part(eq.times.factorization);
  factors_.exist = status == FactorStatus::ok;
  factors_.coefficient = coefficient_;
  return status_of(status);
}

void Corrector::apply_inverse(Equations& eq, VecX& b) {
  Lap lap(eq.times.sampler);
  ++eq.counts.solves;
  solver_[factors_.solver]->solve(b);
  lap.end_part(eq.times.solves);
}

std::optional<LinearSolverReport> Corrector::report() const {
  std::optional<LinearSolverReport> all;
  for (const auto& solver : solver_) {
    if (!solver || solver->report().full_factorizations + solver->report().refactorizations == 0) continue;
    const LinearSolverReport& one = solver->report();
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

void Corrector::exchange(Archive& archive) {
  archive("corrector.solver", kept_.solver, 0, 1);
  archive("corrector.exist", kept_.exist);
  archive("corrector.coefficient", kept_.coefficient);
  archive("corrector.warm", warm_);
  for (auto& solver : solver_) solver->exchange(archive);  // both: a pivot order is memory too
  if (!archive.loading()) return;
  if (kept_.exist && !(solver_[kept_.solver]->reciprocal_condition() > 0))
    Archive::refuse("corrector.exist", "there are no factors");
  factors_ = kept_;
}

}  // namespace daedalus
