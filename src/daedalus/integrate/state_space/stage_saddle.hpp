// stage_saddle.hpp: the linear system of a stage as one saddle-point system, with its constraint lines solved for
// dependent parts.
//
// With b = h A_ii, p = δq/b², w = δv/b and a = δa (p = w = a in independent coordinates) the matrix of dirk_stage.hpp
// reads
//   M a + b² K p + b D w + b r_s c + Gᵀλ = r₁                line 1
//   −b² σ_q p − b σ_v w + (I − b σ_s) c = r₂                 line 2
//   G a + b² A_q p + b A_v w = r₃                            line 3
//   G p = r₄                                                 line 4
//   G w + b V p = r₅                                         line 5
// A_q, A_v and V are products of G_q with velocities. Without them dependent parts differ by ζ = p_u − a_u and η = p_u
// − w_u with
//   G_u ζ = r₄ − r₃,      G_u η = r₄ − r₅
// and p, c, λ follow from a system of the size of the descriptor system:
//   [ M + b² K + b D        b r_s      Gᵀ ] [ p ]   [ r₁ + M_u ζ + b D_u η ]
//   [ −b² σ_q − b σ_v    I − b σ_s     0  ] [ c ] = [ r₂ − b σ_v,u η       ]
//   [ G                     0          0  ] [ λ ]   [ r₄                   ]
// What is neglected is of the size of h times an angular velocity, as is the change of the matrix within a step, which
// is neglected too.
// Holonomic rows only: a rolling coordinate has no line 4.
#pragma once

#include <memory>

#include "daedalus/integrate/state_space/dirk_stage.hpp"
#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class StageSaddle final : public ReducedStage {
 public:
  void start(const Layout& layout, const CoordinatePartition& partition) override;
  const Pattern& pattern() const override { return matrix_.pattern(); }
  // and factors of G_u; NaN where that is singular
  const SparseMatrix& compose(double hA, const Evaluation& d) override;
  void condense(double hA, const Evaluation& d, const VecX& r, VecX& rhs) override;
  void expand(const VecX& x, VecX& dx) const override;
  void exchange(Archive& archive) override;

 private:
  void find_difference(VecX& difference);  // from level_ of the kept rows

  CoordinatePartition partition_;
  Index nq_ = 0, ns_ = 0, rank_ = 0;
  CorrectorMatrix matrix_, G_u_;
  std::unique_ptr<LinearSolver> solver_;  // of G_u
  VecX zeta_, eta_;                       // (nq) zero in independent coordinates
  VecX motion_, rate_, level_;            // (nq), (ns), (rank)
};

}  // namespace daedalus
