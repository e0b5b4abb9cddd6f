// body_types.hpp: the kinds of bodies as a file describes them. Reader and schema both read describe().
#pragma once

#include <tuple>

#include "daedalus/io/model_file/flexible_types.hpp"
#include "daedalus/io/model_file/moving_body.hpp"
#include "daedalus/io/model_file/track_form.hpp"

namespace daedalus::model_file {

struct MotionForm {
  FunctionPtr x, y, z, angle;
  Direction axis;
  NameForm along;
  FunctionPtr at;
  TrackFollows follows = TrackFollows::rails;
  TrackPtr track;  // the one that `along` names

  template <class Visitor>
  void describe(Visitor&& v) {
    v("x", x, Field{.unit = "m"}, "x of the frame as a function of time");
    v("y", y, Field{.unit = "m"}, "y of the frame as a function of time");
    v("z", z, Field{.unit = "m"}, "z of the frame as a function of time");
    v("angle", angle, Field{.unit = "rad"}, "rotation about axis as a function of time");
    v("axis", axis, Field{}, "rotation axis, in the body frame");
    v("along", along, Field{},
      "a track: position, orientation and motion are then seen from its frame at the distance at");
    v("at", at, Field{.unit = "m"}, "distance along the track as a function of time, for example 20 + 15*t");
    v("follows", follows, Choices<TrackFollows>{{"rails", TrackFollows::rails}, {"line", TrackFollows::line}},
      "rails: with the irregularities of the track; line: without them");
  }
};

struct SpatialForm : MovingBody {
  static constexpr const char* type = "spatial";
  static constexpr const char* meaning = "a rigid body in space, six degrees of freedom";
  InertiaForm inertia;
  Vec3 com = Vec3::Zero();
  SpatialStart turned;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_mass(v);
    v("inertia", inertia, Field{.unit = "kg m²", .required = true},
      "about the center of mass, along the axes of the body: [Jxx, Jyy, Jzz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or 3 x 3");
    v("com", com, Field{.unit = "m"}, "center of mass in the body frame");
    describe_start(v);
    turned.describe(v);
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
    v("inertia", inertia, Field{.unit = "kg m²", .range = positive(), .required = true}, "about the center of mass");
    v("com", com, Field{.unit = "m"}, "center of mass in the body frame");
    describe_start(v);
    v("angle", angle, Field{.unit = "rad"}, "initial angle of the body frame, unwrapped");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "initial angular velocity");
    describe_rest(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

struct PointForm : MovingBody {
  static constexpr const char* type = "point";
  static constexpr const char* meaning = "a point mass without orientation";
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
  static constexpr const char* meaning = "a body whose motion is prescribed by functions of time";
  Vec3 position = Vec3::Zero();
  OrientationForm orientation;
  MotionForm motion;
  MarkersForm markers;
  LookForm look;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "of the body frame, for components not given in motion");
    v("orientation", orientation, Field{}, "of the body frame, before the rotation by motion.angle");
    v("motion", motion, Field{}, "functions of time");
    v("markers", markers, Field{}, "named points and frames on the body");
    look.describe(v);
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

using BodyTypes = std::tuple<SpatialForm, PlanarForm, PointForm, PrescribedForm, SpatialBeamForm, PlanarBeamForm,
                             FlexibleForm, PlanarFlexibleForm>;

// The entry 'ground' of bodies, and those of links of a URDF file, have no type: they add markers and a look.
struct GroundForm {
  MarkersForm markers;
  LookForm look;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("markers", markers, Field{}, "named points and frames of the world");
    look.describe(v);
  }
};

}  // namespace daedalus::model_file
