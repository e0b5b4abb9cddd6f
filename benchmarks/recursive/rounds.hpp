// rounds.hpp: contestants in turn, round after round, so that a noisy machine hits all alike. Times are medians of the
// thread's CPU time over the rounds; a ratio is the median of the ratios within the rounds.
#pragma once

#include <time.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace daedalus::peers {

inline double cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Timed {
  std::string who;
  std::function<void(int)> work;     // with the number of the call
  std::vector<double> seconds = {};  // per call, one value per round
  int calls = 1;                     // per round

  double typical() const { return median(seconds); }
  double times(const Timed& other) const {  // this one takes so many times as long
    std::vector<double> ratios;
    for (std::size_t i = 0; i < seconds.size(); ++i) ratios.push_back(seconds[i] / other.seconds[i]);
    return median(ratios);
  }
};

// Calls are repeated until a contestant's share of a round takes `at_least` seconds.
inline void run_rounds(std::vector<Timed>& all, int rounds, double at_least) {
  const auto measure = [](Timed& timed) {
    const double began = cpu_seconds();
    for (int call = 0; call < timed.calls; ++call) timed.work(call);
    return (cpu_seconds() - began) / timed.calls;
  };
  if (at_least > 0)
    for (Timed& timed : all) {
      timed.work(0);
      while (measure(timed) * timed.calls < at_least) timed.calls *= 2;
    }
  for (int round = 0; round < rounds; ++round)
    for (Timed& timed : all) timed.seconds.push_back(measure(timed));
}

}  // namespace daedalus::peers
