// klu_solver.hpp: sparse LU (KLU of SuiteSparse) of the row-scaled matrix, R A = Pᵀ L U Qᵀ.
//
// The column order Q is chosen once: the first factorization tries each of the three ways below and keeps the one that
// needs the fewest operations for these values; none is best throughout (docs/decisions/0003-linear-algebra.md). It
// also chooses the pivot rows P. Later ones keep them (klu_refactor, faster and without allocation) as long as they
// suit the values. They no longer do when the reciprocal pivot growth min_j max_i |(R A)_ij| / max_i |U_ij| has fallen
// far below what it was when P was chosen; then P is chosen again, the one thing here that allocates late.
#pragma once

#include <klu.h>

#include <memory>

#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

enum class KluOrdering {
  by_trial,
  amd,         // minimum degree of A + Aᵀ, without regard to zeros on the diagonal
  amd_btf,     // the same after a permutation to block triangular form with a full diagonal
  colamd_btf,  // minimum degree of AᵀA: prepared for any choice of pivot rows
};

class KluSolver final : public LinearSolver {
 public:
  KluSolver(const Pattern& pattern, std::string reason, KluOrdering ordering = KluOrdering::by_trial);

  FactorStatus factorize(const SparseMatrix& A) override;
  void solve(VecX& b) override;
  void solve_transposed(VecX& b) override;
  double reciprocal_condition() const override { return reciprocal_condition_; }
  const LinearSolverReport& report() const override { return report_; }
  void exchange(Archive& archive) override;

 private:
  struct Free {
    klu_common* settings;
    void operator()(klu_symbolic* p) const { klu_free_symbolic(&p, settings); }
    void operator()(klu_numeric* p) const { klu_free_numeric(&p, settings); }
  };

  void analyze(KluOrdering ordering);
  void find_ordering();          // by trial on A_
  FactorStatus choose_pivots();  // full factorization of A_
  bool keep_pivots();            // refactorization of A_; false when P no longer suits
  void measure_quality();        // growth and condition of the factors in numeric_
  bool is_singular() const;      // a pivot is zero to working precision

  Pattern pattern_;
  KluOrdering ordering_;  // by_trial until the first matrix is known
  klu_common settings_;
  std::unique_ptr<klu_symbolic, Free> symbolic_;
  std::unique_ptr<klu_numeric, Free> numeric_;
  SparseMatrix A_;       // the last matrix: for residuals and checkpoints
  VecX pivot_values_;    // (nonzeros) the matrix P was chosen for
  VecX rhs_, residual_;  // (n) of a refined solve
  VecX column_size_;     // (n) max_i |(R A)_ik|
  bool has_factors_ = false;
  bool kept_pivots_ = false;         // A_ was refactorized: its values are not pivot_values_
  double growth_ = 1;                // reciprocal pivot growth of the last factors
  double growth_of_pivots_ = 1;      // and when P was chosen
  double reciprocal_condition_ = 0;  // min_k |U_kk| / max_k |U_kk|
  LinearSolverReport report_;
};

}  // namespace daedalus
