// frontal_solver.hpp: sparse LU by fronts with diagonal pivots (frontal_lu.hpp), and KLU where that will not do.
//
// The elimination order is found with the values of the first matrix and kept while it serves: while the pivots keep a share
// of what was added to them, and while a solution satisfies its equations. The latter is checked, and refined if need be, by
// the first solve with a new order and again wherever pivots have become weaker by a factor of 10. Where an order no longer
// serves another is found; where pivots have to be exchanged KLU takes over for good. Both allocate, and are counted in the
// report.
//
// Solvers of one group, for matrices of one pattern that differ little, use the order that one of them has found.
#pragma once

#include <memory>
#include <optional>

#include "daedalus/linalg/frontal_lu.hpp"
#include "daedalus/linalg/klu_solver.hpp"
#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

using SharedOrder = std::shared_ptr<std::vector<Index>>;  // empty until one is found

class FrontalSolver final : public LinearSolver {
 public:
  FrontalSolver(const Pattern& pattern, std::string reason, SharedOrder order = std::make_shared<std::vector<Index>>());

  FactorStatus factorize(const SparseMatrix& A) override;
  void solve(VecX& b) override;
  void solve_transposed(VecX& b) override;
  double reciprocal_condition() const override;
  const LinearSolverReport& report() const override;
  void exchange(Archive& archive) override;

 private:
  bool use_order(const std::vector<Index>& order);  // false where it is none
  bool factorize_in_order();                        // of A_; false where a pivot is lost
  FactorStatus exchange_pivots();                   // KLU from now on, unless A_ is singular
  double backward_error(const VecX& x);             // of A_ x = rhs_; leaves the residual
  void check_and_refine(VecX& x);

  Pattern pattern_;
  SharedOrder shared_;
  std::vector<Index> order_;  // as found: fronts may reorder it
  std::optional<FrontalLu> lu_;
  std::unique_ptr<KluSolver> klu_;  // instead of it
  SparseMatrix A_;                  // the last matrix: for residuals and checkpoints
  VecX rhs_, residual_, size_;      // (n) of a checked solve; |A| |x| + |b|
  FrontalLu::Quality quality_, checked_quality_;
  double checked_condition_ = 0;
  bool has_factors_ = false, is_checked_ = false, must_refine_ = false;
  LinearSolverReport report_;
};

}  // namespace daedalus
