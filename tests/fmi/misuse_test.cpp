// Calls that should not be: an error status each time, never more.
#include <array>
#include <cmath>
#include <random>

#include "fmi/fmu_under_test.hpp"

namespace daedalus {
namespace {

using namespace testing;

constexpr const char* pendulum = DAEDALUS_EXAMPLES "/realtime/held_pendulum.yaml";

TEST(FmuMisuse, FreedAndForeignHandlesAreErrors) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}});
  const Handle instance = fmu.co_simulation();
  ASSERT_NE(instance, nullptr);
  release(instance);
  release(instance);
  release(nullptr);
  EXPECT_EQ(initialize(instance), fmi_error);
  for (const Handle wrong : {Handle(nullptr), Handle(&release), instance}) {
    EXPECT_EQ(do_step(wrong, 0, 0.1), fmi_error);
    EXPECT_EQ(set(wrong, 0, 0.1), fmi_error);
    EXPECT_EQ(call<fmi::Status>("fmi3Terminate", wrong), fmi_error);
    EXPECT_EQ(call<fmi::Status>("fmi2Reset", wrong), fmi_error);
  }
}

TEST(FmuMisuse, AWrongTokenOrFolderGivesNoInstance) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}});
  const auto instantiate = [](const std::string& token, const char* resources) {
    return call<Handle>("fmi3InstantiateModelExchange", Text("one"), Text(token.c_str()), Text(resources), false, false,
                        static_cast<void*>(nullptr), static_cast<fmi::Log3>(nullptr));
  };
  EXPECT_EQ(instantiate("{other}", fmu.resources().c_str()), nullptr);
  EXPECT_EQ(instantiate(fmu.report().token, "nowhere"), nullptr);
  EXPECT_EQ(instantiate(fmu.report().token, nullptr), nullptr);
}

TEST(FmuMisuse, CallsOutOfOrderAreErrorsAndChangeNothing) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}});
  const Handle instance = fmu.model_exchange();
  EXPECT_EQ(call<fmi::Status>("fmi3ExitInitializationMode", instance), fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance), fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3EnterEventMode", instance), fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3SetTime", instance, 1.0), fmi_error);
  EXPECT_EQ(do_step(instance, 0, 0.1), fmi_error);
  ASSERT_EQ(initialize(instance), fmi_ok);
  EXPECT_EQ(initialize(instance), fmi_error);
  EXPECT_EQ(do_step(instance, 0, 0.1), fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance), fmi_ok);
  EXPECT_EQ(call<fmi::Status>("fmi3Terminate", instance), fmi_ok);
  EXPECT_EQ(call<fmi::Status>("fmi3EnterEventMode", instance), fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3Reset", instance), fmi_ok);
  EXPECT_EQ(initialize(instance), fmi_ok);
  release(instance);
}

TEST(FmuMisuse, NumbersThatAreNoneAreRefused) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}});
  const Handle instance = fmu.model_exchange();
  EXPECT_EQ(set(instance, fmu.reference("mass"), std::nan("")), fmi_error);
  EXPECT_EQ(initialize(instance, std::nan("")), fmi_error);
  ASSERT_EQ(initialize(instance), fmi_ok);
  EXPECT_EQ(set(instance, fmu.reference("torque"), std::nan("")), fmi_error);
  EXPECT_EQ(set(instance, fmu.reference("torque"), HUGE_VAL), fmi_error);
  EXPECT_EQ(get(instance, fmu.reference("torque")), 0);
  EXPECT_EQ(set(instance, fmu.reference("pin.angle"), 1), fmi_error);  // an output
  EXPECT_EQ(set(instance, 100'000, 1), fmi_error);                     // nothing
  ASSERT_EQ(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance), fmi_ok);
  const double bad[] = {0, std::nan("")};
  EXPECT_EQ(call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(bad), std::size_t{2}),
            fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(bad), std::size_t{1}),
            fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(nullptr), std::size_t{2}),
            fmi_error);
  EXPECT_EQ(call<fmi::Status>("fmi3SetTime", instance, std::nan("")), fmi_error);
  EXPECT_EQ(get_all("fmi3GetContinuousStates", instance, 2).size(), 2u);
  release(instance);
}

// A parameter that makes the model impossible is an error of the initialization, and others may be tried.
TEST(FmuMisuse, ImpossibleParametersAreErrors) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}});
  const Handle instance = fmu.co_simulation();
  ASSERT_EQ(set(instance, fmu.reference("mass"), -1), fmi_ok);
  EXPECT_EQ(initialize(instance), fmi_error);
  ASSERT_EQ(set(instance, fmu.reference("mass"), 3), fmi_ok);
  EXPECT_EQ(initialize(instance), fmi_ok);
  release(instance);
}

// Calls by chance, with arguments that are sometimes right.
TEST(FmuMisuse, RandomSequencesOfCallsDoNotCrash) {
  const FmuUnderTest fmu({.mechanism = {.name = pendulum}, .tunable = {"mass"}});
  std::mt19937 random(20);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto number = [&] {
    const std::array<double, 8> values = {0, 0.01, 1, -1, 1e300, HUGE_VAL, std::nan(""), 0.001 * below(50)};
    return values[static_cast<std::size_t>(below(8))];
  };
  for (int sequence = 0; sequence < 60; ++sequence) {
    const Handle instance = below(2) == 0 ? fmu.model_exchange() : fmu.co_simulation();
    Handle saved = nullptr;
    double t = 0;
    for (int k = 0; k < 40; ++k) {
      std::array<double, 2> two = {number(), number()};
      const auto n = static_cast<std::size_t>(below(8) == 0 ? below(4) : 2);
      bool a = false, b = false;
      std::array<std::uint8_t, 64> bytes = {};
      int status = fmi_ok;
      switch (below(20)) {
        case 0: status = call<fmi::Status>("fmi3EnterInitializationMode", instance, false, 0.0, t, false, 0.0); break;
        case 1: status = call<fmi::Status>("fmi3ExitInitializationMode", instance); break;
        case 2: update_discrete_states(instance, &status); break;
        case 3: status = call<fmi::Status>("fmi3EnterContinuousTimeMode", instance); break;
        case 4: status = call<fmi::Status>("fmi3EnterEventMode", instance); break;
        case 5: status = call<fmi::Status>("fmi3SetTime", instance, number()); break;
        case 6:
          status = call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(two.data()),
                                     std::min<std::size_t>(n, 2));
          break;
        case 7:
          status =
              call<fmi::Status>("fmi3GetContinuousStateDerivatives", instance, two.data(), std::min<std::size_t>(n, 2));
          break;
        case 8: status = call<fmi::Status>("fmi3CompletedIntegratorStep", instance, true, &a, &b); break;
        case 9:
        case 10: {
          double reached = t;
          const double from = below(4) == 0 ? number() : t;
          const double h = below(4) == 0 ? number() : 0.01;
          status = do_step(instance, from, h, &reached);
          if (status == fmi_ok) t = reached;
          break;
        }
        case 11: status = set(instance, static_cast<Reference>(below(12)), two[0]); break;
        case 12: {
          const auto reference = static_cast<Reference>(below(14));
          status =
              call<fmi::Status>("fmi3GetFloat64", instance, &reference, std::size_t{1}, two.data(), std::size_t{1});
          break;
        }
        case 13: status = call<fmi::Status>("fmi3GetFMUState", instance, &saved); break;
        case 14: status = call<fmi::Status>("fmi3SetFMUState", instance, below(4) == 0 ? instance : saved); break;
        case 15: status = call<fmi::Status>("fmi3FreeFMUState", instance, &saved); break;
        case 16:
          status = call<fmi::Status>("fmi3Reset", instance);
          t = 0;
          break;
        case 17:
          status = call<fmi::Status>("fmi3GetFloat64", instance, static_cast<const Reference*>(nullptr), n,
                                     static_cast<double*>(nullptr), n);
          break;
        case 18:
          status = call<fmi::Status>("fmi3DeserializeFMUState", instance,
                                     static_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &saved);
          break;
        default: status = below(6) == 0 ? call<fmi::Status>("fmi3Terminate", instance) : fmi_ok;
      }
      ASSERT_TRUE(status >= fmi_ok && status <= fmi_error);
    }
    release(instance);
  }
}

}  // namespace
}  // namespace daedalus
