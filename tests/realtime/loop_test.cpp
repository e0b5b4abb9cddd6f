// loop_test.cpp: the loop with injected delays on a clock of the test: which ticks are served, and that it asks for no
// memory.
#include "daedalus/realtime/loop.hpp"
#include "daedalus/result/sampling.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/realtime/udp_port.hpp"
#include "daedalus/result/system_channels.hpp"
#include "realtime/scripted_clock.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using testing::ms;
using testing::ScriptedClock;

// A pendulum in ticks of 1 ms, of which the fourth step takes 2.5 ms.
struct LoopRig {
  explicit LoopRig(OverrunPolicy policy = OverrunPolicy::skip) : eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
    integration.emplace(eq, *method, x, 1e9, IntegrationOptions{.h = 1e-3});
    options.ticks = 10;
    options.policy = policy;
    options.record_every = 1;
    clock.step_takes = [](int n) { return n == 4 ? 5 * ms / 2 : ms / 10; };
  }
  const LoopReport& run() {
    loop.emplace(clock, *integration, InputLine{eq}, ports, outputs, ring, options);
    loop->run();
    return loop->report();
  }
  State after_steps(int n) const {
    Equations own(*system);
    const auto fresh = make_method("rt-euler");
    Integration plain(own, *fresh, x, 1e9, {.h = 1e-3});
    for (int k = 0; k < n; ++k) plain.advance(1e9);
    return plain.state();
  }

  std::unique_ptr<System> system = find_closed_form("pendulum").make();
  std::unique_ptr<Method> method = make_method("rt-euler");
  Equations eq;
  State x;
  std::optional<Integration> integration;
  SampleRing ring{system->layout(), 64};
  ScriptedClock clock;
  LoopOptions options;
  std::vector<SignalPort*> ports;
  SelectedChannels* outputs = nullptr;
  std::optional<Loop> loop;
};

TEST(Loop, StopEndsAtTheFirstOverrunWithEverythingUpToThere) {
  LoopRig rig(OverrunPolicy::stop);
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.ended, LoopEnd::overrun);
  EXPECT_EQ(report.ticks, 4u);
  EXPECT_EQ(report.overruns.count(), 1u);
  EXPECT_EQ(report.overruns.first()[0].tick, 4u);
  EXPECT_EQ(report.overruns.latest(), 3 * ms / 2);
  EXPECT_EQ(rig.integration->state(), rig.after_steps(4));
  for (int k = 0; k <= 4; ++k, rig.ring.pop()) {
    ASSERT_NE(rig.ring.front(), nullptr);
    EXPECT_EQ(rig.ring.front()->state, rig.after_steps(k));
  }
  EXPECT_EQ(rig.ring.front(), nullptr);
}

TEST(Loop, SkipDropsTwoTicksAndTakesAllStepsOnTheGrid) {
  LoopRig rig(OverrunPolicy::skip);
  const Nanoseconds origin = rig.clock.t;
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.ticks, 10u);
  EXPECT_EQ(report.overruns.count(), 1u);
  // the fourth tick began at 3 ms and ended at 5.5: those at 4 and 5 are dropped
  EXPECT_EQ(report.overruns.skipped(), 2);
  EXPECT_EQ(report.overruns.shift(), 0);
  EXPECT_EQ(rig.clock.t, origin + 11 * ms + ms / 10);  // ten steps and two dropped ticks: the last begins at 11 ms
  EXPECT_EQ(rig.integration->state(), rig.after_steps(10));
}

TEST(Loop, StretchMovesTheGridByTheDelay) {
  LoopRig rig(OverrunPolicy::stretch);
  const Nanoseconds origin = rig.clock.t;
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.overruns.skipped(), 0);
  EXPECT_EQ(report.overruns.shift(), 3 * ms / 2);
  EXPECT_EQ(rig.clock.t, origin + 9 * ms + 3 * ms / 2 + ms / 10);
  EXPECT_EQ(rig.integration->state(), rig.after_steps(10));
}

TEST(Loop, MeasuresStepsAndLateWaking) {
  LoopRig rig;
  rig.clock.oversleeps = ms / 5;
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.step_wall.largest(), 5 * ms / 2);
  EXPECT_EQ(report.step_wall.smallest(), ms / 10);
  EXPECT_EQ(report.step_wall.count(), 10u);
  EXPECT_EQ(report.wake.largest(), ms / 5);
  EXPECT_EQ(report.tick.largest(), 5 * ms / 2);
}

TEST(Loop, AtAQuarterOfTheSpeedATickIsFourTimesAsLong) {
  LoopRig rig(OverrunPolicy::stop);
  rig.options.speed = 0.25;  // ticks of 4 ms: 2.5 ms fit in
  const Nanoseconds origin = rig.clock.t;
  EXPECT_EQ(rig.run().ended, LoopEnd::done);
  EXPECT_EQ(rig.clock.t, origin + 9 * 4 * ms + ms / 10);
}

TEST(Loop, WithoutPaceThereAreNoDeadlines) {
  LoopRig rig(OverrunPolicy::stop);
  rig.options.pace = Pace::none;
  const Nanoseconds origin = rig.clock.t;
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.overruns.count(), 0u);
  EXPECT_EQ(report.wake.count(), 0u);
  EXPECT_EQ(rig.clock.t, origin + 9 * ms / 10 + 5 * ms / 2);  // nothing but the steps
}

TEST(Loop, ARingThatIsFullLosesSamplesButNoTicks) {
  LoopRig rig;
  rig.options.ticks = 100;
  rig.clock.step_takes = [](int) { return Nanoseconds{0}; };
  const LoopReport& report = rig.run();
  EXPECT_EQ(report.ticks, 100u);
  EXPECT_EQ(report.samples_lost, 101u - rig.ring.capacity());
}

TEST(Loop, LockstepEndsWhenNobodyAnswers) {
  const SignalTable table({}, {});
  InputValues none;
  InputGate gate(none);
  UdpPort port({}, table, gate);
  LoopRig rig;
  rig.ports = {&port};
  rig.options.pace = Pace::lockstep;
  const Nanoseconds origin = rig.clock.t;
  EXPECT_EQ(rig.run().ended, LoopEnd::no_answer);
  EXPECT_EQ(rig.loop->report().ticks, 0u);
  EXPECT_GE(rig.clock.t, origin + 10'000 * ms);
}

TEST(Loop, IsCancelledBetweenSteps) {
  LoopRig rig;
  std::atomic<bool> cancel = false;
  rig.options.cancel = &cancel;
  rig.options.ticks = 0;
  rig.clock.step_takes = [&](int n) {
    cancel = n == 7;
    return Nanoseconds{0};
  };
  EXPECT_EQ(rig.run().ended, LoopEnd::cancelled);
  EXPECT_EQ(rig.loop->report().ticks, 7u);
}

TEST(Loop, AsksForNoMemory) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations are not counted here";
  LoopRig rig;
  LayoutChannels channels(*rig.system);
  SelectedChannels outputs(channels, {});
  const SignalTable table({}, {outputs.columns().begin() + 1, outputs.columns().end()});
  InputValues none;
  InputGate gate(none);
  UdpPort port({}, table, gate);
  rig.ports = {&port};
  rig.outputs = &outputs;
  rig.options.ticks = 1000;
  rig.integration->advance(1e9);  // the first step and the first row may
  outputs.row(rig.x, {});
  rig.loop.emplace(rig.clock, *rig.integration, InputLine{rig.eq}, rig.ports, rig.outputs, rig.ring, rig.options);
  const long before = AllocationCount::now();
  rig.loop->run();
  EXPECT_EQ(AllocationCount::now(), before);
  EXPECT_EQ(rig.loop->report().ticks, 1000u);
}

}  // namespace
}  // namespace daedalus
