// dense_solver.hpp: LU with partial pivoting of the row-scaled matrix, R A = Pᵀ L U with R = diag(1 / max_j |A_ij|).
//
// The scaling makes pivoting blind to the units of the equations, and lets a pivot be compared with the column it comes
// from: |U_kk| <= n eps max_i |(R A)_ik| is a singular matrix whatever the units of equations and unknowns.
#pragma once

#include <Eigen/LU>

#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class DenseSolver final : public LinearSolver {
 public:
  DenseSolver(const Pattern& pattern, std::string reason);

  FactorStatus factorize(const SparseMatrix& A) override;
  void solve(VecX& b) override;
  void solve_transposed(VecX& b) override;
  double reciprocal_condition() const override { return reciprocal_condition_; }
  const LinearSolverReport& report() const override { return report_; }
  void exchange(Archive& archive) override;

 private:
  FactorStatus factorize_kept_values();
  void scale();  // values_ to scaled_, R and column_size_

  Pattern pattern_;
  VecX values_;       // (nonzeros) of the last matrix: a checkpoint needs nothing else
  VecX row_scale_;    // (n) R
  VecX column_size_;  // (n) max_i |(R A)_ik|
  MatX scaled_;       // (n × n) R A
  VecX x_;            // (n) solution before it is handed over
  Eigen::PartialPivLU<MatX> lu_;
  bool has_factors_ = false;
  double reciprocal_condition_ = 0;  // min_k |U_kk| / max_k |U_kk|
  LinearSolverReport report_;
};

}  // namespace daedalus
