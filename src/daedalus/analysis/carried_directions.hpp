// carried_directions.hpp: directions in which a mechanism can deviate from a motion, and how they turn along with it.
//
// The holonomic rows allow the changes δq = N y. Seen on the bodies (motion_map.hpp) they are δξ = Q y, Q = J N, and
// along the motion
//   G N = 0,    Qᵀ Q = I,    Qᵀ Q' = 0
// so that they follow the constraints and do not turn among themselves more than they must. Nothing here depends on the
// coordinates but N itself.
// The derivatives, with G', G'', J', J'' taken along q + v τ + a τ²/2 and N⁰ any solution of the row before it:
//   G N'  = −G' N                       Qᵀ(J N' + J' N) = 0
//   G N'' = −2 G' N' − G'' N            Qᵀ(J N'' + 2 J' N' + J'' N) = −Q'ᵀ Q'
// Nonholonomic rows W leave of the velocities y' = Z z + E y:
//   C y' + D y = 0,   C = W N,   D = W N' + (W v + w)_q N,      C Z = 0,   Zᵀ Z = I,   Zᵀ Z' = 0,   C E = −D with E
//   least
#pragma once

#include "daedalus/analysis/motion_map.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

struct CarriedDirections {
  MatX N, N_dot, N_ddot;    // (nq × ny)
  MatX Q;                   // (rows of the map × ny)
  MatX Z, Z_dot, E, E_dot;  // (ny × nz), (ny × ny): identity and zeros where all rows are holonomic
};

// At a state of a motion, with its accelerations. The derivatives are differences over the time `h`, 0 at rest. `eq`
// leaves out the redundant rows;
// the map sees every motion.
CarriedDirections find_carried_directions(Equations& eq, const MotionMap& map, const State& x, double h);

// Whether the map sees every motion that the constraints allow.
bool sees_every_motion(Equations& eq, const MotionMap& map, const State& x);

// The h with the smallest error, and what that leaves in second derivatives, 1/s². `rate` in 1/s is how fast the motion
// changes, 0 at rest.
struct DifferenceStep {
  double h = 0, error = 0;
};
DifferenceStep choose_difference_step(Equations& eq, const MotionMap& map, const State& x, double rate);

}  // namespace daedalus
