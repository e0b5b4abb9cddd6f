#include "daedalus/integrate/state_space/coordinate_partition.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

// Rows of G under elimination with full pivoting: what is zero costs nothing, and the largest entry is known.
class OpenRows {
 public:
  explicit OpenRows(const SparseMatrix& G)
      : rows_(static_cast<std::size_t>(G.rows())), rows_of_(static_cast<std::size_t>(G.cols())),
        is_pivot_column_(rows_of_.size(), false), best_(rows_.size()) {
    for_each_entry(G, [&](Index i, Index j, double value) {
      rows_[i].emplace_back(j, value);
      rows_of_[j].insert(i);
    });
    for (Row& row : rows_) {  // in units of their largest entry
      double size = 0;
      for (const auto& entry : row) size = std::max(size, std::abs(entry.second));
      if (size > 0)
        for (auto& entry : row) entry.second /= size;
    }
  }

  // Pivots of the rows [first, last) are appended to the partition. Rows after `last` take part without being asked for
  // pivots: they lose what the holonomic rows say already.
  void eliminate(Index first, Index last, double tolerance, CoordinatePartition& partition) {
    candidates_.clear();
    for (Index i = first; i < last; ++i) enter(i);
    std::vector<bool> is_open(rows_.size(), false);
    std::fill(is_open.begin() + first, is_open.begin() + last, true);
    while (!candidates_.empty() && candidates_.begin()->size > tolerance) {
      const Candidate pivot = *candidates_.begin();
      candidates_.erase(candidates_.begin());
      is_open[pivot.row] = false;
      partition.rows.push_back(pivot.row);
      partition.dependent.push_back(pivot.column);
      is_pivot_column_[pivot.column] = true;
      const double value = entry(pivot.row, pivot.column);
      const std::set<Index> others = rows_of_[pivot.column];
      for (const Index i : others) {
        if ((!is_open[i] && i < last) || entry(i, pivot.column) == 0) continue;
        if (is_open[i]) candidates_.erase(best_[i]);
        subtract(entry(i, pivot.column) / value, pivot.row, pivot.column, i);
        if (is_open[i]) enter(i);
      }
    }
    for (Index i = first; i < last; ++i)
      if (is_open[i]) partition.dropped.push_back(i);
  }

 private:
  using Row = std::vector<std::pair<Index, double>>;  // by column, ascending
  struct Candidate {                                  // the largest entry of a row outside pivot columns
    double size = 0;
    Index column = 0, row = 0;
    bool operator<(
        const Candidate& other) const {  // the largest first; of equals that of the first column, the first row
      return std::tuple(-size, column, row) < std::tuple(-other.size, other.column, other.row);
    }
  };

  void enter(Index i) {
    Candidate best{.row = i};
    for (const auto& [column, value] : rows_[i])
      if (!is_pivot_column_[column] && std::abs(value) > best.size) {
        best.size = std::abs(value);
        best.column = column;
      }
    best_[i] = best;
    candidates_.insert(best);
  }
  double entry(Index i, Index column) const {
    const auto at = std::lower_bound(rows_[i].begin(), rows_[i].end(), std::pair(column, 0.0),
                                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return at != rows_[i].end() && at->first == column ? at->second : 0;
  }

  // Row i −= factor times the pivot row; nothing of the column is left.
  void subtract(double factor, Index pivot, Index column, Index i) {
    merged_.clear();
    auto a = rows_[i].begin();
    const auto end = rows_[i].end();
    for (const auto& [j, value] : rows_[pivot]) {
      while (a != end && a->first < j) merged_.push_back(*a++);
      const bool is_there = a != end && a->first == j;
      const double old = is_there ? (a++)->second : 0;
      if (j == column) continue;
      if (!is_there) rows_of_[j].insert(i);
      merged_.emplace_back(j, old - factor * value);
    }
    merged_.insert(merged_.end(), a, end);
    rows_[i].swap(merged_);
    rows_of_[column].erase(i);
  }

  std::vector<Row> rows_;
  std::vector<std::set<Index>> rows_of_;  // of every column
  std::vector<bool> is_pivot_column_;
  std::vector<Candidate> best_;  // of every open row
  std::set<Candidate> candidates_;
  Row merged_;
};

// The numbers of a checkpoint become indices: each row and each coordinate is there, and once at most.
void require_partition(const VecX& numbers, const Layout& layout) {
  const auto refuse = [] { Archive::refuse("partition", "rows and coordinates do not match the model"); };
  const auto is_index = [](double x, Index count) { return x >= 0 && x < count && x == std::floor(x); };
  if (!is_index(numbers[0], std::min(layout.nc(), layout.nq) + 1)) refuse();
  const auto rank = static_cast<Index>(numbers[0]);
  if (!is_index(numbers[1], std::min(rank, layout.ng) + 1)) refuse();
  std::vector<bool> has_row(static_cast<std::size_t>(layout.nc()), false),
      has_coordinate(static_cast<std::size_t>(layout.nq), false);
  for (Index k = 0; k < rank; ++k) {
    const double row = numbers[2 + 2 * k], coordinate = numbers[3 + 2 * k];
    const bool holonomic = k < static_cast<Index>(numbers[1]);
    if (!is_index(row, holonomic ? layout.ng : layout.nc()) || !is_index(coordinate, layout.nq)) refuse();
    if (has_row[row] || has_coordinate[coordinate]) refuse();
    has_row[row] = has_coordinate[coordinate] = true;
  }
}

}  // namespace

CoordinatePartition find_partition(const SparseMatrix& G, Index ng, double tolerance) {
  OpenRows rows(G);
  CoordinatePartition partition;
  rows.eliminate(0, ng, tolerance, partition);
  partition.rank_holonomic = partition.rank();
  rows.eliminate(ng, G.rows(), tolerance, partition);
  std::sort(partition.dropped.begin(), partition.dropped.end());

  partition.role.assign(static_cast<std::size_t>(G.cols()), CoordinateRole::independent);
  for (std::size_t k = 0; k < partition.dependent.size(); ++k)
    partition.role[partition.dependent[k]] =
        static_cast<Index>(k) < partition.rank_holonomic ? CoordinateRole::dependent : CoordinateRole::rolling;
  return partition;
}

void CoordinatePartition::exchange(Archive& archive, const Layout& layout) {
  VecX numbers = VecX::Constant(2 * layout.nc() + 2, -1);  // rank, rank_holonomic, then pairs of row and coordinate
  numbers[0] = rank();
  numbers[1] = rank_holonomic;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    numbers[2 + 2 * static_cast<Index>(k)] = rows[k];
    numbers[3 + 2 * static_cast<Index>(k)] = dependent[k];
  }
  archive("partition", numbers);
  if (!archive.loading()) return;
  require_partition(numbers, layout);
  *this = {};
  role.assign(static_cast<std::size_t>(layout.nq), CoordinateRole::independent);
  rank_holonomic = static_cast<Index>(numbers[1]);
  for (Index k = 0; k < static_cast<Index>(numbers[0]); ++k) {
    rows.push_back(static_cast<Index>(numbers[2 + 2 * k]));
    dependent.push_back(static_cast<Index>(numbers[3 + 2 * k]));
    role[dependent.back()] = k < rank_holonomic ? CoordinateRole::dependent : CoordinateRole::rolling;
  }
  const std::vector<Index> place = places_of(rows, layout.nc());
  for (Index i = 0; i < layout.nc(); ++i)
    if (place[i] < 0) dropped.push_back(i);
}

std::vector<Index> places_of(const std::vector<Index>& chosen, Index count, Index first) {
  std::vector<Index> place(static_cast<std::size_t>(count), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k) place[chosen[k]] = first + static_cast<Index>(k);
  return place;
}

}  // namespace daedalus
