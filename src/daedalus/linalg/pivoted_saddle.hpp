// pivoted_saddle.hpp: LU of the descriptor matrix, for masses that differ by many orders of magnitude.
//
//   D [ M   Gᵀ ] D          D diagonal, so that the largest entry of every row and column is 1
//     [ G  −E  ]
//
// In these units a light body is one whose mass is small beside its constraints, which is no trouble for pivots that
// may be chosen anywhere. Slower than the fixed orders of saddle_solver.cpp; may allocate when the choice of pivots
// changes.
#pragma once

#include <memory>

#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class PivotedSaddle {
 public:
  PivotedSaddle(const Pattern& M, const Pattern& G);

  // Returns the reciprocal condition of the scaled matrix, 0 when a pivot is zero to working precision. E: (m).
  double factorize(const SparseMatrix& M, const SparseMatrix& G, const VecX& E);
  void solve(VecX& b, VecX& c);  // b becomes x, c becomes y
  void exchange(Archive& archive);

 private:
  void equilibrate();

  ComposedMatrix composed_;
  ComposedMatrix::Block M_, G_, Gt_, E_;
  SparseMatrix scaled_;
  VecX D_, largest_;  // (n + m)
  VecX x_;            // (n + m) right-hand side and solution
  std::unique_ptr<LinearSolver> lu_;
};

}  // namespace daedalus
