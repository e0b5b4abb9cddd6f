// Model exchange through the C functions: against our own runs, and derivatives against differences.
#include <cmath>

#include "daedalus/simulation/run.hpp"
#include "fmi/integrator.hpp"

namespace daedalus {
namespace {

using namespace testing;

double at_end_of_own_run(const std::string& model, const std::string& channel, double t_end) {
  const RunResult all = run(load_mechanism({.name = model}), {.method = "dopri5",
                                                              .rtol = 1e-11,
                                                              .t_end = t_end,
                                                              .samples = KeepSamples::yes,
                                                              .channels = {channel},
                                                              .times = {t_end}});
  return all.samples.values.at(1);
}

struct Turn {
  const char* model;
  const char* channel;
  double t_end;
  long steps;
  double tolerance;
};

// Crank angles of four-bar linkages and of a slider-crank that turn around, with energy from their start.
TEST(FmuModelExchange, FollowsAFullTurnThroughPositionsWhereTheFirstCoordinatesAreSingular) {
  const Turn turn{"spatial_four_bar", "follower.x", 2, 4000, 1e-7};
  for (const fmi::Repartition repartition : {fmi::Repartition::automatic, fmi::Repartition::never}) {
    const FmuUnderTest fmu(
        {.mechanism = {.name = turn.model}, .outputs = {"*.x", "*.angle"}, .repartition = repartition});
    const Handle instance = fmu.model_exchange();
    ASSERT_EQ(initialize(instance), fmi_ok);
    ExchangeIntegrator integrator(instance, 2);
    integrator.begin();
    const ExchangeRun run = integrator.run(0, turn.t_end, turn.steps);
    if (repartition == fmi::Repartition::automatic) {
      ASSERT_TRUE(run.ok());
      EXPECT_GE(run.repartitions, 2);
      EXPECT_NEAR(get(instance, fmu.reference("crank.x")), at_end_of_own_run(turn.model, "crank.x", turn.t_end),
                  turn.tolerance);
    } else {
      const bool is_right = run.ok() && std::abs(get(instance, fmu.reference("crank.x")) -
                                                 at_end_of_own_run(turn.model, "crank.x", turn.t_end)) < turn.tolerance;
      EXPECT_FALSE(is_right);  // the motion does need other coordinates
    }
    release(instance);
  }
}

TEST(FmuModelExchange, DependentCoordinatesSatisfyTheConstraintsToRoundOffInEveryCall) {
  const FmuUnderTest fmu({.mechanism = {.name = "slider_crank"}, .outputs = {"residual.*"}});
  const Handle instance = fmu.model_exchange();
  ASSERT_EQ(initialize(instance), fmi_ok);
  update_discrete_states(instance);
  ASSERT_EQ(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance), fmi_ok);
  std::vector<double> y = get_all("fmi3GetContinuousStates", instance, 2);
  for (const double move : {1e-3, -2e-3, 0.05, 0.3, -0.2}) {
    std::vector<double> z = y;
    z[0] += move;
    z[1] += 10 * move;
    ASSERT_EQ(call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(z.data()), z.size()),
              fmi_ok);
    EXPECT_LT(get(instance, fmu.reference("residual.position")), 1e-14) << move;
    EXPECT_LT(get(instance, fmu.reference("residual.velocity")), 1e-12) << move;
  }
  release(instance);
}

// Of all state derivatives along all states.
void expect_derivatives_of_differences(const char* model, double tolerance) {
  const FmuUnderTest fmu({.mechanism = {.name = model}});
  const auto n = static_cast<std::size_t>(fmu.report().states);
  const Handle instance = fmu.model_exchange();
  ASSERT_EQ(initialize(instance), fmi_ok);
  update_discrete_states(instance);
  ASSERT_EQ(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance), fmi_ok);
  const std::vector<double> y = get_all("fmi3GetContinuousStates", instance, n);
  const auto first_state = static_cast<Reference>(1 + fmu.report().inputs + fmu.report().parameters);
  std::vector<Reference> rates(n);
  for (std::size_t i = 0; i < n; ++i) rates[i] = first_state + static_cast<Reference>(n + i);
  const auto slopes_at = [&](std::size_t k, double h) {
    std::vector<double> z = y;
    z[k] += h;
    EXPECT_EQ(call<fmi::Status>("fmi3SetContinuousStates", instance, static_cast<const double*>(z.data()), n), fmi_ok);
    return get_all("fmi3GetContinuousStateDerivatives", instance, n);
  };
  double largest = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double h = 1e-5 * (1 + std::abs(y[k])), seed = 1;
    const auto p2 = slopes_at(k, 2 * h), p1 = slopes_at(k, h), m1 = slopes_at(k, -h), m2 = slopes_at(k, -2 * h);
    slopes_at(k, 0);
    const Reference known = first_state + static_cast<Reference>(k);
    std::vector<double> exact(n);
    ASSERT_EQ(call<fmi::Status>("fmi3GetDirectionalDerivative", instance, static_cast<const Reference*>(rates.data()),
                                n, &known, std::size_t{1}, &seed, std::size_t{1}, exact.data(), n),
              fmi_ok);
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(exact[i]));
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(exact[i], (8 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12 * h), tolerance * largest)
          << model << ": derivative " << i << " along state " << k;
  }
  release(instance);
}

TEST(FmuModelExchange, DirectionalDerivativesAreThoseOfDifferences) {
  for (const char* model : {"slider_crank", "andrews", "car_axle", "spatial_four_bar", "rolling_disc", "quarter_car"})
    expect_derivatives_of_differences(model, 1e-6);
}

// A torque M on a rod about its end: the derivative of its angular acceleration is 1/J with J = m l²/3.
TEST(FmuModelExchange, DerivativesAlongInputsAndOfOutputsAreThoseOfTheRod) {
  const FmuUnderTest fmu(
      {.mechanism = {.name = DAEDALUS_EXAMPLES "/realtime/held_pendulum.yaml"}, .outputs = {"rod.alpha", "rod.y"}});
  const Handle instance = fmu.model_exchange();
  ASSERT_EQ(initialize(instance), fmi_ok);
  ASSERT_EQ(set(instance, fmu.reference("torque"), 2.0), fmi_ok);
  const double J = 2 * 0.5 * 0.5 / 3;
  const Reference unknowns[] = {fmu.reference("rod.alpha"), fmu.reference("rod.y")};
  const Reference known = fmu.reference("torque");
  const double seed = 3;
  double sensitivity[2] = {};
  ASSERT_EQ(call<fmi::Status>("fmi3GetDirectionalDerivative", instance, static_cast<const Reference*>(unknowns),
                              std::size_t{2}, &known, std::size_t{1}, &seed, std::size_t{1},
                              static_cast<double*>(sensitivity), std::size_t{2}),
            fmi_ok);
  EXPECT_NEAR(sensitivity[0], 3 / J, 1e-6 / J);
  EXPECT_NEAR(sensitivity[1], 0, 1e-12);
  release(instance);
}

// At rest, hanging: angular acceleration M/J at once when the torque is set.
TEST(FmuModelExchange, InputsAndParametersCount) {
  const FmuUnderTest fmu({.mechanism = {.name = DAEDALUS_EXAMPLES "/realtime/held_pendulum.yaml"},
                          .outputs = {"rod.alpha"},
                          .tunable = {"mass"}});
  const Handle instance = fmu.model_exchange();
  ASSERT_EQ(set(instance, fmu.reference("length"), 1.0), fmi_ok);
  ASSERT_EQ(initialize(instance), fmi_ok);
  ASSERT_EQ(set(instance, fmu.reference("torque"), 2.0), fmi_ok);
  EXPECT_NEAR(get(instance, fmu.reference("rod.alpha")), 2.0 / (2.0 / 3), 1e-12);
  EXPECT_EQ(set(instance, fmu.reference("torque"), 50.0), fmi_warning);  // its motor can do 20
  EXPECT_EQ(get(instance, fmu.reference("torque")), 20.0);
  EXPECT_EQ(set(instance, fmu.reference("length"), 2.0), fmi_error);  // fixed
  EXPECT_EQ(set(instance, fmu.reference("mass"), 4.0), fmi_ok);       // tunable, in event mode
  EXPECT_NEAR(get(instance, fmu.reference("rod.alpha")), 20.0 / (4.0 / 3), 1e-12);
  EXPECT_EQ(get(instance, fmu.reference("mass")), 4.0);
  release(instance);
}

TEST(FmuModelExchange, SwitchesAreEventIndicators) {
  const FmuUnderTest fmu({.mechanism = {.name = "quarter_car"}});
  const Handle instance = fmu.model_exchange();
  ASSERT_EQ(initialize(instance), fmi_ok);
  std::size_t count = 0;
  ASSERT_EQ(call<fmi::Status>("fmi3GetNumberOfEventIndicators", instance, &count), fmi_ok);
  EXPECT_EQ(static_cast<long>(count), fmu.report().indicators);
  const Mechanism mechanism = load_mechanism({.name = "quarter_car"});
  Equations eq(*mechanism.system);
  eq.evaluate(Want::switches, mechanism.start);
  const std::vector<double> z = get_all("fmi3GetEventIndicators", instance, count);
  ASSERT_GE(z.size(), static_cast<std::size_t>(eq.value.switches.size()));
  for (Index i = 0; i < eq.value.switches.size(); ++i)
    EXPECT_NEAR(z[static_cast<std::size_t>(i)], eq.value.switches[i], 1e-12);
  release(instance);
}

}  // namespace
}  // namespace daedalus
