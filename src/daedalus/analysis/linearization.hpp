// linearization.hpp: the equations of motion linearised about a motion, on the states that the constraints leave free.
//
// Small deviations from x(t) obey, with all coefficients taken at x,
//   M δa + r_v δv + r_q δq + Gᵀ δλ + r_s δs = 0                          r = M a + Gᵀλ − f, its tangents at fixed a, λ
//   G δq = 0 (holonomic rows),   G δv + (ġ)_q δq = 0 (all rows),   δs' = σ_q δq + σ_v δv + σ_s δs
// With N_q and N_v the allowed changes of positions and velocities (orthonormal in M, tangent_space.hpp) and R the smallest change of
// velocity that a change of position forces upon the constraints,
//   δq = N_q y,   δv = N_v z + R y,   G R = −(ġ)_q N_q
// and since N_vᵀ M R = 0 and N_vᵀ Gᵀ = 0, the state (y, z, s) obeys x' = A x with
//
//   y' = N_qᵀ M (N_v z + R y)
//   z' = −N_vᵀ (r_q N_q + r_v R) y − N_vᵀ r_v N_v z − N_vᵀ r_s s + Rᵀ M R y
//   s' = (σ_q N_q + σ_v R) y + σ_v N_v z + σ_s s
//
// Without nonholonomic rows N_q = N_v and y' = z. The term Rᵀ M R is there because the directions N turn with the motion: they are carried
// along with N' = R, so that −Nᵀ M N'' = N'ᵀ M N' (a bead on a turning rod feels its centrifugal force; with nonholonomic rows it is left out).
// At rest and in uniform travel R = 0. About other motions the coefficients are those of this instant: eigenvalues mean something as long
// as they change slowly, and where M changes on the way they depend on the coordinates. Redundant rows are counted once.
#pragma once

#include <string>
#include <vector>

#include "daedalus/system/system.hpp"

namespace daedalus {

struct Linearization {
  State at;
  Index positions = 0, velocities = 0, states = 0;  // sizes of y, z, s
  MatX A;                                           // of (y, z, s)
  MatX N_q, N_v, R;                                 // δq = N_q y, δv = N_v z + R y
  Index size() const { return positions + velocities + states; }
};

// The same in coordinates that have names: as many coordinates and velocities as are free, chosen to determine the rest well.
// x = T x_named.
struct NamedStates {
  std::vector<std::string> names;                   // 'chassis.z', 'chassis.z_rate', names of first-order states
  MatX T;
};

// `at` is consistent, with its accelerations and multipliers.
Linearization linearize(const System& system, const State& at);

NamedStates choose_named_states(const System& system, const Linearization& linear);

}  // namespace daedalus
