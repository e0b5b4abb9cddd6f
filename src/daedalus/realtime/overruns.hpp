// overruns.hpp: the deadlines that were missed and what was done about them, in fixed memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "daedalus/realtime/pacer.hpp"

namespace daedalus {

class Overruns {
 public:
  struct Record {
    std::uint64_t tick = 0;
    double t = 0;  // s, model time after the tick
    TickEnd end;
  };

  void note(std::uint64_t tick, double t, const TickEnd& end) {
    if (count_ < first_.size()) first_[count_] = {tick, t, end};
    ++count_;
    skipped_ += end.skipped;
    shift_ += end.shift;
    latest_ = std::max(latest_, end.late);
  }

  std::uint64_t count() const { return count_; }
  long skipped() const { return skipped_; }       // ticks, in all
  Nanoseconds shift() const { return shift_; }    // of the grid, in all
  Nanoseconds latest() const { return latest_; }  // most behind a deadline
  std::span<const Record> first() const {
    return std::span(first_).first(std::min<std::size_t>(count_, first_.size()));
  }

 private:
  std::array<Record, 64> first_{};
  std::uint64_t count_ = 0;
  long skipped_ = 0;
  Nanoseconds shift_ = 0, latest_ = 0;
};

}  // namespace daedalus
