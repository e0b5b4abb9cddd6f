// sparse_matrix.hpp: values on a fixed pattern. The pattern is owned elsewhere (a Layout, a ComposedMatrix).
#pragma once

#include "daedalus/linalg/pattern.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct SparseMatrix {
  const Pattern* pattern = nullptr;
  VecX values;  // (nonzeros) in the order of the pattern

  SparseMatrix() = default;
  explicit SparseMatrix(const Pattern& p) : pattern(&p) { allocate(); }
  // Without room for the values while the pattern is deferred: whoever writes them first calls allocate().
  static SparseMatrix when_known(const Pattern& p) {
    SparseMatrix matrix;
    matrix.pattern = &p;
    if (p.is_known()) matrix.allocate();
    return matrix;
  }

  void allocate() {
    if (values.size() != pattern->nonzeros()) values.setZero(pattern->nonzeros());
  }

  Index rows() const { return pattern->rows(); }
  Index cols() const { return pattern->cols(); }

  // The values seen as a matrix; only where the pattern is full.
  Eigen::Map<MatX> as_dense() { return {values.data(), rows(), cols()}; }

  MatX to_dense() const;  // allocates; for set-up, tests and messages
};

void multiply_add(double factor, const SparseMatrix& A, const VecX& x, VecX& y);             // y += factor A x
void multiply_add_transposed(double factor, const SparseMatrix& A, const VecX& x, VecX& y);  // y += factor Aᵀ x

}  // namespace daedalus
