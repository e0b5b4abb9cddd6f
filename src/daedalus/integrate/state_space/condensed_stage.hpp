// condensed_stage.hpp: the matrix of a stage as the paper has it, with dependent coordinates eliminated. Dense.
//
//   G_u H = −G_v,      G_u J = −V Ĥ,     Ĥ = [H; I],  Ĵ = [J; 0]                     [HNE, Eqs. (34), (45); V with G_t]
//   W_q = b² Ĥ,        W_v = b Ĥ + b² Ĵ                                                          [HNE, Eqs. (40), (46)]
//   [ M + K W_q + D W_v           b r_s        Gᵀ ]
//   [ −σ_q W_q − σ_v W_v        I − b σ_s      0  ]                                              [HNE, Eq. (51)]
//   [ G + A_q W_q + A_v W_v         0          0  ]
//
// The unknowns are δa, δc, δλ; rows and letters as in dirk_stage.hpp, which keeps the dependent coordinates instead.
// Here for comparison: holonomic rows only.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#pragma once

#include <Eigen/LU>

#include "daedalus/integrate/state_space/dirk_stage.hpp"

namespace daedalus {

class CondensedStage final : public ReducedStage {
 public:
  void start(const Layout& layout, const CoordinatePartition& partition) override;
  const Pattern& pattern() const override { return composed_.pattern(); }
  const SparseMatrix& compose(double hA, const Evaluation& d) override;
  void condense(double, const Evaluation&, const VecX& r, VecX& rhs) override { rhs = r.head(rhs.size()); }
  void expand(const VecX& x, VecX& dx) const override;

 private:
  // Adds factor A X to the columns of independent coordinates, row i of A in row row_of[i], or nowhere where that is
  // -1.
  void add_product(double factor, const SparseMatrix& A, const std::vector<Index>& row_of, const MatX& X);

  CoordinatePartition partition_;
  std::vector<Index> independent_;
  std::vector<Index> motion_, rates_, levels_;  // row of the matrix of each row of a block
  std::vector<Index> kept_;                     // place of each constraint row, or -1
  Index nq_ = 0, ns_ = 0, rank_ = 0;
  MatX G_u_, rhs_, H_, J_;  // (m × m), (m × n_v), (nq × n_v) twice: Ĥ and Ĵ
  Eigen::PartialPivLU<MatX> lu_;
  CorrectorMatrix composed_;  // the terms without W_q and W_v, on a full pattern
  SparseMatrix matrix_;       // all of them
};

}  // namespace daedalus
