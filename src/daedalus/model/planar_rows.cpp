#include "daedalus/model/planar_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

enum class Lies { in_plane, normal, skew };

Lies lies(const ModelParts& parts, MarkerId marker, int axis) {
  const double z = std::abs(start_pose(parts, marker).axes(2, axis));
  return z < 1e-9 ? Lies::in_plane : z > 1 - 1e-12 ? Lies::normal : Lies::skew;
}

bool is_planar(const ModelParts& parts, const Measure& y) {
  const auto body = [&](MarkerId id) -> const Body& { return parts.bodies[parts.markers[id].body]; };
  const Body &P = body(y.P), &Q = body(y.Q);
  return moves_in_plane(P) && moves_in_plane(Q) && (P.has_coordinates() || Q.has_coordinates());
}

// True when the measure cannot change.
bool is_constant(const ModelParts& parts, const Measure& y) {
  using enum MeasureKind;
  switch (y.kind) {
    case gap_z: return true;
    case along_x:
    case along_y:
    case along_z: return lies(parts, y.Q, static_cast<int>(y.kind) - static_cast<int>(along_x)) == Lies::normal;
    case cosine: return lies(parts, y.P, y.i) == Lies::normal || lies(parts, y.Q, y.j) == Lies::normal;
    default: return false;
  }
}

// Of the marker's x-axis while the body's angle is zero.
double heading(const Body& body, const Marker& marker) {
  const double turned =
      body.kind == BodyKind::prescribed ? 2 * std::atan2(body.orientation[3], body.orientation[0]) : 0;
  return turned + std::atan2(marker.axes(1, 0), marker.axes(0, 0));
}

}  // namespace

bool holds_by_itself(const ModelParts& parts, const ConstraintRow& row) {
  for (const RowTerm& term : row.terms)
    if (!is_planar(parts, term.measure) || !is_constant(parts, term.measure)) return false;
  return !row.motion;
}

std::string planar_contradiction(const ModelParts& parts, const ConstraintRow& row) {
  for (const RowTerm& term : row.terms) {
    const Measure& y = term.measure;
    if (!is_planar(parts, y)) continue;
    const bool uses_axis_of_Q = y.needs_orientation_of_Q() && y.kind != MeasureKind::clearance;
    for (int axis = 0; axis < 3; ++axis) {
      if (y.needs_orientation_of_P() && lies(parts, y.P, axis) == Lies::skew)
        return fmt::format("the axes of marker '{}' are neither in the plane of the planar body nor normal to it",
                           parts.markers[y.P].name);
      if (uses_axis_of_Q && lies(parts, y.Q, axis) == Lies::skew)
        return fmt::format("the axes of marker '{}' are neither in the plane of the planar body nor normal to it",
                           parts.markers[y.Q].name);
    }
    if (row.terms.size() == 1 && !row.motion && is_constant(parts, y) && !row.offset_from_start) {
      const double value = term.weight * start_value(parts, y) - row.offset;
      if (std::abs(value) > 1e-9)
        return fmt::format("planar motion keeps row '{}' at {:.6g}, so it can never be satisfied", row.label, value);
    }
  }
  return "";
}

PlanarAngle planar_angle_law(const ModelParts& parts, const Measure& y) {
  const Marker& P = parts.markers[y.P];
  const Marker& Q = parts.markers[y.Q];
  const double sign = start_pose(parts, y.Q).axes(2, 2) > 0 ? 1 : -1;
  const double between = heading(parts.bodies[P.body], P) - heading(parts.bodies[Q.body], Q);
  return {sign, sign * std::remainder(between, 2 * std::numbers::pi)};
}

double planar_angle(const ModelParts& parts, const Measure& y) {
  const auto theta = [&](MarkerId id) {
    const Body& body = parts.bodies[parts.markers[id].body];
    if (body.kind == BodyKind::planar) return body.angle;
    if (body.kind == BodyKind::prescribed && body.motion.angle)
      return body.motion.angle->derivative(parts.run.t_start, 0) * (body.motion.axis[2] > 0 ? 1 : -1);
    return 0.0;
  };
  const PlanarAngle law = planar_angle_law(parts, y);
  return law.sign * (theta(y.P) - theta(y.Q)) + law.offset;
}

}  // namespace daedalus
