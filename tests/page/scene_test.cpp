// What a page draws, against places and forces computed by hand.
#include "daedalus/io/page/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/io/model_file/model_file.hpp"

using namespace daedalus;
using Json = nlohmann::ordered_json;

namespace {

const char* planar_model = R"(
name: arm
description: one arm and a spring
gravity: [0, -9.81, 0]
bodies:
  arm:
    type: planar
    mass: 2
    inertia: 0.5
    com: [1, 0]
    markers: {tip: [2, 0]}
joints:
  pivot: {type: revolute, between: [arm.origin, ground.origin]}
forces:
  spring: {type: spring_damper, between: [arm.tip, ground.origin], stiffness: 10, free_length: 1}
)";

const char* road_model = R"(
name: wheel
gravity: [0, 0, -9.81]
bodies:
  hub: {type: point, mass: 1, moves: xz, position: [0, 0, 0.4]}
forces:
  tire: {type: road_spring, between: [hub.origin, ground.origin], profile: "0.5*x", free_height: 0.3, stiffness: 1000}
)";

std::vector<ChannelInfo> columns_named(const std::vector<std::string>& names) {
  std::vector<ChannelInfo> columns;
  for (const std::string& name : names) columns.push_back({name, "", ""});
  return columns;
}

std::vector<double> derived(SceneMotion& motion, const std::vector<double>& row) {
  std::vector<double> values(motion.derived().size());
  motion.derive(row, values.data());
  return values;
}

}  // namespace

TEST(Scene, ThePoseIsThatOfTheFrameNotOfTheCenterOfMass) {
  const Model model = read_model_text(planar_model, "arm.yaml");
  SceneMotion motion(model, columns_named({"t", "arm.x", "arm.y", "arm.z", "arm.theta"}));
  ASSERT_TRUE(motion.has_columns(1));
  const double angle = 0.6;
  const auto values = derived(motion, {0, 5 + std::cos(angle), 7 + std::sin(angle), 0, angle});  // origin at (5, 7)
  const std::size_t first = motion.first_column(1);
  const double expected[] = {5, 7, 0, std::cos(0.3), 0, 0, std::sin(0.3)};
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(values[first + k], expected[k], 1e-14) << k;
}

TEST(Scene, ASpringPullsAlongItsLine) {
  const Model model = read_model_text(planar_model, "arm.yaml");
  SceneMotion motion(model, columns_named({"t", "arm.x", "arm.y", "arm.z", "arm.theta", "spring.force", "pivot.fx",
                                           "pivot.fy", "pivot.fz"}));
  const auto values = derived(motion, {0, 0.6, 0.8, 0, std::atan2(0.8, 0.6), 30, 1, 2, 3});  // tip at (1.2, 1.6)
  ASSERT_EQ(motion.arrows().size(), 2u);
  const auto &reaction = motion.arrows()[0], &pull = motion.arrows()[1];
  EXPECT_TRUE(reaction.is_reaction);
  EXPECT_EQ(values[reaction.first + 1], 2);
  EXPECT_NEAR(values[pull.first], -30 * 0.6, 1e-13);
  EXPECT_NEAR(values[pull.first + 1], -30 * 0.8, 1e-13);
  EXPECT_NEAR(values[pull.first + 2], 0, 1e-13);
}

TEST(Scene, ABodyWithoutChannelsIsLeftOutWithAllThatHangsOnIt) {
  const Model model = read_model_text(planar_model, "arm.yaml");
  SceneMotion motion(model, columns_named({"t", "arm.x", "arm.y", "arm.z", "spring.force"}));  // no angle
  EXPECT_FALSE(motion.is_drawn(1));
  EXPECT_TRUE(motion.arrows().empty());
  const Json scene = scene_json(model, motion, 5);
  EXPECT_EQ(scene["bodies"].size(), 1u);
  EXPECT_FALSE(scene["joints"][0].contains("P"));
  EXPECT_TRUE(scene["springs"].empty());
}

TEST(Scene, TellsBodiesJointsAndSpringsWithTheirMarkers) {
  const Model model = read_model_text(planar_model, "arm.yaml");
  const SceneMotion motion(model, columns_named({"t", "arm.x", "arm.y", "arm.z", "arm.theta"}));
  const Json scene = scene_json(model, motion, 5);
  EXPECT_EQ(scene["planar"], "xy");
  const Json& arm = scene["bodies"][1];
  EXPECT_EQ(arm["name"], "arm");
  EXPECT_EQ(arm["pose"], 5);
  EXPECT_EQ(arm["com"], Json({1.0, 0.0, 0.0}));
  EXPECT_EQ(arm["inertia"]["principal"], Json({0, 0, 0.5}));
  bool has_tip = false;
  for (const Json& marker : arm["markers"])
    has_tip = has_tip || (marker["name"] == "tip" && marker["at"] == Json({2.0, 0.0, 0.0}));
  EXPECT_TRUE(has_tip);
  EXPECT_EQ(scene["joints"][0]["type"], "revolute");
  EXPECT_EQ(scene["joints"][0]["P"]["body"], "arm");
  EXPECT_EQ(scene["springs"][0]["type"], "spring_damper");
  EXPECT_EQ(scene["springs"][0]["P"]["at"], Json({2.0, 0.0, 0.0}));
}

TEST(Scene, AControllerIsDrawnWhereItActsNotWhereItSenses) {
  const Model model =
      read_model_text(std::string(planar_model) +
                          "  servo: {type: pd_controller, senses: reach, acts_on: pivot.angle, target: 1, "
                          "proportional: 3}\nmeasures:\n  reach: {kind: gap_x, between: [arm.tip, ground]}\n",
                      "arm.yaml");
  SceneMotion motion(model, columns_named({"t", "arm.x", "arm.y", "arm.z", "arm.theta"}));
  const Json scene = scene_json(model, motion, 5);
  ASSERT_EQ(scene["springs"].size(), 2u);
  EXPECT_EQ(scene["springs"][1]["type"], "torsion_spring");
}

TEST(Scene, ARoadIsAsLongAsTheRunAndPushesAcrossItsSlope) {
  const Model model = read_model_text(road_model, "wheel.yaml");
  SceneMotion motion(model, columns_named({"t", "hub.x", "hub.y", "hub.z", "tire.force_1"}));
  derived(motion, {0, -1, 0, 0, 0});
  const auto values = derived(motion, {1, 9, 0, 5, -100});  // compressed
  const std::size_t push = motion.arrows().at(0).first;
  EXPECT_NEAR(values[push], -50, 1e-12);  // -F ∂y/∂x = 100 * (-0.5)
  EXPECT_NEAR(values[push + 2], 100, 1e-12);
  const Json scene = scene_json(model, motion, 5);
  EXPECT_EQ(scene["planar"], "xz");
  EXPECT_EQ(scene["springs"][0]["radius"], 0.3);
  const Json& points = scene["roads"][0]["points"];
  EXPECT_NEAR(points.front()[0].get<double>(), -2.5, 1e-9);
  EXPECT_NEAR(points.back()[0].get<double>(), 10.5, 1e-9);
  EXPECT_NEAR(points.back()[1].get<double>(), 5.25, 1e-9);
}

TEST(Scene, ATireLoadIsDrawnFromItsNameOfTodayAndFromItsFormerOne) {
  const Model model = read_model_text(road_model, "wheel.yaml");
  SceneMotion today(model, columns_named({"t", "hub.x", "hub.y", "hub.z", "tire.fz"})),
      formerly(model, columns_named({"t", "hub.x", "hub.y", "hub.z", "tire.force_1"}));
  const auto load = derived(today, {1, 9, 0, 5, 100}), force = derived(formerly, {1, 9, 0, 5, -100});
  EXPECT_EQ(load, force);
  EXPECT_NEAR(load[today.arrows().at(0).first + 2], 100, 1e-12);  // up
}

TEST(Scene, ASpatialBodyIsTurnedByItsEulerParameters) {
  const Model model = read_model_text(
      "name: box\nbodies:\n  box: {type: spatial, mass: 1, inertia: [3, 1, 2], com: [0, 0, 1]}\n", "box.yaml");
  SceneMotion motion(model, columns_named({"t", "box.x", "box.y", "box.z", "box.e0", "box.e1", "box.e2", "box.e3"}));
  const double c = std::sqrt(0.5);
  // a quarter turn about x, not normalized: z becomes -y
  const auto values = derived(motion, {0, 1, 2, 3, 2 * c, 2 * c, 0, 0});
  const std::size_t first = motion.first_column(1);
  const double expected[] = {1, 3, 3, c, c, 0, 0};
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(values[first + k], expected[k], 1e-14) << k;
  const Json principal = scene_json(model, motion, 8)["bodies"][1]["inertia"]["principal"];
  EXPECT_NEAR(principal[0].get<double>(), 1, 1e-14);
  EXPECT_NEAR(principal[2].get<double>(), 3, 1e-14);
}

// A simply supported beam of 2 m: φ_k = sin(kπx/L), so that its middle moves with the first mode alone and x = L/4 with
// sin(π/4) of it.
TEST(Scene, AFlexibleBodyHasItsModesAndHowTheyMoveItsPlaces) {
  const Model model = read_model_text(R"(
name: beam
bodies:
  beam:
    type: planar_beam
    length: 2
    section: {width: 0.02, height: 0.05}
    E: 2e11
    density: 7800
    ends: simply_supported
    modes: 2
    markers: {quarter: [0.5, 0]}
)",
                                      "beam.yaml");
  SceneMotion motion(model, columns_named({"t", "beam.x", "beam.y", "beam.z", "beam.theta", "beam.y2", "beam.y1"}));
  ASSERT_TRUE(motion.bends(1));
  const auto values = derived(motion, {0, 1, 0, 0, 0, 0.02, 0.01});
  EXPECT_EQ(values[motion.first_mode(1)], 0.01);
  EXPECT_EQ(values[motion.first_mode(1) + 1], 0.02);
  const Json flexible = scene_json(model, motion, 7)["bodies"][1]["flexible"];
  EXPECT_EQ(flexible["first"], 14);
  const Json& middle = flexible["stations"][16];
  EXPECT_NEAR(middle["at"][0].get<double>(), 1, 1e-15);
  EXPECT_NEAR(middle["displacement"][0][1].get<double>(), 1, 1e-12);
  EXPECT_NEAR(middle["displacement"][1][1].get<double>(), 0, 1e-12);
  const Json bodies = scene_json(model, motion, 7)["bodies"];
  for (const Json& marker : bodies[1]["markers"])
    if (marker["name"] == "quarter") {
      EXPECT_NEAR(marker["displacement"][0][1].get<double>(), std::sqrt(0.5), 1e-12);
      EXPECT_NEAR(marker["displacement"][1][1].get<double>(), 1, 1e-12);
    }
}

TEST(Scene, AFlexibleBodyWithoutItsModalChannelsIsDrawnRigid) {
  const Model model = read_model_text(
      "name: beam\nbodies:\n  beam: {type: planar_beam, length: 2, section: {width: 0.02, height: 0.05}, E: 2e11, "
      "density: 7800, ends: simply_supported, modes: 1}\n",
      "beam.yaml");
  const SceneMotion motion(model, columns_named({"t", "beam.x", "beam.y", "beam.z", "beam.theta"}));
  EXPECT_TRUE(motion.is_drawn(1));
  EXPECT_FALSE(motion.bends(1));
  EXPECT_FALSE(scene_json(model, motion, 5)["bodies"][1].contains("flexible"));
}
