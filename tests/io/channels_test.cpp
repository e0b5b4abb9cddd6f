#include "daedalus/result/sampling.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/system_channels.hpp"

namespace daedalus {
namespace {

using Strings = std::vector<std::string>;

std::vector<ChannelInfo> named(const Strings& names) {
  std::vector<ChannelInfo> channels;
  for (const std::string& name : names) channels.push_back({name, "", ""});
  return channels;
}

const Strings all = {"crank.x", "crank.y", "rod.x", "rod.energy", "spring.energy", "step.h"};

Strings selected(const Strings& patterns) {
  Strings names;
  for (const std::size_t i : select_channels(named(all), patterns)) names.push_back(all[i]);
  return names;
}

std::string refusal(const Strings& patterns) {
  try {
    selected(patterns);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(SelectChannels, TakesStarsAndQuestionMarksInTheOrderOfTheChannels) {
  EXPECT_EQ(selected({}), all);
  EXPECT_EQ(selected({"*"}), all);
  EXPECT_EQ(selected({"*.energy", "crank.*"}), (Strings{"crank.x", "crank.y", "rod.energy", "spring.energy"}));
  EXPECT_EQ(selected({"crank.?"}), (Strings{"crank.x", "crank.y"}));
  EXPECT_EQ(selected({"*r*.*x*"}), (Strings{"crank.x", "rod.x"}));
  EXPECT_EQ(selected({"rod.x", "rod.*"}), (Strings{"rod.x", "rod.energy"}));  // each once
  EXPECT_EQ(selected({"t"}), Strings{});                                      // the time is there anyway
}

TEST(SelectChannels, RefusesAPatternThatMatchesNothingWithWhatThereIs) {
  EXPECT_NE(refusal({"crank.x", "crnak.x"}).find("no channel matches 'crnak.x'"), std::string::npos);
  EXPECT_NE(refusal({"crnak.x"}).find("Did you mean 'crank.x'?"), std::string::npos);
  EXPECT_NE(refusal({"sprng.*"}).find("Did you mean 'spring.*'?"), std::string::npos);
  EXPECT_NE(refusal({"x"}).find("Available: crank.*, rod.*, spring.*, step.*"), std::string::npos) << refusal({"x"});
}

// One sample of a system, by the name of the channel.
double value_of(const std::string& name, ChannelSource& source, const State& x, const StepInfo& step) {
  SelectedChannels channel(source, {name});
  EXPECT_EQ(channel.columns().size(), 2u);
  EXPECT_EQ(channel.row(x, step)[0], x.t);
  return channel.row(x, step)[1];
}

TEST(LayoutChannels, ShowStateStepEnergyAndResiduals) {
  const auto system = make_closed_form("pendulum");  // massless rod of 1 m, 1 kg, in Cartesian coordinates
  const Result result = solve(*system, *make_method("dopri5"), system->initial_guess(), {.t_end = 0.7});
  const State& x = result.final;
  LayoutChannels source(*system);
  const StepInfo step{.h = 0.125, .newton_iterations = 3, .rejected = 2};
  const auto value = [&](const std::string& name) { return value_of(name, source, x, step); };
  EXPECT_EQ(value("q." + system->layout().coordinates[1]), x.q[1]);
  EXPECT_EQ(value("v." + system->layout().coordinates[0]), x.v[0]);
  EXPECT_EQ(value("lambda." + system->layout().constraints[0]), x.lambda[0]);
  EXPECT_EQ(value("step.h"), 0.125);
  EXPECT_EQ(value("step.newton_iterations"), 3);
  EXPECT_EQ(value("step.rejected"), 2);
  EXPECT_EQ(value("energy.total"), value("energy.kinetic") + value("energy.potential"));
  EXPECT_NEAR(value("energy.total"), result.report.energy.final, 1e-12);
  EXPECT_EQ(value("energy.dissipated_power"), 0);
  EXPECT_LT(value("residual.position"), 1e-12);
  EXPECT_LT(value("residual.velocity"), 1e-12);
  EXPECT_LT(value("residual.acceleration"), 1e-10);

  State off = x;
  off.q[0] += 0.1;
  off.v[0] += 0.1;
  off.a[0] += 0.1;
  EXPECT_GT(value_of("residual.position", source, off, step), 1e-3);
  EXPECT_GT(value_of("residual.velocity", source, off, step), 1e-3);
  EXPECT_GT(value_of("residual.acceleration", source, off, step), 1e-3);
}

TEST(LayoutChannels, PowerAndWorkHoldThoseOfTheDrivers) {
  // d/dt (T + V) = supplied - dissipated, by a central difference over the samples of a driven system.
  const auto system = make_closed_form("driven_pendulum");
  LayoutChannels source(*system);
  SelectedChannels channels(source,
                            {"energy.total", "energy.work", "energy.dissipated_power", "energy.supplied_power"});
  std::vector<std::vector<double>> rows;
  SolveOptions options{.t_end = 1, .output = Output::interval, .every = 1e-3};
  options.integration.tolerances = {.rtol = 1e-11, .atol = 1e-13};
  options.integration.control.h_max = 1.3e-3;  // the work is a quadrature with error O(h³)
  options.on_sample = [&](const State& x, const StepInfo& step) {
    const auto row = channels.row(x, step);
    rows.emplace_back(row.begin(), row.end());
  };
  solve(*system, *make_method("dopri5"), system->initial_guess(), options);
  double largest_supply = 0;
  for (std::size_t i = 100; i + 100 < rows.size(); i += 50) {
    const double rate = (rows[i + 1][1] - rows[i - 1][1]) / (rows[i + 1][0] - rows[i - 1][0]);
    EXPECT_NEAR(rows[i][4] - rows[i][3], rate, 1e-4 * (1 + std::abs(rate))) << "t = " << rows[i][0];
    largest_supply = std::max(largest_supply, std::abs(rows[i][4]));
    EXPECT_NEAR(rows[i][2], rows[i][1] - rows[0][1], 3e-7) << "work, inside a step";
  }
  EXPECT_GT(largest_supply, 0.01);  // the driver does work
}

TEST(Samples, CarryTheStepTheyLieIn) {
  const auto system = make_closed_form("andrews");
  SolveOptions options{.t_end = 0.01};
  options.integration.tolerances = {.rtol = 1e-7, .atol = 1e-9};
  std::vector<double> times, steps;
  long rejected = 0;
  options.on_sample = [&](const State& x, const StepInfo& step) {
    times.push_back(x.t);
    steps.push_back(step.h);
    rejected += step.rejected;
  };
  const Result result = solve(*system, *make_method("dopri5"), system->initial_guess(), options);
  ASSERT_GT(times.size(), 10u);
  EXPECT_EQ(steps.front(), 0);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_EQ(steps[i], times[i] - times[i - 1]);
  EXPECT_EQ(rejected, result.report.steps.rejected);
}

}  // namespace
}  // namespace daedalus
