// dependent_recovery.hpp: dependent positions and velocities from independent ones, and how well that is conditioned.
//
//   positions    G_u Δu = −g(t, q),    u += Δu      until nothing moves                              [HNE, Eq. (53)]
//   velocities   G_u Δu' = −(G v + g_t),  u' += Δu'                                                  [HNE, Eq. (54)]
//   condition    κ = ‖(D G_u)⁻¹‖ ‖D G‖   largest row sums; D scales the rows of G to largest entry 1
//
// With nonholonomic rows there are two blocks G_u, of the holonomic rows for positions and of all rows for velocities,
// and κ is the larger one: velocities may be well determined where positions are not (a disc whose Euler parameter e1
// passes zero).
//
// Departs from [HNE]: velocities know g_t; the paper repartitions by cond(G_u), which is 1 for one constraint whatever
// happens to it. κ grows as the pivot shrinks. ‖G_u⁻¹‖ is estimated by Hager's method [H84] from three starts, a few
// solves with the factors at hand.
// Redundant rows are not used.
// [H84] Hager, SIAM J. Sci. Stat. Comput. 5, 311 (1984).
#pragma once

#include <memory>
#include <optional>

#include "daedalus/integrate/outcome.hpp"
#include "daedalus/integrate/state_space/coordinate_partition.hpp"
#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class DependentRecovery {
 public:
  // Allocates: at the start and after a new partition.
  void start(const Layout& layout, const CoordinatePartition& partition);

  // G_u of these values, kept until the next call.
  FactorStatus factorize(const SparseMatrix& G);
  double compute_condition(const SparseMatrix& G);

  // x.q and x.v are brought to their constraints; t and the independent parts stay. G of the factors need not be that
  // of x.
  StepOutcome recover_positions(Equations& eq, State& x);
  StepOutcome recover_velocities(Equations& eq, State& x);

  // b becomes G_u⁻¹ b: of all kept rows, or of the holonomic ones, which b's size tells.
  void solve(VecX& b) { (b.size() == rank_ ? velocity_ : position_).solver->solve(b); }

  void exchange(Archive& archive);
  bool has_factors() const;  // of what the last exchange has loaded

 private:
  struct SubJacobian {
    std::optional<ComposedMatrix> matrix;  // G_u
    ComposedMatrix::Block block = 0;
    std::unique_ptr<LinearSolver> solver;
    VecX b, x, sign;                       // (rank) of the estimator
    Index column = 0, largest_column = 0;  // where its climb has ended; the top of all, kept for the next time
  };
  void place(const Pattern& G, Index rank, SubJacobian& sub);
  FactorStatus factorize(const SparseMatrix& G, SubJacobian& sub);
  template <class Defect>
  // scale: projection.hpp
  StepOutcome iterate(Equations& eq, SubJacobian& sub, Index rank, VecX& value, double scale, Defect defect);
  double norm_of_inverse(SubJacobian& sub, Index rank);
  double climb_to_largest_column(SubJacobian& sub, Index rank);  // from sub.x
  double column_sum(SubJacobian& sub, Index rank);
  void scale_by_rows(VecX& b, Index rank) const;

  CoordinatePartition partition_;
  Index nq_ = 0, rank_ = 0, rank_holonomic_ = 0;
  SubJacobian velocity_;  // all kept rows
  SubJacobian position_;  // holonomic rows, where there are others too
  bool has_rolling_ = false;
  VecX row_size_, row_sum_;  // (nc) of G
  VecX b_h_, b_;             // (rank_holonomic), (rank)
};

}  // namespace daedalus
