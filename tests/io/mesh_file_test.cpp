// A plate in every format is the same two triangles; what is not a mesh is refused with words, never with a crash.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/mesh_file.hpp"
#include "model_file/text_mutator.hpp"
#include "support/small_meshes.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::testing {
namespace {

class MeshFile : public ::testing::Test {
 protected:
  Mesh read(const std::string& name, const std::string& bytes, const MeshFileLimits& limits = {}) {
    write_file((folder_ / name).string(), bytes);
    return read_mesh(folder_ / name, limits);
  }
  std::string refusal(const std::string& name, const std::string& bytes, const MeshFileLimits& limits = {}) {
    try {
      (void)read(name, bytes, limits);
    } catch (const ModelError& error) {
      return error.what();
    }
    ADD_FAILURE() << name << " is accepted";
    return "";
  }
  void expect_refusal(const std::string& name, const std::string& bytes, const std::string& why,
                      const MeshFileLimits& limits = {}) {
    const std::string message = refusal(name, bytes, limits);
    EXPECT_NE(message.find(why), std::string::npos) << "expected: " << why << "\nin: " << message;
    EXPECT_NE(message.find(name + "' "), std::string::npos) << message;
  }
  void expect_plate(const Mesh& mesh, const std::vector<float>& vertices = plate_vertices) {
    EXPECT_EQ(mesh.vertices, vertices);
    EXPECT_EQ(mesh.triangles, plate_triangles);
  }
  TemporaryFolder folder_;
};

std::string changed(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

TEST_F(MeshFile, ObjFacesBecomeTrianglesWithoutMaterialsAndLines) { expect_plate(read("plate.obj", obj_plate())); }

TEST_F(MeshFile, StlTextAndStlBytesAreTheSameMesh) {
  expect_plate(read("text.stl", ascii_stl_plate()));
  expect_plate(read("bytes.STL", binary_stl_plate()));
}

TEST_F(MeshFile, GltfTakesTheTransformationsOfItsNodes) {
  expect_plate(read("plate.gltf", gltf_plate()), gltf_vertices);
  expect_plate(read("plate.glb", glb_plate()), gltf_vertices);
}

TEST_F(MeshFile, GltfMayReferToAFileInItsOwnFolderOnly) {
  write_file((folder_ / "plate.bin").string(), plate_buffer());
  expect_plate(read("plate.gltf", gltf_json(R"(, "uri": "plate.bin")")), gltf_vertices);
  std::filesystem::create_directories(folder_ / "inner");
  expect_refusal("inner/plate.gltf", gltf_json(R"(, "uri": "../plate.bin")"), "cannot be read: ");
  expect_refusal("plate.gltf", gltf_json(R"(, "uri": ")" + (folder_ / "plate.bin").string() + '"'), "cannot be read: ");
  expect_refusal("plate.gltf", gltf_json(R"(, "uri": "missing.bin")"), "cannot be read: ");
  const std::string text = gltf_json(R"(, "uri": "plate.bin")");  // the bytes of both files count, 60 of the second
  expect_plate(read("plate.gltf", text, {.bytes = text.size() + 60}), gltf_vertices);
  expect_refusal("plate.gltf", text, "cannot be read: ", {.bytes = text.size() + 59});
}

TEST_F(MeshFile, VerticesAtTheSamePlaceAreOneEvenIfTheyAreTiny) {
  std::string tiny = obj_plate();
  for (const auto& [from, to] :
       {std::pair{"v 1 0 0", "v 1e-7 0 0"}, {"v 1 2 0", "v 1e-7 2e-7 0"}, {"v 0 2 0", "v 0 2e-7 0"}})
    tiny = changed(tiny, from, to);
  EXPECT_EQ(read("tiny.obj", tiny).vertices.size(), 12u);
}

TEST_F(MeshFile, OtherNamesAreRefused) {
  expect_refusal("plate.ply", "", "does not have a supported mesh extension (.obj, .stl, .gltf, .glb, .dae).");
  EXPECT_TRUE(is_mesh_file("a/b.GLB"));
  EXPECT_FALSE(is_mesh_file("stl"));
}

TEST_F(MeshFile, WhatTheFileHoldsMustFitItsName) {
  expect_refusal("plate.stl", obj_plate(), "plate.stl'");
  expect_refusal("plate.obj", ascii_stl_plate(), "plate.obj'");
  expect_refusal("plate.glb", gltf_plate(), "it is not a .glb file");
  expect_refusal("plate.gltf", "<COLLADA/>", "invalid JSON");
  expect_refusal("plate.dae", gltf_plate(), "not valid XML");
}

TEST_F(MeshFile, AFileWithoutTrianglesIsRefused) {
  expect_refusal("empty.obj", "", "cannot be read: ");
  expect_refusal("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n", "has no triangles.");
  expect_refusal("empty.stl", "solid a\nendsolid a\n", "empty.stl'");
  expect_refusal("points.gltf", changed(gltf_plate(), R"("indices": 1)", R"("indices": 1, "mode": 0)"), "points.gltf'");
}

TEST_F(MeshFile, NumbersThatAreNotFiniteAreRefused) {
  std::vector<float> vertices = plate_vertices;
  vertices[4] = std::numeric_limits<float>::quiet_NaN();
  expect_refusal("nan.stl", binary_stl_plate(vertices), "has a vertex that is not finite");
  vertices[4] = std::numeric_limits<float>::infinity();
  expect_refusal("inf.stl", binary_stl_plate(vertices), "has a vertex that is not finite");
  expect_refusal("nan.obj", changed(obj_plate(), "v 1 0 0", "v 1 nan 0"), "has a vertex that is not finite");
}

TEST_F(MeshFile, TrianglesWithVerticesThatAreNotThereAreRefused) {
  expect_refusal("index.gltf", gltf_plate(4), "has 1 triangles with missing vertices.");
  expect_refusal("index.gltf", gltf_plate(65535), "has 1 triangles with missing vertices.");
  expect_refusal("index.obj", changed(obj_plate(), "4//1", "5//1"), "cannot be read: ");
}

TEST_F(MeshFile, AGltfFileMustHoldWhatItPromises) {
  const std::string good = gltf_plate();
  expect_refusal("a.gltf", changed(good, R"("count": 4)", R"("count": 4000)"), "cannot be read: ");
  expect_refusal("a.gltf", changed(good, R"("count": 4)", R"("count": 4000000000)"), "has more than 200,000 triangles");
  expect_refusal("a.gltf", changed(good, R"("count": 4)", R"("count": -4)"), "'count' is not an integer");
  expect_refusal("a.gltf", changed(good, R"("byteOffset": 48)", R"("byteOffset": 4800)"), "cannot be read: ");
  expect_refusal("a.gltf", changed(good, R"("POSITION": 0)", R"("POSITION": 7)"), "accessor 7 does not exist");
  expect_refusal("a.gltf", changed(good, R"("mesh": 0)", R"("mesh": 7)"), "mesh 7 does not exist");
  expect_refusal("a.gltf", changed(good, R"("version": "2.0")", R"("version": "1.0")"), "it is not version 2");
  expect_refusal("a.gltf", changed(good, R"("scene": 0)", R"("extensionsRequired": ["KHR_draco_mesh_compression"])"),
                 "it requires the extension KHR_draco_mesh_compression");
  expect_refusal("a.gltf", changed(good, "[0, 0, 3]", "[0, 0]"), "'translation' does not have 3 numbers");
}

TEST_F(MeshFile, NodesOfAGltfFileMustBeATree) {
  const std::string good = gltf_plate();
  expect_refusal("a.gltf", changed(good, R"("mesh": 0)", R"("children": [0], "mesh": 0)"), "node 0 has two parents");
  std::string nodes = R"("nodes": [{"children": [1, 1]})";  // twice as many on each of sixty levels
  for (int i = 2; i <= 60; ++i) nodes += fmt::format(R"(, {{"children": [{0}, {0}]}})", i);
  const std::string wide = changed(good, R"("nodes": [{"mesh": 0,)", nodes + R"(, {"mesh": 0,)");
  expect_refusal("a.gltf", wide, " has two parents");
}

TEST_F(MeshFile, LimitsOfBytesTrianglesAndCornersAreKept) {
  expect_refusal("a.stl", binary_stl_plate(), "has more than 100 bytes.", {.bytes = 100});
  for (const auto& [name, bytes] : {std::pair{"a.obj", obj_plate()},
                                    {"a.stl", ascii_stl_plate()},
                                    {"b.stl", binary_stl_plate()},
                                    {"a.gltf", gltf_plate()},
                                    {"a.glb", glb_plate()},
                                    {"a.dae", dae_plate()}})
    expect_refusal(name, bytes, "has more than 1 triangles: simplify the mesh.", {.triangles = 1});
  std::string wheel = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
  for (int i = 0; i < 34; ++i) wheel += i % 5 == 4 ? " 1 2 \\\n 3" : " 1 2 3";
  expect_refusal("a.obj", wheel + "\n", "has a face with more than 100 vertices.");
}

TEST_F(MeshFile, AMissingFileAndADeviceAreFileErrors) {
  EXPECT_THROW((void)read_mesh(folder_ / "missing.stl"), FileError);
  std::filesystem::create_directories(folder_ / "folder.stl");
  EXPECT_THROW((void)read_mesh(folder_ / "folder.stl"), FileError);
  std::filesystem::create_symlink("/dev/zero", folder_ / "zero.stl");
  EXPECT_THROW((void)read_mesh(folder_ / "zero.stl"), FileError);
}

// Random changes, the same in every run.
TEST_F(MeshFile, ChangedFilesAreReadOrRefusedWithOurErrors) {
  const std::vector<std::string> words = {"0",
                                          "-1",
                                          "4294967295",
                                          "1e999",
                                          "nan",
                                          "{",
                                          "]",
                                          ",",
                                          "\"",
                                          "f ",
                                          "v ",
                                          "//",
                                          "\\\n",
                                          "\n",
                                          "facet",
                                          "vertex",
                                          "count",
                                          "null",
                                          "</",
                                          "<p>",
                                          "<node>",
                                          "#plate",
                                          std::string(3000, 'a'),
                                          std::string(1, '\0')};
  const std::pair<std::string, std::string> files[] = {{"a.obj", obj_plate()},        {"a.stl", ascii_stl_plate()},
                                                       {"b.stl", binary_stl_plate()}, {"a.gltf", gltf_plate()},
                                                       {"a.glb", glb_plate()},        {"a.dae", dae_plate()}};
  for (const auto& [name, bytes] : files) {
    TextMutator mutator({bytes}, words);
    int accepted = 0;
    for (unsigned seed = 0; seed < MESH_FUZZ; ++seed) {
      try {
        const Mesh mesh = read(name, mutator.next(seed));
        ++accepted;
        for (const std::uint32_t index : mesh.triangles) ASSERT_LT(index, mesh.vertices.size() / 3) << name << seed;
        for (const float x : mesh.vertices) ASSERT_TRUE(std::isfinite(x)) << name << seed;
      } catch (const ModelError&) {
      } catch (const std::exception& error) {
        FAIL() << name << ", seed " << seed << ": " << error.what();
      }
    }
    EXPECT_GT(accepted, MESH_FUZZ / 20) << name;
    EXPECT_LT(accepted, MESH_FUZZ) << name;
  }
}

}  // namespace
}  // namespace daedalus::testing
