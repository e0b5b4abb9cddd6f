// pattern.hpp: which entries of a sparse matrix may be nonzero. Fixed for the life of a system.
//
// A pattern may be deferred: its entries are found when somebody first looks at them. The mass matrix of a long chain
// in joint coordinates is full, and nobody who solves by recursion ever needs it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
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

  Pattern() : Pattern(0, 0, std::vector<Entry>()) {}
  Pattern(Index rows, Index cols, std::vector<Entry> entries);  // any order; repeated entries count once
  static Pattern deferred(Index rows, Index cols, std::function<std::vector<Entry>()> entries);

  static Pattern empty(Index rows, Index cols) { return Pattern(rows, cols, std::vector<Entry>()); }
  static Pattern full(Index rows, Index cols);
  static Pattern identity(Index n);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index nonzeros() const { return static_cast<Index>(data().row_indices.size()); }
  bool is_full() const { return static_cast<long>(rows()) * cols() == nonzeros(); }
  bool is_known() const { return data_->is_known; }  // not deferred, or looked at

  std::span<const Index> column_starts() const { return data().column_starts; }
  std::span<const Index> row_indices() const { return data().row_indices; }

  // Where the value of (row, col) is stored, or -1 when the pattern has no such entry.
  Index find(Index row, Index col) const;

  friend bool operator==(const Pattern& a, const Pattern& b);

 private:
  struct Data {
    std::vector<Index> column_starts, row_indices;
    std::atomic<bool> is_known = false;
    std::once_flag once;
    std::function<std::vector<Entry>()> entries;
  };
  const Data& data() const {
    if (!data_->is_known) find_entries();
    return *data_;
  }
  void find_entries() const;
  Pattern(Index rows, Index cols) : rows_(rows), cols_(cols), data_(std::make_shared<Data>()) {}

  Index rows_ = 0, cols_ = 0;
  std::shared_ptr<Data> data_;  // shared by copies
};

}  // namespace daedalus
