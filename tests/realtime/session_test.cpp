// session_test.cpp: whole runs, as fast as they go, against the runs of solve().
#include "daedalus/realtime/session.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

struct SessionRig {
  explicit SessionRig(const char* problem = "pendulum", const char* method_name = "rt-euler",
                      const std::vector<OptionSetting>& settings = {})
      : system(find_closed_form(problem).make()), method(make_method(method_name, settings)), name(method_name),
        given(settings) {
    options.loop = {.h = 1e-3, .ticks = 500, .pace = Pace::none, .record_every = 1};
  }
  SessionResult run() {
    return run_in_real_time({.system = *system, .method = *method, .start = system->initial_guess()}, recorder, clock,
                            options);
  }
  Result solved(double t_end) const {
    return solve(*system, *make_method(name, given), system->initial_guess(),
                 {.t_end = t_end, .integration = {.h = options.loop.h}});
  }
  std::unique_ptr<System> system;
  std::unique_ptr<Method> method;
  std::string name;
  std::vector<OptionSetting> given;
  std::vector<State> states;
  Recorder recorder{*system, [this](const State& x, const StepInfo&) { states.push_back(x); }};
  MonotonicClock clock;
  SessionOptions options;
};

TEST(Session, TakesTheStepsOfSolve) {
  SessionRig rig;
  const SessionResult session = rig.run();
  const Result solved = rig.solved(0.5);
  EXPECT_EQ(session.result.status, RunStatus::done);
  ASSERT_EQ(rig.states.size(), 501u);
  // a, lambda: solve() completes samples
  const auto same_motion = [](const State& a, const State& b) {
    return a.t == b.t && a.q == b.q && a.v == b.v && a.s == b.s;
  };
  for (std::size_t k = 0; k < 501; ++k) ASSERT_TRUE(same_motion(rig.states[k], solved.trajectory[k])) << k;
  EXPECT_TRUE(same_motion(session.result.final, solved.final));
  EXPECT_EQ(session.result.report.work.evaluations, solved.report.work.evaluations)
      << "what warming up did is not counted";
  EXPECT_EQ(session.result.report.residuals.position, solved.report.residuals.position);
  EXPECT_DOUBLE_EQ(session.result.report.energy.work, solved.report.energy.work);
  EXPECT_EQ(session.loop.step_cpu.count(), 500u);
}

TEST(Session, LosesNoSampleWhenItNeedNotKeepTime) {
  SessionRig rig;
  rig.options.ring_capacity = 4;
  rig.run();
  EXPECT_EQ(rig.states.size(), 501u);
}

TEST(Session, TheLastStateIsAlwaysASample) {
  SessionRig rig;
  rig.options.loop.record_every = 300;
  const SessionResult session = rig.run();
  ASSERT_EQ(rig.states.size(), 3u);  // 0, 300, 500
  EXPECT_EQ(rig.states.back(), session.result.final);
}

// Explicit Euler on an undamped oscillation grows with every step.
TEST(Session, SpuriousEnergyIsNoticed) {
  SessionRig stable, unstable("pendulum", "rt-euler", {{"update", "explicit"}});
  for (SessionRig* rig : {&stable, &unstable}) {
    rig->options.loop.h = 0.05;
    rig->options.loop.ticks = 2000;
  }
  const SessionResult good = stable.run(), bad = unstable.run();
  EXPECT_LT(stable.recorder.largest_gain(), 0.05);
  EXPECT_GT(unstable.recorder.largest_gain(), Recorder::alarming_gain);
  const auto mentions = [](const SessionResult& session) {
    for (const std::string& warning : session.result.report.warnings)
      if (warning.find("spurious energy") != warning.npos) return true;
    return false;
  };
  EXPECT_FALSE(mentions(good));
  EXPECT_TRUE(mentions(bad));
}

TEST(Session, WhatTheCallerThrowsEndsTheLoop) {
  SessionRig rig;
  rig.options.loop.ticks = 0;
  rig.options.on_idle = [](const SessionProgress& progress) {
    if (progress.ticks > 10) throw std::runtime_error("enough");
  };
  EXPECT_THROW(rig.run(), std::runtime_error);
}

TEST(Session, IsCancelledWithWhatWasReached) {
  SessionRig rig;
  std::atomic<bool> cancel = false;
  rig.options.loop.ticks = 0;
  rig.options.loop.cancel = &cancel;
  rig.options.on_idle = [&](const SessionProgress& progress) { cancel = progress.ticks > 10; };
  const SessionResult session = rig.run();
  EXPECT_EQ(session.result.status, RunStatus::cancelled);
  EXPECT_EQ(session.loop.ended, LoopEnd::cancelled);
  EXPECT_EQ(rig.states.back(), session.result.final);
}

TEST(Session, RefusesWhatMakesNoSense) {
  SessionRig rig;
  rig.options.loop.h = 0;
  EXPECT_THROW(rig.run(), OptionError);
  rig.options.loop.h = 1e-3;
  rig.options.loop.speed = -1;
  EXPECT_THROW(rig.run(), OptionError);
}

TEST(Scheduling, EveryRequestIsAnsweredByASentence) {
  const Scheduling granted = apply_scheduling({.priority = 0, .lock_memory = false, .cpu = 100000});
  EXPECT_FALSE(granted.fifo);
  EXPECT_FALSE(granted.pinned);
  EXPECT_EQ(granted.notes.size(), 2u);
}

}  // namespace
}  // namespace daedalus
