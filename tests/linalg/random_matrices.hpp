// random_matrices.hpp: matrices with fixed seeds for the tests of linalg.
#pragma once

#include <random>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

// A pattern and values on it; stays where it is, since the matrix points to the pattern.
struct PatternAndMatrix {
  Pattern pattern;
  SparseMatrix A;

  explicit PatternAndMatrix(const MatX& dense) : pattern(pattern_of(dense)), A(pattern) { set(dense); }
  PatternAndMatrix(const PatternAndMatrix&) = delete;

  void set(const MatX& dense) {
    for (Index j = 0; j < A.cols(); ++j)
      for (Index i = 0; i < A.rows(); ++i)
        if (const Index k = pattern.find(i, j); k >= 0) A.values[k] = dense(i, j);
  }

  static Pattern pattern_of(const MatX& dense) {
    std::vector<Pattern::Entry> entries;
    for (Index j = 0; j < dense.cols(); ++j)
      for (Index i = 0; i < dense.rows(); ++i)
        if (dense(i, j) != 0) entries.push_back({i, j});
    return Pattern(static_cast<Index>(dense.rows()), static_cast<Index>(dense.cols()), entries);
  }
};

inline MatX random_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> any;
  return MatX::NullaryExpr(rows, cols, [&] { return any(random); });
}

inline VecX random_vector(Index size, unsigned seed) { return random_matrix(size, 1, seed); }

inline MatX random_definite(Index n, unsigned seed) {
  const MatX A = random_matrix(n, n, seed);
  return A * A.transpose() + MatX::Identity(n, n);
}

// About `per_row` entries per row besides a dominant diagonal.
inline MatX random_sparse(Index n, Index per_row, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> any;
  MatX A = MatX::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    A(i, i) = 2 + any(random) * 0.1;
    for (Index k = 0; k < per_row; ++k) A(i, static_cast<Index>(random() % static_cast<unsigned>(n))) += any(random);
  }
  return A;
}

// [M Gᵀ; G 0]
inline MatX saddle(const MatX& M, const MatX& G) {
  MatX K = MatX::Zero(M.rows() + G.rows(), M.rows() + G.rows());
  K << M, G.transpose(), G, MatX::Zero(G.rows(), G.rows());
  return K;
}

}  // namespace daedalus
