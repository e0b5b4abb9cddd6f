#include "daedalus/integrate/fixed_cost/partial_jacobian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

// Where a pattern has entries outside rows × cols.
std::vector<Index> entries_outside(const Pattern& pattern, const std::vector<Index>& rows,
                                   const std::vector<Index>& cols) {
  const auto holds = [](const std::vector<Index>& set, Index i) {
    return std::find(set.begin(), set.end(), i) != set.end();
  };
  std::vector<Index> found;
  const auto starts = pattern.column_starts();
  const auto row_of = pattern.row_indices();
  for (Index j = 0; j < pattern.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k)
      if (!holds(cols, j) || !holds(rows, row_of[k])) found.push_back(k);
  return found;
}

}  // namespace

void GroupJacobian::start(const Layout& layout, Want want) {
  const std::size_t groups = layout.rate_groups.size();
  if (static_cast<std::size_t>(number_) > groups)
    throw OptionError(
        fmt::format("{}: rate_group={} selects the Jacobian of that rate group, but this system has {}. Assign bodies "
                    "a rate_group, or omit the option.",
                    method_, number_, groups));
  group_ = number_ == 0 ? all_rates : number_ - 1;
  outside_.assign(tangent_blocks.size(), {});
  if (group_ == all_rates) return;
  const RateGroup& fast = layout.rate_groups[group_];
  const auto members = [&](TangentBlock::Of part) -> const std::vector<Index>& {
    return part == TangentBlock::Of::states ? fast.states : fast.coordinates;
  };
  const Evaluation blocks(layout);
  for (std::size_t i = 0; i < tangent_blocks.size(); ++i)
    if (const TangentBlock& block = tangent_blocks[i];
        wants(want, block.want) && block.rows != TangentBlock::Of::constraints)
      outside_[i] = entries_outside(*(blocks.*block.values).pattern, members(block.rows), members(block.cols));
}

void GroupJacobian::evaluate(Equations& eq, Want want, const State& x, Evaluation& into) {
  eq.evaluate(want, x, group_);
  for (std::size_t i = 0; i < tangent_blocks.size(); ++i) {
    const TangentBlock& block = tangent_blocks[i];
    if (!wants(want, block.want)) continue;
    VecX& values = (into.*block.values).values;
    values = (eq.value.*block.values).values;
    for (const Index k : outside_[i]) values[k] = 0;
  }
}

void differentiate_along_velocity(Equations& eq, State& at, VecX& q, VecX& along) {
  constexpr double tiny = 1e-30;  // a system at rest has the derivative 0
  const double step = std::sqrt(std::numeric_limits<double>::epsilon()) * (1 + at.q.lpNorm<Eigen::Infinity>()) /
                      (tiny + at.v.lpNorm<Eigen::Infinity>());
  eq.evaluate(Want::residual, at);
  along = eq.value.r;
  q = at.q;
  at.q += step * at.v;
  eq.evaluate(Want::residual, at);
  at.q = q;
  along = (eq.value.r - along) / step;
}

}  // namespace daedalus
