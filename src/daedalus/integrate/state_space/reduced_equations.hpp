// reduced_equations.hpp: the equations of motion as a first-order ordinary differential equation in independent
// coordinates,
//
//   y = (z, z', s)      z: positions of independent and rolling coordinates, z': velocities of independent ones
//   y' = F(t, y) = (v of z, a of z', σ)                                                           [HNE, Eqs. (13)-(15)]
//
// F recovers dependent positions and velocities and solves the descriptor system. Its Jacobian is exact: a change δy
// moves all coordinates by
//   G_u δq_u = −G_v δq_v,     G_u δv_u = −G_v δv_v − V δq,      V = (G v + g_t)_q
// and the accelerations by
//   [M Gᵀ; G 0](δa; δλ) = −( r_q δq + r_v δv + r_s δs ;  A_q δq + A_v δv )      A_q, A_v the tangents of G a − γ.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#pragma once

#include "daedalus/integrate/corrector/tangents.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"

namespace daedalus {

class ReducedEquations {
 public:
  explicit ReducedEquations(const PartitionOptions& options) : partition(options) {}

  void start(Equations& eq, const State& x);
  void rebuild();  // after a new partition; allocates
  Index size() const { return size_; }
  const Layout& layout() const { return *layout_; }

  void gather(const State& x, VecX& y) const;
  void gather_rates(const State& x, const VecX& sigma, VecX& rates) const;

  // x: state at y, whose q, v, t are a guess of dependent coordinates on entry. With the factors of
  // partition.prepare().
  StepOutcome evaluate(Equations& eq, double t, const VecX& y, State& x, VecX& rates);

  // F_y at x, whose a and lambda are those of F. The factors of the descriptor matrix at x are left in eq.
  StepStatus compute_jacobian(Equations& eq, const State& x, Eigen::Ref<MatX> J);

  // What a change of y changes in all coordinates, accelerations, multipliers and states, at x as above: change.q to
  // change.s, and in s' (rate_change). Forces and rates may change by something else as well, at fixed y: motion and rate
  // are added to the right-hand sides M a + Gᵀλ = f and s' = σ.
  StepStatus compute_change(Equations& eq, const State& x, const VecX& y, const VecX& motion, const VecX& rate,
                            State& change, VecX& rate_change);

  StatePartition partition;

 private:
  void solve_dependent(Index rank, VecX& level, VecX& change);
  void complete_change(const Evaluation& d, bool moves_positions);

  const Layout* layout_ = nullptr;
  Tangents tangents_;
  std::vector<Index> z_, zd_;  // coordinates of the parts of y
  Index ns_ = 0, size_ = 0;
  VecX dq_, dv_, ds_;           // δq, δv, δs
  VecX motion_, level_, rate_;  // (nq), (nc), (ns)
  VecX u_, u_h_;                // (rank), (rank_holonomic)
};

}  // namespace daedalus
