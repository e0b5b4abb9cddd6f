// variational_matrix.hpp: the equations of small deviations from a motion at one of its states, in directions that are
// carried along with it.
//
// Deviations of a motion x(t) obey, with all coefficients taken along it,
//   M δa + r_v δv + r_q δq + Gᵀ δλ + r_s δs = 0                          r = M a + Gᵀλ − f, its tangents at fixed a, λ
//   G δq = 0 (holonomic rows),   G δv + (ġ)_q δq = 0 (all rows),   δs' = σ_q δq + σ_v δv + σ_s δs
// With N, Z and E of carried_directions.hpp
//   δq = N y,    δv = (N y)' = N_v z + R y,    δa = N_v z' + N_v' z + R y' + R' y          N_v = N Z,   R = N E + N'
// and since N_vᵀ Gᵀ = 0 the state (y, z, s) obeys x' = A x with
//   y' = Z z + E y
//   z' = −(N_vᵀ M N_v)⁻¹ N_vᵀ [M (N_v' z + R y' + R' y) + r_q N y + r_v (N_v z + R y) + r_s s]
//   s' = (σ_q N + σ_v R) y + σ_v N_v z + σ_s s
#pragma once

#include "daedalus/analysis/carried_directions.hpp"

namespace daedalus {

struct VariationalMatrix {
  MatX A;            // of (y, z, s)
  MatX N_q, N_v, R;  // δq = N_q y, δv = N_v z + R y
  MatX Q_y, Q_z;     // N_q y and N_v z seen on the bodies: orthonormal columns (motion_map.hpp)
  MatX M;            // mass matrix
  Index positions() const { return N_q.cols(); }
  Index velocities() const { return N_v.cols(); }
};

// As find_carried_directions; x with its multipliers, too.
VariationalMatrix find_variational_matrix(Equations& eq, const MotionMap& map, const State& x, double h);

}  // namespace daedalus
