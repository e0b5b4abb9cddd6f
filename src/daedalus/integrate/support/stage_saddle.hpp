// stage_saddle.hpp: the linear system of a stage as one saddle-point system, with its constraint lines solved for dependent parts.
//
// With p = δq/b², w = δv/b and a = δa (p = w = a in independent coordinates) the matrix of inflated_stage.hpp reads
//   M a + b² K p + b D w + b r_s c + Gᵀλ = r₁                line 1
//   −b² σ_q p − b σ_v w + (I − b σ_s) c = r₂                 line 2
//   G a + b² A_q p + b A_v w = r₃                            line 3
//   G p = r₄                                                 line 4
//   G w + b V p = r₅                                         line 5
// A_q, A_v and V are products of G_q with velocities. Without them dependent parts differ by ζ = p_u − a_u and η = p_u − w_u with
//   G_u ζ = r₄ − r₃,      G_u η = r₄ − r₅
// and p, c, λ follow from a system of the size of the descriptor system:
//   [ M + b² K + b D        b r_s      Gᵀ ] [ p ]   [ r₁ + M_u ζ + b D_u η ]
//   [ −b² σ_q − b σ_v    I − b σ_s     0  ] [ c ] = [ r₂ − b σ_v,u η       ]
//   [ G                     0          0  ] [ λ ]   [ r₄                   ]
// What is neglected is of the size of h times an angular velocity, as is the change of the matrix within a step, which is neglected too.
// Holonomic rows only: a rolling coordinate has no line 4.
#pragma once

#include <memory>
#include <optional>

#include "daedalus/integrate/support/coordinate_partition.hpp"
#include "daedalus/integrate/support/stage_tangents.hpp"
#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class StageSaddle {
 public:
  void start(const Layout& layout, const CoordinatePartition& partition);  // allocates
  const Pattern& pattern() const { return *matrix_->matrix().pattern; }

  // The matrix above and factors of G_u; entries are NaN where G_u is singular.
  const SparseMatrix& compose(double b, const StageTangents& d);

  // From the right side of a stage, lines 1 to 5, to that of the matrix above, and from its solution to that of the stage:
  // a, c, λ, p_u, w_u. Tangents are those of the last compose(); expand() belongs to the last condense().
  void condense(double b, const StageTangents& d, const VecX& r, VecX& rhs);
  void expand(const VecX& x, VecX& dx) const;

  void exchange(Archive& archive);

 private:
  void find_difference(VecX& difference);  // from level_ of the kept rows

  CoordinatePartition partition_;
  Index nq_ = 0, ns_ = 0, rank_ = 0;
  std::optional<ComposedMatrix> matrix_, G_u_;
  std::unique_ptr<LinearSolver> solver_;  // of G_u
  struct Blocks {
    ComposedMatrix::Block M, K, D, r_s, Gt, sigma_q, sigma_v, sigma_s, unit, G, G_u;
  } at_ = {};
  VecX zeta_, eta_;             // (nq) zero in independent coordinates
  VecX motion_, rate_, level_;  // (nq), (ns), (rank)
};

}  // namespace daedalus
