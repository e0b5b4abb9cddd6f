// histogram.hpp: how often which duration occurred, in fixed memory: buckets of equal width inside each octave.
//
//   durations below 128 ns have a bucket each; above, v = m 2^e with 64 <= m < 128 lies in bucket 64 e + m,
//   which is at most 1/64 = 1.6 % wide. Longer ones than 2^42 ns (73 minutes) count as that.
//
// Smallest, largest and mean are exact.
#pragma once

#include <array>
#include <cstdint>

#include "daedalus/realtime/clock.hpp"

namespace daedalus {

class Histogram {
 public:
  void add(Nanoseconds duration);  // negative ones, from a clock that is not exact, count as 0

  std::uint64_t count() const { return count_; }
  Nanoseconds smallest() const { return count_ > 0 ? smallest_ : 0; }
  Nanoseconds largest() const { return largest_; }
  double mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }

  // The duration that this share of all, in percent, did not exceed: the upper end of its bucket, never above
  // largest().
  Nanoseconds percentile(double percent) const;

 private:
  static constexpr int bits = 6, longest_bits = 42;
  static constexpr int lines = 1 << bits;
  static constexpr int bucket_count = (longest_bits - bits - 1) * lines + 2 * lines;
  static int bucket_of(Nanoseconds duration);
  static Nanoseconds upper_end(int bucket);

  std::array<std::uint64_t, bucket_count> buckets_{};
  std::uint64_t count_ = 0;
  Nanoseconds smallest_ = INT64_MAX, largest_ = 0;
  double sum_ = 0;
};

}  // namespace daedalus
