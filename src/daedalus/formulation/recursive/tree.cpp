#include "daedalus/formulation/recursive/tree.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/model/planar_rows.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

constexpr double tiny_offset = 1e-12;

NodeKind node_kind(MotionKind kind) {
  switch (kind) {
    case MotionKind::turn: return NodeKind::turn;
    case MotionKind::slide: return NodeKind::slide;
    case MotionKind::screw: return NodeKind::screw;
    case MotionKind::ball: return NodeKind::ball;
    case MotionKind::drift: return NodeKind::drift;
  }
  return NodeKind::rigid;
}

// By depth, otherwise in the order of the list: neighbors in the list of nodes then belong to different branches, and
// the processor works on several of them at a time.
std::vector<Attachment> breadth_first(std::vector<Attachment> list, std::size_t bodies) {
  std::vector<Index> depth(bodies, 0);
  for (const Attachment& at : list) depth[at.body] = depth[at.parent] + 1;
  std::stable_sort(list.begin(), list.end(),
                   [&](const Attachment& a, const Attachment& b) { return depth[a.body] < depth[b.body]; });
  return list;
}

// The angle of a planar body against its parent while its joint is at zero, with all the turns it has: by the law of
// the joint's angle, and without one as the bodies are drawn.
double drawn_angle(const Model& model, const Attachment& at) {
  const auto drawn = [&](const Body& body) {
    if (body.kind == BodyKind::planar) return body.angle;
    if (body.kind == BodyKind::prescribed && body.motion.angle)
      return body.motion.angle->derivative(model.run().t_start, 0) * (body.motion.axis[2] > 0 ? 1 : -1);
    return 0.0;
  };
  if (!at.joint) return 0;
  for (const Freedom& freedom : at.joint->freedoms)
    if (freedom.measure.kind == MeasureKind::angle_z) {
      const PlanarAngle law = planar_angle_law(model.parts(), freedom.measure);
      return (at.reversed ? 1 : -1) * law.sign * law.offset;
    }
  return drawn(model.body(at.body)) - drawn(model.body(at.parent));
}

// Rows hold axes perpendicular and say nothing of their sense: an axis may point against the one it is parallel to, and
// a weld may be half a turn off. The joint's motions start from equal axes. This turn of P brings them there from how
// the bodies were drawn.
Mat3 sense_of_axes(const Model& model, const Joint& joint) {
  bool z_is_parallel = false, x_is_parallel = false;
  for (const ConstraintRow& row : joint.rows)
    // not the cross of a universal joint
    if (const Measure& y = row.terms.front().measure; y.kind == MeasureKind::cosine && y.i != y.j)
      (y.i == 2 ? z_is_parallel : x_is_parallel) = true;
  if (!z_is_parallel) return Mat3::Identity();
  const auto drawn = [&](MarkerId id) {
    return Mat3(start_pose(model.body_of(id), model.run().t_start).axes * model.marker(id).axes);
  };
  const Vec3 sense = (drawn(joint.between.Q).transpose() * drawn(joint.between.P)).diagonal();
  if (!x_is_parallel) return sense[2] < 0 ? Vec3(1, -1, -1).asDiagonal() : Vec3(1, 1, 1).asDiagonal();
  Vec3 best = Vec3::Ones();
  for (const Vec3& turn : {Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)})
    if (turn.dot(sense) > best.dot(sense)) best = turn;
  return best.asDiagonal();
}

}  // namespace

RelativePose marker_pose(const Model& model, MarkerId id, bool positions_only) {
  const Marker& marker = model.marker(id);
  return {marker.position - model.body(marker.body).com, positions_only ? Mat3(Mat3::Identity()) : marker.axes};
}

Tree::Tree(const Model& model)
    : choice(choose_tree(model)), bodies(model.bodies().size()), joints(model.joints().size()) {
  is_planar = true;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    is_planar = is_planar && moves_in_plane(body);
    if (body.has_coordinates()) continue;
    nodes.push_back({});
    nodes.back().name = body.name;
    bodies[b].node = roots++;
    root_bodies.push_back(static_cast<BodyId>(b));
    zero_axes_.push_back(body.kind == BodyKind::prescribed ? rotation_matrix(Vec4(body.orientation.normalized()))
                                                           : Mat3(Mat3::Identity()));
  }
  for (const SpanningTree::Drive& drive : choice.drives)
    drives.push_back({drive.driver->rows.front().motion, drive.factor, drive.offset,
                      static_cast<Index>(drive.driver - model.drivers().data()), -1});
  choice.attachments = breadth_first(std::move(choice.attachments), model.bodies().size());
  for (const Attachment& at : choice.attachments) add_attachment(model, at);
}

void Tree::carry(const Body& body, const RelativePose& pose, TreeNode& node) {
  if (body.flexible) return;  // its mass is on its nodes
  const Vec3& c = pose.x;
  node.mass += body.mass;
  node.moment += body.mass * c;
  Mat3 J = body.kind == BodyKind::spatial ? body.inertia : Mat3(Mat3::Zero());
  if (body.kind == BodyKind::planar) J(2, 2) = body.inertia(2, 2);
  node.inertia += pose.R * J * pose.R.transpose() + body.mass * (c.dot(c) * Mat3::Identity() - c * c.transpose());
}

void Tree::add_attachment(const Model& model, const Attachment& at) {
  const Body& body = model.body(at.body);
  const bool backward = at.reversed && !at.positions_only;
  const TreeBody& parent = bodies[at.parent];
  const bool in_plane = moves_in_plane(body) || body.kind == BodyKind::planar;
  RelativePose from = parent.pose, to;
  if (at.joint) {
    from = from * marker_pose(model, at.reversed ? at.joint->between.P : at.joint->between.Q, at.positions_only);
    to = marker_pose(model, at.reversed ? at.joint->between.Q : at.joint->between.P, at.positions_only);
    RelativePose& of_P = at.reversed ? from : to;
    if (!at.positions_only && !in_plane) of_P.R = of_P.R * sense_of_axes(model, *at.joint);
  }
  const Index first = size();
  first_node.push_back(first);
  Index before = parent.node;
  const std::string prefix = at.joint ? at.joint->name : body.name;

  const auto add = [&](TreeNode node, const ElementaryMotion* motion, Index index) {
    node.parent = before;
    node.pose = from;
    node.name = motion ? prefix + (motion->name.empty() ? "" : "." + motion->name) : prefix;
    for (std::size_t k = 0; k < choice.drives.size(); ++k)
      if (motion && choice.drives[k].joint == at.joint && at.joint && choice.drives[k].motion == index) {
        node.drive = static_cast<Index>(k);
        drives[k].node = size();
      }
    if (motion && node.drive < 0) {
      node.coordinate = coordinate_count();
      const auto name = [&](const std::string& text) {
        coordinate_names.push_back(prefix + "." + text);
        coordinate_body.push_back(at.body);
      };
      if (node.kind == NodeKind::ball) {
        for (const char* e : {"e0", "e1", "e2", "e3"}) name(e);
        node.norm = static_cast<Index>(norm_names.size());
        norm_names.push_back(prefix + ".norm");
        const Body& owner = body.is_part() ? model.body(body.part_of) : body;
        node.norm_inertia = std::max(owner.inertia.trace() / 3, 1e-6 * (owner.mass + 1e-300));
      } else if (node.kind == NodeKind::drift) {
        for (const char* axis : {"x", "y", "z"}) name(axis);
      } else {
        name(motion->name);
      }
    }
    // In the plane exactly those of the world: a product would double its rounding errors from node to node.
    zero_axes_.push_back(motion && in_plane ? Mat3(Mat3::Identity()) : Mat3(zero_axes_[before] * node.pose.R));
    before = size();
    nodes.push_back(std::move(node));
  };

  for (std::size_t k = 0; k < at.motions.size(); ++k) {
    const ElementaryMotion& motion = at.motions[k];
    TreeNode node{
        .kind = node_kind(motion.kind), .sign = backward ? -1.0 : 1.0, .lead = motion.lead, .axis = motion.axis};
    if (backward) from = from * motion.after.inverse();
    Mat3 B = Mat3::Identity();
    if (in_plane) {
      B = (zero_axes_[before] * from.R).transpose();
      node.axis = B.transpose() * motion.axis;
      if (node.kind == NodeKind::turn && node.axis[2] < 0) node.sign = -node.sign;
      node.turns_in_plane = node.kind == NodeKind::turn;
    } else if (node.kind == NodeKind::turn || node.kind == NodeKind::screw) {
      if (motion.axis[2] < -1 + tiny_offset) node.sign = -node.sign;  // about −z
      else if (motion.axis[2] < 1 - tiny_offset) B = frame_with_z(motion.axis);
    }
    if (!motion.offset_row.empty())
      from.x += from.R * Vec3(0, 0, (backward ? -1 : 1) * thread_offset(*at.joint, motion));
    from.R = in_plane ? Mat3(zero_axes_[before].transpose()) : Mat3(from.R * B);
    add(std::move(node), &motion, static_cast<Index>(k));
    from = {Vec3::Zero(), B.transpose()};
    if (!backward) from = from * motion.after;
  }
  if (at.motions.empty()) {
    add({.kind = NodeKind::rigid}, nullptr, -1);
    from = {};
  }
  if (at.joint) joints[at.joint - model.joints().data()] = {first, size() - 1, at.reversed};

  TreeBody& mine = bodies[at.body];
  mine.node = size() - 1;
  mine.pose = from * to.inverse();
  if (body.kind == BodyKind::planar) {
    const Mat3 R = zero_axes_.back() * mine.pose.R;
    const double angle = std::atan2(R(1, 0), R(0, 0)), near = drawn_angle(model, at) + parent.angle;
    mine.angle = angle + full_turn * std::round((near - angle) / full_turn);
  }
  carry(body, mine.pose, nodes.back());
}

Index Tree::depth(Index i) const {
  Index depth = 0;
  for (; i >= roots; i = node(i).parent) ++depth;
  return depth;
}

}  // namespace daedalus
