#include "daedalus/model/start_position.hpp"

#include <cmath>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/measure_between.hpp"
#include "daedalus/model/planar_rows.hpp"
#include "daedalus/model/prescribed_pose.hpp"

namespace daedalus {

StartPose start_pose(const Body& body, double t_start) {
  StartPose pose{body.position, Mat3::Identity()};
  if (body.kind == BodyKind::planar) pose.axes = rotation_matrix(euler_parameters_about(Vec3::UnitZ(), body.angle));
  if (body.kind == BodyKind::spatial) pose.axes = rotation_matrix(Vec4(body.orientation.normalized()));
  if (body.kind == BodyKind::prescribed) {
    const auto [x, A] = prescribed_pose(body, t_start);
    for (int i = 0; i < 3; ++i) {
      pose.position[i] = x[i].value;
      for (int j = 0; j < 3; ++j) pose.axes(i, j) = A(i, j).value;
    }
  }
  return pose;
}

StartPose start_pose(const ModelParts& parts, MarkerId id) {
  const Marker& marker = parts.markers[id];
  const StartPose body = start_pose(parts.bodies[marker.body], parts.run.t_start);
  return {body.position + body.axes * marker.position, body.axes * marker.axes};
}

bool moves_in_plane(const Body& body) {
  switch (body.kind) {
    case BodyKind::ground:
    case BodyKind::planar: return true;
    case BodyKind::point: return !body.moves[2];
    case BodyKind::prescribed:
      return !body.motion.track && !body.motion.position[2] &&
             (!body.motion.angle || std::abs(body.motion.axis.normalized()[2]) > 1 - 1e-12) &&
             rotation_matrix(body.orientation)(2, 2) > 1 - 1e-12;
    case BodyKind::spatial: return false;
  }
  return false;
}

bool is_unwrapped(const ModelParts& parts, const Measure& y) {
  const auto turns_by_coordinate = [&](MarkerId id) {
    const Marker& marker = parts.markers[id];
    const Body& body = parts.bodies[marker.body];
    return moves_in_plane(body) && body.has_orientation() && std::abs(start_pose(parts, id).axes(2, 2)) > 1 - 1e-12;
  };
  return y.kind == MeasureKind::angle_z && turns_by_coordinate(y.P) && turns_by_coordinate(y.Q);
}

double start_value(const ModelParts& parts, const Measure& y) {
  if (is_unwrapped(parts, y)) return planar_angle(parts, y);
  const auto frame = [&](MarkerId id) {
    const StartPose pose = start_pose(parts, id);
    return Frame<double>{pose.position, pose.axes, Vec3::Zero(), Vec3::Zero()};
  };
  return measure_between(y, frame(y.P), frame(y.Q));
}

void complete_rows(ModelParts& parts) {
  const auto complete = [&](Joint& joint) {
    std::erase_if(joint.rows, [&](const ConstraintRow& row) { return holds_by_itself(parts, row); });
    for (ConstraintRow& row : joint.rows) {
      if (row.offset_from_start) {
        row.offset = 0;
        for (const RowTerm& term : row.terms) row.offset += term.weight * start_value(parts, term.measure);
        row.offset_from_start = false;
      }
      const Measure& first = row.terms.front().measure;
      if (row.motion && row.period == 0 && first.is_angle() && !is_unwrapped(parts, first)) row.period = full_turn;
    }
  };
  for (Joint& joint : parts.joints) complete(joint);
  for (Joint& driver : parts.drivers) complete(driver);
}

}  // namespace daedalus
