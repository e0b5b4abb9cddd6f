#include "daedalus/linalg/frontal_lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/linalg/column_kernels.hpp"
#include "daedalus/linalg/entries.hpp"
#include "daedalus/math/wide_registers.hpp"

namespace daedalus {

FrontalLu::FrontalLu(const Pattern& A, const std::vector<Index>& order)
    : tree_(make_front_tree(A, order, FrontCost::of_lu(), front_slack)), is_earned_(order.size(), true),
      kernels_(has_wide_registers() ? wide_front_kernels() : plain_front_kernels()),
      fronts_(VecX::Zero(tree_.storage + front_slack)), inverse_(VecX::Zero(A.rows())), sum_(VecX::Zero(A.rows())),
      x_(VecX::Zero(A.rows())) {
  Index largest = 0;
  for (const Front& front : tree_.fronts) largest = std::max(largest, front.size);
  local_ = removed_ = VecX::Zero(largest + front_slack);
  for (Index f = 0; f < tree_.count(); ++f) {
    const Index *row = tree_.in_parent.data() + tree_.fronts[f].border,
                border = tree_.fronts[f].size - tree_.fronts[f].pivots;
    is_in_line_.push_back(border > 0 && row[border - 1] - row[0] == border - 1);
  }

  const std::vector<Index> position = positions_of(tree_.order), front_of = fronts_of(tree_);
  std::vector<std::vector<FrontTree::Entry>> by_front(static_cast<std::size_t>(tree_.count()));
  for_each_entry(A, [&](Index i, Index j, Index source) {
    const Index f = front_of[std::min(position[i], position[j])];
    const Front& front = tree_.fronts[f];
    const Index target =
        front.storage + row_in(tree_, front, position[i]) + row_in(tree_, front, position[j]) * front.stride;
    by_front[f].push_back({source, target});
  });
  entries_of_ = {0};
  for (const auto& entries : by_front) {
    entries_.insert(entries_.end(), entries.begin(), entries.end());
    entries_of_.push_back(static_cast<Index>(entries_.size()));
  }
}

FrontalLu::Quality FrontalLu::factorize(const SparseMatrix& A) {
  sum_.setZero();
  for (Index f = 0; f < tree_.count(); ++f) {
    assemble(f, A);
    const Front& front = tree_.fronts[f];
    double* F = fronts_.data() + front.storage;
    double* removed = removed_.data();
    std::fill_n(removed, front.size, 0.0);
    kernels_.eliminate(F, front.size, front.pivots, inverse_.data() + front.first, removed);
    for (Index k = 0; k < front.pivots; ++k) sum_[front.first + k] += removed[k];
    const Index* outside = tree_.border.data() + front.border;
    for (Index k = front.pivots; k < front.size; ++k) sum_[outside[k - front.pivots]] += removed[k];
  }
  return judge();
}

void FrontalLu::assemble(Index f, const SparseMatrix& A) {
  const Front& front = tree_.fronts[f];
  double* all = fronts_.data();
  std::fill_n(all + front.storage, front.size * front.stride, 0.0);
  for (Index k = entries_of_[f]; k < entries_of_[f + 1]; ++k) all[entries_[k].target] = A.values[entries_[k].source];
  for (Index k = 0; k < front.pivots; ++k) {
    const double diagonal = all[front.storage + k * (front.stride + 1)];
    is_earned_[front.first + k] = diagonal == 0;
    sum_[front.first + k] += std::abs(diagonal);
  }
  for (const Index child : tree_.children[f]) add_child(front, child);
}

void FrontalLu::add_child(const Front& front, Index f) {
  const Front& child = tree_.fronts[f];
  const Index border = child.size - child.pivots;
  const Index* row = tree_.in_parent.data() + child.border;
  const double* from = fronts_.data() + child.storage + child.pivots * (child.stride + 1);
  double* into = fronts_.data() + front.storage;
  for (Index j = 0; j < border; ++j, from += child.stride) {
    double* to = into + row[j] * front.stride;
    if (is_in_line_[f])
      for (Index i = 0; i < border; ++i) to[row[0] + i] += from[i];
    else
      for (Index i = 0; i < border; ++i) to[row[i]] += from[i];
  }
}

FrontalLu::Quality FrontalLu::judge() {
  Quality quality;
  double largest_inverse = 0, smallest_inverse = std::numeric_limits<double>::max();
  for (Index k = 0; k < sum_.size(); ++k) {
    const double inverse = std::abs(inverse_[k]), share = 1 / (inverse * sum_[k]);
    const double known = share <= std::numeric_limits<double>::max() ? share : 0;  // 0 for NaN and infinity
    double& least = is_earned_[k] ? quality.earned : quality.own;
    least = std::min(least, known);
    largest_inverse = std::max(largest_inverse, inverse);
    smallest_inverse = std::min(smallest_inverse, inverse);
  }
  smallest_pivot_ = 1 / largest_inverse;
  largest_pivot_ = 1 / smallest_inverse;
  return quality;
}

void FrontalLu::gather(const Front& front) {
  const Index* outside = tree_.border.data() + front.border;
  for (Index i = 0, border = front.size - front.pivots; i < border; ++i) local_[i] = x_[outside[i]];
}

void FrontalLu::scatter(const Front& front) {
  const Index* outside = tree_.border.data() + front.border;
  for (Index i = 0, border = front.size - front.pivots; i < border; ++i) x_[outside[i]] = local_[i];
}

void FrontalLu::solve(VecX& b) {
  const Index size = static_cast<Index>(tree_.order.size());
  for (Index k = 0; k < size; ++k) x_[k] = b[tree_.order[k]];
  for (Index f = 0; f < tree_.count(); ++f) {  // L z = b
    const Front& front = tree_.fronts[f];
    gather(front);
    kernels_.forward(fronts_.data() + front.storage, front.size, front.pivots, x_.data() + front.first, local_.data());
    scatter(front);
  }
  for (Index f = tree_.count() - 1; f >= 0; --f) {  // U x = z
    const Front& front = tree_.fronts[f];
    gather(front);
    kernels_.backward(fronts_.data() + front.storage, front.size, front.pivots, inverse_.data() + front.first,
                      x_.data() + front.first, local_.data());
  }
  for (Index k = 0; k < size; ++k) b[tree_.order[k]] = x_[k];
}

void FrontalLu::solve_transposed(VecX& b) {
  const Index size = static_cast<Index>(tree_.order.size());
  for (Index k = 0; k < size; ++k) x_[k] = b[tree_.order[k]];
  for (Index f = 0; f < tree_.count(); ++f) {  // Uᵀ z = b
    const Front& front = tree_.fronts[f];
    gather(front);
    const double* F = fronts_.data() + front.storage;
    double* x = x_.data() + front.first;
    for (Index p = 0; p < front.pivots; ++p)
      x[p] = (x[p] - dot(F + p * front.stride, x, p)) * inverse_[front.first + p];
    for (Index i = front.pivots; i < front.size; ++i)
      local_[i - front.pivots] -= dot(F + i * front.stride, x, front.pivots);
    scatter(front);
  }
  for (Index f = tree_.count() - 1; f >= 0; --f) {  // Lᵀ x = z
    const Front& front = tree_.fronts[f];
    gather(front);
    const double* F = fronts_.data() + front.storage;
    double* x = x_.data() + front.first;
    for (Index p = front.pivots - 1; p >= 0; --p) {
      const double* column = F + p * front.stride;
      x[p] -= dot(column + p + 1, x + p + 1, front.pivots - p - 1) +
              dot(column + front.pivots, local_.data(), front.size - front.pivots);
    }
  }
  for (Index k = 0; k < size; ++k) b[tree_.order[k]] = x_[k];
}

}  // namespace daedalus
