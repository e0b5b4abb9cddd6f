// What elements of MJCF become: masses by closed formulas, frames, joints, classes, notes.
#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "support/model_parts.hpp"

namespace daedalus::testing {
namespace {

constexpr double pi = std::numbers::pi;

Model mjcf(const std::string& inside) { return read_model_text("<mujoco>\n" + inside + "\n</mujoco>", "good.xml"); }
Model with_body(const std::string& inside) {
  return mjcf("<worldbody><body name='b'><freejoint/>" + inside + "</body></worldbody>");
}

TEST(Mjcf, SolidsWeighWhatTheirFormulasSay) {
  const auto check = [](const std::string& geom, double mass, const Vec3& inertia) {
    const Body body = body_of(with_body("<geom " + geom + "/>"), "b");
    EXPECT_NEAR(body.mass, mass, 1e-12 * mass) << geom;
    EXPECT_LE((body.inertia - Mat3(inertia.asDiagonal())).cwiseAbs().maxCoeff(), 1e-12 * inertia.maxCoeff()) << geom;
  };
  check("size='0.1'", 1000 * 4 * pi / 3 * 1e-3, Vec3::Constant(0.4 * 4 * pi / 3 * 0.01));
  check("type='box' size='0.1 0.2 0.3' mass='6'", 6, {0.26, 0.2, 0.1});  // m/12 of the squares of the full lengths
  check("type='cylinder' size='0.2 0.3' density='500'", 500 * pi * 0.04 * 0.6,
        500 * pi * 0.04 * 0.6 * Vec3(0.04 / 4 + 0.36 / 12, 0.04 / 4 + 0.36 / 12, 0.02));
  check("type='ellipsoid' size='0.1 0.2 0.3' mass='5'", 5, {0.13, 0.1, 0.05});
  // as long as a needle: a rod of length 2 h; as short as a ball: a ball
  const Body needle = body_of(with_body("<geom type='capsule' size='1e-6 0.5' mass='3'/>"), "b");
  EXPECT_NEAR(needle.inertia(0, 0), 3.0 / 12, 1e-5);
  const Body ball = body_of(with_body("<geom type='capsule' size='0.5 1e-9' mass='3'/>"), "b");
  EXPECT_NEAR(ball.inertia(0, 0), 0.4 * 3 * 0.25, 1e-8);
  EXPECT_NEAR(ball.inertia(2, 2), 0.4 * 3 * 0.25, 1e-8);
}

TEST(Mjcf, TwoBallsOnAStickAreADumbbell) {
  const Body body = body_of(with_body("<geom size='0.1' mass='1' pos='0 0 0'/><frame pos='0 0 1'><geom size='0.1' "
                                      "mass='3' pos='0 0 1'/></frame>"),
                            "b");
  expect_near(body.com, {0, 0, 1.5});
  const double own = 0.4 * 0.01 * 4, reduced = 1.0 * 3 / 4 * 4;  // m1 m2/(m1 + m2) d²
  EXPECT_LE((body.inertia - Mat3(Vec3(own + reduced, own + reduced, own).asDiagonal())).norm(), 1e-14);
}

TEST(Mjcf, APendulumAcceleratesAsItsFormulaSays) {
  // a rod of 1 m that hangs at 30° from a hinge at its end: θ'' = −(3/2) g sin θ / L
  const Model model = mjcf(
      "<compiler angle='degree'/><option gravity='0 0 -10'/><worldbody><body name='rod' euler='0 30 0'>"
      "<joint name='pin' axis='0 1 0'/><inertial pos='0 0 -0.5' mass='2' diaginertia='0.16666666666666667 "
      "0.16666666666666667 0.001'/></body></worldbody>");
  const auto system = make_system(model, "joint");
  const Assembled start = assemble(*system);
  ASSERT_EQ(start.state.a.size(), 1);
  EXPECT_NEAR(start.state.a[0], -1.5 * 10 * 0.5, 1e-12);
}

TEST(Mjcf, ClassesInheritAndElementsReplaceWhatTheyGive) {
  const Model model = mjcf(
      "<default><geom density='100'/><default class='big'><geom size='0.2'/><default class='heavy'><geom "
      "density='300'/></default></default></default>"
      "<worldbody><body name='a' childclass='big'><freejoint/><geom/></body><body name='b' "
      "childclass='big'><freejoint/>"
      "<geom class='heavy'/></body><body name='c' childclass='heavy'><freejoint/><geom "
      "size='0.1'/></body></worldbody>");
  const double liter = 4 * pi / 3 * 1e-3;  // volume of a ball of 0.1 m, m³
  EXPECT_NEAR(body_of(model, "a").mass, 100 * 8 * liter, 1e-12);
  EXPECT_NEAR(body_of(model, "b").mass, 300 * 8 * liter, 1e-12);
  EXPECT_NEAR(body_of(model, "c").mass, 300 * liter, 1e-12);
}

TEST(Mjcf, JointsBecomeTheirTypesAndSitesMarkers) {
  const Model model = mjcf(
      "<worldbody><site name='home' pos='1 2 3'/><body name='wall' pos='0 0 1'><geom type='box' size='1 1 1'/>"
      "<body name='a'><joint name='ball' type='ball' pos='0 0 0.1'/><geom size='0.1'/><site name='tip' pos='0 1 0'/>"
      "<body name='b'><joint name='s' type='slide' range='-1 1'/><geom size='0.1'/></body>"
      "<body name='c'><geom size='0.1'/></body></body></body></worldbody>"
      "<equality><joint joint1='s' joint2='t' active='false'/></equality>");
  EXPECT_EQ(joint_of(model, "ball").type, "spherical");
  EXPECT_EQ(joint_of(model, "s").type, "translational");
  EXPECT_EQ(joint_of(model, "s").limits->upper, 1);
  EXPECT_EQ(joint_of(model, "c_mount").type, "fixed");
  expect_near(marker_of(model, "a.tip").position, {0, 1, 0});
  expect_near(marker_of(model, "ground.home").position, {1, 2, 3});
  expect_near(marker_of(model, "a.ball").position, {0, 0, 0.1});
  expect_near(marker_of(model, "ground.ball").position, {0, 0, 1.1});
  expect_near(marker_of(model, "ground.wall").position, {0, 0, 1});
}

TEST(Mjcf, AnEqualityOfJointsIsAMimic) {
  // q2 − 0.1 = 0.02 − 0.5 (q1 − 0.3), slides with ref 0.3 and 0.1
  const Model model = mjcf(
      "<worldbody><body name='a'><joint name='s1' type='slide' ref='0.3'/><geom size='0.1'/></body>"
      "<body name='b' pos='1 0 0'><joint name='s2' type='slide' ref='0.1'/><geom size='0.1'/></body></worldbody>"
      "<equality><joint joint1='s2' joint2='s1' polycoef='0.02 -0.5 0 0 0'/></equality>");
  EXPECT_EQ(joint_of(model, "s2_mimic").type, "coupler");
  // s1 starts at 0 and is so 0.3 below where it is drawn in the file: s2 = 0.1 + 0.02 + 0.15, drawn at ref = 0.1
  EXPECT_NEAR(body_of(model, "a").position[2], -0.3, 1e-15);
  EXPECT_NEAR(body_of(model, "b").position[2], 0.27 - 0.1, 1e-15);
}

TEST(Mjcf, GravityIsThatOfTheFileUnlessTheSideFileGivesOne) {
  const std::string body = "<worldbody><body name='b'><freejoint/><geom size='1'/></body></worldbody>";
  expect_near(mjcf(body).gravity(), {0, 0, -9.81});
  expect_near(mjcf("<option gravity='1 2 3'/>" + body).gravity(), {1, 2, 3});
  expect_near(mjcf("<option gravity='1 2 3'><flag gravity='disable'/></option>" + body).gravity(), {0, 0, 0});
  const Model side = read_model_text("mjcf: {file: chain.xml}\ngravity: [0, 1, 0]\n", MJCF_TESTS "/files/side.yaml");
  expect_near(side.gravity(), {0, 1, 0});
}

TEST(Mjcf, WhatIsIgnoredIsNamedOnceWithItsLine) {
  const std::string notes = notes_of(mjcf(
      "<visual/>\n<worldbody>\n<light/>\n<body name='b' gravcomp='1'>\n<joint armature='0.1' range='-1 1'/>\n<geom "
      "size='1'/>\n<geom size='1'/></body></worldbody>\n<tendon><spatial/></tendon>\n<actuator>\n<motor "
      "joint='j'/>\n<motor joint='k'/></actuator>"));
  expect_contains(notes,
                  "ignored, although they can change the motion: <motor> (line 11), <spatial> (line 9), armature of "
                  "<joint> (line 6), contacts between geoms (line 7), gravcomp of <body> (line 5), limits of <joint> "
                  "during the motion (line 6)\n");
  expect_contains(notes, "ignored, without effect on the motion: <light> (line 4), <visual> (line 2)\n");
  EXPECT_EQ(notes_of(with_body("<geom size='1' contype='0' conaffinity='0'/>")), "");
}

}  // namespace
}  // namespace daedalus::testing
