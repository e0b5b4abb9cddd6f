// flexible_types.hpp: bodies that bend as a file describes them: beams with the shapes of beam theory, and nodes with
// given shapes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/model_file/moving_body.hpp"
#include "daedalus/model/flexible/flexible_body.hpp"

namespace daedalus::model_file {

// A cross-section: one of rectangle (width, height), circle (diameter), tube (diameter, wall), or its constants.
struct SectionForm {
  std::optional<double> width, height, diameter, wall, area, I_y, I_z, torsion;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("width", width, Field{.unit = "m", .range = positive()}, "width of a rectangle, along y");
    v("height", height, Field{.unit = "m", .range = positive()}, "height of a rectangle, along z");
    v("diameter", diameter, Field{.unit = "m", .range = positive()},
      "diameter of a circle, or outer diameter of a tube");
    v("wall", wall, Field{.unit = "m", .range = positive()}, "wall thickness of a tube");
    v("area", area, Field{.unit = "m²", .range = positive()}, "area of a general section, together with I_y and I_z");
    v("I_y", I_y, Field{.unit = "m⁴", .range = positive()}, "second moment about y: bending in z");
    v("I_z", I_z, Field{.unit = "m⁴", .range = positive()}, "second moment about z: bending in y");
    v("torsion", torsion, Field{.unit = "m⁴", .range = positive()},
      "torsion constant; required only for torsion modes");
  }
  BeamSection section;  // what they mean, filled in when they have been read
};

// A number, so that a parameter can decide.
template <class Visitor>
void describe_start_of_bending(int& quasi_static, Visitor&& v) {
  v("quasi_static", quasi_static, Field{.range = in_range(0, 1)},
    "1: start with the deflection that carries the load without vibration; 0: start with the deflection in initial, "
    "otherwise undeformed");
}

// What every beam has. It lies on the x-axis of its frame, from 0 to its length.
struct BeamForm : MovingBody {
  double length = 0, E = 0, G = 0, density = 0, damping = 0;
  SectionForm section;
  BeamEnds ends = BeamEnds::simply_supported;
  int modes_axial = 0;
  int quasi_static = 0;
  static constexpr double most = 20;  // modes of a kind

  template <class Visitor>
  void describe_beam(Visitor&& v) {
    v("length", length, Field{.unit = "m", .range = positive(), .required = true},
      "length of the beam, along x from the origin of its frame");
    v("section", section, Field{.required = true},
      "cross-section: {width, height}, {diameter}, {diameter, wall} or {area, I_y, I_z, torsion}");
    v("E", E, Field{.unit = "Pa", .range = positive(), .required = true}, "Young's modulus");
    v("density", density, Field{.unit = "kg/m³", .range = positive(), .required = true}, "density");
    using enum BeamEnds;
    v("ends", ends,
      Choices<BeamEnds>{
          {"simply_supported", simply_supported}, {"clamped_free", clamped_free}, {"free_free", free_free}},
      "mode shapes: the body frame is the chord, is clamped at x = 0, or follows the mean motion of the beam");
  }
  template <class Visitor>
  void describe_bending(Visitor&& v) {
    v("modes_axial", modes_axial, Field{.range = in_range(0, most)}, "number of axial modes");
    v("damping", damping, Field{.range = at_least(0)}, "damping ratio of every mode");
    describe_start_of_bending(quasi_static, v);
  }
  bool fill(Beam beam, const Place& place, Values& values, Body& body) const;
};

struct PlanarBeamForm : BeamForm {
  static constexpr const char* type = "planar_beam";
  static constexpr const char* meaning = "elastic beam in the xy-plane of the world";
  int modes = 0;
  double angle = 0, angular_velocity = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_beam(v);
    v("modes", modes, Field{.range = in_range(0, most), .required = true}, "number of bending modes");
    describe_bending(v);
    describe_start(v);
    v("angle", angle, Field{.unit = "rad"}, "initial angle of the body frame, unwrapped");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "initial angular velocity");
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct SpatialBeamForm : BeamForm {
  static constexpr const char* type = "beam";
  static constexpr const char* meaning = "elastic beam in space";
  int modes_y = 0, modes_z = 0, modes_torsion = 0;
  SpatialStart turned;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_beam(v);
    v("G", G, Field{.unit = "Pa", .range = positive()}, "shear modulus; required only for torsion modes");
    v("modes_y", modes_y, Field{.range = in_range(0, most)}, "number of bending modes in y");
    v("modes_z", modes_z, Field{.range = in_range(0, most)}, "number of bending modes in z");
    v("modes_torsion", modes_torsion, Field{.range = in_range(0, most)}, "number of torsion modes");
    describe_bending(v);
    describe_start(v);
    turned.describe(v);
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

// Nodes by name.
struct NodeForm {
  Vec3 position = Vec3::Zero();
  double mass = 0;
  std::optional<InertiaForm> inertia;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("position", position, Field{.unit = "m", .required = true}, "in the frame of the undeformed body");
    v("mass", mass, Field{.unit = "kg", .range = at_least(0), .required = true}, "mass of the node");
    v("inertia", inertia, Field{.unit = "kg m²"}, "inertia about the node, in body axes; planar: the third number");
  }
};
struct NodesForm {
  std::vector<std::pair<std::string, NodeForm>> all;
};

// How a shape moves a node: [x, y, z], or with a turn.
struct NodeMoveForm {
  Vec3 move = Vec3::Zero(), turn = Vec3::Zero();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("move", move, Field{}, "displacement of the node for a modal coordinate of 1");
    v("turn", turn, Field{}, "small rotation of the node for a modal coordinate of 1");
  }
};
struct NodeMovesForm {
  struct Move {
    NameForm node;
    NodeMoveForm form;
  };
  std::vector<Move> all;
};
struct ModeForm {
  NodeMovesForm shape;
  std::optional<double> stiffness, frequency;
  double damping = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("shape", shape, Field{.required = true},
      "motion of the nodes: {tip: [0, 1, 0], middle: {move: [0, 0.3, 0], turn: [0, 0, 1]}}");
    v("stiffness", stiffness, Field{.range = at_least(0)}, "modal stiffness");
    v("frequency", frequency, Field{.unit = "rad/s", .range = at_least(0)},
      "natural frequency of the mode alone, which sets its stiffness");
    v("damping", damping, Field{.range = at_least(0)}, "damping ratio of the mode alone");
  }
};
struct ModesForm {
  struct Named {
    std::string name;
    Place place;
    ModeForm form;
  };
  std::vector<Named> all;
};

// Rows of numbers.
struct MatrixForm {
  MatX matrix;
};

struct NodalForm : MovingBody {
  NodesForm nodes;
  ModesForm modes;
  std::optional<MatrixForm> stiffness, damping;
  int quasi_static = 0;

  template <class Visitor>
  void describe_shapes(Visitor&& v) {
    v("nodes", nodes, Field{.required = true}, "named points that carry the mass and the markers of the body");
    v("modes", modes, Field{.required = true}, "named deformation modes");
    v("stiffness", stiffness, Field{}, "stiffness matrix of all modes, instead of one number per mode");
    v("damping", damping, Field{}, "damping matrix of all modes, instead of one ratio per mode");
    describe_start_of_bending(quasi_static, v);
  }
  bool fill_shapes(BodyKind kind, const Place& place, Values& values, Body& body) const;
};

struct FlexibleForm : NodalForm {
  static constexpr const char* type = "flexible";
  static constexpr const char* meaning = "flexible body in space with given mode shapes";
  SpatialStart turned;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_shapes(v);
    describe_start(v);
    turned.describe(v);
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct PlanarFlexibleForm : NodalForm {
  static constexpr const char* type = "planar_flexible";
  static constexpr const char* meaning = "flexible body in the xy-plane of the world with given mode shapes";
  double angle = 0, angular_velocity = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_shapes(v);
    describe_start(v);
    v("angle", angle, Field{.unit = "rad"}, "initial angle of the body frame, unwrapped");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "initial angular velocity");
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

// The forms that are more than their fields. False when there is no value; the problem has been reported then.
bool complete(SectionForm& form, const Node& node, const std::string& key, Values& values);
bool read_matrix(const Node& node, const std::string& key, Values& values, MatrixForm& out);

}  // namespace daedalus::model_file
