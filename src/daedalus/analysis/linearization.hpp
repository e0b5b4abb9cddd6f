// linearization.hpp: the equations of motion linearized about a rest or a motion, on the states that the constraints
// leave free.
//
// Deviations (y, z, s) from the motion obey x' = A x (variational_matrix.hpp), in directions that follow the
// constraints (carried_directions.hpp) and turn with the motion so that A changes as little as it can
// (following_axes.hpp):
//   δq = N_q y,   δv = N_v z + R y,   N_vᵀ M N_v = I,   N_qᵀ M N_q = I
// All of it is seen on the bodies and not on coordinates (motion_map.hpp), so every formulation has the same
// eigenvalues. At rest and in steady motion A is constant, and its eigenvalues determine stability. About any other
// motion A belongs to the instant, and its eigenvalues do not determine stability.
// Constraint rows that others imply are left out (system/redundancy.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

enum class LinearizedAbout { rest, steady_motion, instant };
std::string_view name_of(LinearizedAbout about);  // "rest", "steady_motion", "instant"

struct Linearization {
  State at;
  LinearizedAbout about = LinearizedAbout::rest;
  double rate = 0;  // 1/s: how fast the motion is; 0 at rest
  // 1/s: relative change of coefficients, velocities and accelerations along the motion, the fastest
  double change = 0;
  std::vector<Index> redundant_rows;  // left out
  // some of them only in this position: there are more ways to go than freedoms, and A knows none of them well
  bool is_singular = false;
  Index positions = 0, velocities = 0, states = 0;  // sizes of y, z, s
  MatX A;                                           // of (y, z, s)
  MatX N_q, N_v, R;                                 // δq = N_q y, δv = N_v z + R y
  // 1/s²: what rounding may have left in A, beyond that of its own size
  double error = 0;
  Index size() const { return positions + velocities + states; }
};

// The same in coordinates that have names: as many coordinates and velocities as are free, chosen to determine the rest
// well.
// x = T x_named.
struct NamedStates {
  std::vector<std::string> names;  // 'chassis.z', 'chassis.z_rate', names of first-order states
  MatX T;
};

// `at` satisfies the constraints on position and velocity level. Throws ModelError where it is a singular position.
Linearization linearize(const ModelSystem& system, const State& at);
// The same for a system without bodies, seen on its coordinates.
Linearization linearize_in_coordinates(const System& system, const State& at);

NamedStates choose_named_states(const System& system, const Linearization& linear);

}  // namespace daedalus
