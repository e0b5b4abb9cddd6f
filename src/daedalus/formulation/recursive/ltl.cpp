#include "daedalus/formulation/recursive/ltl.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {

BranchFactors::BranchFactors(const Tree& tree, const Pattern& pattern) {
  starts_.push_back(0);
  for (Index n = tree.roots; n < tree.size(); ++n) {
    const TreeNode& node = tree.node(n);
    for (Index k = 0; k < node.coordinates(); ++k) {
      const Index i = node.coordinate + k;
      std::vector<Index> row;
      for (Index l = 0; l <= k; ++l) row.push_back(node.coordinate + l);
      for_each_coordinate_above(tree, node.parent, [&](Index j) { row.push_back(j); });
      std::sort(row.rbegin(), row.rend());  // from i towards the root
      for (const Index j : row) {
        columns_.push_back(j);
        slots_.push_back(pattern.find(i, j));
      }
      starts_.push_back(static_cast<Index>(columns_.size()));
    }
  }
  L_.resize(columns_.size());
}

// From the leaves: column by column of Lᵀ, every row takes its share off the rows on its way to the root. The way of an
// ancestor is the tail of one's own, so that no index has to be searched for.
bool BranchFactors::factorize(const VecX& values) {
  for (std::size_t k = 0; k < slots_.size(); ++k) L_[k] = values[slots_[k]];
  for (Index i = static_cast<Index>(starts_.size()) - 2; i >= 0; --i) {
    const Index first = starts_[i], count = starts_[i + 1] - first;
    double* row = L_.data() + first;
    if (!(row[0] > 0)) return false;
    const double inverse = 1 / std::sqrt(row[0]);
    row[0] = 1 / inverse;
    for (Index k = 1; k < count; ++k) row[k] *= inverse;
    for (Index k = 1; k < count; ++k) {
      double* above = L_.data() + starts_[columns_[first + k]];
      for (Index l = k; l < count; ++l) above[l - k] -= row[k] * row[l];
    }
  }
  return true;
}

void BranchFactors::solve_transposed(double* x) const {
  for (Index i = static_cast<Index>(starts_.size()) - 2; i >= 0; --i) {
    const Index first = starts_[i], end = starts_[i + 1];
    if (x[i] == 0) continue;
    const double value = x[i] /= L_[first];
    for (Index k = first + 1; k < end; ++k) x[columns_[k]] -= L_[k] * value;
  }
}

void BranchFactors::solve(double* x) const {
  solve_transposed(x);
  for (Index i = 0; i + 1 < static_cast<Index>(starts_.size()); ++i) {
    const Index first = starts_[i], end = starts_[i + 1];
    double sum = x[i];
    for (Index k = first + 1; k < end; ++k) sum -= L_[k] * x[columns_[k]];
    x[i] = sum / L_[first];
  }
}

}  // namespace daedalus
