#include "daedalus/integrate/run/redundancy_watch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace daedalus {

void RedundancyWatch::find(const State& x) {
  const WorkCounts before = eq_.counts;
  if (const std::vector<Index> rows = find_redundant_rows(eq_, x); !rows.empty()) eq_.drop_rows(rows);
  eq_.counts = before;
}

Equations& RedundancyWatch::kept() {
  if (!kept_) kept_.emplace(system_, solver_);
  kept_->inputs().set(eq_.inputs().values());
  if (kept_->dropped_rows() != eq_.dropped_rows()) kept_->drop_rows(eq_.dropped_rows());
  return *kept_;
}

Equations& RedundancyWatch::all() {
  if (!any()) return kept();
  if (!all_) all_.emplace(system_, solver_);
  all_->inputs().set(eq_.inputs().values());
  return *all_;
}

State RedundancyWatch::with_all_multipliers(State x) {
  if (any()) spread_multipliers(kept(), all(), x);
  return x;
}

std::optional<Failure> RedundancyWatch::find_contradiction(const State& x, double h) {
  const OpenRow open = find_open_row(all(), eq_.dropped_rows(), x);
  if (open.row < 0) return {};
  const std::string& name = system_.layout().constraints[open.row];
  return Failure{
      .kind = "constraints_contradict",
      .t = x.t,
      .h = h,
      .worst_equation = name,
      .advice = fmt::format("Row '{}' followed from the other constraints at the start, but is now violated by {:.3g}. "
                            "Drivers or joints impose conflicting conditions on the same freedom: remove one of them.",
                            name, open.gap)};
}

bool RedundancyWatch::choose_anew(State& x) {
  constexpr double poor_choice = 30;  // largest coefficient with which a kept row takes part in a dropped one
  State y = x;
  if (!(spread_multipliers(kept(), all(), y) > poor_choice)) return false;
  const std::vector<Index> others = find_dependent_rows(all(), x).dependent;
  // a singular position: keep what there is
  if (others.size() != eq_.dropped_rows().size() || others == eq_.dropped_rows()) return false;
  ++choices_;
  eq_.drop_rows(others);
  return eq_.solve_acceleration(x) == FactorStatus::ok;
}

void RedundancyWatch::report(Report& report) const {
  for (const Index row : eq_.dropped_rows()) report.redundant_rows.push_back(system_.layout().constraints[row]);
  const bool single = report.redundant_rows.size() == 1;
  if (any())
    report.warnings.push_back(fmt::format(
        "redundant constraints: {} {} from the others and {} not solved for{}; reactions are those of minimum norm",
        fmt::join(report.redundant_rows, ", "), single ? "follows" : "follow", single ? "is" : "are",
        choices_ > 0 ? fmt::format(" (rows reselected {} times)", choices_) : ""));
  if (const long singular = report.solver.rank_deficient - singular_at_start_; singular > 0)
    report.warnings.push_back(fmt::format(
        "singular constraints in {} factorizations: accelerations there come from the regularized equations",
        singular));
}

void RedundancyWatch::exchange(Archive& archive) {
  archive("redundancy.choices", choices_);
  archive("redundancy.singular_at_start", singular_at_start_);
}

}  // namespace daedalus
