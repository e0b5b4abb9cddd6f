// saddle_order.hpp: in which order the unknowns of the descriptor matrix are eliminated.
//
//   K = [ M  Gᵀ ]   unknowns 0 .. n-1: coordinates, pivots > 0
//       [ G  0  ]   unknowns n .. n+m-1: constraints, pivots < 0
//
// Minimum degree: the unknown with the fewest neighbors goes next, among those whose pivot is safe. That of a
// coordinate is. A constraint c has none of its own; it earns one from the coordinates S eliminated before it: with T
// the constraints eliminated before, its pivot is nonzero when the rows T and c of G are independent on the columns S.
#pragma once

#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

// Constraints only after every coordinate they touch. Safe for all values with M positive definite and G of full rank:
// the pivots are those of M and of G M⁻¹ Gᵀ.
std::vector<Index> coordinates_first_order(const Pattern& M, const Pattern& G);

// Constraints as soon as their pivot is large enough for the given values: less fill, since the constraints of a body
// with few neighbors vanish with it. Safe near these values; elsewhere the factorization has to watch its pivots.
std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G);

// The same with −E in place of the lower right zero, E ≥ 0 diagonal (m).
std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G, const VecX& E);

}  // namespace daedalus
