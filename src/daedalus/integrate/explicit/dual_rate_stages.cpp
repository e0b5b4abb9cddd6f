#include "daedalus/integrate/explicit/dual_rate_stages.hpp"

#include "daedalus/system/system.hpp"

namespace daedalus {
namespace {

void split_off(Index count, const std::vector<Index>* fast_ones, std::vector<Index>& slow, std::vector<Index>& fast) {
  std::vector<bool> is_fast(static_cast<std::size_t>(count), fast_ones == nullptr);
  if (fast_ones)
    for (const Index i : *fast_ones) is_fast[static_cast<std::size_t>(i)] = true;
  slow.clear();
  fast.clear();
  for (Index i = 0; i < count; ++i) (is_fast[static_cast<std::size_t>(i)] ? fast : slow).push_back(i);
}

// Calls visit(component, derivatives of it at the stages).
template <class Table, class Visit>
void for_each_row(const std::vector<Index>& components, const Table& table, Visit visit) {
  for (std::size_t k = 0; k < components.size(); ++k) visit(components[k], table.row(static_cast<Index>(k)));
}

}  // namespace

void DualRateStages::resize(const Layout& layout, Index group, int stages) {
  const RateGroup* fast = group == all_rates ? nullptr : &layout.rate_groups[group];
  split_off(layout.nq, fast ? &fast->coordinates : nullptr, slow_.coordinates, fast_.coordinates);
  split_off(layout.ns, fast ? &fast->states : nullptr, slow_.states, fast_.states);
  for (Part* part : {&slow_, &fast_}) {
    part->dq.setZero(static_cast<Index>(part->coordinates.size()), stages);
    part->dv.setZero(static_cast<Index>(part->coordinates.size()), stages);
    part->ds.setZero(static_cast<Index>(part->states.size()), stages);
  }
}

void DualRateStages::set(Part& part, int stage, const State& x, const VecX& sigma) {
  for (std::size_t k = 0; k < part.coordinates.size(); ++k) {
    part.dq(static_cast<Index>(k), stage) = x.v[part.coordinates[k]];
    part.dv(static_cast<Index>(k), stage) = x.a[part.coordinates[k]];
  }
  for (std::size_t k = 0; k < part.states.size(); ++k) part.ds(static_cast<Index>(k), stage) = sigma[part.states[k]];
}

void DualRateStages::combine(const Part& part, const VecX& weights, int count, const State& x, double h, State& y) {
  const auto sum = [&](const auto& row) {
    double total = 0;
    for (int j = 0; j < count; ++j)
      if (weights[j] != 0) total += weights[j] * row[j];
    return h * total;
  };
  for_each_row(part.coordinates, part.dq, [&](Index i, const auto& row) { y.q[i] = x.q[i] + sum(row); });
  for_each_row(part.coordinates, part.dv, [&](Index i, const auto& row) { y.v[i] = x.v[i] + sum(row); });
  for_each_row(part.states, part.ds, [&](Index i, const auto& row) { y.s[i] = x.s[i] + sum(row); });
}

void DualRateStages::combine(const VecX& slow, const VecX& fast, int count, const State& x, double h, State& y) const {
  combine(slow_, slow, count, x, h, y);
  combine(fast_, fast, count, x, h, y);
}

double DualRateStages::error(const PrkTableau& tableau, const Tolerances& tolerances, const State& x, double h,
                             const State& y) const {
  ErrorNorm norm(tolerances);
  const auto add = [&](const Part& part, const RungeKuttaWeights& w) {
    const auto error = [&](const auto& row) {
      double total = 0;
      for (Index j = 0; j < w.b.size(); ++j) total += (w.b[j] - w.b_embedded[j]) * row[j];
      return h * total;
    };
    for_each_row(part.coordinates, part.dq, [&](Index i, const auto& row) { norm.add(error(row), x.q[i], y.q[i]); });
    for_each_row(part.coordinates, part.dv, [&](Index i, const auto& row) { norm.add(error(row), x.v[i], y.v[i]); });
    for_each_row(part.states, part.ds, [&](Index i, const auto& row) { norm.add(error(row), x.s[i], y.s[i]); });
  };
  add(slow_, tableau.slow);
  add(fast_, tableau.fast);
  return norm.value();
}

}  // namespace daedalus
