#include "daedalus/linalg/pivoted_saddle.hpp"

#include <cmath>

namespace daedalus {

PivotedSaddle::PivotedSaddle(const Pattern& M, const Pattern& G) : composed_(M.rows() + G.rows(), M.rows() + G.rows()) {
  const Index n = M.rows(), m = G.rows();
  M_ = composed_.place(M, 0, 0);
  G_ = composed_.place(G, n, 0);
  Gt_ = composed_.place(G, 0, n, Orientation::transposed);
  E_ = composed_.place(Pattern::identity(m), n, n);
  composed_.finish();
  scaled_ = SparseMatrix(*composed_.matrix().pattern);
  lu_ = make_linear_solver(*composed_.matrix().pattern);
  D_ = largest_ = x_ = VecX::Zero(n + m);
}

// Rows and columns are divided by the roots of their largest entries until these are 1 (Ruiz): the matrix is symmetric
// and stays so.
void PivotedSaddle::equilibrate() {
  constexpr int sweeps = 6;
  const SparseMatrix& K = composed_.matrix();
  const auto starts = K.pattern->column_starts();
  const auto rows = K.pattern->row_indices();
  D_.setOnes();
  for (int sweep = 0; sweep <= sweeps; ++sweep) {
    largest_.setZero();
    for (Index j = 0; j < K.cols(); ++j)
      for (Index k = starts[j]; k < starts[j + 1]; ++k) {
        const Index i = rows[k];
        scaled_.values[k] = D_[i] * K.values[k] * D_[j];
        largest_[j] = std::max(largest_[j], std::abs(scaled_.values[k]));
      }
    if (sweep == sweeps) return;
    for (Index j = 0; j < K.cols(); ++j)
      if (largest_[j] > 0) D_[j] /= std::sqrt(largest_[j]);
  }
}

double PivotedSaddle::factorize(const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  composed_.clear();
  composed_.add(M_, 1, M.values);
  composed_.add(G_, 1, G.values);
  composed_.add(Gt_, 1, G.values);
  composed_.add(E_, -1, E);
  equilibrate();
  return lu_->factorize(scaled_) == FactorStatus::ok ? lu_->reciprocal_condition() : 0;
}

void PivotedSaddle::solve(VecX& b, VecX& c) {
  x_.head(b.size()) = b;
  x_.tail(c.size()) = c;
  x_.array() *= D_.array();
  lu_->solve(x_);
  x_.array() *= D_.array();
  b = x_.head(b.size());
  c = x_.tail(c.size());
}

void PivotedSaddle::exchange(Archive& archive) {
  archive("pivoted_saddle.scale", D_);
  lu_->exchange(archive);
}

}  // namespace daedalus
