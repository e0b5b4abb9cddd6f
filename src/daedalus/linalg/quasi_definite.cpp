#include "daedalus/linalg/quasi_definite.hpp"

#include <algorithm>

#include "daedalus/linalg/saddle_order.hpp"

namespace daedalus {

void QuasiDefinite::start(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale,
                          const VecX& E) {
  m_ = G.rows();
  rows_.emplace(m_ + Y.rows(), M.rows());
  G_ = rows_->place(*G.pattern, 0, 0);
  B_ = rows_->place(*Y.pattern, m_, 0);
  rows_->finish();
  spring_of_.assign(Y.pattern->row_indices().begin(), Y.pattern->row_indices().end());
  B_values_ = VecX::Zero(Y.values.size());
  E_ = lower_ = VecX::Zero(m_ + Y.rows());
  E_.head(m_) = E;
  E_.tail(Y.rows()).setOnes();
  compose(G, Y, scale);
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

void QuasiDefinite::compose(const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale) {
  for (Index k = 0; k < B_values_.size(); ++k) B_values_[k] = scale[spring_of_[k]] * Y.values[k];
  rows_->clear();
  rows_->add(G_, 1, G.values);
  rows_->add(B_, 1, B_values_);
}

double QuasiDefinite::factorize(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y,
                                const VecX& scale) {
  compose(G, Y, scale);
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
