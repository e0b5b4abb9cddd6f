// first_step.hpp: the step with which a multistep method begins, L-stable and with both constraint levels.
//
// The SDIRK formula of order 2 with γ = 1 − 1/√2, y = q, v, s:
//   y₁ = y + γh y₁'                          a backward Euler step to t + γh                                line 1
//   y⁺ = y + (1 − γ)h y₁' + γh y⁺'           R(∞) = 0, no derivative at t is used                           line 2
// with the velocity constraints kept in both stages (velocity_correction.hpp), whatever the method does later.
//
// Why not something simpler. A formula that takes the acceleration at t along (linear acceleration, a trapezoidal rule,
// the α methods with their a = v' at t) carries what is stiff there into the next steps, multiplied by h²ω². Backward
// Euler alone is off by h²/2 v'.
// Without the velocity constraints an index-3 step of order 1 finds velocities across the constraints wrong by O(h),
// and multipliers by O(1).
// Here q and v have local errors O(h³) along and across the constraints. Accelerations and multipliers would be off by
// O(h) across them; as q and v satisfy both levels, the descriptor system gives them to that order too, and changes
// nothing along the constraints, stiff or not.
#pragma once

#include <numbers>

#include "daedalus/integrate/low_order/constrained_step.hpp"

namespace daedalus {

class FirstStep {
 public:
  static constexpr double gamma = 1 - std::numbers::sqrt2 / 2;

  void start(const Layout& layout);

  // Proposes y at x.t + h.
  StepOutcome solve(Equations& eq, ConstrainedStep& step, const State& x, double h, State& y);

  const State& middle() const { return middle_; }  // the first stage, at t + γh, of the last proposal
  // Slopes of the accelerations and of s' over the second stage, times h; of the last proposal.
  const VecX& a_change() const { return a_change_; }
  const VecX& rate_change() const { return rate_change_; }

 private:
  State middle_;
  VecX rate_, a_change_, rate_change_;
};

}  // namespace daedalus
