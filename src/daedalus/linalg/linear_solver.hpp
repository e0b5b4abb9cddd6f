// linear_solver.hpp: A x = b for a square matrix on a fixed pattern: analyzed once, factorized often.
//
// Dense (Eigen, partial pivoting) and sparse stand behind the same functions; make_linear_solver chooses by size and fill and
// says what it chose. Sparse is KLU, or for Newton matrices LU by fronts. Nothing allocates after the first factorization,
// except that the sparse solvers do when they must renew their pivot order (counted in the report).
#pragma once

#include <memory>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/factors.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class LinearSolver : public Factors {
 public:
  virtual FactorStatus factorize(const SparseMatrix& A) = 0;
  virtual void solve_transposed(VecX& b) = 0;  // with Aᵀ, without refinement

  // Saves or restores the factors, pivot order included: the next solve gives the same bits.
  virtual void exchange(Archive& archive) = 0;
};

std::unique_ptr<LinearSolver> make_linear_solver(const Pattern& pattern, SolverKind kind = SolverKind::automatic);

// For matrices whose pivots may be taken from the diagonal, such as [M + ..., Gᵀ; G, 0]; several for one pattern share the
// elimination order that the first of them finds (frontal_solver.hpp).
std::vector<std::unique_ptr<LinearSolver>> make_newton_solvers(const Pattern& pattern, int count,
                                                               SolverKind kind = SolverKind::automatic);

}  // namespace daedalus
