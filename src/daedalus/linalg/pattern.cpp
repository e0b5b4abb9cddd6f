#include "daedalus/linalg/pattern.hpp"

#include <algorithm>
#include <tuple>

#include "daedalus/base/expects.hpp"

namespace daedalus {

Pattern::Pattern(Index rows, Index cols, std::vector<Entry> entries)
    : Pattern(deferred(rows, cols, [list = std::move(entries)]() mutable { return std::move(list); })) {
  find_entries();
}

Pattern Pattern::deferred(Index rows, Index cols, std::function<std::vector<Entry>()> entries) {
  Pattern pattern(rows, cols);
  pattern.data_->entries = std::move(entries);
  return pattern;
}

void Pattern::find_entries() const {
  std::call_once(data_->once, [&] {
    std::vector<Entry> entries = data_->entries();
    data_->entries = nullptr;
    const auto key = [](const Entry& e) { return std::tuple(e.col, e.row); };
    std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    const auto same = [&](const Entry& a, const Entry& b) { return key(a) == key(b); };
    entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());

    std::vector<Index>& starts = data_->column_starts;
    starts.assign(static_cast<std::size_t>(cols_) + 1, 0);
    data_->row_indices.reserve(entries.size());
    for (const Entry& e : entries) {
      expects(e.row >= 0 && e.row < rows_ && e.col >= 0 && e.col < cols_, "a pattern entry lies inside its matrix");
      data_->row_indices.push_back(e.row);
      ++starts[e.col + 1];
    }
    for (std::size_t j = 1; j < starts.size(); ++j) starts[j] += starts[j - 1];
    data_->is_known = true;
  });
}

bool operator==(const Pattern& a, const Pattern& b) {
  if (a.data_ == b.data_) return true;
  return a.rows_ == b.rows_ && a.cols_ == b.cols_ && a.data().column_starts == b.data().column_starts &&
         a.data().row_indices == b.data().row_indices;
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
  const Data& d = data();
  const auto first = d.row_indices.begin() + d.column_starts[col];
  const auto last = d.row_indices.begin() + d.column_starts[col + 1];
  const auto at = std::lower_bound(first, last, row);
  return at != last && *at == row ? static_cast<Index>(at - d.row_indices.begin()) : -1;
}

}  // namespace daedalus
