// Models without drivers and dampers keep their energy.
#include <gtest/gtest.h>

#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct Conservative {
  std::string name;
  std::vector<OptionSetting> settings = {};
  IntegrationOptions options = tolerance(1e-12, 1e-13);
};
std::ostream& operator<<(std::ostream& out, const Conservative& c) { return out << c.name; }

class EnergyDrift : public ::testing::TestWithParam<Conservative> {};
INSTANTIATE_TEST_SUITE_P(Models, EnergyDrift,
                         ::testing::Values(Conservative{"pendulum"},                                     //
                                           Conservative{"double_pendulum"},                              //
                                           Conservative{"double_pendulum_stiff"},                        //
                                           Conservative{"slider_crank", {{"c", "0"}}},                   //
                                           Conservative{"heavy_top"},                                    //
                                           Conservative{"n_four_bar", {}, fixed_step(0.002)},            //
                                           Conservative{"n_four_bar_hanging", {{"N", "10"}}},            //
                                           Conservative{"spatial_four_bar"},                             //
                                           Conservative{"redundant_parallelogram"},                      //
                                           Conservative{"rolling_disc", {{"nudge", "0.3"}}},             //
                                           Conservative{"sleigh"},                                       //
                                           Conservative{"sleigh", {{"slope", "0"}, {"offset", "0.2"}}},  //
                                           Conservative{"puck"},                                         //
                                           Conservative{"block_and_tackle"}),
                         [](const auto& instance) {
                           return fmt::format("{}_{}", instance.index, instance.param.name);
                         });

// The zero of the potential energy is arbitrary: the scale is the largest kinetic energy of the motion.
TEST_P(EnergyDrift, IsBelow1em9OfTheLargestKineticEnergyOverTenSeconds) {
  GalleryRun run(GetParam().name, GetParam().settings, GetParam().options);
  const double t_end = 10;
  double drift = 0, scale = run.kinetic_energy();
  for (int k = 1; k <= 200; ++k) {
    run.to(t_end * k / 200);
    drift = std::max(drift, std::abs(run.total_energy() - run.initial_energy()));
    scale = std::max(scale, run.kinetic_energy());
  }
  EXPECT_GT(scale, 0);
  EXPECT_LE(drift, 1e-9 * scale);
  RecordProperty("relative_drift", fmt::format("{:.1e}", drift / scale));
}

}  // namespace
}  // namespace daedalus::testing
