#include "daedalus/analysis/evaluation_cost.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace daedalus {
namespace {

// Seconds of one call, the least of several rounds of about two milliseconds.
template <class Call>
double seconds_of(Call call) {
  using Clock = std::chrono::steady_clock;
  const auto elapsed = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  constexpr double round = 2e-3;
  constexpr int rounds = 7;
  call();
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < rounds; ++k) {
    const auto start = Clock::now();
    int calls = 0;
    do {
      call();
      ++calls;
    } while (elapsed(start) < round);
    least = std::min(least, elapsed(start) / calls);
  }
  return least;
}

}  // namespace

EvaluationCost measure_evaluation_cost(const System& system, const State& at) {
  Equations eq(system);
  State x = at;
  EvaluationCost cost;
  cost.whole = seconds_of([&] { eq.solve_acceleration(x); });
  const Index group = find_rate_group(system.layout(), "fast");
  cost.fast = cost.whole;
  if (group != all_rates) {
    eq.prepare_group(group, x);
    cost.fast = seconds_of([&] { eq.solve_acceleration(x, group); });
  }
  return cost;
}

}  // namespace daedalus
