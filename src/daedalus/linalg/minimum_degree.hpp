// minimum_degree.hpp: an elimination order with diagonal pivots, found by eliminating once with the values of a matrix.
//
// The unknown with the fewest neighbors goes next, of equals the one with the smallest number, among those whose pivot is
// safe. Only the neighbors of an eliminated unknown change, so a sorted set of candidates finds the next one without a
// search through all.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {

// What is left of a matrix during elimination, row by row on the pattern of A + Aᵀ, with the sum of everything that was
// ever added to each diagonal entry in absolute value: |A_ii| against that sum tells how much of the pivot is left after
// cancellation, whatever the units of equations and unknowns.
class Remainder {
 public:
  explicit Remainder(Index size) : rows_(static_cast<std::size_t>(size)), diagonal_(rows_.size()), sum_(rows_.size()) {}

  // Set-up: entries, each once, then finish().
  void set(Index i, Index j, double value) {
    if (i == j) {
      diagonal_[i] = value;
    } else {
      rows_[i].push_back({j, value, 0});
      rows_[j].push_back({i, 0, value});
    }
  }
  void finish() {
    for (Row& row : rows_) {
      std::ranges::sort(row, {}, &Entry::column);
      std::size_t kept = 0;
      for (const Entry& e : row) {
        if (kept > 0 && row[kept - 1].column == e.column) {
          row[kept - 1].across += e.across;
          row[kept - 1].down += e.down;
        } else {
          row[kept++] = e;
        }
      }
      row.resize(kept);
    }
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = std::abs(diagonal_[i]);
  }

  Index size() const { return static_cast<Index>(rows_.size()); }
  std::size_t degree(Index i) const { return rows_[i].size(); }
  double pivot(Index i) const { return diagonal_[i]; }
  double share(Index i) const { return diagonal_[i] / sum_[i]; }  // NaN before the first update of a zero
  Index first_neighbor(Index i) const { return rows_[i].empty() ? size() : rows_[i].front().column; }

  template <class Visit>
  void for_each_neighbor(Index i, Visit visit) const {
    for (const Entry& e : rows_[i]) visit(e.column);
  }

  // Row and column k disappear: A_ij −= A_ik A_kj / A_kk among the neighbors of k.
  void eliminate(Index k) {
    const Row pivots = rows_[k];
    for (const Entry& e : pivots) {
      const double of_row = e.down / diagonal_[k], of_column = e.across / diagonal_[k];
      subtract(of_row, of_column, pivots, e.column, k);
      diagonal_[e.column] -= of_row * e.across;
      sum_[e.column] += std::abs(of_row * e.across);
    }
    rows_[k].clear();
  }

 private:
  struct Entry {
    Index column;
    double across, down;  // A_ij and A_ji
  };
  using Row = std::vector<Entry>;  // off the diagonal, by column, ascending

  // Row and column i lose their multiples of the pivot row and column, and their entries in k.
  void subtract(double of_row, double of_column, const Row& pivots, Index i, Index k) {
    merged_.clear();
    auto a = rows_[i].begin();
    const auto a_end = rows_[i].end();
    const auto take = [&] {
      if (a->column != k) merged_.push_back(*a);
      ++a;
    };
    for (const Entry& p : pivots) {
      if (p.column == i) continue;
      while (a != a_end && a->column < p.column) take();
      const Entry old = a != a_end && a->column == p.column ? *a++ : Entry{p.column, 0, 0};
      merged_.push_back({p.column, old.across - of_row * p.across, old.down - of_column * p.down});
    }
    while (a != a_end) take();
    rows_[i].swap(merged_);
  }

  std::vector<Row> rows_;
  Row merged_;  // scratch
  std::vector<double> diagonal_, sum_;
};

// is_safe(K, i): whether i may be eliminated from what is left. Ends early where nothing is.
template <class IsSafe>
std::vector<Index> minimum_degree_order(Remainder K, IsSafe is_safe) {
  std::set<std::pair<std::size_t, Index>> candidates;
  std::vector<std::size_t> degree(static_cast<std::size_t>(K.size()));
  const auto enter = [&](Index i) {
    degree[i] = K.degree(i);
    if (is_safe(K, i)) candidates.emplace(K.degree(i), i);
  };
  for (Index i = 0; i < K.size(); ++i) enter(i);

  std::vector<Index> order, neighbors;
  while (!candidates.empty()) {
    const Index best = candidates.begin()->second;
    candidates.erase(candidates.begin());
    neighbors.clear();
    K.for_each_neighbor(best, [&](Index i) { neighbors.push_back(i); });
    for (const Index i : neighbors) candidates.erase({degree[i], i});
    K.eliminate(best);
    for (const Index i : neighbors) enter(i);
    order.push_back(best);
  }
  return order;
}

}  // namespace daedalus
