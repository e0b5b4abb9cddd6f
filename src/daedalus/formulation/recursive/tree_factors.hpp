// tree_factors.hpp: the matrix of an implicit step (motion_linearization.hpp) factorized along a tree, without forming it:
// as linear in the number of bodies as articulated bodies are for M alone, and not symmetric.
//
// T = (X, Y, Z) of a node, of its parent at the node T̂ (tree_linearization.hpp); μ are the borders that are open there.
// With δq = bq x, δv = bv x, δa = x what is beyond a node answers
//
//   Φ = K T + B μ + φ                  the wrench on it; own blocks and what its children hand on
//   y = R T + N μ + ρ                  the rows of the borders, of which y is one part
//
// Borders that close there, c, have their y given and are eliminated; o stay open:
//
//   μ_c = N_cc⁻¹ (y_c − ρ_c − R_c T − N_co μ_o)
//
// then the joint. T = T̂ + C x with C = (bq S; bq Ψ' + bv S; bq Ψ'' + bv Y + S), and P, Q the blocks between the node and
// its parent (from it, to it):
//
//   b = Sᵀ (Φ + P T̂ − X ×* F) = D x + J T̂ + Sᵀ B μ + Sᵀ φ        D = Sᵀ (K − F×*) C,   J = Sᵀ (K − F×* + P)
//   x = D⁻¹ (b − Sᵀ φ − J T̂ − Sᵀ B μ)
//   handed on:  K + Q + P − (K + Q) C D⁻¹ J,   B − (K + Q) C D⁻¹ Sᵀ B,   …    moved to the parent's origin
//
// A ball has its normalization and the multiplier of that as a fifth equation and unknown. Pivots are taken in this order,
// exchanges are made inside D and N_cc only: as bq, bv → 0 D is that of articulated bodies and positive, and a step that
// meets a singular one is repeated shorter.
#pragma once

#include "daedalus/formulation/recursive/tree_linearization.hpp"

namespace daedalus {

std::unique_ptr<MotionFactors> make_tree_factors(const TreeLinearization& at, ConstraintRows rows,
                                                 const std::vector<Index>& dropped_rows);

}  // namespace daedalus
