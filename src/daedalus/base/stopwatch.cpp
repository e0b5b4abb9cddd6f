#include "daedalus/base/stopwatch.hpp"

#include <limits>

namespace daedalus {

CallSampler::CallSampler() {
  reading_ = std::numeric_limits<Ticks>::max();
  for (int k = 0; k < 8; ++k) {
    const Ticks begin = ticks_now();
    reading_ = std::min(reading_, ticks_now() - begin);
  }
  reading_ = std::max<Ticks>(reading_, 0);
}

Ticks CallSampler::draw() {
  ++timed_;
  until_next_ = 1;
  if (timed_ <= first_calls) return 1;
  if (timed_ == first_calls + 1) stride_ = noted_ > first_calls * long_call ? 1 : stride;
  if (stride_ == 1) return 1;
  // the calls of a step repeat: a fixed distance could always meet the same one
  random_ = random_ * 1664525u + 1013904223u;
  until_next_ = 1 + (random_ >> 16) % (2 * stride_ - 1);  // stride_ on average
  return stride_;
}

}  // namespace daedalus
