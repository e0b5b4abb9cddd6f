// constrained_step.hpp: the nonlinear system that the implicit low-order methods have in common.
//
// A method (BDF2, Newmark, HHT, generalized-alpha) says what of t + h it knows, q̂, v̂, ŝ, bq, bv. Unknown are the
// acceleration w, the rates c of the first-order states and the multipliers λ:
//
//   q = q̂ + bq w        v = v̂ + bv w        s = ŝ + bv c
//
//   0 = M(q) w + Gᵀλ − f                                                      line 1
//   0 = c − σ                                                                 line 2
//   0 = g / bq                      ng rows                                   line 3
//   0 = (W v + w) / bv              nw rows: no position level                line 4
//
// The factors 1/bq and 1/bv keep the Newton matrix (motion_matrix.hpp) bounded as h → 0.
//
// Stabilized, the velocities satisfy G v + g_t = 0 as well, by the correction e of velocity_correction.hpp: while
// Newton iterates, y.a and y.lambda then are z = w + e and λ − μ.
#pragma once

#include <vector>

#include "daedalus/integrate/corrector/corrector.hpp"
#include "daedalus/integrate/corrector/jacobian_options.hpp"
#include "daedalus/integrate/corrector/motion_matrix.hpp"
#include "daedalus/integrate/low_order/velocity_correction.hpp"

namespace daedalus {

// Newton for constraints up to round-off: many digits, so a matrix must contract well to be worth keeping.
inline NewtonOptions constrained_newton() { return {.slow_rate = 0.05, .max_iterations = 20}; }

class ConstrainedStep {
 public:
  ConstrainedStep(const NewtonOptions& newton, Stabilization stabilization, const JacobianOptions& jacobian = {})
      : jacobian_(jacobian), correction_(stabilization), corrector_(newton, StopAt::roundoff, largest_change) {}

  static constexpr Want needs = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::sigma |
                                Want::residual | Want::residual_tangent | Want::velocity_tangent | Want::sigma_tangent;

  void start(Equations& eq, const State& x, const Tolerances& tolerances = {});
  void restart(Equations& eq, const State& x);  // in the same run: what was analyzed is kept

  // What the method knows of t + h.
  double bq = 0, bv = 0;
  VecX qh, vh, sh;

  // Proposes y at x.t + h.
  StepOutcome solve(Equations& eq, const State& x, double h, State& y);

  // The same with velocities that satisfy their constraints, in methods too that leave them alone otherwise:
  // first_step.hpp.
  StepOutcome solve_with_velocities(Equations& eq, const State& x, double h, State& y);

  const VecX& rate() const { return c_; }  // s' at the accepted state
  const VecX& rate_proposed() const { return c; }

  // Takes out of an acceleration-like difference what the constraints and the stiffness at y do not let through:
  //   J (x; ...) = (M d; 0),  d becomes x, with G x = 0.
  // In index 3 the accelerations across the constraints jump when h changes, without consequence for the motion.
  void filter(Equations& eq, const State& y, VecX& d);

  // An error across the constraints, which the filter does not let through: how far the middle of the step, interpolated,
  // is from them; G d = g there. Where drivers prescribe the motion there is no other one, and without it steps as long
  // as the motion would be taken, to wherever Newton leads.
  void find_gap_inside(Equations& eq, const State& x, const State& y, VecX& d);

  void accept(const State& x, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const;  // cubic Hermite
  void exchange(Archive& archive);
  std::optional<LinearSolverReport> solver_report() const { return corrector_.report(); }

  // What the corrector sees; the unknowns are y.a, c, y.lambda.
  VecX c;
  Index size() const { return size_; }
  void residual(Equations& eq, State& y, VecX& r);
  StepMatrix compose(Equations& eq, State& y);
  void correct(const VecX& dx, State& y);

 private:
  // Of bq, beyond which kept factors no longer serve.
  static constexpr double largest_change = 1.5;

  void forget_history(Equations& eq, const State& x);
  void predict(const State& x, double h, State& y);
  void set_motion(State& y) const;
  void set_units(const State& y);
  FactorStatus correct_velocities(Equations& eq, State& y);
  bool follow_correction(Equations& eq, State& y);

  JacobianOptions jacobian_;
  Tolerances tolerances_;  // for the increments of differences
  VelocityCorrection correction_;
  Corrector corrector_;
  MotionMatrix matrix_;
  Tangents tangents_;                                              // of the same age as the factors
  std::vector<Index> mass_diagonal_;                               // where M has it
  double size_q_ = 1, size_v_ = 1, size_s_ = 1, reachable_v_ = 1;  // units of the norm

  // History of the prediction: the state before x, s' there and at x.
  VecX a_before_, lambda_before_, c_before_, c_;
  double h_old_ = 0;

  Index nq_ = 0, ng_ = 0, nw_ = 0, ns_ = 0, nc_ = 0;
  Index at_c_ = 0, at_lambda_ = 0, size_ = 0;  // first unknown and row of each part
  VecX product_, for_states_, for_rows_;       // (nq), (ns), (nc)
  VecX work_;                                  // (size)
  State middle_;                               // of the step, interpolated

  bool mass_is_known_ = false;  // at the proposed state, in eq.value
  bool has_dropped_rows_ = false;
  bool first_ = false;  // the proposal is that of a first step, whose correction says nothing of later ones
};

}  // namespace daedalus
