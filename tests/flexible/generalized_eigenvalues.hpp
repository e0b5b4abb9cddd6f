// generalized_eigenvalues.hpp: ω² of K x = ω² M x with symmetric K and positive definite M, ascending.
#pragma once

#include "daedalus/linalg/decompositions.hpp"

namespace daedalus::testing {

inline VecX generalized_eigenvalues(const MatX& K, const MatX& M) {
  const Cholesky L(M);
  MatX A = K;
  L.solve_lower(A);
  A.transposeInPlace();
  L.solve_lower(A);
  return symmetric_eigen(0.5 * (A + A.transpose())).values;
}

}  // namespace daedalus::testing
