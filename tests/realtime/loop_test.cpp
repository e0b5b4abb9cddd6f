// loop_test.cpp: the loop with injected delays on a clock of the test: which ticks are served, and that it asks for no memory.
#include "daedalus/realtime/loop.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "daedalus/closed_form/catalogue.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/support/consistent.hpp"
#include "daedalus/realtime/udp_port.hpp"
#include "daedalus/result/system_channels.hpp"
#include "realtime/scripted_clock.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

using testing::ms;
using testing::ScriptedClock;

// A pendulum in ticks of 1 ms, of which the fourth step takes 2.5 ms.
struct Bench {
  explicit Bench(OverrunPolicy policy = OverrunPolicy::skip) : eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
    integration.emplace(eq, *method, x, 1e9, IntegrationOptions{.h = 1e-3});
    options.ticks = 10;
    options.policy = policy;
    options.record_every = 1;
    clock.step_takes = [](int n) { return n == 4 ? 5 * ms / 2 : ms / 10; };
  }
  const LoopReport& run() {
    loop.emplace(clock, *integration, std::vector<HeldInput*>{}, ports, outputs, ring, options);
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
  SampleRing ring{system->layout(), 0, 64};
  ScriptedClock clock;
  LoopOptions options;
  std::vector<SignalPort*> ports;
  SelectedChannels* outputs = nullptr;
  std::optional<Loop> loop;
};

TEST(Loop, StopEndsAtTheFirstOverrunWithEverythingUpToThere) {
  Bench bench(OverrunPolicy::stop);
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.ended, LoopEnd::overrun);
  EXPECT_EQ(report.ticks, 4u);
  EXPECT_EQ(report.overruns.count(), 1u);
  EXPECT_EQ(report.overruns.first()[0].tick, 4u);
  EXPECT_EQ(report.overruns.latest(), 3 * ms / 2);
  EXPECT_EQ(bench.integration->state(), bench.after_steps(4));
  for (int k = 0; k <= 4; ++k, bench.ring.pop()) {
    ASSERT_NE(bench.ring.front(), nullptr);
    EXPECT_EQ(bench.ring.front()->state, bench.after_steps(k));
  }
  EXPECT_EQ(bench.ring.front(), nullptr);
}

TEST(Loop, SkipDropsTwoTicksAndTakesAllStepsOnTheGrid) {
  Bench bench(OverrunPolicy::skip);
  const Nanoseconds origin = bench.clock.t;
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.ticks, 10u);
  EXPECT_EQ(report.overruns.count(), 1u);
  EXPECT_EQ(report.overruns.skipped(), 2);  // the fourth tick began at 3 ms and ended at 5.5: those at 4 and 5 are dropped
  EXPECT_EQ(report.overruns.shift(), 0);
  EXPECT_EQ(bench.clock.t, origin + 11 * ms + ms / 10);  // ten steps and two dropped ticks: the last begins at 11 ms
  EXPECT_EQ(bench.integration->state(), bench.after_steps(10));
}

TEST(Loop, StretchMovesTheGridByTheDelay) {
  Bench bench(OverrunPolicy::stretch);
  const Nanoseconds origin = bench.clock.t;
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.overruns.skipped(), 0);
  EXPECT_EQ(report.overruns.shift(), 3 * ms / 2);
  EXPECT_EQ(bench.clock.t, origin + 9 * ms + 3 * ms / 2 + ms / 10);
  EXPECT_EQ(bench.integration->state(), bench.after_steps(10));
}

TEST(Loop, MeasuresStepsAndLateWaking) {
  Bench bench;
  bench.clock.oversleeps = ms / 5;
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.step_wall.largest(), 5 * ms / 2);
  EXPECT_EQ(report.step_wall.smallest(), ms / 10);
  EXPECT_EQ(report.step_wall.count(), 10u);
  EXPECT_EQ(report.wake.largest(), ms / 5);
  EXPECT_EQ(report.tick.largest(), 5 * ms / 2);
}

TEST(Loop, AtAQuarterOfTheSpeedATickIsFourTimesAsLong) {
  Bench bench(OverrunPolicy::stop);
  bench.options.speed = 0.25;  // ticks of 4 ms: 2.5 ms fit in
  const Nanoseconds origin = bench.clock.t;
  EXPECT_EQ(bench.run().ended, LoopEnd::done);
  EXPECT_EQ(bench.clock.t, origin + 9 * 4 * ms + ms / 10);
}

TEST(Loop, WithoutPaceThereAreNoDeadlines) {
  Bench bench(OverrunPolicy::stop);
  bench.options.pace = Pace::none;
  const Nanoseconds origin = bench.clock.t;
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.ended, LoopEnd::done);
  EXPECT_EQ(report.overruns.count(), 0u);
  EXPECT_EQ(report.wake.count(), 0u);
  EXPECT_EQ(bench.clock.t, origin + 9 * ms / 10 + 5 * ms / 2);  // nothing but the steps
}

TEST(Loop, ARingThatIsFullLosesSamplesButNoTicks) {
  Bench bench;
  bench.options.ticks = 100;
  bench.clock.step_takes = [](int) { return Nanoseconds{0}; };
  const LoopReport& report = bench.run();
  EXPECT_EQ(report.ticks, 100u);
  EXPECT_EQ(report.samples_lost, 101u - bench.ring.capacity());
}

TEST(Loop, LockstepEndsWhenNobodyAnswers) {
  const SignalTable table({}, {});
  InputGate gate({});
  UdpPort port({}, table, gate);
  Bench bench;
  bench.ports = {&port};
  bench.options.pace = Pace::lockstep;
  const Nanoseconds origin = bench.clock.t;
  EXPECT_EQ(bench.run().ended, LoopEnd::no_answer);
  EXPECT_EQ(bench.loop->report().ticks, 0u);
  EXPECT_GE(bench.clock.t, origin + 10'000 * ms);
}

TEST(Loop, IsCancelledBetweenSteps) {
  Bench bench;
  std::atomic<bool> cancel = false;
  bench.options.cancel = &cancel;
  bench.options.ticks = 0;
  bench.clock.step_takes = [&](int n) {
    cancel = n == 7;
    return Nanoseconds{0};
  };
  EXPECT_EQ(bench.run().ended, LoopEnd::cancelled);
  EXPECT_EQ(bench.loop->report().ticks, 7u);
}

TEST(Loop, AsksForNoMemory) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations are not counted here";
  Bench bench;
  LayoutChannels channels(*bench.system);
  SelectedChannels outputs(channels, {});
  const SignalTable table({}, {outputs.columns().begin() + 1, outputs.columns().end()});
  InputGate gate({});
  UdpPort port({}, table, gate);
  bench.ports = {&port};
  bench.outputs = &outputs;
  bench.options.ticks = 1000;
  bench.integration->advance(1e9);  // the first step and the first row may
  outputs.row(bench.x, {});
  bench.loop.emplace(bench.clock, *bench.integration, std::vector<HeldInput*>{}, bench.ports, bench.outputs, bench.ring, bench.options);
  const long before = AllocationCount::now();
  bench.loop->run();
  EXPECT_EQ(AllocationCount::now(), before);
  EXPECT_EQ(bench.loop->report().ticks, 1000u);
}

}  // namespace
}  // namespace daedalus
