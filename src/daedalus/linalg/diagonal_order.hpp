// diagonal_order.hpp: in which order the unknowns of a square matrix are eliminated when every pivot is taken from the diagonal.
//
// Newton matrices of implicit steps allow it: where their symmetric part is that of a mass matrix, cancellation is all that
// can make a pivot small. A row without diagonal entry, a constraint, waits until it has earned a pivot (saddle_order.hpp).
#pragma once

#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

// For A with these values and others near them. Empty where pivots have to be exchanged.
std::vector<Index> find_diagonal_order(const SparseMatrix& A);

}  // namespace daedalus
