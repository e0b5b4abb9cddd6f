#include "daedalus/linalg/pattern.hpp"

#include <algorithm>
#include <tuple>

#include "daedalus/base/expects.hpp"

namespace daedalus {

Pattern::Pattern(Index rows, Index cols, std::vector<Entry> entries) : rows_(rows) {
  const auto key = [](const Entry& e) { return std::tuple(e.col, e.row); };
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  const auto same = [&](const Entry& a, const Entry& b) { return key(a) == key(b); };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());

  column_starts_.assign(static_cast<std::size_t>(cols) + 1, 0);
  row_indices_.reserve(entries.size());
  for (const Entry& e : entries) {
    expects(e.row >= 0 && e.row < rows && e.col >= 0 && e.col < cols, "a pattern entry lies inside its matrix");
    row_indices_.push_back(e.row);
    ++column_starts_[static_cast<std::size_t>(e.col) + 1];
  }
  for (std::size_t j = 1; j < column_starts_.size(); ++j) column_starts_[j] += column_starts_[j - 1];
}

Pattern Pattern::full(Index rows, Index cols) {
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) entries.push_back({i, j});
  return Pattern(rows, cols, std::move(entries));
}

Pattern Pattern::identity(Index n) {
  std::vector<Entry> entries;
  for (Index i = 0; i < n; ++i) entries.push_back({i, i});
  return Pattern(n, n, std::move(entries));
}

Index Pattern::find(Index row, Index col) const {
  const auto first = row_indices_.begin() + column_starts_[static_cast<std::size_t>(col)];
  const auto last = row_indices_.begin() + column_starts_[static_cast<std::size_t>(col) + 1];
  const auto at = std::lower_bound(first, last, row);
  return at != last && *at == row ? static_cast<Index>(at - row_indices_.begin()) : -1;
}

}  // namespace daedalus
