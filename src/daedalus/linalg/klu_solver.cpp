#include "daedalus/linalg/klu_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/finite.hpp"

namespace daedalus {
namespace {

// A diagonal pivot is taken when it is at least this share of the largest in its column. KLU's own 0.001 hardly
// changes the fill of our matrices and costs the BTF orderings two to four digits of pivot growth (decision 0003).
constexpr double diagonal_preference = 0.1;
constexpr double growth_loss_that_renews_pivots = 1e-4;
// The backward error of a solve is about eps / growth: below this it may exceed 1e-13 of the matrix.
constexpr double growth_that_needs_refinement = 1e-3;
constexpr double condition_that_needs_refinement = 1e-12;
constexpr int klu_refinement_steps = 2;
// Fetching an entry of L or U against one floating-point operation of klu_refactor (solver_choice_benchmark).
constexpr double operations_per_nonzero = 8;

// KLU takes its input as pointers to non-const, but only reads it.
int* starts_of(const Pattern& p) { return const_cast<int*>(p.column_starts().data()); }
int* rows_of(const Pattern& p) { return const_cast<int*>(p.row_indices().data()); }

}  // namespace

KluSolver::KluSolver(const Pattern& pattern, std::string reason, KluOrdering ordering)
    : pattern_(pattern), ordering_(ordering), symbolic_(nullptr, {&settings_}), numeric_(nullptr, {&settings_}),
      A_(pattern_), pivot_values_(VecX::Zero(pattern.nonzeros())), rhs_(pattern.rows()), residual_(pattern.rows()),
      column_size_(pattern.rows()) {
  klu_defaults(&settings_);
  settings_.tol = diagonal_preference;
  if (ordering != KluOrdering::by_trial) analyze(ordering);

  report_.used = SolverKind::sparse;
  report_.reason = std::move(reason);
  report_.size = pattern.rows();
  report_.nonzeros = pattern.nonzeros();
}

void KluSolver::analyze(KluOrdering ordering) {
  ordering_ = ordering;
  settings_.ordering = ordering == KluOrdering::colamd_btf ? 1 : 0;
  settings_.btf = ordering == KluOrdering::amd ? 0 : 1;
  numeric_.reset();
  symbolic_.reset(klu_analyze(pattern_.rows(), starts_of(pattern_), rows_of(pattern_), &settings_));
}

void KluSolver::find_ordering() {
  double fewest = std::numeric_limits<double>::infinity();
  KluOrdering best = KluOrdering::by_trial;
  for (const KluOrdering ordering : {KluOrdering::amd, KluOrdering::amd_btf, KluOrdering::colamd_btf}) {
    analyze(ordering);
    if (choose_pivots() != FactorStatus::ok) continue;
    klu_flops(symbolic_.get(), numeric_.get(), &settings_);
    const double operations = settings_.flops + operations_per_nonzero * static_cast<double>(report_.factor_nonzeros);
    if (operations < fewest) {
      fewest = operations;
      best = ordering;
    }
  }
  ordering_ = KluOrdering::by_trial;  // a singular matrix decides nothing
  if (best != KluOrdering::by_trial) analyze(best);
}

FactorStatus KluSolver::factorize(const SparseMatrix& A) {
  expects(A.values.size() == A_.values.size(), "the matrix has the pattern the solver was made for");
  has_factors_ = false;
  reciprocal_condition_ = 0;
  if (!all_finite(A.values)) return FactorStatus::not_finite;
  A_.values = A.values;
  if (numeric_) {
    ++report_.refactorizations;
    has_factors_ = kept_pivots_ = keep_pivots();
    if (has_factors_) return FactorStatus::ok;
    ++report_.pivot_order_renewals;
  }
  ++report_.full_factorizations;
  if (ordering_ == KluOrdering::by_trial) find_ordering();
  return choose_pivots();
}

FactorStatus KluSolver::choose_pivots() {
  kept_pivots_ = false;
  numeric_.reset();
  if (!symbolic_) return FactorStatus::singular;
  numeric_.reset(klu_factor(starts_of(pattern_), rows_of(pattern_), A_.values.data(), symbolic_.get(), &settings_));
  if (!numeric_) return FactorStatus::singular;
  measure_quality();
  if (is_singular()) {
    numeric_.reset();
    reciprocal_condition_ = 0;
    return FactorStatus::singular;
  }
  growth_of_pivots_ = growth_;
  pivot_values_ = A_.values;
  report_.factor_nonzeros = static_cast<long>(numeric_->lnz) + numeric_->unz;
  has_factors_ = true;
  return FactorStatus::ok;
}

bool KluSolver::keep_pivots() {
  if (!klu_refactor(starts_of(pattern_), rows_of(pattern_), A_.values.data(), symbolic_.get(), numeric_.get(),
                    &settings_))
    return false;
  measure_quality();
  return growth_ >= growth_loss_that_renews_pivots * growth_of_pivots_ && !is_singular();  // false for NaN as well
}

void KluSolver::measure_quality() {
  klu_rgrowth(starts_of(pattern_), rows_of(pattern_), A_.values.data(), symbolic_.get(), numeric_.get(), &settings_);
  growth_ = settings_.rgrowth;
  klu_rcond(symbolic_.get(), numeric_.get(), &settings_);
  reciprocal_condition_ = settings_.rcond;
}

// A pivot is zero when rounding in its own column could have made it: |U_kk| <= n eps max_i |(R A)_ik|. The spread of
// all pivots is no measure, it depends on the units of the unknowns, but it tells quickly that nothing is near zero.
bool KluSolver::is_singular() const {
  const Index n = pattern_.rows();
  const double tiny = n * std::numeric_limits<double>::epsilon();
  if (reciprocal_condition_ > tiny) return false;

  const auto starts = pattern_.column_starts();
  const auto rows = pattern_.row_indices();
  const double* pivot = static_cast<const double*>(numeric_->Udiag);
  for (Index k = 0; k < n; ++k) {
    const auto j = static_cast<std::size_t>(symbolic_->Q[k]);
    double size = 0;
    for (auto at = static_cast<std::size_t>(starts[j]); at < static_cast<std::size_t>(starts[j + 1]); ++at) {
      const Index pivot_row = numeric_->Pinv[rows[at]];  // KLU keeps R in pivot order
      size = std::max(size, std::abs(A_.values[static_cast<Index>(at)]) / numeric_->Rs[pivot_row]);
    }
    if (!(std::abs(pivot[k]) > tiny * size)) return true;
  }
  return false;
}

void KluSolver::solve(VecX& b) {
  expects(has_factors_, "solve() follows a factorization that returned ok");
  const Index n = pattern_.rows();
  const auto solve_once = [&](VecX& x) { klu_solve(symbolic_.get(), numeric_.get(), n, 1, x.data(), &settings_); };
  if (growth_ >= growth_that_needs_refinement && reciprocal_condition_ >= condition_that_needs_refinement)
    return solve_once(b);

  ++report_.refined_solves;
  rhs_ = b;
  solve_once(b);
  double previous = std::numeric_limits<double>::infinity();
  for (int step = 0; step < klu_refinement_steps; ++step) {
    residual_ = rhs_;
    multiply_add(-1, A_, b, residual_);
    const double size = residual_.lpNorm<Eigen::Infinity>();
    if (!(size > 0 && size < previous / 2)) break;
    previous = size;
    solve_once(residual_);
    b += residual_;
  }
}

void KluSolver::solve_transposed(VecX& b) {
  expects(has_factors_, "solve_transposed() follows a factorization that returned ok");
  klu_tsolve(symbolic_.get(), numeric_.get(), pattern_.rows(), 1, b.data(), &settings_);
}

void KluSolver::exchange(Archive& archive) {
  bool has_pivots = numeric_ != nullptr, has_factors = has_factors_, kept_pivots = kept_pivots_;
  archive("klu.ordering", ordering_, KluOrdering::by_trial, KluOrdering::colamd_btf);
  archive("klu.has_pivots", has_pivots);
  archive("klu.has_factors", has_factors);
  archive("klu.kept_pivots", kept_pivots);
  archive("klu.pivot_values", pivot_values_);
  archive("klu.values", A_.values);
  archive("klu.full_factorizations", report_.full_factorizations);
  archive("klu.refactorizations", report_.refactorizations);
  archive("klu.pivot_order_renewals", report_.pivot_order_renewals);
  archive("klu.refined_solves", report_.refined_solves);
  if (!archive.loading()) return;

  numeric_.reset();
  if (has_pivots) {
    analyze(ordering_);
    const VecX values = A_.values;
    A_.values = pivot_values_;
    choose_pivots();
    A_.values = values;
    if (kept_pivots && numeric_) keep_pivots();
  }
  if (has_factors && !numeric_) Archive::refuse("klu.values", "the matrix is singular");
  has_factors_ = has_factors;
  kept_pivots_ = kept_pivots;
  if (!has_factors_) reciprocal_condition_ = 0;
}

}  // namespace daedalus
