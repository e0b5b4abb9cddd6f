// model_input_test.cpp: inputs of a model while it runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/realtime/session.hpp"
#include "daedalus/realtime/shared_memory_port.hpp"
#include "daedalus/result/sampling.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

// A mass of 2 kg that is pushed along x.
struct Pushed {
  Model model = read_model_text(R"(
bodies:
  block: {type: point, moves: x, mass: 2}
forces:
  push: {type: point_force, on: block, direction: [1, 0, 0], size: {type: input, name: F, initial: 3, min: -100, max: 100}}
)",
                                "pushed.yaml");
  std::unique_ptr<ModelSystem> system = make_system(model, "cartesian");
  std::unique_ptr<ChannelSource> channels = make_channels(*system);
  InputValues inputs{system->layout().inputs};
};

double force_at(std::uint64_t tick) { return tick < 4 ? 3.0 : static_cast<double>(tick % 7) - 2.5; }

// Sets the force of each tick, from the fifth on.
class Push final : public SignalPort {
 public:
  explicit Push(InputValues& inputs) : inputs_(inputs) {}
  bool receive() override {
    if (tick_ >= 4) inputs_.set(0, force_at(tick_));
    return tick_++ >= 4;
  }
  void send(const OutputFrame&) override {}
  void end(std::uint64_t, double) override {}
  std::string address() const override { return "here"; }
  std::uint64_t sent() const override { return 0; }
  std::uint64_t not_sent() const override { return 0; }

 private:
  InputValues& inputs_;
  std::uint64_t tick_ = 0;
};

// m v' = F, with F constant over each step: v_{n+1} = v_n + h F_n/m is exact, and so is Euler's method.
TEST(ModelInput, IsHeldOverEachStepAndRecordedWithTheStateItLedTo) {
  Pushed pushed;
  Push port(pushed.inputs);
  SelectedChannels channels(*pushed.channels, {"block.vx", "input.F", "push.fx"});
  std::vector<std::vector<double>> rows;
  Recorder recorder(*pushed.system, [&](const State& x, const StepInfo& step) {
    const auto row = channels.row(x, step);
    rows.emplace_back(row.begin(), row.end());
  });
  const std::unique_ptr<Method> method = make_method("rt-euler", {{"update", "half-implicit"}});
  MonotonicClock clock;
  SessionOptions options;
  options.loop = {.h = 0.01, .ticks = 200, .pace = Pace::none, .record_every = 1};
  options.ring_capacity = 8;
  run_in_real_time({.system = *pushed.system,
                    .method = *method,
                    .start = pushed.system->initial_guess(),
                    .inputs = &pushed.inputs,
                    .ports = {&port}},
                   recorder, clock, options);
  ASSERT_EQ(rows.size(), 201u);
  double v = 0;
  for (std::size_t n = 0; n <= 200; ++n) {
    if (n > 0) v += 0.01 * force_at(n - 1) / 2;
    const double force = n > 0 ? force_at(n - 1) : 3;
    EXPECT_NEAR(rows[n][1], v, 1e-13) << n;
    EXPECT_EQ(rows[n][2], force) << n;
    EXPECT_EQ(rows[n][3], force) << n;
  }
}

// With the power F v, energy is in balance: nothing comes from nowhere.
TEST(ModelInput, ItsWorkIsPartOfTheEnergyBalance) {
  Pushed pushed;
  Recorder recorder(*pushed.system, {});
  const std::unique_ptr<Method> method = make_method("rt-midpoint");
  MonotonicClock clock;
  SessionOptions options;
  options.loop = {.h = 0.01, .ticks = 200, .pace = Pace::none, .record_every = 1};
  const SessionResult session = run_in_real_time(
      {.system = *pushed.system, .method = *method, .start = pushed.system->initial_guess(), .inputs = &pushed.inputs},
      recorder, clock, options);
  EXPECT_NEAR(session.result.final.v[0], 2 * 3.0 / 2, 1e-12);
  EXPECT_NEAR(session.result.report.energy.work, 3 * 3.0, 1e-9);  // F x with x = F t²/(2 m)
  EXPECT_NEAR(recorder.largest_gain(), 0, 1e-9);
}

// All channels of a spatial mechanism with joints, reactions and a driver of its motor torque go out with every step.
TEST(ModelInput, ALoopThatSendsAllChannelsOfAModelAsksForNoMemory) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations are not counted here";
  const Model model = read_model_text(R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: spatial, mass: 1, inertia: [0.1, 0.1, 0.02], com: [0, 0, -0.5]}
  bob: {type: spatial, mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1]}
joints:
  pin: {type: revolute, between: [arm, ground], at: [0, 0, 0], axis: [0, 1, 0]}
  ball: {type: spherical, between: [bob, arm], at: [0, 0, -1]}
forces:
  motor: {type: point_torque, on: arm, direction: [0, 1, 0], size: {type: input}}
)",
                                      "arm.yaml");
  for (const char* formulation : {"cartesian", "joint"}) {
    const std::unique_ptr<ModelSystem> system = make_system(model, formulation);
    const std::unique_ptr<ChannelSource> source = make_channels(*system);
    SelectedChannels outputs(*source, {});
    InputValues inputs(system->layout().inputs);
    const SignalTable table(system->layout().inputs, {outputs.columns().begin() + 1, outputs.columns().end()});
    InputGate gate(inputs);
    SharedMemoryPort port("daedalus_test_arm_" + std::to_string(::getpid()), table, gate);
    Equations eq(*system);
    const std::unique_ptr<Method> method = make_method("rt-euler");
    Integration integration(eq, *method, system->initial_guess(), std::numeric_limits<double>::infinity(), {.h = 1e-3});
    SampleRing ring(system->layout(), 1000);
    MonotonicClock clock;
    Loop loop(clock, integration, {eq, &inputs}, {&port}, &outputs, ring,
              {.ticks = 500, .pace = Pace::none, .record_every = 1});
    integration.advance(1);  // the first step and the first row may
    outputs.row(integration.state(), {});
    const long before = AllocationCount::now();
    loop.run();
    EXPECT_EQ(AllocationCount::now(), before) << formulation;
    EXPECT_EQ(loop.report().ticks, 500u) << formulation;
    EXPECT_EQ(port.sent(), 501u) << formulation;
  }
}

}  // namespace
}  // namespace daedalus
