#include "daedalus/formulation/flexible/expansion.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "daedalus/model/flexible/flexible_body.hpp"
#include "daedalus/model/model_builder.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

constexpr const char* axis_names[3] = {"x", "y", "z"};
using Axes = std::array<bool, 3>;

Axes moving_rows(const MatX& shapes) {
  Axes rows;
  for (int k = 0; k < 3; ++k) rows[k] = !shapes.row(k).isZero(0);
  return rows;
}

// Turns about z, y and x one after the other: R = Rz Ry Rx.
ElementaryMotion unit_turn_about(int k) {
  std::function<double(const RelativePose&)> value;
  if (k == 2) value = [](const RelativePose& p) { return std::atan2(p.R(1, 0), p.R(0, 0)); };
  if (k == 1) value = [](const RelativePose& p) { return std::atan2(-p.R(2, 0), std::hypot(p.R(0, 0), p.R(1, 0))); };
  if (k == 0) value = [](const RelativePose& p) { return std::atan2(p.R(2, 1), p.R(2, 2)); };
  return {.kind = MotionKind::turn,
          .name = fmt::format("turn_{}", axis_names[k]),
          .axis = Vec3::Unit(k),
          .value = std::move(value)};
}

// What is left of the orientation when P turns about these axes only.
void hold_orientation(const Axes& turns, const Between& between, Rows& rows) {
  const auto [x, y, z] = turns;
  if (!x && !y && !z) {
    rows.parallel_z(between);
    rows.perpendicular(0, 1, between);
  } else if (!x && !y) {
    rows.parallel_z(between);
  } else if (!x && !z) {
    rows.perpendicular(1, 0, between);
    rows.perpendicular(1, 2, between);
  } else if (!y && !z) {
    rows.perpendicular(0, 1, between);
    rows.perpendicular(0, 2, between);
  } else if (!x) {
    rows.perpendicular(1, 2, between);  // y of Rz Ry lies in the xy-plane
  } else if (!y) {
    rows.perpendicular(0, 2, between);  // x of Rz Rx too
  } else if (!z) {
    rows.perpendicular(0, 1, between);  // x of Ry Rx lies in the xz-plane
  }
}

class Expander {
 public:
  Expander(const Model& model, UserJoints joints) : model_(model), build_(model), hints_(model.tree()) {
    if (joints == UserJoints::in_tree) return;
    hints_ = {};
    for (const Joint& joint : model.joints()) hints_.cut.push_back(joint.name);
  }

  Expansion expand() {
    const std::vector<MarkerId> used = markers_in_use(model_.parts());
    for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
      const Body& body = model_.bodies()[b];
      if (!body.flexible) continue;
      frame_ = static_cast<BodyId>(b);
      count_ = 0;
      for (const FlexibleNode& node : body.flexible->nodes)
        add_part({node.place, node.displacement, node.turn}, node.mass, node.inertia);
      std::vector<std::pair<Vec3, BodyId>> stations;
      for (const MarkerId id : used)
        if (model_.marker(id).body == frame_) hang(id, stations);
    }
    build_.tree(hints_);
    return {build_.finish(), std::move(parts_), std::move(inner_)};
  }

 private:
  // Puts a marker on its station, which may be there already.
  void hang(MarkerId id, std::vector<std::pair<Vec3, BodyId>>& stations) {
    const Marker& marker = model_.marker(id);
    const FlexibleStation station = *model_.body(frame_).flexible->find_station(marker.position);
    if (station.displacement.isZero(0) && station.turn.isZero(0)) return;  // on the frame itself
    BodyId body = -1;
    for (const auto& [place, there] : stations)
      if (place == station.place) body = there;
    if (body < 0) {
      body = add_part(station, 0, Mat3::Zero());
      stations.emplace_back(station.place, body);
    }
    build_.move_marker(id, body, marker.position - station.place, marker.axes);
  }

  BodyId add_part(const FlexibleStation& at, double mass, const Mat3& inertia) {
    const Body& frame = model_.body(frame_);
    const bool in_plane = frame.kind == BodyKind::planar, is_point = mass > 0 && inertia.isZero(0);
    const std::string name = fmt::format("{}@{}", frame.name, count_++);
    const StartPose pose = start_pose(frame, model_.run().t_start);
    const Vec3 arm = pose.axes * at.place;
    Body part{.name = name, .kind = is_point ? BodyKind::point : frame.kind, .mass = mass, .inertia = inertia};
    part.position = pose.position + arm;
    part.orientation = frame.orientation;
    part.angle = frame.angle;
    part.velocity = frame.velocity + cross(frame.angular_velocity, arm);
    part.angular_velocity = frame.angular_velocity;
    part.rate_group = frame.rate_group;
    part.part_of = frame_;
    if (is_point && in_plane) part.moves[2] = false;
    const BodyId id = build_.body(std::move(part));

    const Between between{*build_.find_marker(name + ".origin"),
                          build_.marker(frame_, fmt::format("@{}", count_ - 1), at.place)};
    Axes slides = moving_rows(at.displacement), turns = is_point ? Axes{} : moving_rows(at.turn);
    if (in_plane) slides[2] = turns[0] = turns[1] = false;
    const std::string joint_name = name + "_mount";
    Joint joint{.name = joint_name,
                .type = "inner",
                .between = between,
                .rows = {},
                .freedoms = {},
                .mobility = Mobility{},
                .is_inner = true};
    Rows rows(joint.rows);
    const auto carry = [&](ElementaryMotion motion, const MatX& shapes, int k) {
      inner_[joint_name + "." + motion.name] = {frame_, shapes.row(k).transpose()};
      joint.mobility->motions.push_back(std::move(motion));
    };
    for (int k = 0; k < 3; ++k)
      if (slides[k]) carry(slide_along(k, fmt::format("slide_{}", axis_names[k])), at.displacement, k);
      else rows.add({.label = fmt::format("off_{}", axis_names[k]), .terms = {{1.0, along(k, between)}}});
    for (int k = 2; k >= 0; --k)
      if (turns[k]) carry(unit_turn_about(k), at.turn, k);
    if (!is_point) hold_orientation(turns, between, rows);
    hints_.keep.push_back(joint_name);
    build_.add_joint(std::move(joint));
    parts_.push_back({id, frame_, at.place, at.displacement, is_point ? MatX(MatX::Zero(3, at.turn.cols())) : at.turn});
    return id;
  }

  const Model& model_;
  ModelBuilder build_;
  TreeHints hints_;
  BodyId frame_ = 0;
  int count_ = 0;
  std::vector<FlexiblePart> parts_;
  std::map<std::string, InnerCoordinate> inner_;
};

}  // namespace

Expansion expand(const Model& model, UserJoints joints) { return Expander(model, joints).expand(); }

Mat3 part_rotation(const Vec3& angles) {
  const auto about = [&](int k) { return rotation_matrix(euler_parameters_about(Vec3::Unit(k), angles[k])); };
  return about(2) * about(1) * about(0);
}

BodyMotion part_motion(const FlexiblePart& part, const Body& frame, const BodyMotion& m, const VecX& eta,
                       const VecX& eta_dot) {
  const Vec3 angles = part.turn * eta, rates = part.turn * eta_dot;
  const Vec3 arm = part.place - frame.com + part.displacement * eta;
  BodyMotion out = m;
  const Mat3 A = m.A / std::sqrt(m.A.squaredNorm() / 3);
  const Vec3 w = angular_velocity_of(m) / (m.A.squaredNorm() / 3);
  out.r = m.r + A * arm;
  out.r_dot = m.r_dot + cross(w, Vec3(A * arm)) + A * (part.displacement * eta_dot);
  out.A = A * part_rotation(angles);
  const Mat3 Rz = part_rotation({0, 0, angles[2]}), Rzy = part_rotation({0, angles[1], angles[2]});
  const Vec3 turning = A * (rates[2] * Vec3::UnitZ() + rates[1] * Rz.col(1) + rates[0] * Rzy.col(0));
  out.A_dot = cross_matrix(w + turning) * out.A;
  if (frame.kind == BodyKind::planar) {
    const double angle = angle_of(m, 0) + angles[2];
    out.p[0] = {angle, 0, 0, 0};
    out.rotation = RotationKind::angle;
  } else {
    out.rotation = RotationKind::none;  // no coordinates of its own: A and A' say it all
  }
  return out;
}

Model bent_rigid_model(const Model& model, const std::vector<VecX>& eta) {
  ModelBuilder build(model);
  for (std::size_t m = 0; m < model.markers().size(); ++m) {
    const Marker& marker = model.markers()[m];
    const Body& body = model.body(marker.body);
    const VecX& bent = eta[marker.body];
    if (!body.flexible || bent.size() == 0 || bent.isZero(0)) continue;
    const auto station = body.flexible->find_station(marker.position);
    if (!station) continue;
    const Mat3 R = part_rotation(station->turn * bent);
    const Vec3 place = station->place + station->displacement * bent + R * (marker.position - station->place);
    build.move_marker(static_cast<MarkerId>(m), marker.body, place, R * marker.axes);
  }
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.bodies()[b].flexible) build.stiffen(static_cast<BodyId>(b));
  return build.finish();
}

}  // namespace daedalus
