#include "daedalus/linalg/frontal_ldlt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/linalg/column_kernels.hpp"

namespace daedalus {
namespace {

// A pivot lost to cancellation is replaced by this share of s_k: what it is divided into is rounding of the same size.
constexpr double lost_share = 1e-15;

// By value, not by reference as std::min: one instruction, no branch. a where b is NaN.
double smaller(double a, double b) { return b < a ? b : a; }
double larger(double a, double b) { return b > a ? b : a; }

}  // namespace

FrontalLdlt::FrontalLdlt(const Pattern& M, const Pattern& G, const std::vector<Index>& order, Fronts fronts)
    : n_(M.rows()), tree_(make_front_tree(M, G, order, fronts)), fronts_(VecX::Zero(tree_.storage)),
      inverse_(VecX::Zero(M.rows() + G.rows())), sum_(VecX::Zero(M.rows() + G.rows())),
      share_(VecX::Zero(M.rows() + G.rows())), x_(VecX::Zero(M.rows() + G.rows())) {
  Index largest = 0;
  for (const Front& front : tree_.fronts) largest = std::max(largest, front.size);
  local_ = VecX::Zero(largest);
}

FrontalLdlt::Quality FrontalLdlt::factorize(const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  sum_.setZero();
  for (Index f = 0; f < tree_.count(); ++f) {
    assemble(f, M, G, E);
    eliminate(tree_.fronts[f], E);
  }
  return judge();
}

void FrontalLdlt::assemble(Index f, const SparseMatrix& M, const SparseMatrix& G, const VecX& E) {
  const Front& front = tree_.fronts[f];
  const Front& next = tree_.fronts[f + 1];
  double* all = fronts_.data();
  std::fill_n(all + front.storage, front.size * front.size, 0.0);

  for (Index k = front.M_entries; k < next.M_entries; ++k)
    all[tree_.M_entries[k].target] = M.values[tree_.M_entries[k].source];
  for (Index k = front.G_entries; k < next.G_entries; ++k)
    all[tree_.G_entries[k].target] = G.values[tree_.G_entries[k].source];
  for (Index k = 0; k < front.pivots; ++k) {
    double& diagonal = all[front.storage + k * (front.size + 1)];
    if (const Index unknown = tree_.order[front.first + k]; unknown >= n_) diagonal = -E[unknown - n_];
    else sum_[front.first + k] += std::abs(diagonal);
  }

  for (const Index c : tree_.children[f]) {
    const Front& child = tree_.fronts[c];
    const Index border = child.size - child.pivots;
    const Index* row = tree_.in_parent.data() + child.border;
    for (Index j = 0; j < border; ++j) {
      const double* from = all + child.storage + child.pivots + (child.pivots + j) * child.size;
      double* to = all + front.storage + row[j] * front.size;
      for (Index i = j; i < border; ++i) to[row[i]] += from[i];
    }
  }
}

FrontalLdlt::Quality FrontalLdlt::judge() const {
  double coordinates = 1, constraints = 1, largest = 0;
  for (Index k = 0; k < sum_.size(); ++k) {
    const double share = larger(0, share_[k]);  // 0 for NaN and, pivot and sum being infinite, for infinity
    if (tree_.order[k] < n_) {
      coordinates = smaller(coordinates, share);
    } else {
      constraints = smaller(constraints, share);
      largest = larger(largest, sum_[k]);
    }
  }
  return {coordinates, constraints, largest};
}

// Column by column: all updates from the pivots before, then the pivot itself. Border columns get the updates only.
void FrontalLdlt::eliminate(const Front& front, const VecX& E) {
  double* F = fronts_.data() + front.storage;
  const Index size = front.size;
  const double* inverse = inverse_.data() + front.first;
  double* w = local_.data();

  for (Index j = 0; j < size; ++j) {
    double* column = F + j * size;
    const Index done = std::min(j, front.pivots);
    double removed = 0;
    for (Index p = 0; p < done; ++p) {
      w[p] = F[j + p * size] * inverse[p];
      removed += std::abs(F[j + p * size] * w[p]);
    }
    subtract_product(column + j, F + j, size, w, size - j, done);

    if (j >= front.pivots) {
      sum_[tree_.border[front.border + j - front.pivots]] += removed;
      continue;
    }
    const Index position = front.first + j;
    const double sum = sum_[position] + removed;
    const Index unknown = tree_.order[position];
    const bool is_constraint = unknown >= n_;
    const double pivot = is_constraint ? -column[j] : column[j];
    const double lost = larger(lost_share * sum, std::numeric_limits<double>::min());
    if (!(pivot > lost)) [[unlikely]]
      column[j] = is_constraint ? -lost : lost;  // a branch: 1 / D_k waits for no sum
    inverse_[position] = 1 / column[j];
    sum_[position] = sum;
    share_[position] = pivot / (is_constraint ? sum + E[unknown - n_] : sum);
  }
}

// L D Lᵀ x = r with the columns of L D in place of those of L. Pivots are worked on where they are, border unknowns in
// a copy that stands together.
void FrontalLdlt::solve(VecX& b, VecX& c) {
  const Index size = static_cast<Index>(tree_.order.size());
  for (Index k = 0; k < size; ++k) {
    const Index unknown = tree_.order[k];
    x_[k] = unknown < n_ ? b[unknown] : c[unknown - n_];
  }

  for (Index f = 0; f < tree_.count(); ++f) {  // L z = r
    const Front& front = tree_.fronts[f];
    const Index pivots = front.pivots, border = front.size - pivots;
    const Index* outside = tree_.border.data() + front.border;
    double* x = x_.data() + front.first;
    for (Index i = 0; i < border; ++i) local_[i] = x_[outside[i]];
    for (Index p = 0; p < pivots; ++p) {
      const double* column = fronts_.data() + front.storage + p * front.size;
      const double z = x[p] * inverse_[front.first + p];
      subtract_columns<1>(x + p + 1, column + p + 1, 0, &z, pivots - p - 1);
      subtract_columns<1>(local_.data(), column + pivots, 0, &z, border);
    }
    for (Index i = 0; i < border; ++i) x_[outside[i]] = local_[i];
  }
  for (Index f = tree_.count() - 1; f >= 0; --f) {  // D Lᵀ x = z
    const Front& front = tree_.fronts[f];
    const Index pivots = front.pivots, border = front.size - pivots;
    const Index* outside = tree_.border.data() + front.border;
    double* x = x_.data() + front.first;
    for (Index i = 0; i < border; ++i) local_[i] = x_[outside[i]];
    for (Index p = pivots - 1; p >= 0; --p) {
      const double* column = fronts_.data() + front.storage + p * front.size;
      const double known = dot(column + p + 1, x + p + 1, pivots - p - 1) + dot(column + pivots, local_.data(), border);
      x[p] = (x[p] - known) * inverse_[front.first + p];
    }
  }

  for (Index k = 0; k < size; ++k) {
    const Index unknown = tree_.order[k];
    (unknown < n_ ? b[unknown] : c[unknown - n_]) = x_[k];
  }
}

}  // namespace daedalus
