#include "daedalus/io/model_file/body_types.hpp"

#include <fmt/format.h>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::model_file {

bool read_inertia(const Node& node, const std::string& key, Values& values, InertiaForm& out) {
  const auto refuse = [&](const std::string& what) {
    values.problem(node.place, fmt::format("{} {}", key, what),
                   "Use [Jxx, Jyy, Jzz], [Jxx, Jyy, Jzz, Jxy, Jxz, Jyz] or three rows of three numbers.");
    return false;
  };
  if (node.kind != Node::Kind::list) return refuse(fmt::format("is {}.", node.kind_name()));
  const bool has_rows = !node.items.empty() && node.items[0]->kind == Node::Kind::list;
  std::vector<double> J;
  if (has_rows) {
    if (node.items.size() != 3) return refuse(fmt::format("has {} rows, not 3.", node.items.size()));
    for (int i = 0; i < 3; ++i) {
      if (!values.numbers(*node.items[i], fmt::format("{}[{}]", key, i), Range{}, J)) return false;
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

void MovingBody::fill(Body& body) const {
  body.mass = mass;
  body.position = position;
  body.velocity = velocity;
  body.assembly_weight = weight;
  body.locked = locked;
  body.rate_group = rate.empty() ? rate_group : rate;
}

bool SpatialStart::fill(const Place& place, Values& values, Body& body) const {
  body.kind = BodyKind::spatial;
  body.orientation = euler_parameters_of(orientation.matrix);
  if (orientation.quaternion) body.orientation = orientation.quaternion->value;  // and not its opposite
  if (angular_velocity) body.angular_velocity = *angular_velocity;
  if (body_angular_velocity) body.angular_velocity = orientation.matrix * *body_angular_velocity;
  if (!angular_velocity || !body_angular_velocity) return true;
  values.problem(place, "both angular_velocity and body_angular_velocity are given.", "Specify only one of them.");
  return false;
}

bool SpatialForm::fill(const Place& place, Values& values, Body& body) const {
  MovingBody::fill(body);
  body.inertia = inertia.matrix;
  body.com = com;
  return turned.fill(place, values, body);
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
  body.motion = {{motion.x, motion.y, motion.z},
                 motion.angle,
                 motion.axis.vector.normalized(),
                 motion.track,
                 motion.at,
                 motion.follows};
  return true;
}

}  // namespace daedalus::model_file
