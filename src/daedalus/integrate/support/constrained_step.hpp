// constrained_step.hpp: the nonlinear system that the implicit low-order methods have in common.
//
// A method (BDF2, Newmark, HHT, generalized-alpha) says what of t + h it knows, q̂, v̂, ŝ, bq, bv. Unknown are the
// acceleration w, the rates c of the first-order states and the multipliers λ, and, with a position correction,
// an acceleration-like e with multipliers μ:
//
//   q = q̂ + bq (w + e)        v = v̂ + bv w        s = ŝ + bv c
//
//   0 = M(q) w + Gᵀλ − f                        index 3 (e = 0)      corrected                                  line 1
//   0 = c − σ                                                                                                   line 2
//   0 = g / bq                                  ng rows for λ        ng rows for μ                              line 3
//   0 = (G v + g_t  over  W v + w) / bv         only the nw of W     all nc rows for λ                          line 4
//   0 = B e − G_hᵀ μ                            −                    B = I or M(q), G_h the holonomic rows      line 5
//
// The factors 1/bq and 1/bv keep the Newton matrix bounded as h → 0: its limit is made of M and G alone.
// With a position correction g and G v + g_t both hold: the form of Gear, Gupta and Leimkuhler.
// Line 4 in index 3: a nonholonomic row has no position level.
#pragma once

#include <optional>

#include "daedalus/integrate/support/newton.hpp"
#include "daedalus/integrate/support/roundoff_norm.hpp"
#include "daedalus/integrate/support/row_block.hpp"
#include "daedalus/linalg/composed_matrix.hpp"

namespace daedalus {

// Newton for constraints up to round-off: many digits, so a matrix must contract well to be worth keeping.
inline NewtonOptions constrained_newton() { return {.slow_rate = 0.05, .max_iterations = 20}; }

enum class PositionCorrection {
  none,        // index 3
  euclidean,   // B = I
  in_norm_of_mass,  // B = M(q)
};

class ConstrainedStep {
 public:
  ConstrainedStep(const NewtonOptions& newton, PositionCorrection correction)
      : correction_(correction), newton_(newton), norm_(newton.accuracy) {}

  void start(Equations& eq, const State& x);

  // What the method knows; c is a guess on entry of solve() and s' at y afterwards.
  double bq = 0, bv = 0;
  VecX qh, vh, sh, c;

  // Solves for y, whose t is set and whose a and lambda are guesses.
  StepOutcome solve(Equations& eq, State& y);
  // Takes out of an acceleration-like difference what the constraints and the stiffness at y do not let through:
  //   J (x; ...) = (M d; 0),  d becomes x, with G x = 0.
  // In index 3 the accelerations across the constraints jump when h changes, without consequence for the motion.
  void filter(Equations& eq, const State& y, VecX& d);

  void accept();
  void exchange(Archive& archive);

  // What Newton sees; y.a, y.lambda and c are part of the unknowns, e and μ are kept here.
  Index size() const { return size_; }
  void residual(Equations& eq, State& y, VecX& r);
  const SparseMatrix& compose(Equations& eq, State& y);
  double correct(const VecX& dx, State& y);

 private:
  bool corrects() const { return correction_ != PositionCorrection::none; }
  void place_blocks(const Layout& layout);
  void set_motion(State& y) const;
  void set_correction(const State& y);

  PositionCorrection correction_;
  Newton newton_;
  RoundoffNorm norm_;
  double size_q_ = 1, size_v_ = 1, size_s_ = 1;  // units of the norm
  double matrix_bq_ = 0, kept_bq_ = 0;           // of the factors

  Index nq_ = 0, ng_ = 0, nw_ = 0, ns_ = 0, nc_ = 0;
  Index at_e_ = 0, at_c_ = 0, at_lambda_ = 0, at_mu_ = 0, size_ = 0;  // first unknown and row of each part
  VecX e_, mu_;         // (nq), (ng)
  State at_correction_;  // y with e (or 0) for a and −μ for λ
  VecX work_;           // (nq)
  VecX long_work_;      // (size)

  bool redundant_ = false;  // constraint rows depend on each other: λ and μ get a small diagonal
  std::optional<ComposedMatrix> matrix_;
  RowBlock G_holonomic_, G_nonholonomic_, g_dot_q_nonholonomic_;
  struct Blocks {
    ComposedMatrix::Block M, r_q, r_v, r_s, Gt, sigma_q, sigma_v, sigma_s, unit_c;
    ComposedMatrix::Block g_w, g_e;              // line 3
    ComposedMatrix::Block G_v, V_w, V_e;         // line 4
    ComposedMatrix::Block r_q_e, sigma_q_e;      // column e of lines 1 and 2
    ComposedMatrix::Block R_w, R_e, B, Gt_mu;    // line 5
    ComposedMatrix::Block small_lambda, small_mu;
  } at_ = {};
};

}  // namespace daedalus
