#include "daedalus/base/stopwatch.hpp"

#include <gtest/gtest.h>

#include <array>

namespace daedalus {
namespace {

TEST(CallSampler, TimesTheFirstCallsAll) {
  CallSampler sampler;
  for (Ticks k = 0; k < CallSampler::first_calls; ++k) EXPECT_EQ(sampler.next_weight(), 1);
}

TEST(CallSampler, WeightsAddUpToTheCallsTheyStandFor) {
  CallSampler sampler;
  Ticks sum = 0, timed = 0;
  constexpr Ticks calls = 400'000;
  for (Ticks k = 0; k < calls; ++k) {
    const Ticks weight = sampler.next_weight();
    sum += weight;
    timed += weight > 0;
  }
  EXPECT_NEAR(static_cast<double>(sum) / calls, 1, 0.02);
  EXPECT_LT(timed, calls / 20);
}

// A method's step is a pattern of calls that repeats: no place in it may be missed, whatever its length.
TEST(CallSampler, MeetsEveryPlaceOfARepeatingPatternAlike) {
  for (const std::size_t length : {2u, 6u, 7u, 8u, 16u, 31u}) {
    CallSampler sampler;
    std::array<double, 31> met = {};
    const std::size_t rounds = 200'000 / length;
    for (std::size_t k = 0; k < rounds * length; ++k) met[k % length] += static_cast<double>(sampler.next_weight());
    for (std::size_t place = 0; place < length; ++place)
      EXPECT_NEAR(met[place] / static_cast<double>(rounds), 1, 0.3) << "place " << place << " of " << length;
  }
}

TEST(CallSampler, TimesLongCallsAll) {
  CallSampler sampler;
  for (int k = 0; k < 10'000; ++k) {
    ASSERT_EQ(sampler.next_weight(), 1);
    sampler.note(2 * CallSampler::long_call);
  }
}

TEST(TimedPart, WeighsDurationsAndTakesAnInterruptedCallForAnAverageOne) {
  TimedPart part;
  for (int k = 0; k < 100; ++k) part.add(10, 1);
  EXPECT_EQ(part.total(), 1000);
  EXPECT_EQ(part.add(200, 16), 200);       // long, but it may be so
  EXPECT_EQ(part.add(1'000'000, 16), 11);  // 1200 ticks in 101 calls
  EXPECT_EQ(part.total(), 1000 + 16 * 200 + 16 * 11);
}

TEST(TimedPart, BelievesTheFirstCalls) {
  TimedPart part;
  part.add(10, 1);
  EXPECT_EQ(part.add(1'000'000, 1), 1'000'000);
}

TEST(WholeLap, ItsPartsAreDisjoint) {
  Ticks first = 0, second = 0;
  const Ticks begin = ticks_now();
  WholeLap lap;
  lap.end_part(first);
  for (int k = 0; k < 1000; ++k) ticks_now();
  lap.end_part(second);
  const Ticks end = ticks_now();
  EXPECT_GE(first, 0);
  EXPECT_GT(second, 0);
  EXPECT_LE(first + second, end - begin);
}

}  // namespace
}  // namespace daedalus
