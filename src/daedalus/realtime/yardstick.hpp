// yardstick.hpp: a computation of a chosen length that always executes the same instructions on nothing but registers.
//
// Beside the steps of a loop it shows what the machine adds to them: interrupts, other guests of the processor, changes of
// its frequency. Where its longest times exceed its median as much as those of the steps exceed theirs, the steps are not to
// blame.
#pragma once

#include <cstdint>

#include "daedalus/realtime/clock.hpp"

namespace daedalus {

class Yardstick {
 public:
  void measure(Clock& clock);           // how long a round takes: the shortest of some tries
  void set_length(Nanoseconds length);  // 0: none
  bool has_length() const { return rounds_ > 0; }
  void run();

 private:
  static constexpr std::int64_t tried_rounds = 4096;
  void repeat(std::int64_t rounds);

  double round_ = 0;  // ns
  std::int64_t rounds_ = 0;
  double value_ = 1;  // what the rounds computed: so that they are not left out
};

}  // namespace daedalus
