// entries.hpp: a walk over the stored entries of a sparse matrix, column by column.
#pragma once

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

// visit(row, column, slot), slot being where the value is stored.
template <class Visit>
void for_each_entry(const Pattern& pattern, Visit visit) {
  const Index* start = pattern.column_starts().data();
  const Index* row = pattern.row_indices().data();
  for (Index j = 0, n = pattern.cols(); j < n; ++j)
    for (Index k = start[j]; k < start[j + 1]; ++k) visit(row[k], j, k);
}

// visit(row, column, value)
template <class Visit>
void for_each_entry(const SparseMatrix& A, Visit visit) {
  const double* value = A.values.data();
  for_each_entry(*A.pattern, [&](Index i, Index j, Index slot) { visit(i, j, value[slot]); });
}

}  // namespace daedalus
