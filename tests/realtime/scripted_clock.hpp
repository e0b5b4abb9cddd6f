// scripted_clock.hpp: a clock on which time goes by only where a test says so.
#pragma once

#include <functional>

#include "daedalus/realtime/clock.hpp"

namespace daedalus::testing {

class ScriptedClock final : public Clock {
 public:
  Nanoseconds t = 1'000'000;
  Nanoseconds oversleeps = 0;                                                       // after each sleep
  std::function<Nanoseconds(int)> step_takes = [](int) { return Nanoseconds{0}; };  // the n-th step, from 1

  Nanoseconds now() override { return t; }
  void sleep_until(Nanoseconds until) override {
    if (until > t) t = until;
    t += oversleeps;
  }
  // The loop asks once when it begins, then before and after each step, which goes by in between.
  Nanoseconds thread_cpu() override {
    ++calls_;
    if (calls_ > 1 && calls_ % 2 == 1) t += step_takes(calls_ / 2);
    return t;
  }

 private:
  int calls_ = 0;
};

constexpr Nanoseconds ms = 1'000'000;

}  // namespace daedalus::testing
