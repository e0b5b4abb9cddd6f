// pattern.hpp: which entries of a sparse matrix may be nonzero. Fixed for the life of a system.
#pragma once

#include <span>
#include <vector>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// Compressed columns: the entries of column j are row_indices()[column_starts()[j] .. column_starts()[j+1]), rows
// ascending. The values of a matrix with this pattern are stored in the same order.
class Pattern {
 public:
  struct Entry {
    Index row = 0, col = 0;
  };

  Pattern() : Pattern(0, 0, {}) {}
  Pattern(Index rows, Index cols, std::vector<Entry> entries);  // any order; repeated entries count once

  static Pattern empty(Index rows, Index cols) { return Pattern(rows, cols, {}); }
  static Pattern full(Index rows, Index cols);
  static Pattern identity(Index n);

  Index rows() const { return rows_; }
  Index cols() const { return static_cast<Index>(column_starts_.size()) - 1; }
  Index nonzeros() const { return static_cast<Index>(row_indices_.size()); }
  bool is_full() const { return static_cast<long>(rows()) * cols() == nonzeros(); }

  std::span<const Index> column_starts() const { return column_starts_; }
  std::span<const Index> row_indices() const { return row_indices_; }

  // Where the value of (row, col) is stored, or -1 when the pattern has no such entry.
  Index find(Index row, Index col) const;

  friend bool operator==(const Pattern&, const Pattern&) = default;

 private:
  Index rows_ = 0;
  std::vector<Index> column_starts_;
  std::vector<Index> row_indices_;
};

}  // namespace daedalus
