// stopwatch.hpp: where the time of a run goes, measured without slowing it down.
//
// Reading a clock costs 10 to 30 ns, and a small model is evaluated in 100. So of many calls of one kind only some are
// timed: the first 256 all, since the first ones are special, and from then on, if they were short, one in 16 at irregular
// distances, which stands for 16. Long calls are all timed.
#pragma once

#include <algorithm>
#include <cstdint>

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
  static constexpr Ticks stride = 16;        // one in so many, afterwards
  static constexpr Ticks long_call = 16384;  // ticks; the clock is read within 1 % of that

  CallSampler();

  // A call begins: how many calls its time stands for, 0 when it is not to be timed.
  Ticks next_weight() { return --until_next_ > 0 ? 0 : draw(); }

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

// One call, in one part or several on end: each end_part() adds what went by since the one before.
class Lap {
 public:
  Lap() : weight_(1), begin_(ticks_now()) {}  // timed in any case
  explicit Lap(CallSampler& sampler)
      : sampler_(&sampler), weight_(sampler.next_weight()), begin_(weight_ > 0 ? ticks_now() : 0) {}

  void end_part(Ticks& total) {
    if (weight_ == 0) return;
    const Ticks now = ticks_now();
    const Ticks duration = std::max<Ticks>(0, now - begin_ - (sampler_ ? sampler_->reading() : 0));
    if (sampler_) sampler_->note(duration);
    total += weight_ * duration;
    begin_ = now;
  }

 private:
  CallSampler* sampler_ = nullptr;
  Ticks weight_, begin_;
};

}  // namespace daedalus
