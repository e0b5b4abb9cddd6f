// Shapes, colors and display hints: what a file says is what the model holds.
#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/model_builder.hpp"
#include "model_file/model_file_support.hpp"
#include "support/small_meshes.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::testing {
namespace {

TEST(ModelShapes, EveryKindOfBodyHasColorAndShapes) {
  const Model model = read_model(test_file("shapes.yaml"));
  const std::pair<const char*, const char*> colors[] = {
      {"ground", "#888888"}, {"arm", "#AA3322"},   {"top", ""},         {"bob", ""},
      {"road", "#000001"},   {"ball1", "#000001"}, {"ball2", "#000002"}};
  for (const auto& [name, color] : colors) EXPECT_EQ(body(model, name).color, color) << name;
  const std::pair<const char*, std::size_t> shapes[] = {{"ground", 1}, {"arm", 2},  {"top", 3},
                                                        {"bob", 1},    {"road", 1}, {"ball2", 1}};
  for (const auto& [name, count] : shapes) EXPECT_EQ(body(model, name).shapes.size(), count) << name;
}

TEST(ModelShapes, BoxCylinderAndSphereHaveTheirSizes) {
  const Model model = read_model(test_file("shapes.yaml"));
  const Shape &box = body(model, "ground").shapes[0], &cylinder = body(model, "arm").shapes[0],
              &ball = body(model, "ball2").shapes[0];
  EXPECT_EQ(box.kind, ShapeKind::box);
  EXPECT_EQ(box.size, Vec3(2, 0.1, 1));
  EXPECT_EQ(box.position, Vec3(0, -0.05, 0));
  EXPECT_EQ(cylinder.kind, ShapeKind::cylinder);
  EXPECT_EQ(cylinder.radius, 0.05);
  EXPECT_EQ(cylinder.length, 0.1);
  EXPECT_EQ(cylinder.position, Vec3(0.2, 0, 0));
  EXPECT_EQ(ball.kind, ShapeKind::sphere);
  EXPECT_EQ(ball.radius, 0.1);
  EXPECT_EQ(body(model, "bob").shapes[0].position, Vec3(0.1, 0.2, 0.3));
}

TEST(ModelShapes, LinesHaveTheirPointsAndAColorOfTheirOwn) {
  const Model model = read_model(test_file("shapes.yaml"));
  const Shape &rod = body(model, "arm").shapes[1], &outline = body(model, "top").shapes[0],
              &thin = body(model, "road").shapes[0];
  EXPECT_EQ(rod.kind, ShapeKind::line);
  EXPECT_EQ(rod.points, (std::vector<Vec3>{{0, 0, 0}, {0.4, 0, 0}}));
  EXPECT_DOUBLE_EQ(rod.radius, 0.01);
  EXPECT_EQ(rod.color, "#00ff00");
  EXPECT_EQ(outline.kind, ShapeKind::polyline);
  EXPECT_EQ(outline.points, (std::vector<Vec3>{{0, 0, 0}, {0.1, 0.2, 0}, {-0.1, 0.2, 0}}));
  EXPECT_TRUE(outline.closed);
  EXPECT_EQ(thin.points, (std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(thin.radius, 0);
  EXPECT_EQ(thin.color, "");
}

TEST(ModelShapes, ShapesAreTurnedAsMarkersAre) {
  const Model model = read_model(test_file("shapes.yaml"));
  const double half = std::numbers::sqrt2 / 2;
  EXPECT_LT((body(model, "top").shapes[1].orientation - Vec4(half, 0, 0, half)).norm(), 1e-15);
  const Mat3 by_axis = rotation_matrix(body(model, "arm").shapes[0].orientation);
  EXPECT_LT((by_axis.col(2) - Vec3(1, 0, 0)).norm(), 1e-15);
  const Mat3 by_axes = rotation_matrix(body(model, "top").shapes[2].orientation);
  EXPECT_LT((by_axes.col(2) - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((by_axes.col(0) - Vec3(0, 0, 1)).norm(), 1e-15);
}

TEST(ModelView, HintsAreRead) {
  const ViewHints view = read_model(test_file("shapes.yaml")).view();
  EXPECT_EQ(view.camera, "xy");
  EXPECT_EQ(view.follow, "arm");
  EXPECT_EQ(view.traces, (std::vector<std::string>{"arm.tip", "bob"}));
  EXPECT_EQ(view.speed, 0.5);
  ASSERT_EQ(view.plots.size(), 2u);
  EXPECT_EQ(view.plots[0].title, "angle");
  EXPECT_EQ(view.plots[0].x, "");
  EXPECT_EQ(view.plots[0].y, (std::vector<std::string>{"arm.theta"}));
  EXPECT_EQ(view.plots[1].x, "arm.x");
  EXPECT_EQ(view.plots[1].y, (std::vector<std::string>{"arm.y", "ball*.y"}));
  EXPECT_TRUE(view.plots[1].log_y);
  EXPECT_FALSE(view.plots[1].log_x);
  const ViewHints none = read_model(test_file("crank.yaml")).view();
  EXPECT_EQ(none.camera, "");
  EXPECT_EQ(none.speed, 0);
  EXPECT_TRUE(none.plots.empty());
}

TEST(ModelView, EveryCameraIsAccepted) {
  for (const std::string camera : {"3d", "chase", "side", "top", "xy", "xz", "yz"})
    EXPECT_EQ(read_model_text(one_body + "view: {camera: " + camera + "}\n", "a.yaml").view().camera, camera);
}

// A model of one mesh, and files beside it.
class ModelMesh : public ::testing::Test {
 protected:
  ModelMesh() { write("plate.stl", binary_stl_plate()); }
  void write(const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_file((folder_ / name).string(), bytes);
  }
  static std::string body_with(const std::string& mesh) {
    return "bodies:\n  a: {type: point, mass: 1, shapes: [{type: mesh, " + mesh + "}]}\n";
  }
  Model read(const std::string& text, const ModelFileLimits& limits = {}) {
    write("model.yaml", text);
    return read_model(folder_ / "model.yaml", {}, limits);
  }
  std::string refused(const std::string& text, const ModelFileLimits& limits = {}) {
    try {
      (void)read(text, limits);
    } catch (const ModelError& error) {
      return error.what();
    }
    ADD_FAILURE() << "accepted: " << text;
    return "";
  }
  TemporaryFolder folder_;
};

TEST_F(ModelMesh, ItsTrianglesAreScaled) {
  const Shape whole = read(body_with("file: plate.stl, scale: 0.5")).body(1).shapes[0];
  EXPECT_EQ(whole.kind, ShapeKind::mesh);
  EXPECT_EQ(whole.mesh->vertices, (std::vector<float>{0, 0, 0, 0.5, 0, 0, 0.5, 1, 0, 0, 1, 0}));
  EXPECT_EQ(whole.mesh->triangles, plate_triangles);
  EXPECT_EQ(whole.file, (folder_ / "plate.stl").string());
}

TEST_F(ModelMesh, AMirroredMeshKeepsItsOutsideOutside) {
  const Shape mirrored = read(body_with("file: plate.stl, scale: [-1, 2, 3]")).body(1).shapes[0];
  EXPECT_EQ(mirrored.mesh->vertices, (std::vector<float>{0, 0, 0, -1, 0, 0, -1, 4, 0, 0, 4, 0}));
  EXPECT_EQ(mirrored.mesh->triangles, (std::vector<std::uint32_t>{0, 2, 1, 0, 3, 2}));
}

// Meshes are the large part of a model: neither another shape nor a model that is built from this one holds its own copy.
TEST_F(ModelMesh, IsSharedByShapesOfOneScaleAndByModelsBuiltFromThisOne) {
  const Model model = read(
      "bodies:\n  a: {type: point, mass: 1, shapes: [{type: mesh, file: plate.stl}, {type: mesh, file: plate.stl},"
      " {type: mesh, file: plate.stl, scale: 2}]}\n");
  const std::vector<Shape>& shapes = model.body(1).shapes;
  EXPECT_EQ(shapes[0].mesh, shapes[1].mesh);
  EXPECT_NE(shapes[0].mesh, shapes[2].mesh);
  ModelBuilder more(model);
  more.output("energy.*");
  EXPECT_EQ(more.finish().body(1).shapes[0].mesh, shapes[0].mesh);
}

TEST_F(ModelMesh, EveryFormatIsRead) {
  const std::pair<const char*, std::string> files[] = {
      {"a.obj", obj_plate()}, {"b.stl", ascii_stl_plate()}, {"c.gltf", gltf_plate()}, {"d.glb", glb_plate()}};
  for (const auto& [name, bytes] : files) {
    write(name, bytes);
    EXPECT_EQ(read(body_with("file: " + std::string(name))).body(1).shapes[0].mesh->triangles, plate_triangles) << name;
  }
}

TEST_F(ModelMesh, ItsNameIsRelativeToTheFileThatGivesIt) {
  write("parts/meshes/plate.stl", ascii_stl_plate());
  write("parts/part.yaml", body_with("file: meshes/plate.stl"));
  EXPECT_EQ(read("include: parts/part.yaml\n").body(1).shapes[0].mesh->triangles, plate_triangles);
}

TEST_F(ModelMesh, AMissingFileIsNamedWithItsPlace) {
  const std::string message = refused(body_with("file: plat.stl"));
  expect_contains(message, "model.yaml:2:57: body 'a' (point): shapes[0].file: file '" +
                               (folder_ / "plat.stl").string() + "' not found.");
  expect_contains(message, "File names are relative to the file that contains them.");
}

TEST_F(ModelMesh, BrokenFilesAreRefused) {
  write("index.gltf", gltf_plate(9));
  expect_contains(refused(body_with("file: index.gltf")), "index.gltf' has 1 triangles with missing vertices.");
  write("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
  expect_contains(refused(body_with("file: line.obj")), "line.obj' has no triangles.");
  expect_contains(refused(body_with("file: plate.stl, scale: 1e300")),
                  "plate.stl' times its scale has a vertex that is not finite.");
  expect_contains(refused(body_with("file: model.yaml")),
                  "model.yaml' does not have a supported mesh extension (.obj, .stl, .gltf, .glb, .dae).");
}

TEST_F(ModelMesh, TheTrianglesOfAllCopiesCount) {
  const std::string five =
      "bodies:\n  \"a{k}\": {for: {k: 1..5}, type: point, mass: 1, shapes: [{type: mesh, file: plate.stl}]}\n";
  EXPECT_EQ(read(five, {.mesh_triangles = 10}).bodies().size(), 6u);
  expect_contains(refused(five, {.mesh_triangles = 9}),
                  "shapes[0].file: the meshes of the model have more than 9 triangles in total: simplify the mesh.");
}

TEST_F(ModelMesh, TheBytesOfAllFilesCount) {
  write("more.stl", binary_stl_plate());
  const std::string two =
      "bodies:\n  a: {type: point, mass: 1, shapes: [{type: mesh, file: plate.stl}, {type: mesh, file: more.stl}]}\n";
  expect_contains(refused(two, {.total_bytes = 300}),
                  "shapes[1].file: the mesh files have more than 300 bytes in total: simplify the mesh.");
  expect_contains(refused(two, {.files = 1}), "shapes[1].file: more than 1 mesh files.");
}

TEST_F(ModelMesh, TheExampleOfTheGuideIsAccepted) {
  const std::string guide = text_of_file(MODEL_FILE_TESTS "/../../docs/guide/model_files.md"), opening = "```yaml\n";
  const std::size_t begin = guide.find(opening, guide.find("\n## Shapes")) + opening.size(),
                    end = guide.find("```", begin);
  write("wheel.stl", ascii_stl_plate());
  const Model model = read(guide.substr(begin, end - begin));
  const std::vector<Shape>& shapes = model.body(1).shapes;
  ASSERT_EQ(shapes.size(), 6u);
  EXPECT_EQ(shapes[0].radius, 0.2);
  EXPECT_EQ(shapes[5].kind, ShapeKind::mesh);
}

// Models that are built in C++ are held to the same.
TEST(ModelBuilderShapes, BrokenShapesColorsAndHintsAreRefused) {
  const auto refusal_of = [](const std::function<void(ModelBuilder&)>& spoil) -> std::string {
    ModelBuilder build("b");
    build.body({.name = "a", .kind = BodyKind::point, .mass = 1});
    spoil(build);
    try {
      (void)build.finish();
    } catch (const ModelError& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto with = [&](const Shape& shape) { return refusal_of([&](ModelBuilder& build) { build.shape(1, shape); }); };
  EXPECT_EQ(with({.size = {1, 1, 1}}), "accepted");
  expect_contains(with({.size = {1, -1, 1}}), "'a': shapes[0]: size = [1, -1, 1] m must be three positive numbers.");
  expect_contains(with({.kind = ShapeKind::cylinder, .radius = 1}), "length = 0 m must be a positive number.");
  expect_contains(with({.kind = ShapeKind::sphere}), "radius = 0 m must be a positive number.");
  expect_contains(with({.color = "red", .size = {1, 1, 1}}), "the color 'red' is not of the form #rrggbb.");
  expect_contains(with({.kind = ShapeKind::line, .points = {{0, 0, 0}}}), "a line needs 2 points, not 1.");
  expect_contains(with({.kind = ShapeKind::mesh}), "the mesh has no triangles.");
  Mesh mesh{.vertices = plate_vertices, .triangles = plate_triangles};
  const auto with_mesh = [&] { return with({.kind = ShapeKind::mesh, .mesh = std::make_shared<const Mesh>(mesh)}); };
  EXPECT_EQ(with_mesh(), "accepted");
  mesh.triangles[4] = 4;
  expect_contains(with_mesh(), "a mesh triangle refers to vertex 4 of 4.");
  mesh.vertices[3] = std::nanf("");
  expect_contains(with_mesh(), "a mesh vertex is not finite.");
  expect_contains(refusal_of([](ModelBuilder& build) { build.color(1, "#12345"); }),
                  "the color '#12345' is not of the form #rrggbb.");
  expect_contains(refusal_of([](ModelBuilder& build) { build.view({.camera = "front"}); }), "unknown camera 'front'");
  expect_contains(refusal_of([](ModelBuilder& build) { build.view({.follow = "b"}); }), "unknown body 'b'.");
  expect_contains(refusal_of([](ModelBuilder& build) { build.view({.traces = {"a.tip"}}); }),
                  "unknown body or marker 'a.tip'.");
  expect_contains(refusal_of([](ModelBuilder& build) { build.view({.speed = -1}); }), "the speed must be positive");
}

}  // namespace
}  // namespace daedalus::testing
