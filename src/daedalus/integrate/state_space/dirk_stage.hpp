// dirk_stage.hpp: the equations of one stage of a diagonally implicit Runge-Kutta method in descriptor form.
//
// A stage at time t knows ṽ = v_n + h Σ_{l<i} A_il a_l and q̃ = q_n + h Σ_{l<i} A_il v_l (s̃ alike). With hA = h A_ii
// the independent
// coordinates (not u) are functions of the stage accelerations                                   [HNE, Eqs. (30), (31)]
//   v = ṽ + hA a,      q = q̃ + hA v,      s = s̃ + hA c
// and the dependent ones, u, follow from the constraints, so that a, the rates c, λ, q_u and v_u are found from
//   0 = M a + Gᵀλ − f                                                                          [HNE, Eq. (35)]  line 1
//   0 = c − σ                                                                                                   line 2
//   0 = G a − γ                                                                                [HNE, Eq. (36)]  line 3
//   0 = g / hA²           holonomic rows                                                       [HNE, Eq. (10)]  line 4
//   0 = (G v + g_t) / hA                                                                       [HNE, Eq. (11)]  line 5
// in the rows that the partition keeps. The Newton matrix, with unknowns δa, δc, δλ, δq_u/hA², δv_u/hA and K = r_q, D =
// r_v, A_q, A_v the tangents of line 3, V = (G v + g_t)_q, b for hA:
//   [ M + b² K_v + b D_v       b r_s       Gᵀ   b² K_u     b D_u   ]      _v, _u: columns of independent and dependent
//   [ −b² σ_q,v − b σ_v,v    I − b σ_s     0  −b² σ_q,u  −b σ_v,u  ]      coordinates; M, r_s, Gᵀ, G of lines 1 and 3
//   have all
//   [ G + b² A_q,v + b A_v,v    0          0   b² A_q,u   b A_v,u  ]
//   [ G_v                       0          0   G_u          0      ]
//   [ G_v + b V_v               0          0   b V_u       G_u     ]
//
// Departs from [HNE]: eliminating the last two lines gives their integration Jacobian, Eq. (51), with its dense columns
// H = −G_u⁻¹ G_v; here they stay, everything is sparse, and dependent coordinates converge together with the
// accelerations instead of in an iteration of their own. Terms of explicit time and of s are added. A rolling
// coordinate (coordinate_partition.hpp) has q = q̃ + hA v_u: its column of K, σ_q, A_q, V and of line 4 is that of v_u.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#pragma once

#include "daedalus/integrate/corrector/corrector_matrix.hpp"
#include "daedalus/integrate/corrector/tangents.hpp"
#include "daedalus/integrate/state_space/coordinate_partition.hpp"

namespace daedalus {

class DirkStage {
 public:
  // Allocates: at the start and after a new partition.
  enum class Matrix { composed, none };
  void start(const Layout& layout, const CoordinatePartition& partition, Matrix matrix = Matrix::composed);
  Index size() const { return size_; }
  const Pattern& pattern() const { return matrix_.pattern(); }

  // What the stage knows.
  double hA = 0;
  VecX qh, vh, sh;

  // Its unknowns: at.a, rate, at.lambda (0 in dropped rows) and the dependent parts of at.q and at.v.
  static constexpr Want tangents = Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent |
                                   Want::acceleration_tangent | Want::sigma_tangent;
  static constexpr Want needs = tangents | Want::residual | Want::sigma | Want::position | Want::velocity | Want::gamma;
  State at;
  VecX rate;
  void predict_motion();  // all of at.q, at.v, at.s from at.a and rate as if every coordinate were independent

  void residual(Equations& eq, VecX& r);
  const SparseMatrix& compose(const Evaluation& d);
  void correct(const VecX& dx);  // leaves what it did in dq, dv, da, d_rate

  VecX dq, dv, da, d_rate;  // the last correction, all coordinates

  // (I − hA J)⁻¹ of the reduced equations applied to (q, v, s): right-hand side, and what to do with the solution of
  // compose() x = r.
  void filter_rhs(Tangents& d, const VecX& q, const VecX& v, const VecX& s, VecX& r);
  void finish_filter(const VecX& x, VecX& q, VecX& v, VecX& s) const;

  Index constraint_of(Index row) const;  // constraint row of an equation, or -1

 private:
  void set_independent();
  void gather_rows(Index first, Index count, double factor, const VecX& values, VecX& r) const;

  CoordinatePartition partition_;
  Index nq_ = 0, ns_ = 0, ng_ = 0, rank_ = 0, rank_holonomic_ = 0;
  Index at_rate_ = 0, at_lambda_ = 0, at_q_ = 0, at_v_ = 0, size_ = 0;
  VecX level_;   // (nc) G a − γ
  VecX motion_;  // (nq)
  VecX defect_;  // (nc)
  CorrectorMatrix matrix_;
};

// The linear system of a stage with fewer unknowns: stage_saddle.hpp, condensed_stage.hpp.
class ReducedStage {
 public:
  virtual ~ReducedStage() = default;
  virtual void start(const Layout& layout, const CoordinatePartition& partition) = 0;  // allocates
  virtual const Pattern& pattern() const = 0;
  virtual const SparseMatrix& compose(double hA, const Evaluation& d) = 0;

  // From the right side of a stage, lines 1 to 5, to that of this matrix, and from its solution to that of the stage:
  // a, c, λ, p_u, w_u. Tangents are those of the last compose(); expand() belongs to the last condense().
  virtual void condense(double hA, const Evaluation& d, const VecX& r, VecX& rhs) = 0;
  virtual void expand(const VecX& x, VecX& dx) const = 0;
  virtual void exchange(Archive&) {}
};

}  // namespace daedalus
