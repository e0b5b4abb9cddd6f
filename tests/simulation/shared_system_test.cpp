// shared_system_test.cpp: one system, many runs with inputs of their own. Under the thread sanitizer this also shows
// that nothing of it is written to.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/simulation/run.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

// An arm in a hinge with a motor whose torque is an input, a controller that follows another one, and a force that lags
// behind a third.
Model motor_arm() {
  return read_model_text(R"(
gravity: [0, -9.81, 0]
bodies:
  arm: {type: planar, mass: 1, inertia: 0.1, com: [0.5, 0]}
  tip: {type: planar, mass: 0.2, inertia: 0.01, position: [1, 0]}
joints:
  hinge: {type: revolute, between: [arm, ground], at: [0, 0]}
  elbow: {type: revolute, between: [tip, arm], at: [1, 0]}
forces:
  motor: {type: point_torque, on: arm, direction: [0, 0, 1], size: {type: input, name: torque, initial: 1, min: -50, max: 50}}
  servo: {type: pi_controller, senses: elbow.angle, acts_on: elbow.angle, target: {type: input, name: angle}, proportional: 5, integral: 1, damping: 0.5}
  drag: {type: lagged_force, acts_on: hinge.angle, command: {type: input, name: drag}, time_constant: 0.1}
)",
                         "motor_arm.yaml");
}

RunRequest with_inputs(int k, const std::string& method) {
  RunRequest request{.method = method,
                     .rtol = 1e-6,
                     .t_end = 0.5,
                     .inputs = {{"torque", std::to_string(k)}, {"angle", std::to_string(0.1 * k)}}};
  request.samples = KeepSamples::yes;
  return request;
}

TEST(SharedSystem, EightThreadsWithInputsOfTheirOwnGetTheBitsOfEightRunsOneAfterTheOther) {
  constexpr int runs = 8;
  for (const char* formulation : {"cartesian", "joint"})
    for (const char* method : {"dopri5", "infl-sdirk"}) {
      const Mechanism arm = make_mechanism(motor_arm(), formulation);
      std::vector<RunResult> expected, found(runs);
      for (int k = 0; k < runs; ++k) expected.push_back(run(arm, with_inputs(k, method)));
      std::vector<std::thread> threads;
      for (int k = 0; k < runs; ++k) threads.emplace_back([&, k] { found[k] = run(arm, with_inputs(k, method)); });
      for (std::thread& thread : threads) thread.join();
      for (std::size_t k = 0; k < runs; ++k) {
        ASSERT_EQ(expected[k].result.status, RunStatus::done) << method;
        EXPECT_EQ(found[k].result.final, expected[k].result.final) << formulation << ' ' << method << ' ' << k;
        EXPECT_EQ(found[k].samples.values, expected[k].samples.values) << formulation << ' ' << method << ' ' << k;
        if (k > 0) {
          EXPECT_NE(found[k].result.final, found[k - 1].result.final);
        }
      }
    }
}

// A mass of 2 kg pushed by F over t: x = F t²/(4 kg).
TEST(SharedSystem, ARunMovesAsItsInputSaysAndShowsIt) {
  const Mechanism block = make_mechanism(read_model_text(R"(
bodies:
  block: {type: point, moves: x, mass: 2}
forces:
  push: {type: point_force, on: block, direction: [1, 0, 0], size: {type: input, name: F, initial: 3, min: -100, max: 100}}
)",
                                                         "pushed.yaml"));
  RunRequest request{
      .t_end = 2, .samples = KeepSamples::yes, .channels = {"block.x", "input.F", "push.fx", "energy.work"}};
  for (const double F : {3.0, -7.0}) {
    request.inputs = F == 3 ? std::vector<OptionSetting>{} : std::vector<OptionSetting>{{"F", "-7"}};
    const RunResult all = run(block, request);
    const double* last = all.samples.values.data() + all.samples.values.size() - 5;
    EXPECT_NEAR(last[1], F, 1e-11);  // F 2²/4
    EXPECT_EQ(last[2], F);
    EXPECT_EQ(last[3], F);
    EXPECT_NEAR(last[4], F * F, 1e-9);  // F x
    EXPECT_LT(std::abs(all.result.report.energy.drift()), 1e-9);
  }
  request.inputs = {{"G", "1"}};
  EXPECT_THROW(run(block, request), OptionError);
  request.inputs = {{"F", "101"}};
  EXPECT_THROW(run(block, request), OptionError);
}

TEST(SharedSystem, InputsArePartOfACheckpoint) {
  const testing::TemporaryFolder folder;
  const Mechanism arm = make_mechanism(motor_arm());
  const std::string file = (folder / "arm.ckpt").string(), other = (folder / "other.ckpt").string();
  RunRequest first = with_inputs(5, "dopri5"), second = with_inputs(5, "dopri5");
  first.t_end = 0.25;
  first.checkpoint = file;
  run(arm, first);
  second.restart = file;
  const State given_again = run(arm, second).result.final;
  second.inputs.clear();
  second.checkpoint = other;
  EXPECT_EQ(run(arm, second).result.final, given_again);  // what the checkpoint says
  second.inputs = {{"torque", "-5"}};
  EXPECT_NE(run(arm, second).result.final, given_again);
}

// A mass of 2 kg pushed by F along x and by G along y. Over the first second F = 4 N and G = 6 N; then F = -4 N alone is
// given. x = 1 + 2 − 1 = 2 m, y = 6 N (2 s)²/(4 kg) = 6 m.
TEST(SharedSystem, InputsThatARestartDoesNotNameKeepTheValuesOfTheCheckpoint) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "block.ckpt").string();
  const Mechanism block = make_mechanism(read_model_text(R"(
bodies:
  block: {type: point, moves: xy, mass: 2}
forces:
  push: {type: point_force, on: block, direction: [1, 0, 0], size: {type: input, name: F, initial: 30}}
  lift: {type: point_force, on: block, direction: [0, 1, 0], size: {type: input, name: G, initial: 50}}
)",
                                                         "pushed.yaml"));
  run(block, {.method = "rk4", .h = 0.1, .t_end = 1, .inputs = {{"F", "4"}, {"G", "6"}}, .checkpoint = file});
  const State end =
      run(block, {.method = "rk4", .h = 0.1, .t_end = 2, .inputs = {{"F", "-4"}}, .restart = file}).result.final;
  EXPECT_NEAR(end.q[0], 2, 1e-12);
  EXPECT_NEAR(end.q[1], 6, 1e-12);
}

}  // namespace
}  // namespace daedalus
