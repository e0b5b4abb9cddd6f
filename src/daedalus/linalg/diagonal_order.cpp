#include "daedalus/linalg/diagonal_order.hpp"

#include "daedalus/linalg/minimum_degree.hpp"

namespace daedalus {

std::vector<Index> find_diagonal_order(const SparseMatrix& A) {
  // A stiff spring between light bodies leaves a small share of their pivots in any order. An earned pivot can be waited for
  // while there are neighbors that would add to it.
  constexpr double least_share = 1e-10, least_share_early = 0.05;
  Remainder K(A.rows());
  std::vector<bool> has_own(static_cast<std::size_t>(A.rows()));
  for_each_entry(A, [&](Index i, Index j, double value) {
    K.set(i, j, value);
    if (i == j && value != 0) has_own[i] = true;
  });
  K.finish();
  std::vector<Index> order = minimum_degree_order(std::move(K), [&](const Remainder& left, Index i) {
    bool may_gain = false;
    if (!has_own[i]) left.for_each_neighbor(i, [&](Index j) { may_gain = may_gain || has_own[j]; });
    return std::abs(left.share(i)) >= (may_gain ? least_share_early : least_share);
  });
  if (static_cast<Index>(order.size()) < A.rows()) order.clear();
  return order;
}

}  // namespace daedalus
