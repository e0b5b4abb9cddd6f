#include "daedalus/linalg/frontal_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/diagonal_order.hpp"
#include "daedalus/linalg/finite.hpp"

namespace daedalus {
namespace {

// Below, cancellation has left fewer than ten digits of an earned pivot, or nothing of one that A has on its diagonal.
constexpr double least_earned_share = 1e-6, least_own_share = 1e-13;
constexpr double weaker = 0.1;  // than when it was checked: checked again
// Of a solution, row by row. Rows whose terms cancel leave partial pivoting up to 1e-6, too, on the matrices of a stiff
// vehicle; Newton's iteration takes it away. Worse ones are refined, and have to become this good.
constexpr double tolerated_error = 1e-6, refined_error = 1e-12, error_to_give_up = 1e-10;
constexpr int frontal_refinement_steps = 2;

}  // namespace

FrontalSolver::FrontalSolver(const Pattern& pattern, std::string reason, SharedOrder order)
    : pattern_(pattern), shared_(std::move(order)), A_(pattern_), rhs_(pattern.rows()), residual_(pattern.rows()),
      size_(pattern.rows()) {
  report_.used = SolverKind::sparse;
  report_.reason = std::move(reason);
  report_.size = pattern.rows();
  report_.nonzeros = pattern.nonzeros();
}

bool FrontalSolver::use_order(const std::vector<Index>& order) {
  if (order.empty()) return false;
  order_ = order;
  *shared_ = order;
  lu_.emplace(pattern_, order_);
  report_.factor_nonzeros = lu_->factor_nonzeros();
  is_checked_ = false;
  return true;
}

bool FrontalSolver::factorize_in_order() {
  quality_ = lu_->factorize(A_);
  return quality_.own >= least_own_share && quality_.earned >= least_earned_share;
}

FactorStatus FrontalSolver::factorize(const SparseMatrix& A) {
  expects(A.values.size() == A_.values.size(), "the matrix has the pattern the solver was made for");
  if (klu_) return klu_->factorize(A);
  has_factors_ = false;
  if (!all_finite(A.values)) return FactorStatus::not_finite;
  A_.values = A.values;
  const bool had_order = lu_.has_value();
  if (had_order) ++report_.refactorizations;
  if (lu_ || use_order(*shared_)) has_factors_ = factorize_in_order();
  if (!has_factors_) {
    if (had_order) ++report_.pivot_order_renewals;
    has_factors_ = use_order(find_diagonal_order(A_)) && factorize_in_order();
  }
  if (!has_factors_) return exchange_pivots();
  if (!had_order) ++report_.full_factorizations;
  const bool is_weaker = quality_.own < weaker * checked_quality_.own ||
                         quality_.earned < weaker * checked_quality_.earned ||
                         lu_->reciprocal_condition() < weaker * checked_condition_;
  if (is_weaker) is_checked_ = false;
  return FactorStatus::ok;
}

FactorStatus FrontalSolver::exchange_pivots() {
  auto klu = std::make_unique<KluSolver>(pattern_, report_.reason + "; pivots have to be exchanged");
  const FactorStatus status = klu->factorize(A_);
  if (status == FactorStatus::ok) klu_ = std::move(klu);
  return status;
}

void FrontalSolver::solve(VecX& b) {
  if (klu_) return klu_->solve(b);
  expects(has_factors_, "solve() follows a factorization that returned ok");
  if (is_checked_ && !must_refine_) return lu_->solve(b);
  check_and_refine(b);
}

void FrontalSolver::check_and_refine(VecX& x) {
  rhs_ = x;
  lu_->solve(x);
  double error = backward_error(x);
  const bool refines = !(error <= tolerated_error);
  if (refines) ++report_.refined_solves;
  for (int step = 0; refines && step < frontal_refinement_steps && !(error <= refined_error); ++step) {
    lu_->solve(residual_);
    x += residual_;
    error = backward_error(x);
  }
  if (!is_checked_) {
    is_checked_ = true;
    must_refine_ = refines;
    checked_quality_ = quality_;
    checked_condition_ = lu_->reciprocal_condition();
  }
  if (!refines || error <= error_to_give_up || exchange_pivots() != FactorStatus::ok) return;
  x = rhs_;
  klu_->solve(x);
}

// The largest |b − A x| / (|A| |x| + |b|). Where the denominator is itself only what rounding leaves of zeros, the size of the
// row takes its place.
double FrontalSolver::backward_error(const VecX& x) {
  constexpr double rounding = 1e3 * std::numeric_limits<double>::epsilon();
  const Index* start = pattern_.column_starts().data();
  const Index* row = pattern_.row_indices().data();
  residual_ = rhs_;
  size_ = rhs_.cwiseAbs();
  const double largest = rounding * x.lpNorm<Eigen::Infinity>();
  for (Index j = 0; j < pattern_.cols(); ++j) {
    const double x_j = x[j], floor = std::max(std::abs(x_j), largest);
    for (Index k = start[j]; k < start[j + 1]; ++k) {
      residual_[row[k]] -= A_.values[k] * x_j;
      size_[row[k]] += std::abs(A_.values[k]) * floor;
    }
  }
  double error = 0;
  for (Index i = 0; i < size_.size(); ++i) {
    const double share = std::abs(residual_[i]) / std::max(size_[i], std::numeric_limits<double>::min());
    error = share <= error ? error : share;  // NaN stays
  }
  return error;
}

void FrontalSolver::solve_transposed(VecX& b) {
  if (klu_) return klu_->solve_transposed(b);
  expects(has_factors_, "solve_transposed() follows a factorization that returned ok");
  lu_->solve_transposed(b);
}

double FrontalSolver::reciprocal_condition() const {
  if (klu_) return klu_->reciprocal_condition();
  return has_factors_ ? lu_->reciprocal_condition() : 0;
}

const LinearSolverReport& FrontalSolver::report() const { return klu_ ? klu_->report() : report_; }

void FrontalSolver::exchange(Archive& archive) {
  bool has_order = lu_.has_value(), has_klu = klu_ != nullptr;
  archive("frontal.has_klu", has_klu);
  if (has_klu) {
    if (!klu_) klu_ = std::make_unique<KluSolver>(pattern_, report_.reason + "; pivots have to be exchanged");
    return klu_->exchange(archive);
  }
  archive("frontal.has_order", has_order);
  std::vector<Index> order = order_;
  order.resize(static_cast<std::size_t>(pattern_.rows()));
  if (!has_order) std::iota(order.begin(), order.end(), 0);
  archive.permutation("frontal.order", order);
  archive("frontal.has_factors", has_factors_);
  archive("frontal.is_checked", is_checked_);
  archive("frontal.must_refine", must_refine_);
  archive("frontal.checked_own", checked_quality_.own);
  archive("frontal.checked_earned", checked_quality_.earned);
  archive("frontal.checked_condition", checked_condition_);
  archive("frontal.values", A_.values);
  archive("frontal.full_factorizations", report_.full_factorizations);
  archive("frontal.refactorizations", report_.refactorizations);
  archive("frontal.pivot_order_renewals", report_.pivot_order_renewals);
  archive("frontal.refined_solves", report_.refined_solves);
  if (!archive.loading()) return;

  klu_.reset();
  lu_.reset();
  if (has_order) {
    const bool is_checked = is_checked_;
    use_order(order);
    is_checked_ = is_checked;
    if (has_factors_ && !factorize_in_order()) Archive::refuse("frontal.values", "the matrix is singular");
  } else if (has_factors_) {
    Archive::refuse("frontal.has_order", "there are factors");
  }
}

}  // namespace daedalus
