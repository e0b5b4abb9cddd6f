#include "daedalus/realtime/clock.hpp"

#include <cerrno>
#include <ctime>

namespace daedalus {
namespace {

constexpr Nanoseconds second = 1'000'000'000;

Nanoseconds read(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<Nanoseconds>(t.tv_sec) * second + t.tv_nsec;
}

}  // namespace

Nanoseconds MonotonicClock::now() { return read(CLOCK_MONOTONIC); }

void MonotonicClock::sleep_until(Nanoseconds t) {
  timespec until{};
  until.tv_sec = static_cast<time_t>(t / second);
  until.tv_nsec = static_cast<long>(t % second);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {}
}

Nanoseconds MonotonicClock::thread_cpu() { return read(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace daedalus
