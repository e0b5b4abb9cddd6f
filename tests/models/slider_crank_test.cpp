// The slider-crank from its file, against a one-coordinate solution with 32 digits (19 of them reliable).
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();  // not listed

struct CrankState {
  std::string name, x_ref, c;
  double t, theta1, omega1, alpha1, x_B;
};
const std::vector<CrankState> crank_reference = {
    {"A_primary_damped", "0.0", "5.0", 0.5, 3.3977406121341343, 7.438940074777388, 33.9211727417299,
     0.30495440471876956},
    {"A_primary_damped", "0.0", "5.0", 1.0, 3.1360953432317715, -2.405564279136132, 49.266014897836904,
     0.30000226653872286},
    {"A_primary_damped", "0.0", "5.0", 1.5, 4.092351694217384, -5.0860394648537435, -20.22525105186977,
     0.37375638387588483},
    {"A_primary_damped", "0.0", "5.0", 2.0, 4.272386320690955, 2.5496775675469174, -45.642648555889025,
     0.40731404947984556},
    {"A_undamped", "0.0", "0.0", 0.5, 3.269059620182647, 8.209721933805953, 42.09922078411989, 0.3012206478701812},
    {"A_undamped", "0.0", "0.0", 1.0, 2.8030461809291918, -4.274468725221028, 59.88166480134728, 0.3086980505785673},
    {"A_undamped", "0.0", "0.0", 1.5, 4.476072495606292, -6.1883327688701115, -71.00735189853987, 0.45410382826514767},
    {"A_undamped", "0.0", "0.0", 2.0, 3.940743239230529, 9.33704831556029, -18.113212615616842, 0.3509502780481513},
    {"A_undamped", "0.0", "0.0", 10.0, 4.703503097959027, -1.2700693466199502, nan, nan},
    {"B_damped", "0.9", "5.0", 0.5, 5.676785958885078, -4.556320287280607, -4.183947374047044, 0.8216359343835838},
    {"B_damped", "0.9", "5.0", 1.0, 5.706903359045658, 0.42696869813951266, -22.42511643209429, 0.8288494370105624},
    {"B_damped", "0.9", "5.0", 1.5, 5.4560625826736295, 1.1652259439380717, -1.1025443146472227, 0.7609959337082329},
    {"B_damped", "0.9", "5.0", 2.0, 5.41436150657921, 0.07710906823923859, 5.677122826925172, 0.7482682340188153},
    {"B_undamped", "0.9", "0.0", 0.5, 6.236400316435642, -5.48631357110014, -47.681462223779505, 0.8995076692362367},
    {"B_undamped", "0.9", "0.0", 1.0, 5.95229894012951, 7.229688886109655, -27.658951801237322, 0.8757574078913181},
    {"B_undamped", "0.9", "0.0", 1.5, 4.7765973022102335, -2.867865589839343, 61.3765250747808, 0.5392209303473513},
    {"B_undamped", "0.9", "0.0", 2.0, 6.430742513082869, -3.304870415116374, -49.237853584794706, 0.8951165888220328},
    {"B_undamped", "0.9", "0.0", 10.0, 4.757847273923238, -2.427744023518227, nan, nan},
};

TEST(SliderCrankFile, HasTheReferenceValuesOfAllFourCases) {
  std::map<std::string, std::unique_ptr<GalleryRun>> runs;
  for (const CrankState& expected : crank_reference) {
    auto& run = runs[expected.name];
    if (!run)
      run = std::make_unique<GalleryRun>("slider_crank",
                                         std::vector<OptionSetting>{{"x_ref", expected.x_ref}, {"c", expected.c}});
    run->to(expected.t);
    SCOPED_TRACE(fmt::format("{} at {}", expected.name, expected.t));
    EXPECT_NEAR(run->q("crank.theta"), expected.theta1, 1e-9);
    EXPECT_NEAR(run->v("crank.theta"), expected.omega1, 1e-9 * 10);
    if (std::isnan(expected.alpha1)) continue;
    EXPECT_NEAR(run->channel("crank.alpha"), expected.alpha1, 1e-9 * 100);
    EXPECT_NEAR(run->channel("slide.displacement"), expected.x_B, 1e-9);
  }
  EXPECT_EQ(runs.size(), 4u);
}

}  // namespace
}  // namespace daedalus::testing
