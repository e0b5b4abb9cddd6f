// Co-simulation through the C functions: the steps of our own runs, inputs between points, early return.
#include <cmath>

#include "daedalus/io/read_bytes.hpp"
#include "daedalus/simulation/run.hpp"
#include "fmi/fmu_under_test.hpp"

namespace daedalus {
namespace {

using namespace testing;

constexpr const char* held_pendulum = DAEDALUS_EXAMPLES "/realtime/held_pendulum.yaml";

TEST(FmuCoSimulation, TakesTheStepsOfARunWithAFixedStep) {
  for (const char* method : {"rt-euler", "rk4", "hht-i3"}) {
    const FmuUnderTest fmu(
        {.mechanism = {.name = "slider_crank"}, .outputs = {"crank.*"}, .method = method, .h = 1e-3});
    const Handle instance = fmu.co_simulation();
    ASSERT_EQ(initialize(instance), fmi_ok);
    for (int n = 0; n < 20; ++n) ASSERT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
    const RunResult all = run(load_mechanism({.name = "slider_crank"}), {.method = method,
                                                                         .h = 1e-3,
                                                                         .t_end = 0.2,
                                                                         .samples = KeepSamples::yes,
                                                                         .channels = {"crank.x", "crank.omega"},
                                                                         .times = {0.2}});
    EXPECT_NEAR(get(instance, fmu.reference("crank.x")), all.samples.values.at(1), 1e-12) << method;
    EXPECT_NEAR(get(instance, fmu.reference("crank.omega")), all.samples.values.at(2), 1e-10) << method;
    release(instance);
  }
}

TEST(FmuCoSimulation, EndsWhereItIsAskedToWhateverTheLengthOfTheStep) {
  const FmuUnderTest fmu({.mechanism = {.name = "slider_crank"}, .outputs = {"crank.x"}, .method = "rk4", .h = 1e-3});
  const Handle instance = fmu.co_simulation();
  ASSERT_EQ(initialize(instance), fmi_ok);
  double t = 0;
  for (const double h : {0.0101, 0.0003, 0.02, 1e-5, 0.00999}) {
    double reached = 0;
    ASSERT_EQ(do_step(instance, t, h, &reached), fmi_ok);
    t += h;
    EXPECT_NEAR(reached, t, 1e-15);
  }
  EXPECT_EQ(do_step(instance, t + 0.1, 0.01), fmi_error);  // not where it is
  EXPECT_EQ(do_step(instance, t, -0.01), fmi_error);
  EXPECT_EQ(do_step(instance, t, std::nan("")), fmi_error);
  EXPECT_EQ(do_step(instance, t, 0.01), fmi_ok);  // nothing of that has changed it
  release(instance);
}

// A torque that rises with time, M = 4 t, on a rod that is free of friction and gravity: φ'' = M/J, φ = 4 t³/(6 J). Held
// over steps of 0.1 s it acts late; extrapolated it is, from the second step on, exact in the middle of internal steps.
TEST(FmuCoSimulation, ExtrapolatesInputsWhereItIsMadeSo) {
  const TemporaryFolder folder;
  std::string text = read_bytes(held_pendulum, 100'000);
  text.replace(text.find("gravity: [0, -9.81]"), 19, "gravity: [0, 0]    ");
  const std::string file = (folder / "free_rod.yaml").string();
  std::ofstream(file) << text;
  const double J = 2 * 0.5 * 0.5 / 3, exact = 4.0 / (6 * J);
  double errors[2] = {};
  for (const fmi::InputHold hold : {fmi::InputHold::hold, fmi::InputHold::extrapolate}) {
    const FmuUnderTest fmu({.mechanism = {.name = file, .parameters = {{"friction", "1e-12"}}},
                            .outputs = {"pin.angle"},
                            .method = "rk4",
                            .h = 0.01,
                            .hold = hold});
    const Handle instance = fmu.co_simulation();
    ASSERT_EQ(initialize(instance), fmi_ok);
    const double first = get(instance, fmu.reference("pin.angle"));
    for (int n = 0; n < 10; ++n) {
      ASSERT_EQ(set(instance, fmu.reference("torque"), 4 * 0.1 * n), fmi_ok);
      ASSERT_EQ(do_step(instance, 0.1 * n, 0.1), fmi_ok);
    }
    errors[hold == fmi::InputHold::hold ? 0 : 1] = std::abs(get(instance, fmu.reference("pin.angle")) - first - exact);
    release(instance);
  }
  EXPECT_NEAR(errors[0], 4 * 0.05 / (2 * J), 0.01 / J);  // late by half a step, which is a torque of 0.2 N m less
  EXPECT_NEAR(errors[1], 0.1 * 0.2 * 0.95 / J, 0.005);  // what the first step lacks, without a value before it, remains
}

TEST(FmuCoSimulation, ReturnsEarlyAfterAnInternalStepWhenItIsAskedTo) {
  const FmuUnderTest fmu({.mechanism = {.name = "slider_crank"}, .outputs = {"crank.x"}, .method = "rk4", .h = 1e-3});
  const auto ask = [](void*, double t, bool, bool, bool, bool can_return, bool* asks, double*) {
    *asks = can_return && t > 0.0025;
  };
  for (const bool may : {true, false}) {
    const Handle instance = fmu.co_simulation(ask, may);
    ASSERT_EQ(initialize(instance), fmi_ok);
    double reached = 0;
    bool early = false;
    ASSERT_EQ(do_step(instance, 0, 0.01, &reached, &early), fmi_ok);
    EXPECT_EQ(early, may);
    EXPECT_NEAR(reached, may ? 0.003 : 0.01, 1e-12);
    release(instance);
  }
}

}  // namespace
}  // namespace daedalus
