// What becomes of the links and joints of a URDF file, by numbers computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/io/urdf/mimic.hpp"
#include "daedalus/math/euler_parameters.hpp"
#include "urdf/urdf_support.hpp"

namespace daedalus::testing {
namespace {

void expect_matrix(const Mat3& value, const Mat3& expected) {
  EXPECT_LE((value - expected).norm(), 1e-15) << value << "\nexpected\n" << expected;
}
Mat3 rows(const Vec3& a, const Vec3& b, const Vec3& c) {
  Mat3 all;
  all << a.transpose(), b.transpose(), c.transpose();
  return all;
}
Mat3 axes_of(const Body& body) { return rotation_matrix(body.orientation); }

TEST(Urdf, ALinkIsABodyWithItsInertiaTurnedIntoItsOwnAxes) {
  const Model model = read_model(urdf_file("three_axis.urdf"));
  const Body& slider = body_of(model, "slider");
  EXPECT_EQ(slider.kind, BodyKind::spatial);
  EXPECT_EQ(slider.mass, 2);
  expect_near(slider.com, {0.05, 0, 0.1});
  // A quarter turn about z: x becomes y, y becomes -x.
  expect_matrix(slider.inertia, rows({0.03, 0, -0.002}, {0, 0.02, 0.001}, {-0.002, 0.001, 0.02}));
}

TEST(Urdf, LinksAreWhereTheOriginsOfTheirJointsPutThem) {
  const Model model = read_model(urdf_file("three_axis.urdf"));
  const Mat3 quarter_turn_about_y = rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0});
  expect_near(body_of(model, "upper").position, {0, 0, 0.5});
  expect_near(body_of(model, "slider").position, {0, 0, 1.1});
  expect_matrix(axes_of(body_of(model, "slider")), quarter_turn_about_y);
  expect_near(body_of(model, "wheel").position, {0.2, 0, 1.0});
  expect_matrix(axes_of(body_of(model, "wheel")), quarter_turn_about_y);
}

TEST(Urdf, RollPitchYawTurnAboutFixedAxesInThisOrder) {
  const Model model = read_model_text(R"(<robot name="r">
  <link name="a"/>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <joint name="j" type="floating"><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><parent link="a"/><child link="b"/></joint>
</robot>)",
                                      "r.urdf");
  const double sr = std::sin(0.1), cr = std::cos(0.1), sp = std::sin(0.2), cp = std::cos(0.2), sy = std::sin(0.3),
               cy = std::cos(0.3);
  expect_near(body_of(model, "b").position, {1, 2, 3});
  expect_matrix(axes_of(body_of(model, "b")),
                rows({cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                     {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr}, {-sp, cp * sr, cp * cr}));
  EXPECT_TRUE(model.joints().empty());  // floating: nothing is held
}

TEST(Urdf, AJointHasItsMarkersAtTheChildWithZAlongItsAxis) {
  const Model model = read_model(urdf_file("three_axis.urdf"));
  const Joint &hinge = joint_of(model, "hinge"), &slide = joint_of(model, "slide"), &spin = joint_of(model, "spin");
  EXPECT_EQ(hinge.type, "revolute");
  EXPECT_EQ(slide.type, "translational");
  EXPECT_EQ(spin.type, "revolute");
  EXPECT_EQ(model.marker(slide.between.P).name, "slider.slide");
  EXPECT_EQ(model.marker(slide.between.Q).name, "upper.slide");
  expect_near(model.marker(hinge.between.P).axes.col(2), {0, 1, 0});
  expect_near(model.marker(slide.between.Q).position, {0, 0, 0.6});
  expect_near(model.marker(slide.between.Q).axes.col(2), {1, 0, 0});
  expect_near(model.marker(spin.between.P).axes.col(2), Vec3(0, 1, 1) / std::sqrt(2));
}

TEST(Urdf, LimitsAreDataOfTheJoint) {
  const Model model = read_model(urdf_file("three_axis.urdf"));
  const auto& hinge = joint_of(model, "hinge").limits;
  ASSERT_TRUE(hinge);
  EXPECT_EQ(hinge->lower, -1);
  EXPECT_EQ(hinge->upper, 1.5);
  EXPECT_EQ(hinge->effort, 100);
  EXPECT_EQ(hinge->velocity, 2);
  EXPECT_FALSE(joint_of(model, "spin").limits);
}

TEST(Urdf, AFrameWithoutMassIsAMarkerOnTheLinkItIsFixedTo) {
  const Model model = read_model(urdf_file("three_axis.urdf"));
  const Marker& tip = marker_of(model, "wheel.tool_tip");
  expect_near(tip.position, {0, 0, 0.3});
  expect_near(tip.axes.col(2), {0, 0, -1});
  EXPECT_THROW((void)body_of(model, "tool_tip"), std::out_of_range);
}

TEST(Urdf, FramesOnFramesAddUpAndJointsCanStartThere) {
  const Model model = read_model_text(R"(<robot name="r">
  <link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <link name="f"/><link name="g"/>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <joint name="jf" type="fixed"><origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/><parent link="a"/><child link="f"/></joint>
  <joint name="jg" type="fixed"><origin xyz="1 0 0"/><parent link="f"/><child link="g"/></joint>
  <joint name="jb" type="continuous"><origin xyz="0 0 1"/><axis xyz="1 0 0"/><parent link="g"/><child link="b"/></joint>
</robot>)",
                                      "r.urdf");
  expect_near(marker_of(model, "a.g").position, {1, 1, 0});
  expect_near(marker_of(model, "a.jb").position, {1, 1, 1});
  expect_near(marker_of(model, "a.jb").axes.col(2), {0, 1, 0});
  expect_near(body_of(model, "b").position, {1, 1, 1});
}

TEST(Urdf, TheRootRestsUnderItsNameUnlessItIsTheWorldOrFree) {
  const Model fixed = read_model(urdf_file("three_axis.urdf"));
  EXPECT_EQ(body_of(fixed, "base_link").kind, BodyKind::prescribed);
  const Model world = read_model(urdf_file("gripper.urdf"));
  EXPECT_EQ(world.body_of(joint_of(world, "turn").between.Q).kind, BodyKind::ground);
  const Model free =
      read_model_text("urdf: {file: free.urdf, base: free, position: [0, 0, 2]}", urdf_file("free.yaml"));
  EXPECT_EQ(body_of(free, "trunk").kind, BodyKind::spatial);
  expect_near(body_of(free, "trunk").position, {0, 0, 2});
  expect_near(body_of(free, "leg").position, {0.1, 0, 1.8});
}

TEST(Urdf, NotesSayWhatWasReadDifferently) {
  const std::string notes = notes_of(read_model(urdf_file("three_axis.urdf")));
  expect_contains(notes, "gravity defaults to [0, 0, -9.81]");
  expect_contains(notes, "'tool-tip' is tool_tip");
  expect_contains(notes, "joint 'hinge' (revolute): friction is smoothed below 0.05 rad/s");
  const std::string other = notes_of(read_model(urdf_file("gripper.urdf")));
  expect_contains(other, "joint 'left', which has the name of a link, is left_joint");
  expect_contains(other, "multiplier = -0.6666667 is interpreted as -2/3");
}

TEST(Urdf, ASideFileAddsMarkersJointsAndForcesAndSeesTheFrames) {
  const Model model = read_model_text(R"(
urdf: {file: three_axis.urdf, position: [1, 0, 0], orientation: {axis: [0, 0, 1], angle: pi/2}}
gravity: [0, 0, -9.81]
bodies:
  weight: {type: point, mass: 1, position: [1, 0, 2]}
  upper: {markers: {eye: [0, 0.1, 0.2]}}
joints:
  rope: {type: distance, between: [weight, tool_tip], length: 1}
forces:
  spring: {type: spring_damper, between: [upper.eye, base_link], stiffness: 10}
measures:
  height: {kind: gap_z, between: [tool_tip, ground]}
initial: {slide.displacement: {value: 0.1, rate: 2}, hinge.angle: pi/2}
)",
                                      urdf_file("side.yaml"));
  expect_near(marker_of(model, "upper.eye").position, {0, 0.1, 0.2});
  EXPECT_EQ(model.marker(model.measures()[0].measure.P).name, "wheel.tool_tip");
  expect_near(body_of(model, "base_link").position, {1, 0, 0});
  // base turned by 90° about z: the hinge axis y points along -x; by 90° about it the upper arm, up before, points
  // along y.
  EXPECT_LE((body_of(model, "slider").position - Vec3(1, 0.6, 0.5 - 0.1)).norm(), 1e-14);
  EXPECT_LE((body_of(model, "slider").velocity - Vec3(0, 0, -2)).norm(), 1e-14);
}

TEST(Urdf, MultipliersOfAnglesAreRatiosOfWholeNumbers) {
  struct Case {
    double factor;
    int above, below;
    bool is_exact;
  };
  for (const Case& c :
       {Case{1, 1, 1, true}, Case{-0.5, -1, 2, true}, Case{2.5, 5, 2, true}, Case{0.1234, 617, 5000, true},
        Case{2.0 / 3, 2, 3, true}, Case{0.66667, 2, 3, false}, Case{-0.33333, -1, 3, false}}) {
    const auto ratio = urdf::find_ratio(c.factor);
    ASSERT_TRUE(ratio) << c.factor;
    EXPECT_EQ(ratio->above, c.above) << c.factor;
    EXPECT_EQ(ratio->below, c.below) << c.factor;
    EXPECT_EQ(ratio->is_exact, c.is_exact) << c.factor;
  }
  for (const double factor : {0.0, 1e-9, 1e9, std::nan(""), 1e308}) EXPECT_FALSE(urdf::find_ratio(factor)) << factor;
  EXPECT_NEAR(urdf::find_ratio(std::sqrt(2))->value(), std::sqrt(2), 2e-5 * std::sqrt(2));
}

TEST(Urdf, SideFilesMayBeIncluded) {
  EXPECT_NO_THROW((void)read_model_text("include: [free_side.yaml]\n", urdf_file("any.yaml")));
  const std::string twice = refusal("include: [free_side.yaml]\nurdf: three_axis.urdf\n", urdf_file("any.yaml"));
  expect_contains(twice, "urdf: a file is already given at");
}

}  // namespace
}  // namespace daedalus::testing
