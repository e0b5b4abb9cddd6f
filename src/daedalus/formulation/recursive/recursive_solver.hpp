// recursive_solver.hpp: accelerations and multipliers of a tree, each way that JointSolver names.
//
//   articulated   a by one outward, one inward and one outward sweep: O(N)
//   loops         a = a₀ − M⁻¹Gᵀλ,  (G M⁻¹ Gᵀ) λ = G a₀ − γ,  a₀ = M⁻¹ f       M⁻¹ by sweeps, or by LᵀL along the
//                 branches
#pragma once

#include <memory>

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

// What the shape of the tree and the number of its loops suggest.
JointSolver choose_solver(const JointParts& parts);

// None for the descriptor system.
std::unique_ptr<AccelerationSolver> make_recursive_solver(const JointSystem& system);

}  // namespace daedalus
