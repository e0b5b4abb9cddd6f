// consistent_accelerations.hpp: accelerations and multipliers that belong to a state, not to the formula that found it.
//
//   G v' + g_t = 0,  v' − v = M⁻¹Gᵀν                  velocities corrected to their constraints, for this purpose only
//   M a + Gᵀλ = f(v'),   G a = γ(v')
//
// In index 3 and 2 the accelerations of a step satisfy M w + Gᵀλ = f, but across the constraints they are what the
// formula needs to bring q back to them:
// wrong by O(h), and in disorder for some steps whenever h changes; so are the velocities of index 3, by O(h²). Along
// the constraints w and a are the same.
#pragma once

#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class ConsistentAccelerations {
 public:
  void start(const Layout& layout) {
    at_ = State(layout);
    b_ = VecX::Zero(layout.nq);
    c_ = VecX::Zero(layout.nc());
  }

  // y.a and y.lambda for the q and v of y, which stay as they are.
  StepStatus find(Equations& eq, State& y) {
    at_ = y;
    const FactorStatus status = eq.factorize_saddle(at_);
    if (status != FactorStatus::ok) return status_of(status);
    if (c_.size() > 0) {
      eq.evaluate(Want::velocity, at_);
      b_.setZero();
      c_ = -eq.value.g_dot;
      eq.solve_saddle(b_, c_);
      at_.v += b_;
    }
    eq.evaluate(Want::force | Want::gamma, at_);
    y.a = eq.value.f;
    y.lambda = eq.value.gamma;
    eq.solve_saddle(y.a, y.lambda);
    return StepStatus::ok;
  }

 private:
  State at_;
  VecX b_, c_;
};

}  // namespace daedalus
