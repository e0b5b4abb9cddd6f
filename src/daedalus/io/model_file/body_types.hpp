// body_types.hpp: the kinds of bodies as a file describes them. Reader and schema both read describe().
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "daedalus/io/model_file/mapping_reader.hpp"
#include "daedalus/model/body.hpp"

namespace daedalus::model_file {

struct FourNumbers {
  Vec4 value = {1, 0, 0, 0};
};

// 3 numbers, 6 numbers or a 3 x 3 matrix, in kg m².
struct InertiaForm {
  Mat3 matrix = Mat3::Zero();
};

// A rotation: one of a quaternion, an axis with an angle, or the x- and y-axes.
struct OrientationForm {
  std::optional<FourNumbers> quaternion;
  std::optional<Direction> axis, x, y;
  std::optional<double> angle;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("quaternion", quaternion, Field{}, "Euler parameters [e0, e1, e2, e3], of length 1");
    v("axis", axis, Field{}, "axis of a turn, together with angle");
    v("angle", angle, Field{.unit = "rad"}, "angle of the turn about axis");
    v("x", x, Field{}, "the x-axis, together with y");
    v("y", y, Field{}, "the y-axis, perpendicular to x");
  }
  Mat3 matrix = Mat3::Identity();  // what they mean, filled in when they have been read
};

struct MarkerForm {
  Vec3 position = Vec3::Zero();
  std::optional<Direction> axis, x_axis;
  std::optional<OrientationForm> orientation;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "in the frame of the body");
    v("axis", axis, Field{}, "z-axis of the marker, in the frame of the body");
    v("x_axis", x_axis, Field{}, "x-axis of the marker, perpendicular to axis");
    v("orientation", orientation, Field{}, "axes of the marker in the frame of the body, instead of axis");
  }
};

// name: [x, y, z]  or  name: {position: ..., axis: ...}
struct MarkersForm {
  struct Named {
    std::string name;
    Vec3 position;
    Mat3 axes;
  };
  std::vector<Named> all;
};

struct MotionForm {
  FunctionPtr x, y, z, angle;
  Direction axis;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("x", x, Field{.unit = "m"}, "x of the frame as a function of time");
    v("y", y, Field{.unit = "m"}, "y of the frame as a function of time");
    v("z", z, Field{.unit = "m"}, "z of the frame as a function of time");
    v("angle", angle, Field{.unit = "rad"}, "turn about axis as a function of time");
    v("axis", axis, Field{}, "axis of the turn, in the frame of the body");
  }
};

// What every body with coordinates has.
struct MovingBody {
  double mass = 0;
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
  double weight = 1;
  bool locked = false;
  std::string rate_group;
  MarkersForm markers;

  template <class Visitor>
  void describe_mass(Visitor&& v) {
    v("mass", mass, Field{.unit = "kg", .range = positive(), .required = true}, "mass of the body");
  }
  template <class Visitor>
  void describe_start(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "of the origin of the body frame at the start");
    v("velocity", velocity, Field{.unit = "m/s"}, "of the origin of the body frame at the start");
  }
  template <class Visitor>
  void describe_rest(Visitor&& v) {
    v("markers", markers, Field{}, "named points and frames on the body");
    v("weight", weight, Field{.range = positive()}, "large: assembly moves the other bodies instead");
    v("locked", locked, Field{}, "true: assembly does not move the body");
    v("rate_group", rate_group, Field{}, "for methods that integrate fast parts with smaller steps");
  }
  void fill(Body& body) const;
};

struct SpatialForm : MovingBody {
  static constexpr const char* type = "spatial";
  static constexpr const char* meaning = "a rigid body in space, six degrees of freedom";
  InertiaForm inertia;
  Vec3 com = Vec3::Zero();
  OrientationForm orientation;
  std::optional<Vec3> angular_velocity, body_angular_velocity;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_mass(v);
    v("inertia", inertia, Field{.unit = "kg m²", .required = true},
      "about the centre of mass, along the axes of the body: [Jxx, Jyy, Jzz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or 3 x 3");
    v("com", com, Field{.unit = "m"}, "centre of mass in the body frame");
    describe_start(v);
    v("orientation", orientation, Field{}, "of the body frame at the start");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "at the start, in world axes");
    v("body_angular_velocity", body_angular_velocity, Field{.unit = "rad/s"}, "the same in the axes of the body");
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct PlanarForm : MovingBody {
  static constexpr const char* type = "planar";
  static constexpr const char* meaning = "a rigid body in the xy-plane of the world";
  double inertia = 0, angle = 0, angular_velocity = 0;
  Vec3 com = Vec3::Zero();

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_mass(v);
    v("inertia", inertia, Field{.unit = "kg m²", .range = positive(), .required = true}, "about the centre of mass");
    v("com", com, Field{.unit = "m"}, "centre of mass in the body frame");
    describe_start(v);
    v("angle", angle, Field{.unit = "rad"}, "of the body frame at the start, never wrapped");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "at the start");
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct PointForm : MovingBody {
  static constexpr const char* type = "point";
  static constexpr const char* meaning = "a mass without orientation";
  enum class Moves { x = 1, y = 2, xy = 3, z = 4, xz = 5, yz = 6, xyz = 7 } moves = Moves::xyz;  // one bit per axis

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_mass(v);
    using enum Moves;
    v("moves", moves, Choices<Moves>{{"x", x}, {"y", y}, {"z", z}, {"xy", xy}, {"xz", xz}, {"yz", yz}, {"xyz", xyz}},
      "the world axes along which it moves");
    describe_start(v);
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct PrescribedForm {
  static constexpr const char* type = "prescribed";
  static constexpr const char* meaning = "a body that moves as functions of time say";
  Vec3 position = Vec3::Zero();
  OrientationForm orientation;
  MotionForm motion;
  MarkersForm markers;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "of the body frame where motion does not say");
    v("orientation", orientation, Field{}, "of the body frame, before the turn by motion.angle");
    v("motion", motion, Field{}, "functions of time");
    v("markers", markers, Field{}, "named points and frames on the body");
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

using BodyTypes = std::tuple<SpatialForm, PlanarForm, PointForm, PrescribedForm>;

// The entry 'ground' of bodies has no type: it only adds markers.
struct GroundForm {
  MarkersForm markers;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("markers", markers, Field{}, "named points and frames of the world");
  }
};

// The forms that are more than their fields. False when there is no value; the problem has been reported then.
bool read_inertia(const Node& node, const std::string& key, Values& values, InertiaForm& out);
bool read_four_numbers(const Node& node, const std::string& key, Values& values, FourNumbers& out);
bool complete(OrientationForm& form, const Node& node, const std::string& key, Values& values);
bool complete(const MarkerForm& form, const Node& node, const std::string& key, Values& values,
              MarkersForm::Named& out);

}  // namespace daedalus::model_file
