// motion_path.hpp: a motion near one of its states, from nothing but that state: q, v, a, λ and s with their rates.
//
// The rates of a and λ solve the derivative of the equations of motion along (v, a, s', 1), a and λ held in them:
//   M a' + Gᵀ λ' = −dr/dt,    G a' = −d(G a − γ)/dt
// Along the path derivatives of whatever depends on (t, q, v, a, λ, s) are right at the state itself, which is all that
// is asked of it.
#pragma once

#include "daedalus/analysis/motion_map.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

struct MotionPath {
  State at;  // with the accelerations and multipliers of the rows that `eq` keeps
  VecX a_dot, lambda_dot, s_dot;
  struct Motion {
    VecX velocity, acceleration, jerk;  // (motion_map.hpp), at the state
  };
  Motion bodies, prescribed;
  double rate = 0;  // 1/s: in 1/rate the motion changes noticeably; 0 at rest

  bool is_rest() const { return rate == 0; }
  State after(double tau) const;  // tau far below 1/rate
};

// Throws ModelError where accelerations cannot be computed.
MotionPath make_motion_path(Equations& eq, const MotionMap& map, const State& at);

}  // namespace daedalus
