// moving_body.hpp: what all bodies with coordinates have in a file, whatever their kind.
#pragma once

#include <optional>
#include <string>

#include "daedalus/io/model_file/frame_forms.hpp"
#include "daedalus/io/model_file/shape_types.hpp"
#include "daedalus/model/body.hpp"

namespace daedalus::model_file {

// 3 numbers, 6 numbers or a 3 x 3 matrix, in kg m².
struct InertiaForm {
  Mat3 matrix = Mat3::Zero();
};

// What every body with coordinates has.
struct MovingBody {
  double mass = 0;
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();
  double weight = 1;
  bool locked = false;
  std::string rate, rate_group;
  MarkersForm markers;
  LookForm look;

  template <class Visitor>
  void describe_mass(Visitor&& v) {
    v("mass", mass, Field{.unit = "kg", .range = positive(), .required = true}, "mass of the body");
  }
  template <class Visitor>
  void describe_start(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "initial position of the origin of the body frame");
    v("velocity", velocity, Field{.unit = "m/s"}, "initial velocity of the origin of the body frame");
  }
  template <class Visitor>
  void describe_rest(Visitor&& v) {
    v("markers", markers, Field{}, "named points and frames on the body");
    v("weight", weight, Field{.range = positive()},
      "weight in assembly; a large weight makes assembly move other bodies instead");
    v("locked", locked, Field{}, "true: assembly keeps the body where it is");
    v("rate", rate, Field{}, "rate group of its coordinates: 'fast' for dual-rate methods, 'slow', or another name");
    v("rate_group", rate_group, Field{}, "older name of rate");
    look.describe(v);
  }
  void fill(Body& body) const;
};

// How a spatial body is turned and turns at the start.
struct SpatialStart {
  OrientationForm orientation;
  std::optional<Vec3> angular_velocity, body_angular_velocity;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("orientation", orientation, Field{}, "initial orientation of the body frame");
    v("angular_velocity", angular_velocity, Field{.unit = "rad/s"}, "initial angular velocity, in world axes");
    v("body_angular_velocity", body_angular_velocity, Field{.unit = "rad/s"}, "initial angular velocity, in body axes");
  }
  bool fill(const Place& place, Values& values, Body& body) const;
};

// False when there is no value; the problem has been reported then.
bool read_inertia(const Node& node, const std::string& key, Values& values, InertiaForm& out);

}  // namespace daedalus::model_file
