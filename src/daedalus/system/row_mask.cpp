#include "daedalus/system/row_mask.hpp"

#include <algorithm>

namespace daedalus {
namespace {

// Where a pattern stores the values of the given rows.
std::vector<Index> find_slots(const Pattern& pattern, const std::vector<Index>& rows) {
  std::vector<Index> slots;
  const auto stored = pattern.row_indices();
  for (std::size_t k = 0; k < stored.size(); ++k)
    if (std::binary_search(rows.begin(), rows.end(), stored[k])) slots.push_back(static_cast<Index>(k));
  return slots;
}

void clear(const std::vector<Index>& slots, VecX& values) {
  for (const Index k : slots) values[k] = 0;
}

}  // namespace

RowMask::RowMask(const Layout& layout, std::vector<Index> rows) : rows_(std::move(rows)), ng_(layout.ng) {
  if (rows_.empty()) return;  // no pattern is looked at: those that are deferred stay so
  G_ = find_slots(layout.patterns.G, rows_);
  g_dot_q_ = find_slots(layout.patterns.g_dot_q, rows_);
  g_ddot_q_ = find_slots(layout.patterns.g_ddot_q, rows_);
  g_ddot_v_ = find_slots(layout.patterns.g_ddot_v, rows_);
}

void RowMask::apply(Want want, Evaluation& value) const {
  if (rows_.empty()) return;
  for (const Index row : rows_) {
    if (wants(want, Want::position) && row < ng_) value.g[row] = 0;
    if (wants(want, Want::velocity)) value.g_dot[row] = 0;
    if (wants(want, Want::gamma)) value.gamma[row] = 0;
  }
  if (wants(want, Want::jacobian)) clear(G_, value.G.values);
  if (wants(want, Want::velocity_tangent)) clear(g_dot_q_, value.g_dot_q.values);
  if (wants(want, Want::acceleration_tangent)) {
    clear(g_ddot_q_, value.g_ddot_q.values);
    clear(g_ddot_v_, value.g_ddot_v.values);
  }
}

}  // namespace daedalus
