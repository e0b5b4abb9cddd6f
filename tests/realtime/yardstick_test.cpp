// yardstick_test.cpp: a fixed computation is as long as it was asked to be, against the clock of this machine.
#include "daedalus/realtime/yardstick.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "daedalus/realtime/thread_usage.hpp"
#include "realtime/scripted_clock.hpp"

namespace daedalus {
namespace {

Nanoseconds shortest_run(Yardstick& yardstick, MonotonicClock& clock) {
  Nanoseconds shortest = INT64_MAX;
  for (int n = 0; n < 50; ++n) {
    const Nanoseconds begin = clock.now();
    yardstick.run();
    shortest = std::min(shortest, clock.now() - begin);
  }
  return shortest;
}

TEST(Yardstick, TenTimesTheLengthTakesTenTimesAsLong) {
  MonotonicClock clock;
  Yardstick yardstick;
  yardstick.measure(clock);
  yardstick.set_length(20'000);
  const auto one = static_cast<double>(shortest_run(yardstick, clock));
  yardstick.set_length(200'000);
  const auto ten = static_cast<double>(shortest_run(yardstick, clock));
  EXPECT_NEAR(ten / one, 10, 5);
}

TEST(Yardstick, HasNoLengthWithoutAMeasuredRound) {
  testing::ScriptedClock stopped;
  Yardstick yardstick;
  yardstick.measure(stopped);
  yardstick.set_length(1000);
  EXPECT_FALSE(yardstick.has_length());
}

TEST(ThreadUsage, CountsThePagesThatAreTouchedFirst) {
  const ThreadUsage before = ThreadUsage::now();
  constexpr std::size_t pages = 64, page = 4096;
  std::vector<char> memory(pages * page * 16);  // larger than what the allocator keeps
  for (std::size_t k = 0; k < memory.size(); k += page) static_cast<volatile char&>(memory[k]) = 1;
  EXPECT_GT(ThreadUsage::now().since(before).page_faults, 0);
}

}  // namespace
}  // namespace daedalus
