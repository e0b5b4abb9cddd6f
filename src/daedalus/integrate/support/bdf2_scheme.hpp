// bdf2_scheme.hpp: the second-order backward differentiation formula on constrained equations of motion.
//
//   y⁺ = A y + B y₋ + C h y'⁺      for y = q, v, s;   y₋ one step (h_old) before y, r = h/h_old                 line 1
//   A = (1+r)²/(1+2r),   B = −r²/(1+2r),   C = (1+r)/(1+2r)        r = 1: 4/3, −1/3, 2/3
//
// With v'⁺ = w⁺ and q'⁺ = v⁺ (plus a correction, velocity_correction.hpp) it reads
//   v⁺ = v̂ + C h w⁺,   v̂ = A v + B v₋,      q⁺ = A q + B q₋ + C h v̂ + (C h)² w⁺                                line 2
//
// First step: first_step.hpp.
// Local error: −κ h³ y''',  κ = (1+r)²/(6 r (1+2r)); h q''' is taken as d = w⁺ − w, h² v''' from divided differences of d over two steps, both filtered,
// h² s''' from those of s'; times the weight of tolerance_share.hpp. w there solves the descriptor system at both ends: accelerations of
// line 2 across the constraints are off by O(h) and jump when h changes, and G at the two ends of a step is not the same for the filter to take that out.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/support/consistent_accelerations.hpp"
#include "daedalus/integrate/support/first_step.hpp"
#include "daedalus/integrate/support/tolerance_share.hpp"

namespace daedalus {

struct Bdf2Coefficients {
  double A, B, C;
  double error;  // −κ, times h³ y'''

  static Bdf2Coefficients of_ratio(double r) {
    const double d = 1 + 2 * r;
    return {(1 + r) * (1 + r) / d, -r * r / d, (1 + r) / d, -(1 + r) * (1 + r) / (6 * r * d)};
  }
};

class Bdf2Scheme {
 public:
  Bdf2Scheme(Stabilisation stabilisation, const NewtonOptions& newton, ErrorBudget budget)
      : step_(newton, stabilisation), share_(budget) {}

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
  bool starts() const { return h_old_ == 0; }
  StepOutcome solve(Equations& eq, const State& x, double h, State& y);
  double error(Equations& eq, const State& x, double h, const State& y);

  ConstrainedStep step_;
  FirstStep first_;
  ConsistentAccelerations consistent_;
  Tolerances tolerances_;
  ToleranceShare share_;

  // History: the state before x, and how long ago it was.
  VecX q_before_, v_before_, s_before_;
  double h_old_ = 0;  // 0 in the first step
  VecX d_, d_next_;   // w⁺ − w of the last step and of the proposal
  VecX error_q_, error_v_, error_s_;
};

}  // namespace daedalus
