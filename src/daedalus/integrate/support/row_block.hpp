// row_block.hpp: some consecutive rows of a sparse matrix as a block of their own, for example the holonomic rows of G.
#pragma once

#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class RowBlock {
 public:
  RowBlock() = default;
  RowBlock(const Pattern& whole, Index first, Index count) {
    std::vector<Pattern::Entry> entries;
    const auto starts = whole.column_starts();
    const auto rows = whole.row_indices();
    for (Index j = 0; j < whole.cols(); ++j)
      for (Index k = starts[static_cast<std::size_t>(j)]; k < starts[static_cast<std::size_t>(j) + 1]; ++k) {
        const Index i = rows[static_cast<std::size_t>(k)] - first;
        if (i < 0 || i >= count) continue;
        entries.push_back({i, j});
        source_.push_back(k);  // columns in order, rows ascending: the order of the new pattern too
      }
    pattern_ = Pattern(count, whole.cols(), std::move(entries));
    values_.setZero(pattern_.nonzeros());
  }

  const Pattern& pattern() const { return pattern_; }

  const VecX& of(const SparseMatrix& whole) {
    for (std::size_t k = 0; k < source_.size(); ++k) values_[static_cast<Index>(k)] = whole.values[source_[k]];
    return values_;
  }

 private:
  Pattern pattern_;
  std::vector<Index> source_;  // where each value comes from
  VecX values_;
};

}  // namespace daedalus
