// saddle_solver.hpp: the descriptor system that the equations of motion, projections and start values share,
//
//   [ M  Gᵀ ] ( x )   ( b )
//   [ G  0  ] ( y ) = ( c ),      M symmetric positive definite (n × n), G (m × n).
//
// Redundant constraints (rank G < m, c consistent) are not an error: x is unique, y is the one of minimum norm.
// They are met by solving with the lower right block −εI and refining against the true residual, a proximal iteration
// y⁺ = argmin ε/2 |y⁺ − y|² + ... that starts at y = 0 and never leaves the range of G: its limit is the y of minimum
// norm. x comes out to working precision, y to about eight digits. Rows of zeros have y = 0. Nothing allocates after
// the first factorization, except where pivots have to be exchanged because masses differ by many orders of magnitude.
#pragma once

#include <memory>

#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

struct SaddleReport {
  LinearSolverReport linear;  // the factorization behind it
  long rank_deficient = 0;    // factorizations that went the way of redundant constraints
};

class SaddleSolver {
 public:
  SaddleSolver(const Pattern& M, const Pattern& G, SolverKind kind = SolverKind::automatic);
  ~SaddleSolver();
  SaddleSolver(SaddleSolver&&) noexcept;
  SaddleSolver& operator=(SaddleSolver&&) noexcept;

  // Keeps what it needs of M and G: they may change after the call.
  FactorStatus factorize(const SparseMatrix& M, const SparseMatrix& G);

  // b becomes x, c becomes y. Only after factorize() returned ok.
  void solve(VecX& b, VecX& c);

  bool rank_deficient() const;  // of the last factorization
  const SaddleReport& report() const;
  void exchange(Archive& archive);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> self_;
};

}  // namespace daedalus
