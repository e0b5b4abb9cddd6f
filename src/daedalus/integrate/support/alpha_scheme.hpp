// alpha_scheme.hpp: Newmark, HHT and generalized-alpha on constrained equations of motion: one scheme, four numbers.
//
//   q⁺ = q + h v + h² [(1/2 − β) a + β a⁺]                                                                      line 1
//   v⁺ = v + h [(1 − γ) a + γ a⁺]                                          s⁺ alike, with σ for w               line 2
//   (1 − α_m) a⁺ + α_m a = (1 − α_f) w⁺ + α_f w                                                                 line 3
//
// w is the true acceleration: M(q⁺) w⁺ + Gᵀλ⁺ = f⁺ with the constraints of constrained_step.hpp. a is the method's own
// variable and belongs to the time t + Δ h, Δ = α_m − α_f                                              [AB07, CH93].
// Newmark has α_m = α_f = 0; HHT α_m = 0, α_f = −α.
//
// First step, where a is not known at t + Δ h: that of first_step.hpp, and then a = w⁺ + Δ h w' with the slope w' between its stages.
// Newmark's method, Δ = 0, begins with its own formula: a is the acceleration at t.
// Change of step size: a is moved to the time that the new h asks for, a ← w + h/h_old (a − w)   [JN07].
// Local error: of line 1, h² (1/6 − Δ/2 − β)(a⁺ − a), O(h³)              [NROS07; with Δ = α their coefficient];
// with w⁺ − w for a⁺ − a, of the descriptor system at both ends, filtered (constrained_step.hpp): across the constraints the accelerations
// of line 3 are off by O(h) and jump when h changes;
// of line 2, h (1/2 − γ − Δ)(a⁺ − a) where it is first order, else O(h³), by second differences of a and σ; the latter times the weight of
// tolerance_share.hpp. (At order 1 errors per time would take 1/tol steps: single steps are controlled.)
//
// [AB07] Arnold, Brüls, Multibody Syst. Dyn. 18, 185 (2007).   [CH93] Chung, Hulbert, J. Appl. Mech. 60, 371 (1993).
// [JN07] Jay, Negrut, ETNA 26, 190 (2007).   [NROS07] Negrut, Rampalli, Ottarsson, Sajdak, J. Comput. Nonlinear Dyn. 2, 73 (2007).
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/support/consistent_accelerations.hpp"
#include "daedalus/integrate/support/first_step.hpp"
#include "daedalus/integrate/support/tolerance_share.hpp"

namespace daedalus {

struct AlphaCoefficients {
  double alpha_m = 0, alpha_f = 0, beta = 0.25, gamma = 0.5;

  double shift() const { return alpha_m - alpha_f; }                      // Δ
  double position_error() const { return 1.0 / 6 - shift() / 2 - beta; }  // times h³ w'
  double velocity_error_1() const { return 0.5 - gamma - shift(); }       // times h² w'; 0 at second order
  double velocity_error_2() const;                                        // times h³ w''
  bool second_order() const { return std::abs(velocity_error_1()) < 1e-12; }

  static AlphaCoefficients newmark(double beta, double gamma) { return {.beta = beta, .gamma = gamma}; }
  static AlphaCoefficients hht(double alpha) {
    return {.alpha_f = -alpha, .beta = (1 - alpha) * (1 - alpha) / 4, .gamma = (1 - 2 * alpha) / 2};
  }
  static AlphaCoefficients generalized_alpha(double rho_infinity);
};

class AlphaScheme {
 public:
  AlphaScheme(const AlphaCoefficients& coefficients, Stabilisation stabilisation, const NewtonOptions& newton,
              ErrorBudget budget = ErrorBudget::run)
      : coefficients_(coefficients), step_(newton, stabilisation), share_(budget) {}

  void start(Equations& eq, const State& x, const Tolerances& tolerances);
  void restart(Equations& eq, const State& x);
  StepOutcome step(Equations& eq, const State& x, double h, State& y);
  void accept(const State& x, const State& y, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const {
    step_.interpolate(x, y, theta, at);
  }
  void exchange(Archive& archive);

 private:
  void forget_history(const State& x);
  bool starts() const { return steps_ == 0 && coefficients_.shift() != 0; }
  StepOutcome solve_first(Equations& eq, const State& x, double h, State& y);
  StepOutcome solve(Equations& eq, const State& x, double h, State& y);
  double error(Equations& eq, const State& x, double h, const State& y);

  AlphaCoefficients coefficients_;
  ConstrainedStep step_;
  FirstStep first_;
  ConsistentAccelerations consistent_;
  Tolerances tolerances_;
  ToleranceShare share_;

  // History: a and its like for s at the end of the last step, and how long that step was.
  VecX a_, as_, das_;  // das_ = as⁺ − as of the last step
  VecX w_, w_next_;    // line 3's; with error control the state has those of the descriptor system
  double h_old_ = 0;
  long steps_ = 0;

  // The proposal: a and as moved to the new h, their successors, the parts of line 3 that are known.
  VecX a_here_, as_here_, a_next_, as_next_, rest_, rest_s_;
  VecX d_, d_next_;  // w⁺ − w of the last step and of the proposal
  VecX error_q_, error_v_, error_s_;
};

}  // namespace daedalus
