#include "daedalus/realtime/pacer.hpp"

#include <cmath>

namespace daedalus {

const char* text_of(OverrunPolicy policy) {
  switch (policy) {
    case OverrunPolicy::stop: return "stop";
    case OverrunPolicy::skip: return "skip";
    case OverrunPolicy::stretch: return "stretch";
  }
  return "";
}

// Rounded once for each tick: a period that is no whole number of nanoseconds does not drift.
Nanoseconds Pacer::tick(std::int64_t k) const {
  return origin_ + static_cast<Nanoseconds>(std::llround(static_cast<double>(k) * period_));
}

void Pacer::begin() {
  origin_ = clock_.now();
  k_ = 0;
}

Nanoseconds Pacer::wait() {
  const Nanoseconds begin = tick(k_);
  if (clock_.now() < begin) clock_.sleep_until(begin);
  return clock_.now() - begin;
}

TickEnd Pacer::finish() {
  const Nanoseconds now = clock_.now();
  TickEnd end{.late = now - tick(k_ + 1)};
  ++k_;
  if (!end.overrun()) {
    end.late = 0;
    return end;
  }
  if (policy_ == OverrunPolicy::skip) {
    const std::int64_t from = k_;
    k_ = static_cast<std::int64_t>(std::floor(static_cast<double>(now - origin_) / period_));
    if (k_ < from) k_ = from;
    while (tick(k_) < now) ++k_;
    end.skipped = static_cast<long>(k_ - from);
  } else if (policy_ == OverrunPolicy::stretch) {
    origin_ += end.late;
    end.shift = end.late;
  }
  return end;
}

}  // namespace daedalus
