#include "daedalus/realtime/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace daedalus {

int Histogram::bucket_of(Nanoseconds duration) {
  constexpr auto longest = (std::uint64_t{1} << longest_bits) - 1;
  const std::uint64_t v = std::min(static_cast<std::uint64_t>(duration), longest);
  const int e = std::max(0, static_cast<int>(std::bit_width(v)) - bits - 1);
  return lines * e + static_cast<int>(v >> e);
}

Nanoseconds Histogram::upper_end(int bucket) {
  if (bucket < 2 * lines) return bucket;
  const int e = bucket / lines - 1, m = bucket - lines * e;
  return (static_cast<Nanoseconds>(m + 1) << e) - 1;
}

void Histogram::add(Nanoseconds duration) {
  duration = std::max<Nanoseconds>(duration, 0);
  ++buckets_[bucket_of(duration)];
  ++count_;
  smallest_ = std::min(smallest_, duration);
  largest_ = std::max(largest_, duration);
  sum_ += static_cast<double>(duration);
}

Nanoseconds Histogram::percentile(double percent) const {
  if (count_ == 0) return 0;
  const double below = std::clamp(percent, 0.0, 100.0) * static_cast<double>(count_) / 100;
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(below)));
  std::uint64_t seen = 0;
  for (int bucket = 0; bucket < bucket_count; ++bucket) {
    seen += buckets_[bucket];
    if (seen >= rank) return std::clamp(upper_end(bucket), smallest_, largest_);
  }
  return largest_;
}

}  // namespace daedalus
