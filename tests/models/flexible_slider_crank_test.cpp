// The slider-crank with an elastic rod: its quasi-static start, its frequencies, the rigid limit, order two.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

// p = (-3.953e-6, -2.5e-9) m: an independent program with the equations of the rod by Lagrange's method.
TEST(FlexibleSliderCrank, StartsBentAndDoesNotVibrate) {
  for (const char* formulation : {"cartesian", "joint"}) {
    GalleryRun run(gallery_model("flexible_slider_crank"), tolerance(1e-8, 1e-10), formulation);
    EXPECT_NEAR(run.q("rod.y1"), -3.953e-6, 0.5e-9) << formulation;
    EXPECT_NEAR(run.q("rod.y2"), -2.5e-9, 0.05e-9) << formulation;
    EXPECT_NEAR(run.channel("crank.omega"), 1, 1e-12);
    EXPECT_LT(run.state().a.tail(2).cwiseAbs().maxCoeff(), 1e-4);  // straight it is 11 m/s²
    const double rate = run.v("rod.y1");
    run.to(0.0019);                                           // half a period of the first mode
    EXPECT_NEAR(run.v("rod.y1"), rate, 2e-7) << formulation;  // 4e-6 m/s when the rod starts with no rate
  }
  EXPECT_NEAR(GalleryRun("flexible_slider_crank", {{"quasi_static", "0"}}).q("rod.y1"), 0, 1e-18);
}

TEST(FlexibleSliderCrank, AStiffRodMovesLikeARigidOne) {
  GalleryRun rigid("slider_crank", {{"k", "0"}, {"c", "0"}, {"omega1", "1"}});
  GalleryRun flexible("flexible_slider_crank", {{"E", "2e10"}}, tolerance(1e-9, 1e-11));
  rigid.to(0.5);
  flexible.to(0.5);
  EXPECT_GT(std::abs(rigid.channel("crank.omega") - 1), 0.1);  // it has changed its speed
  EXPECT_NEAR(flexible.channel("crank.theta"), rigid.channel("crank.theta"), 2e-4);
  EXPECT_NEAR(flexible.channel("crank.omega"), rigid.channel("crank.omega"), 2e-3);
}

TEST(FlexibleSliderCrank, ShowsNoPartsOfTheRodInItsNames) {
  GalleryRun run("flexible_slider_crank");
  const Model model = gallery_model("flexible_slider_crank");
  const auto system = make_system(model, "joint");
  for (const auto& list : {system->layout().coordinates, system->layout().constraints})
    for (const std::string& name : list) EXPECT_EQ(name.find('@'), std::string::npos) << name;
  const auto channels = make_channels(*system);
  bool has_mode = false;
  for (const ChannelInfo& channel : channels->channels()) {
    EXPECT_EQ(channel.name.find('@'), std::string::npos) << channel.name;
    has_mode = has_mode || channel.name == "rod.y2_rate";
  }
  EXPECT_TRUE(has_mode);
}

// Three masses on a line; the shape (-1, 1, -1) has no momentum and no angular momentum: it vibrates by itself, with
// its frequency.
TEST(GivenShapes, VibrateWithTheirFrequency) {
  const Model model = read_model_text(R"(
bodies:
  plate:
    type: planar_flexible
    nodes: {a: {position: [0, 0], mass: 1}, b: {position: [1, 0], mass: 2}, c: {position: [2, 0], mass: 1}}
    modes: {sag: {frequency: 60, damping: 0.1, shape: {a: [0, -1], b: [0, 1], c: [0, -1]}}}
initial: {plate.sag: 0.001}
)",
                                      "plate.yaml");
  EXPECT_NEAR(model.bodies()[1].mass, 4, 1e-15);
  EXPECT_NEAR(model.bodies()[1].com[0], 1, 1e-15);
  for (const char* formulation : {"cartesian", "joint"}) {
    GalleryRun run(model, tolerance(1e-10, 1e-12), formulation);
    const double period = 2 * std::numbers::pi / (60 * std::sqrt(1 - 0.1 * 0.1));
    run.to(period);
    EXPECT_NEAR(run.q("plate.sag"), 0.001 * std::exp(-0.1 * 60 * period), 1e-11);
    EXPECT_NEAR(run.channel("plate.y"), 0, 1e-13);
  }
}

TEST(FlexibleSliderCrank, HhtSi2IsOfOrderTwo) {
  const Model model = gallery_model("flexible_slider_crank", {{"E", "2e10"}});
  const auto system = make_system(model);
  const State start = assemble(*system).state;
  const auto omega_at = [&](const char* method, double h) {
    SolveOptions options{.t_end = 0.2, .output = Output::end_only};
    options.integration.h = h;
    if (h == 0) options.integration.tolerances = {.rtol = 1e-12, .atol = 1e-14};
    return solve(*system, *make_method(method), start, options).final.v[2];
  };
  const double exact = omega_at("dopri5", 0);
  const double coarse = std::abs(omega_at("hht-si2", 4e-4) - exact), fine = std::abs(omega_at("hht-si2", 1e-4) - exact);
  EXPECT_NEAR(std::log(coarse / fine) / std::log(4), 2, 0.15) << coarse << " " << fine;
}

}  // namespace
}  // namespace daedalus::testing
