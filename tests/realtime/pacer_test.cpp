// pacer_test.cpp: the grid and what becomes of it when work takes too long. Expected times follow from the formulas of
// pacer.hpp by hand.
#include "daedalus/realtime/pacer.hpp"

#include <gtest/gtest.h>

#include "realtime/scripted_clock.hpp"

namespace daedalus {
namespace {

using testing::ms;
using testing::ScriptedClock;

// One tick whose work takes so long; where it began, after the first one.
TickEnd tick(Pacer& pacer, ScriptedClock& clock, Nanoseconds work) {
  pacer.wait();
  clock.t += work;
  return pacer.finish();
}

TEST(Pacer, TicksLieOnTheGridWhateverTheWorkTakesWithinThem) {
  ScriptedClock clock;
  Pacer pacer(clock, ms, OverrunPolicy::stop);
  pacer.begin();
  const Nanoseconds origin = clock.t;
  for (int k = 0; k < 5; ++k) {
    EXPECT_EQ(pacer.wait(), 0);
    EXPECT_EQ(clock.t, origin + k * ms);
    clock.t += k * ms / 5;
    EXPECT_FALSE(pacer.finish().overrun());
  }
}

TEST(Pacer, WorkThatEndsExactlyAtTheDeadlineIsInTime) {
  ScriptedClock clock;
  Pacer pacer(clock, ms, OverrunPolicy::stop);
  pacer.begin();
  EXPECT_FALSE(tick(pacer, clock, ms).overrun());
  EXPECT_EQ(tick(pacer, clock, ms + 1).late, 1);
}

TEST(Pacer, TellsHowLateItWoke) {
  ScriptedClock clock;
  Pacer pacer(clock, ms, OverrunPolicy::skip);
  pacer.begin();
  tick(pacer, clock, 0);
  clock.oversleeps = 70'000;
  EXPECT_EQ(pacer.wait(), 70'000);
}

TEST(Pacer, SkipDropsTheTicksThatWentByAndKeepsTheGrid) {
  ScriptedClock clock;
  Pacer pacer(clock, ms, OverrunPolicy::skip);
  pacer.begin();
  const Nanoseconds origin = clock.t;
  const TickEnd end = tick(pacer, clock, 3 * ms + 400'000);  // ticks 1, 2 and 3 should have begun
  EXPECT_EQ(end.late, 2 * ms + 400'000);
  EXPECT_EQ(end.skipped, 3);
  EXPECT_EQ(end.shift, 0);
  pacer.wait();
  EXPECT_EQ(clock.t, origin + 4 * ms);
}

TEST(Pacer, StretchGoesOnAtOnceAndMovesTheGrid) {
  ScriptedClock clock;
  Pacer pacer(clock, ms, OverrunPolicy::stretch);
  pacer.begin();
  const Nanoseconds origin = clock.t;
  const TickEnd end = tick(pacer, clock, ms + 300'000);
  EXPECT_EQ(end.shift, 300'000);
  EXPECT_EQ(end.skipped, 0);
  EXPECT_EQ(pacer.wait(), 0);
  EXPECT_EQ(clock.t, origin + ms + 300'000);
  pacer.finish();
  pacer.wait();
  EXPECT_EQ(clock.t, origin + 2 * ms + 300'000);
}

TEST(Pacer, APeriodOfAThirdOfAMillisecondDoesNotDrift) {
  ScriptedClock clock;
  Pacer pacer(clock, 1e6 / 3, OverrunPolicy::stop);
  pacer.begin();
  const Nanoseconds origin = clock.t;
  for (int k = 0; k < 3'000'000; ++k) tick(pacer, clock, 0);
  pacer.wait();
  EXPECT_EQ(clock.t, origin + 1'000'000 * ms);
}

}  // namespace
}  // namespace daedalus
