// row_mask.hpp: constraint rows that are left out because others say the same.
//
// A dropped row is evaluated as 0 on every level, with its Jacobian and tangents. The sizes of all vectors and patterns
// stay as they are, so nothing that was analyzed before is lost. A matrix with such a row needs an entry on its
// diagonal, and then finds its multiplier to be 0:
// SaddleSolver sees to that by itself; Newton matrices are given one by their owners.
#pragma once

#include <vector>

#include "daedalus/system/evaluation.hpp"

namespace daedalus {

class RowMask {
 public:
  RowMask() = default;
  RowMask(const Layout& layout, std::vector<Index> rows);  // rows ascending

  const std::vector<Index>& rows() const { return rows_; }
  bool empty() const { return rows_.empty(); }

  // Sets what was wanted of these rows to zero.
  void apply(Want want, Evaluation& value) const;

 private:
  std::vector<Index> rows_;
  Index ng_ = 0;
  std::vector<Index> G_, g_dot_q_, g_ddot_q_, g_ddot_v_;  // where the values of these rows are stored
};

}  // namespace daedalus
