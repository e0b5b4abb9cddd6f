// shape_types.hpp: the kinds of shapes as a file describes them. Reader and schema both read describe().
//
// A new kind is one struct here, its name in ShapeTypes, and its fields in model/shape.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "daedalus/io/model_file/frame_forms.hpp"
#include "daedalus/model/shape.hpp"

namespace daedalus::model_file {

struct ColorForm {
  std::string text;  // '#rrggbb', or nothing
};

struct PointsForm {
  std::vector<Vec3> all;
};

// A number, or one for each axis.
struct ScaleForm {
  Vec3 factors = Vec3::Ones();
};

struct MeshFileForm {
  std::filesystem::path path;
  Place place;
};

// What every shape has.
struct PlacedShape {
  Vec3 at = Vec3::Zero();
  AxesForm axes;
  ColorForm color;

  template <class Visitor>
  void describe_place(Visitor&& v) {
    v("at", at, Field{.unit = "m"}, "position in the body frame");
    axes.describe(v);
    v("color", color, Field{}, "#rrggbb, in quotes [color of the body]");
  }
};

struct BoxForm : PlacedShape {
  static constexpr const char* type = "box";
  static constexpr const char* meaning = "box, centered at the position";
  Vec3 size = Vec3::Zero();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("size", size, Field{.unit = "m", .range = positive(), .required = true}, "edge lengths along x, y and z");
    describe_place(v);
  }
  void fill(Shape& shape) const {
    shape.kind = ShapeKind::box;
    shape.size = size;
  }
};

struct CylinderForm : PlacedShape {
  static constexpr const char* type = "cylinder";
  static constexpr const char* meaning = "cylinder along z, centered at the position";
  double radius = 0, length = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "of the cylinder");
    v("length", length, Field{.unit = "m", .range = positive(), .required = true}, "of the cylinder");
    describe_place(v);
  }
  void fill(Shape& shape) const {
    shape.kind = ShapeKind::cylinder;
    shape.radius = radius;
    shape.length = length;
  }
};

struct SphereForm : PlacedShape {
  static constexpr const char* type = "sphere";
  static constexpr const char* meaning = "sphere, centered at the position";
  double radius = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "of the sphere");
    describe_place(v);
  }
  void fill(Shape& shape) const {
    shape.kind = ShapeKind::sphere;
    shape.radius = radius;
  }
};

struct LineForm : PlacedShape {
  static constexpr const char* type = "line";
  static constexpr const char* meaning = "line or rod between two points";
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  double radius = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("from", from, Field{.unit = "m"}, "one end [the position]");
    v("to", to, Field{.unit = "m", .required = true}, "the other end");
    v("radius", radius, Field{.unit = "m", .range = at_least(0)}, "radius of the rod; 0: a thin line");
    describe_place(v);
  }
  void fill(Shape& shape) const {
    shape.kind = ShapeKind::line;
    shape.points = {from, to};
    shape.radius = radius;
  }
};

struct PolylineForm : PlacedShape {
  static constexpr const char* type = "polyline";
  static constexpr const char* meaning = "lines or rods from point to point";
  PointsForm points;
  bool closed = false;
  double radius = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("points", points, Field{.unit = "m", .required = true}, "at least two points, [[0, 0, 0], [1, 0, 0]]");
    v("closed", closed, Field{}, "true: connect the last point to the first");
    v("radius", radius, Field{.unit = "m", .range = at_least(0)}, "radius of the rods; 0: thin lines");
    describe_place(v);
  }
  void fill(Shape& shape) const {
    shape.kind = ShapeKind::polyline;
    shape.points = points.all;
    shape.closed = closed;
    shape.radius = radius;
  }
};

struct MeshForm : PlacedShape {
  static constexpr const char* type = "mesh";
  static constexpr const char* meaning = "triangle mesh from a file";
  MeshFileForm file;
  ScaleForm scale;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("file", file, Field{.required = true},
      "an OBJ, STL or glTF file (.obj, .stl, .gltf, .glb), relative to this one");
    v("scale", scale, Field{}, "scale factor, or one per axis; 0.001 for a file in mm");
    describe_place(v);
  }
  void fill(Shape& shape) const { shape.kind = ShapeKind::mesh; }  // and the reader fetches the triangles
};

using ShapeTypes = std::tuple<BoxForm, CylinderForm, SphereForm, LineForm, PolylineForm, MeshForm>;

struct ShapesForm {
  std::vector<Shape> all;
};

// How a body is drawn.
struct LookForm {
  ColorForm color;
  ShapesForm shapes;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("color", color, Field{}, "#rrggbb, in quotes [automatic]");
    v("shapes", shapes, Field{}, "shapes to draw instead of a box with the mass and inertia of the body");
  }
};

}  // namespace daedalus::model_file
