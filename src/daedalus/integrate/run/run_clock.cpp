#include "daedalus/integrate/run/run_clock.hpp"

#include <time.h>

namespace daedalus {
namespace {

double thread_cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

RunClock::RunClock() : wall_(std::chrono::steady_clock::now()), cpu_(thread_cpu_seconds()), begin_(ticks_now()) {}

void RunClock::end_start() { start_ = ticks_now() - begin_; }

void RunClock::finish(const WorkTimes& work, Report& report) const {
  const Ticks whole = ticks_now() - begin_;
  report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  report.cpu_seconds = thread_cpu_seconds() - cpu_;
  const auto number = [](Ticks ticks) { return static_cast<double>(ticks); };
  report.time = make_time_split({.start = number(start_),
                                 .evaluation = number(work.evaluation.total()),
                                 .tangents = number(work.tangents.total()),
                                 .factorization = number(work.factorization.total()),
                                 .solves = number(work.solves.total()),
                                 .accelerations = number(work.accelerations.total()),
                                 .events = number(events),
                                 .monitor = number(monitor.time.total()),
                                 .output = number(output + callbacks.time.total())},
                                number(whole), report.wall_seconds, report.cpu_seconds);
}

}  // namespace daedalus
