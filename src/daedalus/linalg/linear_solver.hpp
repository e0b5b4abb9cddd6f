// linear_solver.hpp: A x = b for a square matrix on a fixed pattern: analyzed once, factorized often.
//
// Dense (Eigen, partial pivoting) and sparse (KLU) stand behind the same functions; make_linear_solver chooses by
// size and fill and says what it chose. Nothing allocates after the first factorization, except that the sparse solver
// does when it must renew its pivot order (counted in the report).
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

enum class SolverKind { automatic, dense, sparse };

enum class FactorStatus {
  ok,
  singular,    // a pivot is zero to working precision: no usable factors
  not_finite,  // the matrix holds NaN or infinity
  cancelled,   // the user wants to stop
};

struct LinearSolverReport {
  SolverKind used = SolverKind::dense;
  std::string reason;             // why automatic chose it, in words
  Index size = 0, nonzeros = 0;   // of the matrix
  long factor_nonzeros = 0;       // of L and U
  long full_factorizations = 0;   // with a new pivot order
  long refactorizations = 0;      // along the old pivot order
  long pivot_order_renewals = 0;  // refactorizations repeated in full because of pivot growth
  long refined_solves = 0;        // solves that needed iterative refinement
};

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  virtual FactorStatus factorize(const SparseMatrix& A) = 0;
  virtual void solve(VecX& b) = 0;                  // b becomes x; only after factorize() returned ok
  virtual void solve_transposed(VecX& b) = 0;       // with Aᵀ, without refinement
  virtual double reciprocal_condition() const = 0;  // cheap estimate for the last factors; 0 when singular
  virtual const LinearSolverReport& report() const = 0;

  // Saves or restores the factors, pivot order included: the next solve gives the same bits.
  virtual void exchange(Archive& archive) = 0;
};

std::unique_ptr<LinearSolver> make_linear_solver(const Pattern& pattern, SolverKind kind = SolverKind::automatic);

}  // namespace daedalus
