#include "daedalus/io/model_file/frame_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::model_file {
namespace {

constexpr double tolerance = 1e-6;  // of lengths and right angles; closer than that is rounding, and made exact

bool check_perpendicular(const Vec3& a, const Vec3& b, const char* names, const Node& node, const std::string& key,
                         Values& values) {
  const double cosine = a.normalized().dot(b.normalized());
  if (std::abs(cosine) <= tolerance) return true;
  values.problem(node.place,
                 fmt::format("{}: {} are not perpendicular, the angle between them is {:.6g}°.", key, names,
                             std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi),
                 "Use perpendicular axes; write them as expressions if they have many digits.");
  return false;
}

// Right-handed, y made exact.
Mat3 frame_of(const Vec3& x, const Vec3& y) {
  Mat3 axes;
  axes.col(0) = x.normalized();
  axes.col(2) = cross(axes.col(0).eval(), y).normalized();
  axes.col(1) = cross(axes.col(2).eval(), axes.col(0).eval());
  return axes;
}

}  // namespace

bool read_four_numbers(const Node& node, const std::string& key, Values& values, FourNumbers& out) {
  std::vector<double> e;
  if (!values.numbers(node, key, Range{}, e)) return false;
  if (e.size() != 4) {
    values.problem(node.place, fmt::format("{} has {} numbers, not 4.", key, e.size()),
                   "Use [e0, e1, e2, e3], scalar part first.");
    return false;
  }
  const Vec4 p(e[0], e[1], e[2], e[3]);
  const double length = p.stableNorm();
  if (!(length > 1e-100) || !std::isfinite(length)) {
    values.problem(node.place,
                   fmt::format("{} = [{:.6g}, {:.6g}, {:.6g}, {:.6g}] is zero.", key, p[0], p[1], p[2], p[3]),
                   "Use Euler parameters of length 1, for example  [1, 0, 0, 0].");
    return false;
  }
  out.value = p / length;
  if (std::abs(length - 1) <= tolerance) return true;
  values.problem(node.place, fmt::format("{} has length {:.6g}, not 1.", key, length),
                 fmt::format("Normalized, it is [{:.9g}, {:.9g}, {:.9g}, {:.9g}].", out.value[0], out.value[1],
                             out.value[2], out.value[3]));
  return false;
}

bool complete(OrientationForm& form, const Node& node, const std::string& key, Values& values) {
  const bool by_angle = form.axis && form.angle, by_axes = form.x && form.y;
  const int given = (form.quaternion ? 1 : 0) + (form.axis || form.angle ? 1 : 0) + (form.x || form.y ? 1 : 0);
  const bool complete = form.quaternion || by_angle || by_axes;
  if (given != 1 || !complete) {
    values.problem(
        node.place, fmt::format("{} does not define an orientation.", key),
        "Use one of  {quaternion: [1, 0, 0, 0]},  {axis: [0, 0, 1], angle: 0.5}  or  {x: [1, 0, 0], y: [0, 1, 0]}.");
    return false;
  }
  if (form.quaternion) form.matrix = rotation_matrix(form.quaternion->value);
  if (by_angle) form.matrix = rotation_matrix(euler_parameters_about(form.axis->vector, *form.angle));
  if (by_axes) {
    for (const Direction* axis : {&*form.x, &*form.y})
      if (std::abs(axis->vector.norm() - 1) > tolerance) {
        values.problem(
            node.place,
            fmt::format("{}: {} has length {:.6g}, not 1.", key, axis == &*form.x ? "x" : "y", axis->vector.norm()),
            "Use unit vectors; write them as expressions if they have many digits.");
        return false;
      }
    if (!check_perpendicular(form.x->vector, form.y->vector, "x and y", node, key, values)) return false;
    form.matrix = frame_of(form.x->vector, form.y->vector);
  }
  return true;
}

bool complete(const AxesForm& form, const Node& node, const std::string& key, Values& values, Mat3& out) {
  out = Mat3::Identity();
  if (form.orientation && (form.axis || form.x_axis)) {
    values.problem(node.place, fmt::format("{} has both an orientation and an axis.", key),
                   "Specify only one of them.");
    return false;
  }
  if (form.orientation) out = form.orientation->matrix;
  const Vec3 z = form.axis ? form.axis->vector.normalized() : Vec3::UnitZ();
  if (form.axis) out = frame_with_z(z);
  if (form.x_axis) {
    if (!check_perpendicular(form.x_axis->vector, z, "axis and x_axis", node, key, values)) return false;
    out = frame_of(form.x_axis->vector, cross(z, form.x_axis->vector));
  }
  return true;
}

}  // namespace daedalus::model_file
