// run_clock.hpp: measures one run: wall time, CPU time, and what the wall time went into.
#pragma once

#include <chrono>

#include "daedalus/result/report.hpp"

namespace daedalus {

class RunClock {
 public:
  RunClock();

  // Everything so far was preparation.
  void end_start();

  // Sets wall_seconds, cpu_seconds and time. `work` is that of the method's equations since end_start().
  void finish(const WorkTimes& work, Report& report) const;

  struct Sampled {
    CallSampler calls;
    TimedPart time;
  };
  Ticks events = 0, output = 0;
  Sampled monitor, callbacks;  // much the same at every step: some are enough

 private:
  std::chrono::steady_clock::time_point wall_;
  double cpu_;
  Ticks begin_, start_ = 0;
};

}  // namespace daedalus
