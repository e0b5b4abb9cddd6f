#include "daedalus/integrate/state_space/coordinate_partition.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

// Elimination with full pivoting among the rows [first, last). Pivots are appended to the partition.
void eliminate(MatX& G, Index first, Index last, double tolerance, std::vector<bool>& is_pivot_column,
               CoordinatePartition& partition) {
  std::vector<Index> open;
  for (Index i = first; i < last; ++i) open.push_back(i);
  while (!open.empty()) {
    double largest = tolerance;
    std::size_t pivot = open.size();
    Index column = -1;
    for (Index j = 0; j < G.cols(); ++j) {
      if (is_pivot_column[j]) continue;
      for (std::size_t k = 0; k < open.size(); ++k)
        if (std::abs(G(open[k], j)) > largest) {
          largest = std::abs(G(open[k], j));
          pivot = k;
          column = j;
        }
    }
    if (column < 0) break;
    const Index row = open[pivot];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(pivot));
    is_pivot_column[column] = true;
    partition.rows.push_back(row);
    partition.dependent.push_back(column);
    // Rows after `last` take part without being asked for pivots: they lose what the holonomic rows say already.
    const auto clear = [&](Index i) {
      const double factor = G(i, column) / G(row, column);
      if (factor == 0) return;
      G.row(i) -= factor * G.row(row);
      G(i, column) = 0;
    };
    for (const Index i : open) clear(i);
    for (Index i = last; i < G.rows(); ++i) clear(i);
  }
  partition.dropped.insert(partition.dropped.end(), open.begin(), open.end());
}

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
  MatX work = G.to_dense();
  for (Index i = 0; i < work.rows(); ++i) {
    const double size = work.cols() > 0 ? work.row(i).lpNorm<Eigen::Infinity>() : 0;
    if (size > 0) work.row(i) /= size;
  }
  CoordinatePartition partition;
  std::vector<bool> is_pivot_column(static_cast<std::size_t>(G.cols()), false);
  eliminate(work, 0, ng, tolerance, is_pivot_column, partition);
  partition.rank_holonomic = partition.rank();
  eliminate(work, ng, G.rows(), tolerance, is_pivot_column, partition);
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
