#include "daedalus/linalg/quasi_definite.hpp"

#include <algorithm>

#include "daedalus/linalg/saddle_order.hpp"

namespace daedalus {

void QuasiDefinite::start(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale, double relative_E) {
  m_ = G.rows();
  relative_E_ = relative_E;
  rows_.emplace(m_ + Y.rows(), M.rows());
  G_ = rows_->place(*G.pattern, 0, 0);
  B_ = rows_->place(*Y.pattern, m_, 0);
  rows_->finish();
  mass_diagonal_.clear();
  for (Index j = 0; j < M.rows(); ++j) mass_diagonal_.push_back(M.pattern->find(j, j));
  spring_of_.assign(Y.pattern->row_indices().begin(), Y.pattern->row_indices().end());
  B_values_ = VecX::Zero(Y.values.size());
  E_ = lower_ = VecX::Zero(m_ + Y.rows());
  E_.tail(Y.rows()).setOnes();
  compose(M, G, Y, scale);
  M_ = *M.pattern;
  use_order(mixed_order(M, rows_->matrix(), E_));
}

void QuasiDefinite::use_order(const std::vector<Index>& order) {
  order_ = order;
  ldlt_.emplace(M_, *rows_->matrix().pattern, order_);
}

void QuasiDefinite::exchange(Archive& archive) {
  std::vector<Index> order = order_;
  archive.permutation("quasi_definite.order", order);
  if (archive.loading()) use_order(order);
}

void QuasiDefinite::compose(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale) {
  for (Index k = 0; k < B_values_.size(); ++k) B_values_[k] = scale[spring_of_[static_cast<std::size_t>(k)]] * Y.values[k];
  rows_->clear();
  rows_->add(G_, 1, G.values);
  rows_->add(B_, 1, B_values_);
  if (relative_E_ == 0) return;
  E_.head(m_).setZero();
  const auto starts = G.pattern->column_starts();
  const auto rows = G.pattern->row_indices();
  for (Index j = 0; j < G.cols(); ++j) {
    const double weight = relative_E_ / M.values[mass_diagonal_[static_cast<std::size_t>(j)]];
    for (Index k = starts[static_cast<std::size_t>(j)]; k < starts[static_cast<std::size_t>(j) + 1]; ++k)
      E_[rows[static_cast<std::size_t>(k)]] += weight * G.values[k] * G.values[k];
  }
}

double QuasiDefinite::factorize(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale) {
  compose(M, G, Y, scale);
  const FrontalLdlt::Quality quality = ldlt_->factorize(M, rows_->matrix(), E_);
  return std::min(quality.coordinates, quality.constraints);
}

void QuasiDefinite::solve(VecX& b, VecX& c) {
  lower_.head(m_) = c;
  lower_.tail(lower_.size() - m_).setZero();
  ldlt_->solve(b, lower_);
  c = lower_.head(m_);
}

}  // namespace daedalus
