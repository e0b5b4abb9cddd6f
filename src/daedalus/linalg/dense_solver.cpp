#include "daedalus/linalg/dense_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/finite.hpp"

namespace daedalus {

DenseSolver::DenseSolver(const Pattern& pattern, std::string reason)
    : pattern_(pattern), values_(VecX::Zero(pattern.nonzeros())), row_scale_(pattern.rows()),
      column_size_(pattern.rows()), scaled_(pattern.rows(), pattern.rows()), x_(pattern.rows()), lu_(pattern.rows()) {
  report_.used = SolverKind::dense;
  report_.reason = std::move(reason);
  report_.size = pattern.rows();
  report_.nonzeros = pattern.nonzeros();
  report_.factor_nonzeros = static_cast<long>(pattern.rows()) * pattern.rows();
}

FactorStatus DenseSolver::factorize(const SparseMatrix& A) {
  expects(A.values.size() == values_.size(), "the matrix has the pattern the solver was made for");
  has_factors_ = false;
  reciprocal_condition_ = 0;
  if (!all_finite(A.values)) return FactorStatus::not_finite;
  values_ = A.values;
  ++report_.full_factorizations;
  return factorize_kept_values();
}

FactorStatus DenseSolver::factorize_kept_values() {
  const Index n = pattern_.rows();
  scale();
  if (n > 0) lu_.compute(scaled_);

  const double tiny = n * std::numeric_limits<double>::epsilon();
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (Index k = 0; k < n; ++k) {
    const double pivot = std::abs(lu_.matrixLU()(k, k));
    if (!(pivot > tiny * column_size_[k])) return FactorStatus::singular;  // NaN after a zero pivot as well
    smallest = std::min(smallest, pivot);
    largest = std::max(largest, pivot);
  }
  has_factors_ = true;
  reciprocal_condition_ = n > 0 ? smallest / largest : 1;
  return FactorStatus::ok;
}

void DenseSolver::scale() {
  const Index* start = pattern_.column_starts().data();
  const Index* row = pattern_.row_indices().data();
  row_scale_.setZero();
  for (Index k = 0; k < values_.size(); ++k) row_scale_[row[k]] = std::max(row_scale_[row[k]], std::abs(values_[k]));
  row_scale_ = (row_scale_.array() > 0).select(row_scale_.cwiseInverse(), 1);  // an empty row shows as a zero pivot

  scaled_.setZero();
  for (Index j = 0; j < pattern_.cols(); ++j) {
    double size = 0;
    for (Index k = start[j]; k < start[j + 1]; ++k) {
      const double value = row_scale_[row[k]] * values_[k];
      scaled_(row[k], j) = value;
      size = std::max(size, std::abs(value));
    }
    column_size_[j] = size;
  }
}

void DenseSolver::solve(VecX& b) {
  expects(has_factors_, "solve() follows a factorization that returned ok");
  if (b.size() == 0) return;
  b.array() *= row_scale_.array();
  x_.noalias() = lu_.permutationP() * b;  // not in place: Eigen would allocate a mask
  lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x_);
  lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x_);
  b = x_;
}

void DenseSolver::solve_transposed(VecX& b) {
  expects(has_factors_, "solve_transposed() follows a factorization that returned ok");
  if (b.size() == 0) return;
  lu_.matrixLU().triangularView<Eigen::Upper>().transpose().solveInPlace(b);
  lu_.matrixLU().triangularView<Eigen::UnitLower>().transpose().solveInPlace(b);
  x_.noalias() = lu_.permutationP().transpose() * b;
  b = row_scale_.array() * x_.array();
}

void DenseSolver::exchange(Archive& archive) {
  archive("dense.has_factors", has_factors_);
  archive("dense.values", values_);
  archive("dense.full_factorizations", report_.full_factorizations);
  if (!archive.loading()) return;
  reciprocal_condition_ = 0;
  if (!has_factors_) return;
  if (factorize_kept_values() != FactorStatus::ok) Archive::refuse("dense.values", "the matrix is singular");
}

}  // namespace daedalus
