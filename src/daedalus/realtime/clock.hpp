// clock.hpp: the time on the wall and the time of the processor, in nanoseconds. Tests bring a clock of their own.
#pragma once

#include <cstdint>

namespace daedalus {

using Nanoseconds = std::int64_t;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Nanoseconds now() = 0;                // never jumps, whatever happens to the date
  virtual void sleep_until(Nanoseconds t) = 0;  // returns at once when t has passed
  virtual Nanoseconds thread_cpu() = 0;         // that the calling thread has used
};

// CLOCK_MONOTONIC and CLOCK_THREAD_CPUTIME_ID.
class MonotonicClock final : public Clock {
 public:
  Nanoseconds now() override;
  // absolute: what happens before the call does not add to the sleep
  void sleep_until(Nanoseconds t) override;
  Nanoseconds thread_cpu() override;
};

}  // namespace daedalus
