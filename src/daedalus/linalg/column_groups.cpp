#include "daedalus/linalg/column_groups.hpp"

#include <algorithm>
#include <numeric>

namespace daedalus {
namespace {

using Neighbors = std::vector<std::vector<Index>>;

std::vector<std::vector<Index>> columns_of_rows(const Pattern& pattern) {
  std::vector<std::vector<Index>> columns(static_cast<std::size_t>(pattern.rows()));
  const auto starts = pattern.column_starts();
  const auto rows = pattern.row_indices();
  for (Index j = 0; j < pattern.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) columns[rows[k]].push_back(j);
  return columns;
}

Neighbors find_neighbors(const Pattern& pattern) {
  Neighbors neighbors(static_cast<std::size_t>(pattern.cols()));
  for (const std::vector<Index>& row : columns_of_rows(pattern))
    for (const Index j : row)
      for (const Index other : row)
        if (other != j) neighbors[j].push_back(other);
  for (std::vector<Index>& list : neighbors) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbors;
}

std::vector<Index> by_degree(const Neighbors& neighbors) {
  std::vector<Index> order(neighbors.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return neighbors[a].size() > neighbors[b].size(); });
  return order;
}

// The next column is the one with the best score among those left; the score of its neighbors changes by `change`.
std::vector<Index> by_score(const Neighbors& neighbors, std::vector<long> score, long change) {
  std::vector<Index> order;
  std::vector<bool> done(neighbors.size(), false);
  while (order.size() < neighbors.size()) {
    Index best = -1;
    for (Index j = 0; j < static_cast<Index>(neighbors.size()); ++j)
      if (!done[j] && (best < 0 || score[j] > score[best])) best = j;
    done[best] = true;
    order.push_back(best);
    for (const Index other : neighbors[best]) score[other] += change;
  }
  return order;
}

std::vector<Index> make_order(const Neighbors& neighbors, ColumnOrder order) {
  std::vector<long> score(neighbors.size(), 0);
  switch (order) {
    case ColumnOrder::largest_first: return by_degree(neighbors);
    case ColumnOrder::incidence_degree: return by_score(neighbors, score, 1);
    case ColumnOrder::smallest_last: break;
  }
  std::transform(neighbors.begin(), neighbors.end(), score.begin(),
                 [](const std::vector<Index>& list) { return -static_cast<long>(list.size()); });
  std::vector<Index> columns = by_score(neighbors, score, 1);
  std::reverse(columns.begin(), columns.end());
  return columns;
}

}  // namespace

ColumnGroups group_columns(const Pattern& pattern, ColumnOrder order) {
  const Neighbors neighbors = find_neighbors(pattern);
  const auto starts = pattern.column_starts();
  ColumnGroups result{.group_of = std::vector<Index>(neighbors.size(), -1), .groups = {}, .order = order};
  for (const std::vector<Index>& row : columns_of_rows(pattern))
    result.lower_bound = std::max(result.lower_bound, static_cast<Index>(row.size()));
  std::vector<Index> taken_by(neighbors.size(), -1);  // the last column whose neighbors have this group
  for (const Index j : make_order(neighbors, order)) {
    if (starts[j] == starts[j + 1]) continue;
    for (const Index other : neighbors[j])
      if (result.group_of[other] >= 0) taken_by[result.group_of[other]] = j;
    Index group = 0;
    while (group < result.count() && taken_by[group] == j) ++group;
    if (group == result.count()) result.groups.emplace_back();
    result.group_of[j] = group;
    result.groups[group].push_back(j);
  }
  return result;
}

ColumnGroups group_columns(const Pattern& pattern) {
  ColumnGroups best = group_columns(pattern, ColumnOrder::smallest_last);
  for (const ColumnOrder order : {ColumnOrder::incidence_degree, ColumnOrder::largest_first}) {
    if (best.count() == best.lower_bound) break;
    ColumnGroups other = group_columns(pattern, order);
    if (other.count() < best.count()) best = std::move(other);
  }
  return best;
}

}  // namespace daedalus
