#include "daedalus/reproduce/paper_001/stable_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/system/group_accelerations.hpp"

namespace daedalus::reproduce::paper_001 {
namespace {

// States of the fast group, or all velocities where there are none.
class WatchedStates {
 public:
  explicit WatchedStates(const System& system) : layout_(system.layout()), group_(find_rate_group(layout_, "fast")) {}
  Index size() const {
    return group_ >= 0 ? static_cast<Index>(layout_.rate_groups[group_].states.size()) : layout_.nq;
  }
  double value(const State& x, Index i) const {
    return group_ >= 0 ? x.s[layout_.rate_groups[group_].states[static_cast<std::size_t>(i)]] : x.v[i];
  }

 private:
  const Layout& layout_;
  Index group_;
};

Swing swing(const ExperimentRunner& runner, const StableStepTask& task, const std::string& method, double h) {
  const WatchedStates watched(*task.on->system);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> low(static_cast<std::size_t>(watched.size()), infinity), high(low.size(), -infinity);
  const Result result = runner.run(*task.on, parse_method_choice(method), h, task.t_end, [&](const Integration& run) {
    if (run.state().t < task.watched_from) return;
    for (Index i = 0; i < watched.size(); ++i) {
      const double value = watched.value(run.state(), i);
      low[static_cast<std::size_t>(i)] = std::min(low[static_cast<std::size_t>(i)], value);
      high[static_cast<std::size_t>(i)] = std::max(high[static_cast<std::size_t>(i)], value);
    }
  });
  if (result.failure || result.status != RunStatus::done) return {};
  Swing found;
  for (std::size_t i = 0; i < low.size(); ++i) found.range.push_back(high[i] - low[i]);
  return found;
}

bool is_stable(const Swing& found, const Swing& reference) {
  constexpr double farther = 5;
  if (!found.has_ended()) return false;
  const double largest = *std::ranges::max_element(reference.range);
  for (std::size_t i = 0; i < found.range.size(); ++i)  // a state at rest may move a little
    if (!(found.range[i] <= farther * std::max(reference.range[i], 1e-3 * largest))) return false;
  return true;
}

}  // namespace

Swing find_reference(const ExperimentRunner& runner, const StableStepTask& task, double h) {
  return swing(runner, task, "rk4", h);
}

double find_largest_step(const ExperimentRunner& runner, const StableStepTask& task, const Swing& reference,
                         const std::string& method) {
  double low = task.shortest, high = task.longest;
  if (!is_stable(swing(runner, task, method, low), reference)) return 0;
  if (is_stable(swing(runner, task, method, high), reference)) return high;
  while (high > (1 + task.accuracy) * low) {
    const double middle = std::sqrt(low * high);
    (is_stable(swing(runner, task, method, middle), reference) ? low : high) = middle;
  }
  return low;
}

}  // namespace daedalus::reproduce::paper_001
