#include "daedalus/linalg/rank_revealing.hpp"

#include <algorithm>

namespace daedalus {

// Gram-Schmidt on the rows, with pivots that need not be the largest.
DependentRows find_dependent_rows(const MatX& A, double smallest) {
  constexpr double good_enough = 0.1;
  DependentRows found;
  MatX rest = A.transpose();  // columns: what the rows taken so far have left of each row
  VecX length = rest.colwise().norm();
  std::vector<bool> taken(static_cast<std::size_t>(A.rows()), false);
  while (found.rank < std::min(A.rows(), A.cols())) {
    const double longest = length.maxCoeff();
    if (!(longest > smallest)) break;
    Index next = 0;
    while (!(length[next] >= good_enough * longest)) ++next;
    const VecX direction = rest.col(next) / length[next];
    taken[next] = true;
    ++found.rank;
    for (Index j = 0; j < rest.cols(); ++j) {
      if (taken[j]) {
        length[j] = 0;
        continue;
      }
      if (length[j] == 0) continue;
      for (int pass = 0; pass < 2; ++pass)  // twice is enough to be orthogonal to rounding (Kahan, Parlett)
        rest.col(j) -= direction * direction.dot(rest.col(j));
      length[j] = rest.col(j).norm();
    }
  }
  for (Index j = 0; j < A.rows(); ++j)
    if (!taken[j]) found.dependent.push_back(j);
  return found;
}

}  // namespace daedalus
