// timing.hpp: minima of the thread's CPU time over repetitions.
#pragma once

#include <time.h>

#include <algorithm>

namespace daedalus {

inline double cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double nanoseconds(int repetitions, Work work) {
  double best = 1e99;
  for (int round = 0; round < 7; ++round) {
    const double began = cpu_seconds();
    for (int i = 0; i < repetitions; ++i) work();
    best = std::min(best, (cpu_seconds() - began) / repetitions);
  }
  return 1e9 * best;
}

}  // namespace daedalus
