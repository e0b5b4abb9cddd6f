// stopwatch.hpp: where the time of a run goes, measured without slowing it down.
//
// Reading a clock costs 10 to 30 ns, and a small model is evaluated in 100. So of many calls of one kind only some are
// timed: the first 256 all, since the first ones are special, and from then on, if they were short, one in 32 at
// irregular distances, which stands for 32. Long calls are all timed. A call that takes 64 times as long as others of
// its kind was interrupted (the processor went to somebody else) and counts as an average one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace daedalus {

// Of a clock that runs evenly. How long one is shows when a whole run is measured with steady_clock as well.
using Ticks = std::int64_t;

inline Ticks ticks_now() {
#if defined(__x86_64__)
  return static_cast<Ticks>(__rdtsc());
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

// Decides which calls are timed. It knows nothing of their results: whatever it decides, these are the same.
class CallSampler {
 public:
  static constexpr Ticks first_calls = 256;  // all timed
  static constexpr Ticks stride = 32;        // one in so many, afterwards
  static constexpr Ticks long_call = 16384;  // ticks; the clock is read within 1 % of that

  CallSampler();

  // A call begins: how many calls its time stands for, 0 when it is not to be timed.
  Ticks next_weight() { return --until_next_ > 0 ? 0 : draw(); }

  // From now on no call is timed, and every call begins with the same operations: for work of constant cost.
  void stop() { until_next_ = std::numeric_limits<Ticks>::max(); }

  void note(Ticks duration) { noted_ += duration; }  // of a timed call or a part of it
  Ticks reading() const { return reading_; }         // what reading the clock adds to a duration

 private:
  Ticks draw();

  Ticks until_next_ = 0;
  Ticks timed_ = 0, noted_ = 0;  // calls, ticks
  Ticks stride_ = 1;
  Ticks reading_ = 0;
  std::uint32_t random_ = 1;
};

// What one kind of work has taken.
class TimedPart {
 public:
  Ticks total() const { return total_; }

  // Returns the duration that was believed.
  Ticks add(Ticks duration, Ticks weight) {
    if (timed_ >= enough_ && duration > interrupted_ * (noted_ / timed_ + 1)) duration = noted_ / timed_;
    ++timed_;
    noted_ += duration;
    total_ += weight * duration;
    return duration;
  }

 private:
  static constexpr Ticks enough_ = 32, interrupted_ = 64;
  Ticks total_ = 0;
  Ticks timed_ = 0, noted_ = 0;  // calls and ticks, without weights
};

// One call, in one part or several on end: each end_part() adds what went by since the one before.
class Lap {
 public:
  explicit Lap(CallSampler& sampler)
      : sampler_(sampler), weight_(sampler.next_weight()), begin_(weight_ > 0 ? ticks_now() : 0) {}

  void end_part(TimedPart& part) {
    if (weight_ == 0) return;
    const Ticks now = ticks_now();
    sampler_.note(part.add(std::max<Ticks>(0, now - begin_ - sampler_.reading()), weight_));
    begin_ = now;
  }

 private:
  CallSampler& sampler_;
  Ticks weight_, begin_;
};

// The same for work that is not one of many alike: always timed, and believed.
class WholeLap {
 public:
  WholeLap() : begin_(ticks_now()) {}

  void end_part(Ticks& total) {
    const Ticks now = ticks_now();
    total += now - begin_;
    begin_ = now;
  }

 private:
  Ticks begin_;
};

}  // namespace daedalus
