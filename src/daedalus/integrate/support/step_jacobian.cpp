#include "daedalus/integrate/support/step_jacobian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

// Where a pattern has entries outside rows × cols.
std::vector<Index> outside(const Pattern& pattern, const std::vector<Index>& rows, const std::vector<Index>& cols) {
  const auto holds = [](const std::vector<Index>& set, Index i) { return std::find(set.begin(), set.end(), i) != set.end(); };
  std::vector<Index> found;
  const auto starts = pattern.column_starts();
  const auto row_of = pattern.row_indices();
  for (Index j = 0; j < pattern.cols(); ++j)
    for (Index k = starts[static_cast<std::size_t>(j)]; k < starts[static_cast<std::size_t>(j) + 1]; ++k)
      if (!holds(cols, j) || !holds(rows, row_of[static_cast<std::size_t>(k)])) found.push_back(k);
  return found;
}

void take(const SparseMatrix& from, const std::vector<Index>& without, SparseMatrix& to) {
  to.values = from.values;
  for (const Index k : without) to.values[k] = 0;
}

}  // namespace

Index find_rate_group(const Layout& layout, int number, const char* method) {
  if (number == 0) return all_rates;
  if (static_cast<std::size_t>(number) > layout.rate_groups.size())
    throw OptionError(fmt::format("{}: rate_group={} means the Jacobian of that rate group only, and this system has {}. Give bodies a rate_group, or "
                                  "leave the option out.",
                                  method, number, layout.rate_groups.size()));
  return number - 1;
}

void StepJacobian::start(const Layout& layout, Index group, int refresh) {
  const Patterns& p = layout.patterns;
  group_ = group;
  refresh_ = refresh;
  age_ = 0;
  tangents_ = {.r_q = SparseMatrix(p.r_q), .r_v = SparseMatrix(p.r_v), .r_s = SparseMatrix(p.r_s), .sigma_q = SparseMatrix(p.sigma_q),
               .sigma_v = SparseMatrix(p.sigma_v), .sigma_s = SparseMatrix(p.sigma_s)};
  q_ = VecX::Zero(layout.nq);
  for (auto* list : {&outside_r_q_, &outside_r_v_, &outside_r_s_, &outside_sigma_q_, &outside_sigma_v_, &outside_sigma_s_}) list->clear();
  if (group == all_rates) return;
  const RateGroup& fast = layout.rate_groups[static_cast<std::size_t>(group)];
  outside_r_q_ = outside(p.r_q, fast.coordinates, fast.coordinates);
  outside_r_v_ = outside(p.r_v, fast.coordinates, fast.coordinates);
  outside_r_s_ = outside(p.r_s, fast.coordinates, fast.states);
  outside_sigma_q_ = outside(p.sigma_q, fast.states, fast.coordinates);
  outside_sigma_v_ = outside(p.sigma_v, fast.states, fast.coordinates);
  outside_sigma_s_ = outside(p.sigma_s, fast.states, fast.states);
}

void StepJacobian::evaluate(Equations& eq, const State& at) {
  eq.evaluate(Want::residual_tangent | Want::sigma_tangent, at, group_);
  take(eq.value.r_q, outside_r_q_, tangents_.r_q);
  take(eq.value.r_v, outside_r_v_, tangents_.r_v);
  take(eq.value.r_s, outside_r_s_, tangents_.r_s);
  take(eq.value.sigma_q, outside_sigma_q_, tangents_.sigma_q);
  take(eq.value.sigma_v, outside_sigma_v_, tangents_.sigma_v);
  take(eq.value.sigma_s, outside_sigma_s_, tangents_.sigma_s);
}

void StepJacobian::differentiate(Equations& eq, State& at, VecX& along) {
  constexpr double tiny = 1e-30;  // a system at rest has the derivative 0
  const double step = std::sqrt(std::numeric_limits<double>::epsilon()) * (1 + at.q.lpNorm<Eigen::Infinity>()) /
                      (tiny + at.v.lpNorm<Eigen::Infinity>());
  eq.evaluate(Want::residual, at);
  along = eq.value.r;
  q_ = at.q;
  at.q += step * at.v;
  eq.evaluate(Want::residual, at);
  at.q = q_;
  along = (eq.value.r - along) / step;
}

void StepJacobian::exchange(Archive& archive) {
  archive("jacobian.age", age_, 0, refresh_ - 1);
  tangents_.exchange(archive);
}

}  // namespace daedalus
