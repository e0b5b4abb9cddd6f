// <visual> elements are shapes of bodies; what cannot be drawn is a note.
#include <gtest/gtest.h>

#include "daedalus/math/euler_parameters.hpp"
#include "support/small_meshes.hpp"
#include "support/temporary_folder.hpp"
#include "urdf/urdf_support.hpp"

namespace daedalus::testing {
namespace {

const std::string inertial = R"(<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>)";

// A robot whose link 'arm' turns on 'world', with a frame 'tool' on it.
std::string robot_with(const std::string& on_arm, const std::string& on_tool = "", const std::string& on_world = "",
                       const std::string& more = "") {
  return R"(<robot name="r">)" + more + R"(
<link name="world">)" +
         on_world + R"(</link>
<link name="arm">)" +
         inertial + on_arm + R"(</link>
<link name="tool">)" +
         on_tool + R"(</link>
<joint name="pin" type="continuous"><origin xyz="0 0 5"/><parent link="world"/><child link="arm"/></joint>
<joint name="grip" type="fixed"><origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/><parent link="arm"/><child link="tool"/></joint>
</robot>)";
}
std::string visual(const std::string& geometry, const std::string& more = "") {
  return "<visual>" + more + "<geometry>" + geometry + "</geometry></visual>";
}

TEST(UrdfVisual, BoxesCylindersAndSpheresAreShapesOfTheBody) {
  const Model model = read_model_text(
      robot_with(visual(R"(<box size="0.1 0.2 0.3"/>)", R"(<origin xyz="1 2 3" rpy="1.5707963267948966 0 0"/>)") +
                 visual(R"(<cylinder radius="0.4" length="0.5"/>)") + visual(R"(<sphere radius="0.6"/>)")),
      "r.urdf");
  const std::vector<Shape>& shapes = body_of(model, "arm").shapes;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].kind, ShapeKind::box);
  EXPECT_EQ(shapes[0].size, Vec3(0.1, 0.2, 0.3));
  expect_near(shapes[0].position, {1, 2, 3});
  expect_near(rotation_matrix(shapes[0].orientation).col(2), {0, -1, 0});
  EXPECT_EQ(shapes[1].kind, ShapeKind::cylinder);
  EXPECT_EQ(shapes[1].radius, 0.4);
  EXPECT_EQ(shapes[1].length, 0.5);
  EXPECT_EQ(shapes[2].kind, ShapeKind::sphere);
  EXPECT_EQ(shapes[2].radius, 0.6);
}

TEST(UrdfVisual, AFrameWithoutMassIsDrawnOnItsBodyAndTheWorldOnTheGround) {
  const std::string sphere = visual(R"(<sphere radius="1"/>)", R"(<origin xyz="0.5 0 0"/>)");
  const Model model = read_model_text(robot_with("", sphere, sphere), "r.urdf");
  ASSERT_EQ(body_of(model, "arm").shapes.size(), 1u);
  expect_near(body_of(model, "arm").shapes[0].position, {1, 0.5, 0});  // the tool is turned by 90° about z
  ASSERT_EQ(model.body(ground_body).shapes.size(), 1u);
  expect_near(model.body(ground_body).shapes[0].position, {0.5, 0, 0});
}

TEST(UrdfVisual, ColorsComeFromTheVisualOrFromAMaterialOfTheRobot) {
  const std::string box = R"(<box size="1 1 1"/>)";
  const Model model = read_model_text(
      robot_with(visual(box, R"(<material name="own"><color rgba="1 0.5 0 1"/></material>)") +
                     visual(box, R"(<material name="blue"/>)") + visual(box, R"(<material name="own"/>)") + visual(box),
                 "", "", R"(<material name="blue"><color rgba="0 0 1 0.3"/></material>)"),
      "r.urdf");
  const std::vector<Shape>& shapes = body_of(model, "arm").shapes;
  ASSERT_EQ(shapes.size(), 4u);
  EXPECT_EQ(shapes[0].color, "#ff8000");
  EXPECT_EQ(shapes[1].color, "#0000ff");
  EXPECT_EQ(shapes[2].color, "#ff8000");
  EXPECT_EQ(shapes[3].color, "");
}

TEST(UrdfVisual, WhatCannotBeDrawnIsANoteAndNotAnError) {
  const Model model =
      read_model_text(robot_with("\n" + visual(R"(<box size="1 x 1"/>)") + visual(R"(<capsule radius="1"/>)") +
                                 visual(R"(<sphere radius="-1"/>)") + visual(R"(<mesh filename="hand.ply"/>)") +
                                 visual(R"(<mesh filename="hand.stl"/>)") +
                                 visual(R"(<mesh filename="package://hand/hand.stl"/>)") + "<visual/>"),
                      "r.urdf");
  EXPECT_TRUE(body_of(model, "arm").shapes.empty());
  const std::string notes = notes_of(model);
  expect_contains(
      notes, "link 'arm': a shape is not drawn: r.urdf:4: link 'arm': <box size='1 x 1'>: 'x' is not a finite number.");
  expect_contains(notes, "unknown geometry <capsule>.");
  expect_contains(notes, "radius = -1 m must be a positive number.");
  expect_contains(notes, "'hand.ply' does not have a supported mesh extension (.obj, .stl, .gltf, .glb, .dae).");
  expect_contains(notes, "file 'hand.stl' not found.");
  expect_contains(notes, "2 more shapes are not drawn");
}

TEST(UrdfVisual, ColorsThatAreNoneAreANote) {
  const Model model =
      read_model_text(robot_with("", "", "", R"(<material name="m"><color rgba="255 0 0 1"/></material>)"), "r.urdf");
  expect_contains(notes_of(model), "rgba values must be between 0 and 1.");
}

TEST(UrdfVisual, MeshesAreFoundBesideTheFileAndInThePackagesAboveIt) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "hand/urdf");
  std::filesystem::create_directories(folder / "hand/meshes");
  write_file((folder / "hand/meshes/plate.stl").string(), binary_stl_plate());
  const std::string file = (folder / "hand/urdf/hand.urdf").string();
  const std::string by_path = "file://" + (folder / "hand/meshes/plate.stl").string();
  for (const std::string& name :
       {std::string("../meshes/plate.stl"), std::string("package://hand/meshes/plate.stl"), by_path}) {
    const Model model =
        read_model_text(robot_with(visual(R"(<mesh filename=")" + name + R"(" scale="1 1 -0.5"/>)")), file);
    ASSERT_EQ(body_of(model, "arm").shapes.size(), 1u) << notes_of(model);
    EXPECT_EQ(body_of(model, "arm").shapes[0].mesh->vertices, plate_vertices);  // it is flat
    EXPECT_EQ(body_of(model, "arm").shapes[0].mesh->triangles, (std::vector<std::uint32_t>{0, 2, 1, 0, 3, 2}));
  }
  const Model missing = read_model_text(robot_with(visual(R"(<mesh filename="package://hand/plate.stl"/>)")), file);
  expect_contains(notes_of(missing), "'hand/plate.stl' was not found in any directory above the URDF file.");
}

TEST(UrdfVisual, ASideFileAddsShapesAndSeesFramesInItsView) {
  const TemporaryFolder folder;
  write_file((folder / "r.urdf").string(), robot_with(visual(R"(<sphere radius="1"/>)")));
  write_file((folder / "r.yaml").string(), R"(
urdf: r.urdf
bodies: {arm: {color: "#123456", shapes: [{type: box, size: [1, 2, 3]}]}}
view: {traces: [tool], follow: arm}
)");
  const Model model = read_model(folder / "r.yaml");
  EXPECT_EQ(body_of(model, "arm").color, "#123456");
  EXPECT_EQ(body_of(model, "arm").shapes.size(), 2u);
  EXPECT_EQ(model.view().traces, (std::vector<std::string>{"arm.tool"}));
}

}  // namespace
}  // namespace daedalus::testing
