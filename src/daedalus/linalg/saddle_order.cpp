#include "daedalus/linalg/saddle_order.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

// A constraint may be eliminated early when at least this share of its diagonal survives cancellation.
constexpr double safe_share = 0.05;

// What is left of K during elimination, row by row, with the sum of everything that was ever added to each diagonal
// entry in absolute value: |K_cc| against that sum tells how much of the pivot is left after cancellation.
class Remainder {
 public:
  Remainder(const SparseMatrix& M, const SparseMatrix& G, const VecX& E)
      : n_(M.rows()), rows_(static_cast<std::size_t>(n_ + G.rows())), diagonal_(rows_.size()), sum_(rows_.size()) {
    for_each_entry(M, [&](Index i, Index j, double value) { set(i, j, value); });
    for_each_entry(G, [&](Index i, Index j, double value) {
      set(n_ + i, j, value);
      set(j, n_ + i, value);
    });
    for (Index i = 0; i < E.size(); ++i) set(n_ + i, n_ + i, -E[i]);
    for (Row& row : rows_) std::sort(row.begin(), row.end());
    for (std::size_t i = 0; i < rows_.size(); ++i) sum_[i] = std::abs(diagonal_[i]);
  }

  Index size() const { return static_cast<Index>(rows_.size()); }
  bool is_constraint(Index i) const { return i >= n_; }
  std::size_t degree(Index i) const { return row(i).size(); }
  double surviving_share(Index i) const { return -diagonal_[i] / sum_[i]; }  // NaN before the first update
  bool touches_coordinate(Index i) const { return !row(i).empty() && row(i).front().first < n_; }

  template <class Visit>
  void for_each_neighbor(Index i, Visit visit) const {
    for (const auto& entry : row(i)) visit(entry.first);
  }

  // Row and column k disappear: K_ij −= K_ik K_kj / K_kk among the neighbors of k.
  void eliminate(Index k) {
    const Row pivot_row = row(k);
    for (const auto& [i, K_ik] : pivot_row) {
      const double factor = K_ik / diagonal_[k];
      subtract(factor, pivot_row, i, k);
      diagonal_[i] -= factor * K_ik;
      sum_[i] += std::abs(factor * K_ik);
    }
    rows_[k].clear();
  }

 private:
  using Row = std::vector<std::pair<Index, double>>;  // by column, ascending

  const Row& row(Index i) const { return rows_[i]; }

  void set(Index i, Index j, double value) {
    if (i == j) diagonal_[i] = value;
    else rows_[i].emplace_back(j, value);
  }

  // Row i −= factor times the pivot row, without its diagonal, and without column k.
  void subtract(double factor, const Row& pivot_row, Index i, Index k) {
    merged_.clear();
    auto a = rows_[i].begin();
    const auto a_end = rows_[i].end();
    const auto take = [&] {
      if (a->first != k) merged_.push_back(*a);
      ++a;
    };
    for (const auto& [j, K_kj] : pivot_row) {
      if (j == i) continue;
      while (a != a_end && a->first < j) take();
      const double old = a != a_end && a->first == j ? (a++)->second : 0.0;
      merged_.emplace_back(j, old - factor * K_kj);
    }
    while (a != a_end) take();
    rows_[i].swap(merged_);
  }

  Index n_;
  std::vector<Row> rows_;  // off the diagonal
  Row merged_;             // scratch
  std::vector<double> diagonal_, sum_;
};

// The unknown with the fewest neighbors goes next, of equals the one with the smallest number. Only the neighbors of an
// eliminated unknown change, so a sorted set of candidates finds the next one without a search through all.
template <class IsSafe>
std::vector<Index> minimum_degree_order(Remainder K, IsSafe is_safe) {
  const auto may_go = [&](Index i) { return !K.is_constraint(i) || !K.touches_coordinate(i) || is_safe(K, i); };
  std::set<std::pair<std::size_t, Index>> candidates;
  std::vector<std::size_t> degree(static_cast<std::size_t>(K.size()));
  const auto enter = [&](Index i) {
    degree[i] = K.degree(i);
    if (may_go(i)) candidates.emplace(K.degree(i), i);
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
  expects(static_cast<Index>(order.size()) == K.size(), "every unknown is eliminated");
  return order;
}

}  // namespace

std::vector<Index> coordinates_first_order(const Pattern& M, const Pattern& G) {
  const auto never = [](const Remainder&, Index) { return false; };
  return minimum_degree_order(Remainder(SparseMatrix(M), SparseMatrix(G), VecX::Zero(G.rows())), never);
}

std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G) {
  return mixed_order(M, G, VecX::Zero(G.rows()));
}

std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  const auto has_pivot = [](const Remainder& K, Index i) { return K.surviving_share(i) >= safe_share; };
  return minimum_degree_order(Remainder(M, G, E), has_pivot);
}

}  // namespace daedalus
