#include "daedalus/linalg/composed_matrix.hpp"

#include "daedalus/base/expects.hpp"

namespace daedalus {

ComposedMatrix::Block ComposedMatrix::place(const Pattern& block, Index row, Index col, Orientation orientation) {
  expects(matrix_.pattern == nullptr, "blocks are placed before finish()");
  Placement placement;
  placement.entries.reserve(static_cast<std::size_t>(block.nonzeros()));
  const auto starts = block.column_starts();
  const auto rows = block.row_indices();
  for (Index j = 0; j < block.cols(); ++j) {
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      const Index i = rows[k];
      placement.entries.push_back(orientation == Orientation::as_is ? Pattern::Entry{row + i, col + j}
                                                                    : Pattern::Entry{row + j, col + i});
    }
  }
  placements_.push_back(std::move(placement));
  return static_cast<Block>(placements_.size()) - 1;
}

ComposedMatrix::Block ComposedMatrix::place(const Pattern& block, std::span<const Index> row_of,
                                            std::span<const Index> col_of, Orientation orientation) {
  expects(matrix_.pattern == nullptr, "blocks are placed before finish()");
  Placement placement{.is_selection = true};
  const auto starts = block.column_starts();
  const auto rows = block.row_indices();
  for (std::size_t j = 0; j < static_cast<std::size_t>(block.cols()); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(rows[k]);
      const bool as_is = orientation == Orientation::as_is;
      const Index row = row_of[as_is ? i : j], col = col_of[as_is ? j : i];
      if (row < 0 || col < 0) continue;
      placement.entries.push_back({row, col});
      placement.source.push_back(k);
    }
  placements_.push_back(std::move(placement));
  return static_cast<Block>(placements_.size()) - 1;
}

ComposedMatrix::Block ComposedMatrix::place_diagonal(Index size, Index row, Index col) {
  return place(Pattern::identity(size), row, col);
}

void ComposedMatrix::finish() {
  std::vector<Pattern::Entry> all;
  for (const Placement& p : placements_) all.insert(all.end(), p.entries.begin(), p.entries.end());
  pattern_ = Pattern(rows_, cols_, std::move(all));
  matrix_ = SparseMatrix(pattern_);

  for (Placement& p : placements_) {
    p.target.reserve(p.entries.size());
    for (const Pattern::Entry& e : p.entries) p.target.push_back(pattern_.find(e.row, e.col));
    p.entries = {};
  }
}

void ComposedMatrix::add(Block block, double factor, const VecX& values) {
  const auto& [entries, target, source, is_selection] = placements_[block];
  double* into = matrix_.values.data();
  const double* from = values.data();
  if (is_selection) {
    for (std::size_t k = 0; k < target.size(); ++k) into[target[k]] += factor * from[source[k]];
    return;
  }
  expects(values.size() == static_cast<Index>(target.size()), "a block has one value per entry of its pattern");
  for (std::size_t k = 0; k < target.size(); ++k) into[target[k]] += factor * from[k];
}

void ComposedMatrix::add_diagonal(Block block, double factor) {
  for (const Index k : placements_[block].target) matrix_.values[k] += factor;
}

}  // namespace daedalus
