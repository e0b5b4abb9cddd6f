#include "daedalus/io/model_file/body_types.hpp"

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
                 "Give perpendicular axes, as expressions if their numbers have many digits.");
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

bool read_inertia(const Node& node, const std::string& key, Values& values, InertiaForm& out) {
  const auto refuse = [&](const std::string& what) {
    values.problem(node.place, fmt::format("{} {}", key, what),
                   "Give [Jxx, Jyy, Jzz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or three rows of three numbers.");
    return false;
  };
  if (node.kind != Node::Kind::list) return refuse(fmt::format("is {}.", node.kind_name()));
  const bool has_rows = !node.items.empty() && node.items[0]->kind == Node::Kind::list;
  std::vector<double> J;
  if (has_rows) {
    if (node.items.size() != 3) return refuse(fmt::format("has {} rows, not 3.", node.items.size()));
    for (int i = 0; i < 3; ++i) {
      if (!values.numbers(*node.items[static_cast<std::size_t>(i)], fmt::format("{}[{}]", key, i), Range{}, J))
        return false;
      if (J.size() != 3) return refuse(fmt::format("has {} numbers in row {}, not 3.", J.size(), i + 1));
      out.matrix.row(i) << J[0], J[1], J[2];
    }
    return true;
  }
  if (node.items.size() != 3 && node.items.size() != 6)
    return refuse(fmt::format("has {} numbers, not 3, 6 or 3 x 3.", node.items.size()));
  if (!values.numbers(node, key, Range{}, J)) return false;
  J.resize(6, 0.0);
  out.matrix << J[0], J[3], J[4],  //
      J[3], J[1], J[5],            //
      J[4], J[5], J[2];
  return true;
}

bool read_four_numbers(const Node& node, const std::string& key, Values& values, FourNumbers& out) {
  std::vector<double> e;
  if (!values.numbers(node, key, Range{}, e)) return false;
  if (e.size() != 4) {
    values.problem(node.place, fmt::format("{} has {} numbers, not 4.", key, e.size()),
                   "Give [e0, e1, e2, e3], the real part first.");
    return false;
  }
  const Vec4 p(e[0], e[1], e[2], e[3]);
  const double length = p.stableNorm();
  if (!(length > 1e-100) || !std::isfinite(length)) {
    values.problem(node.place,
                   fmt::format("{} = [{:.6g}, {:.6g}, {:.6g}, {:.6g}] has no direction.", key, p[0], p[1], p[2], p[3]),
                   "Give Euler parameters of length 1, for example  [1, 0, 0, 0].");
    return false;
  }
  out.value = p / length;
  if (std::abs(length - 1) <= tolerance) return true;
  values.problem(node.place, fmt::format("{} has the length {:.6g}, not 1.", key, length),
                 fmt::format("Of the same direction is [{:.9g}, {:.9g}, {:.9g}, {:.9g}].", out.value[0], out.value[1],
                             out.value[2], out.value[3]));
  return false;
}

bool complete(OrientationForm& form, const Node& node, const std::string& key, Values& values) {
  const bool by_angle = form.axis && form.angle, by_axes = form.x && form.y;
  const int given = (form.quaternion ? 1 : 0) + (form.axis || form.angle ? 1 : 0) + (form.x || form.y ? 1 : 0);
  const bool complete = form.quaternion || by_angle || by_axes;
  if (given != 1 || !complete) {
    values.problem(
        node.place, fmt::format("{} does not say how the frame is turned.", key),
        "Give one of  {quaternion: [1, 0, 0, 0]},  {axis: [0, 0, 1], angle: 0.5}  and  {x: [1, 0, 0], y: [0, 1, 0]}.");
    return false;
  }
  if (form.quaternion) form.matrix = rotation_matrix(form.quaternion->value);
  if (by_angle) form.matrix = rotation_matrix(euler_parameters_about(form.axis->vector, *form.angle));
  if (by_axes) {
    for (const Direction* axis : {&*form.x, &*form.y})
      if (std::abs(axis->vector.norm() - 1) > tolerance) {
        values.problem(
            node.place,
            fmt::format("{}: {} has the length {:.6g}, not 1.", key, axis == &*form.x ? "x" : "y", axis->vector.norm()),
            "Give unit vectors, as expressions if their numbers have many digits.");
        return false;
      }
    if (!check_perpendicular(form.x->vector, form.y->vector, "x and y", node, key, values)) return false;
    form.matrix = frame_of(form.x->vector, form.y->vector);
  }
  return true;
}

bool complete(const MarkerForm& form, const Node& node, const std::string& key, Values& values,
              MarkersForm::Named& out) {
  out.position = form.position;
  out.axes = Mat3::Identity();
  if (form.orientation && (form.axis || form.x_axis)) {
    values.problem(node.place, fmt::format("{} has both an orientation and an axis.", key), "Give one of them.");
    return false;
  }
  if (form.orientation) out.axes = form.orientation->matrix;
  const Vec3 z = form.axis ? form.axis->vector.normalized() : Vec3::UnitZ();
  if (form.axis) out.axes = frame_with_z(z);
  if (form.x_axis) {
    if (!check_perpendicular(form.x_axis->vector, z, "axis and x_axis", node, key, values)) return false;
    out.axes = frame_of(form.x_axis->vector, cross(z, form.x_axis->vector));
  }
  return true;
}

void MovingBody::fill(Body& body) const {
  body.mass = mass;
  body.position = position;
  body.velocity = velocity;
  body.assembly_weight = weight;
  body.locked = locked;
  body.rate_group = rate_group;
}

bool SpatialForm::fill(const Place& place, Values& values, Body& body) const {
  MovingBody::fill(body);
  body.kind = BodyKind::spatial;
  body.inertia = inertia.matrix;
  body.com = com;
  body.orientation = euler_parameters_of(orientation.matrix);
  if (orientation.quaternion) body.orientation = orientation.quaternion->value;  // and not its opposite
  if (angular_velocity) body.angular_velocity = *angular_velocity;
  if (body_angular_velocity) body.angular_velocity = orientation.matrix * *body_angular_velocity;
  if (!angular_velocity || !body_angular_velocity) return true;
  values.problem(place, "both angular_velocity and body_angular_velocity are given.", "Give one of them.");
  return false;
}

bool PlanarForm::fill(const Place&, Values&, Body& body) const {
  MovingBody::fill(body);
  body.kind = BodyKind::planar;
  body.inertia(2, 2) = inertia;
  body.com = com;
  body.angle = angle;
  body.angular_velocity = {0, 0, angular_velocity};
  return true;
}

bool PointForm::fill(const Place&, Values&, Body& body) const {
  MovingBody::fill(body);
  body.kind = BodyKind::point;
  for (std::size_t k = 0; k < 3; ++k) body.moves[k] = (static_cast<int>(moves) >> k & 1) != 0;
  return true;
}

bool PrescribedForm::fill(const Place&, Values&, Body& body) const {
  body.kind = BodyKind::prescribed;
  body.position = position;
  body.orientation = euler_parameters_of(orientation.matrix);
  body.motion = {{motion.x, motion.y, motion.z}, motion.angle, motion.axis.vector.normalized()};
  return true;
}

}  // namespace daedalus::model_file
