// Save, go on, restore, go on: the same bits. Two instances do not know of each other.
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/fmi/saved_state.hpp"
#include "fmi/integrator.hpp"

namespace daedalus {
namespace {

using namespace testing;

std::vector<std::uint8_t> bytes_of(Handle instance, Handle state) {
  std::size_t size = 0;
  EXPECT_EQ(call<fmi::Status>("fmi3SerializedFMUStateSize", instance, state, &size), fmi_ok);
  std::vector<std::uint8_t> bytes(size);
  EXPECT_EQ(call<fmi::Status>("fmi3SerializeFMUState", instance, state, bytes.data(), size), fmi_ok);
  return bytes;
}

Handle saved_of(Handle instance) {
  Handle state = nullptr;
  EXPECT_EQ(call<fmi::Status>("fmi3GetFMUState", instance, &state), fmi_ok);
  return state;
}

std::vector<double> outputs_of(const FmuUnderTest& fmu, Handle instance) {
  std::vector<double> values;
  for (long i = 0; i < fmu.report().outputs; ++i) {
    const long first =
        1 + fmu.report().inputs + fmu.report().parameters + 2 * fmu.report().states + fmu.report().indicators;
    values.push_back(get(instance, static_cast<Reference>(first + i)));
  }
  return values;
}

TEST(FmuState, GoesOnWithTheSameBitsInCoSimulation) {
  struct Case {
    const char* model;
    const char* method;
    std::optional<double> h;
  };
  for (const auto& [model, method, h] : {Case{"slider_crank", "bdf", {}}, Case{"slider_crank", "hht-i3", 1e-3},
                                         Case{"quarter_car", "dopri5", {}}, Case{"engine", "infl-sdirk", {}}}) {
    const FmuUnderTest fmu({.mechanism = {.name = model}, .method = method, .h = h});
    const Handle instance = fmu.co_simulation();
    ASSERT_EQ(initialize(instance), fmi_ok);
    for (int n = 0; n < 5; ++n) ASSERT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
    const Handle saved = saved_of(instance);
    const std::vector<std::uint8_t> bytes = bytes_of(instance, saved);
    for (int n = 5; n < 15; ++n) ASSERT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
    const std::vector<double> expected = outputs_of(fmu, instance);

    ASSERT_EQ(call<fmi::Status>("fmi3SetFMUState", instance, saved), fmi_ok);
    EXPECT_EQ(get(instance, 0), 0.05);
    for (int n = 5; n < 15; ++n) ASSERT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
    EXPECT_EQ(outputs_of(fmu, instance), expected) << model << " " << method;

    const Handle other = fmu.co_simulation();  // a fresh one, from the bytes
    Handle state = nullptr;
    ASSERT_EQ(call<fmi::Status>("fmi3DeserializeFMUState", other, bytes.data(), bytes.size(), &state), fmi_ok);
    ASSERT_EQ(call<fmi::Status>("fmi3SetFMUState", other, state), fmi_ok);
    for (int n = 5; n < 15; ++n) ASSERT_EQ(do_step(other, 0.01 * n, 0.01), fmi_ok);
    EXPECT_EQ(outputs_of(fmu, other), expected) << model << " " << method;
    release(instance);
    release(other);
  }
}

TEST(FmuState, GoesOnWithTheSameBitsInModelExchange) {
  for (const char* model : {"spatial_four_bar", "quarter_car", "redundant_parallelogram"}) {
    const FmuUnderTest fmu({.mechanism = {.name = model}});
    const Handle instance = fmu.model_exchange();
    ASSERT_EQ(initialize(instance), fmi_ok);
    const auto n = static_cast<std::size_t>(fmu.report().states);
    ExchangeIntegrator before(instance, n);
    before.begin();
    ASSERT_TRUE(before.run(0, 0.1, 100).ok());
    const Handle saved = saved_of(instance);
    const std::vector<double> y = get_all("fmi3GetContinuousStates", instance, n);
    ExchangeIntegrator after = before;
    ASSERT_TRUE(after.run(0.1, 0.3, 200).ok());
    const std::vector<double> expected = outputs_of(fmu, instance);

    ASSERT_EQ(call<fmi::Status>("fmi3SetFMUState", instance, saved), fmi_ok);
    EXPECT_EQ(get_all("fmi3GetContinuousStates", instance, n), y);
    ExchangeIntegrator again = before;
    ASSERT_TRUE(again.run(0.1, 0.3, 200).ok());
    EXPECT_EQ(outputs_of(fmu, instance), expected) << model;
    release(instance);
  }
}

TEST(FmuState, TwoInstancesAtOnceDoWhatEachDoesAlone) {
  const FmuUnderTest crank({.mechanism = {.name = "slider_crank"}, .rtol = 1e-6});
  const FmuUnderTest car({.mechanism = {.name = "quarter_car"}, .rtol = 1e-6});
  const auto alone = [](const FmuUnderTest& fmu) {
    const Handle instance = fmu.co_simulation();
    EXPECT_EQ(initialize(instance), fmi_ok);
    for (int n = 0; n < 10; ++n) EXPECT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
    const std::vector<double> values = outputs_of(fmu, instance);
    release(instance);
    return values;
  };
  const std::vector<double> of_crank = alone(crank), of_car = alone(car);
  const Handle a = crank.co_simulation(), b = car.co_simulation(), c = crank.co_simulation();
  for (const Handle instance : {a, b, c}) ASSERT_EQ(initialize(instance), fmi_ok);
  for (int n = 0; n < 10; ++n)
    for (const Handle instance : {a, b, c}) ASSERT_EQ(do_step(instance, 0.01 * n, 0.01), fmi_ok);
  EXPECT_EQ(outputs_of(crank, a), of_crank);
  EXPECT_EQ(outputs_of(car, b), of_car);
  EXPECT_EQ(outputs_of(crank, c), of_crank);
  for (const Handle instance : {a, b, c}) release(instance);
}

TEST(FmuState, DamagedBytesAreRefused) {
  fmi::SavedState state{.token = "t", .kind = 1, .mode = 16, .changed = {{"c", "1"}}, .memory = {{"x", {1, 2, 3}}}};
  const std::vector<std::uint8_t> good = state.bytes();
  EXPECT_EQ(fmi::SavedState::from(good.data(), good.size()).memory, state.memory);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::uint8_t> bad = good;
    bad[i] ^= 0x40;
    EXPECT_THROW(fmi::SavedState::from(bad.data(), bad.size()), FileError) << i;
    EXPECT_THROW(fmi::SavedState::from(good.data(), i), FileError) << i;
  }
}

}  // namespace
}  // namespace daedalus
