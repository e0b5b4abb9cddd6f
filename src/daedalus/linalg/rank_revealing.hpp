// rank_revealing.hpp: which constraint rows say nothing new. For set-up and messages; allocates.
#pragma once

#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

struct DependentRows {
  Index rank = 0;
  std::vector<Index> dependent;  // ascending; each is a combination of the rows before it that are not listed
};

// Rows of G are compared in the metric of M⁻¹ (M symmetric positive definite), so that neither the units of the
// coordinates nor those of the rows matter: a row is dependent when the part of it that is orthogonal to the kept rows
// before it is shorter than `tolerance` times the row. Throws ModelError when M is not positive definite.
DependentRows find_dependent_rows(const SparseMatrix& M, const SparseMatrix& G, double tolerance = 1e-9);

}  // namespace daedalus
