// frame_forms.hpp: how a file says where something is on a body and how it is turned. Reader and schema both read
// describe().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/model_file/mapping_reader.hpp"

namespace daedalus::model_file {

struct FourNumbers {
  Vec4 value = {1, 0, 0, 0};
};

// A rotation: one of a quaternion, an axis with an angle, or the x- and y-axes.
struct OrientationForm {
  std::optional<FourNumbers> quaternion;
  std::optional<Direction> axis, x, y;
  std::optional<double> angle;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("quaternion", quaternion, Field{}, "Euler parameters [e0, e1, e2, e3], of length 1");
    v("axis", axis, Field{}, "rotation axis, together with angle");
    v("angle", angle, Field{.unit = "rad"}, "rotation angle about axis");
    v("x", x, Field{}, "the x-axis, together with y");
    v("y", y, Field{}, "the y-axis, perpendicular to x");
  }
  Mat3 matrix = Mat3::Identity();  // what they mean, filled in when they have been read
};

// The axes of a frame on a body: the z-axis, with or without the x-axis, or an orientation.
struct AxesForm {
  std::optional<Direction> axis, x_axis;
  std::optional<OrientationForm> orientation;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("axis", axis, Field{}, "z-axis of the marker, in the body frame");
    v("x_axis", x_axis, Field{}, "x-axis of the marker, perpendicular to axis");
    v("orientation", orientation, Field{}, "orientation in the body frame, instead of axis");
  }
};

struct MarkerForm {
  Vec3 position = Vec3::Zero();
  AxesForm axes;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("position", position, Field{.unit = "m"}, "in the body frame");
    axes.describe(v);
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

// The forms that are more than their fields. False when there is no value; the problem has been reported then.
bool read_four_numbers(const Node& node, const std::string& key, Values& values, FourNumbers& out);
bool complete(OrientationForm& form, const Node& node, const std::string& key, Values& values);
bool complete(const AxesForm& form, const Node& node, const std::string& key, Values& values, Mat3& out);

}  // namespace daedalus::model_file
