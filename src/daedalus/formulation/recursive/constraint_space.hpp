// constraint_space.hpp: (G M⁻¹ Gᵀ) λ = c, dense, for loops that are few.
//
// Redundant rows make the matrix singular; then λ of minimum norm is found by the proximal iteration of the descriptor
// solver,
//   (A + ε I) δ = c − A λ,  λ += δ  from λ = 0,
// which never leaves the range of A. Rows of zeros, those that were left out (system/row_mask.hpp), have λ = 0.
#pragma once

#include <Eigen/Cholesky>

#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class ConstraintSpace {
 public:
  explicit ConstraintSpace(Index rows);

  MatX A;  // (rows × rows) to be filled before factorize()
  FactorStatus factorize();
  void solve(VecX& c);  // c becomes λ
  bool rank_deficient() const { return rank_deficient_; }

 private:
  Eigen::LDLT<MatX> factors_;
  VecX scale_, rest_, lambda_;
  MatX scaled_;
  double epsilon_ = 0;
  bool rank_deficient_ = false;
};

}  // namespace daedalus
