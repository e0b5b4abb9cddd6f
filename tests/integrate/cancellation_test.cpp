// cancellation_test.cpp: a run is stopped inside a step that takes long, and goes on from its checkpoint as if it had
// not been.
#include "daedalus/base/cancellation.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

using namespace std::chrono_literals;

// A pendulum whose evaluations, from some time on, take as long as those of a very large model. The first of them sets
// the flag.
class LargePendulum final : public System {
 public:
  LargePendulum() : LargePendulum(make_closed_form("pendulum")) {}

  State initial_guess() const override { return small_->initial_guess(); }
  void evaluate(Want want, const State& x, Index rates, Evaluation& out, Workspace& workspace) const override {
    if (slow) {
      cancel = true;
      ++slow_evaluations;
      std::this_thread::sleep_for(60ms);
    }
    small_->evaluate(want, x, rates, out, workspace);
  }

  mutable std::atomic<bool> slow = false, cancel = false;
  mutable int slow_evaluations = 0;

 private:
  explicit LargePendulum(std::unique_ptr<System> small)
      : System(small->name(), small->layout()), small_(std::move(small)) {}
  std::unique_ptr<System> small_;
};

class CancelledStep : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, CancelledStep, ::testing::Values("dopri5", "infl-sdirk", "for-sdirk", "hht-i3"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(CancelledStep, EndsSoonAndTheRunGoesOnBitForBit) {
  const LargePendulum pendulum;
  SolveOptions options{.t_end = 1, .output = Output::end_only};
  const Result whole = solve(pendulum, *make_method(GetParam()), pendulum.initial_guess(), options);
  ASSERT_EQ(whole.status, RunStatus::done);

  double t_reached = 0;
  options.cancel = &pendulum.cancel;
  options.on_step = [&](const Integration& integration) {
    t_reached = integration.state().t;
    pendulum.slow = t_reached > 0.3;
  };
  const Result part = solve(pendulum, *make_method(GetParam()), pendulum.initial_guess(), options);
  EXPECT_EQ(part.status, RunStatus::cancelled);
  EXPECT_FALSE(part.failure);
  EXPECT_EQ(part.final.t, t_reached);
  // nine until its patience is over, and what reports the last state
  EXPECT_LE(pendulum.slow_evaluations, static_cast<int>(Cancellation::patience / 60ms) + 8);

  pendulum.slow = pendulum.cancel = false;
  options.on_step = {};
  options.restart = &part.checkpoint;
  const Result rest = solve(pendulum, *make_method(GetParam()), pendulum.initial_guess(), options);
  EXPECT_EQ(rest.final, whole.final);
  EXPECT_EQ(rest.report.steps.accepted, whole.report.steps.accepted);
  EXPECT_EQ(rest.report.steps.rejected, whole.report.steps.rejected);
  EXPECT_EQ(rest.report.work.evaluations, whole.report.work.evaluations);
}

TEST(Cancellation, IsDueOnlyWhenAStepCannotBeWaitedFor) {
  std::atomic<bool> flag = false;
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.is_due());
  cancellation.watch(&flag);
  EXPECT_FALSE(cancellation.is_due());
  flag = true;
  EXPECT_FALSE(cancellation.is_due());
  std::this_thread::sleep_for(Cancellation::patience);
  EXPECT_TRUE(cancellation.is_due());
  flag = false;
  EXPECT_FALSE(cancellation.is_due());
}

}  // namespace
}  // namespace daedalus
