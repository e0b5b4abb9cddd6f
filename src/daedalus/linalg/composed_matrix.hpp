// composed_matrix.hpp: a matrix put together from blocks with coefficients, for example the Newton matrix
//
//   [ c_M M + c_V r_v + c_Q r_q    Gᵀ ]
//   [ c_G G                        0  ]
//
// The union of the patterns and the place of every block entry in it are found once by finish(); from then on
// composing is one straight loop per block.
#pragma once

#include <span>
#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

enum class Orientation { as_is, transposed };

class ComposedMatrix {
 public:
  ComposedMatrix(Index rows, Index cols) : rows_(rows), cols_(cols) {}
  ComposedMatrix(const ComposedMatrix&) = delete;  // matrix().pattern points into this object
  ComposedMatrix& operator=(const ComposedMatrix&) = delete;

  // Set-up. A block (or its transpose) will be added with its first entry at (row, col). Returns its handle.
  using Block = Index;
  Block place(const Pattern& block, Index row, Index col, Orientation orientation = Orientation::as_is);
  // Entry (i, j) of the block will be added at (row_of[i], col_of[j]), or left out where one of them is -1; transposed:
  // at (row_of[j], col_of[i]).
  Block place(const Pattern& block, std::span<const Index> row_of, std::span<const Index> col_of,
              Orientation orientation = Orientation::as_is);
  Block place_diagonal(Index size, Index row, Index col);
  void finish();

  // Every composition: clear(), then add() the blocks in any order.
  void clear() { matrix_.values.setZero(); }
  void add(Block block, double factor, const VecX& values);  // values in the order of the block's pattern
  void add_diagonal(Block block, double factor);             // factor times the identity

  const SparseMatrix& matrix() const { return matrix_; }

 private:
  struct Placement {
    std::vector<Pattern::Entry> entries = {};  // where each block value goes; emptied by finish()
    std::vector<Index> target = {};            // the same as positions in matrix_.values
    std::vector<Index> source = {};            // of a selection: which values of the block they are
    bool is_selection = false;
  };

  Index rows_, cols_;
  std::vector<Placement> placements_;
  Pattern pattern_;
  SparseMatrix matrix_;
};

}  // namespace daedalus
