// The chain of pendulums in every formulation: against the equations in its angles, and free of losses when it swings
// freely.
#include <gtest/gtest.h>

#include "models/gallery_run.hpp"
#include "models/pendulum_chain_reference.hpp"

namespace daedalus::testing {
namespace {

// The rods as the positions and velocities of their ends show them, the one at the suspension first.
struct Rods {
  std::vector<double> angle, rate;
};
Rods rods_of(GalleryRun& run, int N) {
  Rods rods;
  for (int k = 1; k <= N; ++k) {
    const std::string upper = k == 1 ? "suspension" : fmt::format("mass{}", k - 1), lower = fmt::format("mass{}", k);
    const auto difference = [&](const char* what) { return run.channel(lower + what) - run.channel(upper + what); };
    const double x = difference(".x"), y = difference(".y"), vx = difference(".vx"), vy = difference(".vy");
    rods.angle.push_back(std::atan2(x, -y));
    rods.rate.push_back((x * vy - y * vx) / (x * x + y * y));
  }
  return rods;
}

class PendulumChain : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> formulations() {
  std::vector<std::string> names;
  for (const std::string_view name : formulation_names()) names.emplace_back(name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Models, PendulumChain, ::testing::ValuesIn(formulations()),
                         [](const auto& instance) { return instance.param; });

TEST_P(PendulumChain, FollowsTheEquationsInItsAngles) {
  double worst_angle = 0, worst_rate = 0;
  for (const PendulumChainReference& reference : pendulum_chain_references) {
    SCOPED_TRACE(fmt::format("N = {}, omega = {}, t = {}", reference.N, reference.omega, reference.t));
    GalleryRun run(gallery_model("pendulum_chain", {{"N", std::to_string(reference.N)}, {"omega", reference.omega}}),
                   tolerance(1e-12, 1e-13), GetParam());
    run.to(reference.t);
    const Rods rods = rods_of(run, reference.N);
    for (std::size_t k = 0; k < rods.angle.size(); ++k) {
      EXPECT_NEAR(rods.angle[k], reference.angle[k], 1e-11) << "rod " << k + 1;
      EXPECT_NEAR(rods.rate[k], reference.rate[k], 1e-10) << "rod " << k + 1;
      worst_angle = std::max(worst_angle, std::abs(rods.angle[k] - reference.angle[k]));
      worst_rate = std::max(worst_rate, std::abs(rods.rate[k] - reference.rate[k]));
    }
  }
  RecordProperty("worst_angle", fmt::format("{:.1e}", worst_angle));
  RecordProperty("worst_rate", fmt::format("{:.1e}", worst_rate));
}

TEST_P(PendulumChain, KeepsItsEnergyInAFreeSwing) {
  GalleryRun run(gallery_model("pendulum_chain", {{"angle", "0.5"}, {"amplitude_x", "0"}, {"amplitude_y", "0"}}),
                 tolerance(1e-12, 1e-13), GetParam());
  double scale = 0;
  for (int k = 1; k <= 10; ++k) {
    run.to(k);
    scale = std::max(scale, run.kinetic_energy());
  }
  EXPECT_GT(scale, 10);
  EXPECT_NEAR(run.total_energy(), run.initial_energy(), 1e-9 * scale);
}

}  // namespace
}  // namespace daedalus::testing
