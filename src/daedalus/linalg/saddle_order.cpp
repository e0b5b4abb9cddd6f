#include "daedalus/linalg/saddle_order.hpp"

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/minimum_degree.hpp"

namespace daedalus {
namespace {

// A constraint may be eliminated early when at least this share of its diagonal survives cancellation.
constexpr double safe_share = 0.05;

Remainder remainder_of(const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  const Index n = M.rows();
  Remainder K(n + G.rows());
  for_each_entry(M, [&](Index i, Index j, double value) { K.set(i, j, value); });
  for_each_entry(G, [&](Index i, Index j, double value) {
    K.set(n + i, j, value);
    K.set(j, n + i, value);
  });
  for (Index i = 0; i < E.size(); ++i) K.set(n + i, n + i, -E[i]);
  K.finish();
  return K;
}

// A coordinate may go at any time, a constraint that touches none any more, too.
template <class IsSafe>
std::vector<Index> saddle_order(const SparseMatrix& M, const SparseMatrix& G, const VecX& E, IsSafe is_safe) {
  const Index n = M.rows();
  std::vector<Index> order = minimum_degree_order(remainder_of(M, G, E), [&](const Remainder& K, Index i) {
    return i < n || K.first_neighbor(i) >= n || is_safe(K, i);
  });
  expects(static_cast<Index>(order.size()) == n + G.rows(), "every unknown is eliminated");
  return order;
}

}  // namespace

std::vector<Index> coordinates_first_order(const Pattern& M, const Pattern& G) {
  const auto never = [](const Remainder&, Index) { return false; };
  return saddle_order(SparseMatrix(M), SparseMatrix(G), VecX::Zero(G.rows()), never);
}

std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G) {
  return mixed_order(M, G, VecX::Zero(G.rows()));
}

std::vector<Index> mixed_order(const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  const auto has_pivot = [](const Remainder& K, Index i) { return -K.share(i) >= safe_share; };
  return saddle_order(M, G, E, has_pivot);
}

}  // namespace daedalus
