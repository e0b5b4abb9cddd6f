#include "daedalus/realtime/yardstick.hpp"

#include <algorithm>

namespace daedalus {

// Each round waits for the one before: as long as the latency of a multiplication and an addition.
void Yardstick::repeat(std::int64_t rounds) {
  double x = value_;
  for (std::int64_t n = 0; n < rounds; ++n) x = 0.5 * x + 0.25;
  value_ = x;
}

void Yardstick::measure(Clock& clock) {
  constexpr int tries = 20;
  Nanoseconds shortest = INT64_MAX;
  for (int n = 0; n < tries; ++n) {
    const Nanoseconds begin = clock.now();
    repeat(tried_rounds);
    shortest = std::min(shortest, clock.now() - begin);
  }
  round_ = static_cast<double>(shortest) / tried_rounds;
}

void Yardstick::set_length(Nanoseconds length) {
  rounds_ = round_ > 0 ? static_cast<std::int64_t>(static_cast<double>(length) / round_) : 0;
}

void Yardstick::run() { repeat(rounds_); }

}  // namespace daedalus
