// A cube of COLLADA is eight vertices and twelve triangles where its nodes, unit and axes put them; a damaged file is
// refused with the line of the damage.
#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/collada_mesh.hpp"
#include "daedalus/math/euler_parameters.hpp"
#include "support/small_meshes.hpp"

namespace daedalus::testing {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

std::string refusal_of(const std::string& text, const MeshFileLimits& limits = {}) {
  try {
    (void)read_collada(text, limits);
  } catch (const ModelError& error) {
    return error.what();
  }
  ADD_FAILURE() << "this text is accepted:\n" << text;
  return "";
}
void expect_refusal_of(const std::string& text, const std::string& why, const MeshFileLimits& limits = {}) {
  const std::string message = refusal_of(text, limits);
  EXPECT_NE(message.find(why), std::string::npos) << "expected: " << why << "\nin: " << message;
}

// A unit cube with a corner at the origin: bottom and top as triangles, four sides as polygons.
std::string cube(const std::string& asset, const std::string& nodes) {
  return "<COLLADA version='1.5.0'>\n<asset>" + asset + R"(</asset>
<library_geometries><geometry id="cube"><mesh>
<source id="s"><float_array id="f" count="25">7 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1</float_array>
<technique_common><accessor source="#f" count="8" offset="1" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 3 2 4 5 6 4 6 7</p></triangles>
<polygons count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 1 5 4</p><p>1 2 6 5</p><p>2 3 7 6</p><p>3 0 4 7</p></polygons>
</mesh></geometry></library_geometries>
<library_nodes><node id="shared"><scale>2 2 2</scale><instance_geometry url="#cube"/></node></library_nodes>
<library_visual_scenes><visual_scene id="scene">)" +
         nodes + "</visual_scene></library_visual_scenes>\n</COLLADA>\n";
}
const std::string z_up = "<up_axis>Z_UP</up_axis>";
const std::string plain_node = "<node><instance_geometry url='#cube'/></node>";

Vec3 corner(const Mesh& mesh, std::size_t triangle, std::size_t k) {
  const float* x = mesh.vertices.data() + 3 * mesh.triangles[3 * triangle + k];
  return {x[0], x[1], x[2]};
}
// ∑ a · (b × c)/6 over the triangles: the volume inside, positive where they face outward.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangle_count(); ++t)
    sum += corner(mesh, t, 0).dot(cross(corner(mesh, t, 1), corner(mesh, t, 2))) / 6;
  return sum;
}
struct Extent {
  Vec3 least = Vec3::Constant(1e9), most = Vec3::Constant(-1e9);
};
Extent extent(const Mesh& mesh) {
  Extent e;
  for (std::size_t t = 0; t < mesh.triangle_count(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      e.least = e.least.cwiseMin(corner(mesh, t, k));
      e.most = e.most.cwiseMax(corner(mesh, t, k));
    }
  return e;
}
void expect_box(const Mesh& mesh, const Vec3& least, const Vec3& most) {
  const Extent e = extent(mesh);
  EXPECT_LE((e.least - least).norm(), 1e-6) << e.least.transpose();
  EXPECT_LE((e.most - most).norm(), 1e-6) << e.most.transpose();
  EXPECT_NEAR(volume(mesh), (most - least).prod(), 1e-5);
}

TEST(Collada, APolylistInMillimetersIsThePlateInMeters) {
  const Mesh mesh = read_collada(dae_plate(), {});
  EXPECT_EQ(mesh.vertices, plate_vertices);
  EXPECT_EQ(mesh.triangles, plate_triangles);
}

TEST(Collada, TrianglesAndPolygonsMakeAClosedCube) {
  const Mesh mesh = read_collada(cube(z_up, plain_node), {});
  EXPECT_EQ(mesh.triangle_count(), 12u);
  EXPECT_EQ(mesh.vertices.size(), 3u * 8);
  expect_box(mesh, {0, 0, 0}, {1, 1, 1});
}

TEST(Collada, TheAxisThatIsUpBecomesZ) {
  // COLLADA 1.4.1, <up_axis>: right, up and toward the viewer are +x +y +z (Y_UP), -y +x +z (X_UP), +x +z -y (Z_UP)
  expect_box(read_collada(cube("<up_axis>Y_UP</up_axis>", plain_node), {}), {0, -1, 0}, {1, 0, 1});
  expect_box(read_collada(cube("", plain_node), {}), {0, -1, 0}, {1, 0, 1});
  expect_box(read_collada(cube("<up_axis>X_UP</up_axis>", plain_node), {}), {-1, -1, 0}, {0, 0, 1});
  expect_refusal_of(cube("<up_axis>up</up_axis>", plain_node), "line 2: <up_axis>: 'up' is not X_UP, Y_UP or Z_UP.");
}

TEST(Collada, TransformsOfNodesApplyInTheOrderOfTheFile) {
  // translated by (1, 2, 3), then turned by 90° about z, then stretched along its own x
  const Mesh mesh = read_collada(cube(z_up,
                                      "<node><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>4 1 1</scale>"
                                      "<instance_geometry url='#cube'/></node>"),
                                 {});
  expect_box(mesh, {0, 2, 3}, {1, 6, 4});
  const std::string matrix = "<matrix>0 -1 0 1  4 0 0 2  0 0 1 3  0 0 0 1</matrix>";  // the same
  expect_box(read_collada(cube(z_up, "<node>" + matrix + "<instance_geometry url='#cube'/></node>"), {}), {0, 2, 3},
             {1, 6, 4});
  // nodes inside nodes, and nodes by reference
  expect_box(read_collada(cube(z_up,
                               "<node><translate>10 0 0</translate><node><translate>0 10 0</translate>"
                               "<instance_node url='#shared'/></node></node>"),
                          {}),
             {10, 10, 0}, {12, 12, 2});
}

TEST(Collada, AMirroredMeshStillFacesOutward) {
  expect_box(read_collada(cube(z_up, "<node><scale>-1 1 1</scale><instance_geometry url='#cube'/></node>"), {}),
             {-1, 0, 0}, {0, 1, 1});
}

TEST(Collada, WithoutASceneAllGeometriesAreShown) {
  std::string text = cube(z_up, "");
  text = text.substr(0, text.find("<library_visual_scenes>")) + "</COLLADA>";
  expect_box(read_collada(text, {}), {0, 0, 0}, {1, 1, 1});
}

TEST(Collada, DamagedFilesAreRefusedWithTheLine) {
  const std::string good = cube(z_up, plain_node);
  expect_refusal_of(good.substr(0, good.size() / 2), "it is not valid XML; the file may be incomplete");
  expect_refusal_of("", "it is not valid XML");
  expect_refusal_of("<robot/>", "is not a COLLADA file");
  expect_refusal_of(replaced(good, "0 2 1 0", "0 8 1 0"), "line 7: <p> refers to vertex 8, but there are only 8");
  expect_refusal_of(replaced(good, "0 2 1 0", "0 -2 1 0"), "line 7: <p>: '-2' is not a number it can contain.");
  expect_refusal_of(replaced(good, "0 2 1 0", "2 1 0"), "line 7: <p> has 11 corners, not a multiple of 3.");
  expect_refusal_of(replaced(good, "#f", "#g"), "line 5: <accessor source='#g'> does not refer to a <float_array>");
  expect_refusal_of(replaced(good, "#s\"", "#t\""), "line 6: <input source='#t'> does not refer to a <source>");
  expect_refusal_of(replaced(good, "url='#cube'", "url='other.dae#cube'"),
                    "does not refer to a <geometry> of this file");
  expect_refusal_of(replaced(good, "count=\"8\"", "count=\"9\""), "line 5: <accessor> needs more numbers");
  expect_refusal_of(replaced(good, "stride=\"3\"", "stride=\"2\""), "line 5: <accessor> has stride 2");
  expect_refusal_of(replaced(good, "1 1 1 1 0 1 1<", "1 1 1 1 0 one 1<"),
                    "line 4: <float_array>: 'one' is not a number");
  expect_refusal_of(replaced(dae_plate(), "<vcount>4", "<vcount>5"),
                    "line 11: <p> ends within a polygon of 5 corners.");
  expect_refusal_of(replaced(dae_plate(), "<vcount>4", "<vcount>3"), "line 11: <p> has 4 corners, but <vcount> 3.");
  expect_refusal_of(replaced(dae_plate(), "0 0 1 0 2", "0 0 1 2"), "line 11: <p> has 7 indices, not a multiple of 2.");
  expect_refusal_of(replaced(dae_plate(), "0.001", "0"), "line 3: <unit meter='0'> is not a positive number.");
  expect_refusal_of(replaced(good, "<triangles count", "<tristrips/><triangles count"), "<tristrips> is not supported");
}

TEST(Collada, AFewNodesCannotBecomeMany) {
  const std::string again = "<node id='a'><instance_node url='#a'/></node>";
  expect_refusal_of(cube(z_up, again), "nodes are nested more than 100 levels deep.");
  std::string doubling;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<instance_node url='#n" + std::to_string(i + 1) + "'/>";
    doubling += "<node id='n" + std::to_string(i) + "'>" + next + next + "</node>";
  }
  expect_refusal_of(cube(z_up, doubling + "<node id='n40'/>"), "the scene has more than 100,000 nodes.");
  expect_refusal_of(cube(z_up, plain_node), "has more than 11 triangles", {.triangles = 11});
}

}  // namespace
}  // namespace daedalus::testing
