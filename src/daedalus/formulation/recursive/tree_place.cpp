// tree_place.cpp: the coordinates of a tree from the positions and velocities of its bodies, joint by joint from the roots.
//
// Positions are read off the pose of each joint's markers; velocities solve  S v = V_body − V_parent − (driven part)  in the
// sense of least squares, which is exact for bodies that move as their joints allow.
#include <Eigen/QR>

#include <cmath>
#include <numbers>

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {
namespace {

constexpr double full_circle = 2 * std::numbers::pi;

}  // namespace

void JointSystem::place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const {
  const Tree& tree = parts_->tree;
  Scratch s(*this);
  move_roots(t, s);
  q.setZero(layout().nq);
  v.setZero(layout().nq);
  for (const TreeNode& node : tree.nodes)
    if (node.kind == NodeKind::ball) q[node.coordinate] = 1;
  sweeps_.move(s.roots.data(), s.drives.data(), q.data(), v.data(), true, s.nodes);  // roots
  for (Index i = 0; i < tree.roots; ++i) s.angles[static_cast<std::size_t>(i)] = s.motion[static_cast<std::size_t>(tree.root_bodies[static_cast<std::size_t>(i)])].p[0][0];

  const auto pose_of = [&](Index node) { return RelativePose{s.nodes.place[static_cast<std::size_t>(node)].x, s.nodes.k[static_cast<std::size_t>(node)].R.A}; };
  for (std::size_t k = 0; k < tree.choice.attachments.size(); ++k) {
    const Attachment& at = tree.choice.attachments[k];
    const Body& body = model().body(at.body);
    const TreeBody& mine = tree.body(at.body);
    const BodyMotion& m = motion[static_cast<std::size_t>(at.body)];
    const Index first = tree.first_node[k], last = mine.node, parent = tree.node(first).parent;
    const bool backward = at.reversed && !at.positions_only;

    // The pose of P seen from Q.
    RelativePose from = pose_of(parent) * tree.body(at.parent).pose, to{m.r, m.A};
    to.R /= std::sqrt(m.A.squaredNorm() / 3);
    if (body.kind == BodyKind::point) to.R = from.R;
    if (at.joint) {
      const MarkerId from_marker = at.reversed ? at.joint->between.P : at.joint->between.Q;
      const MarkerId to_marker = at.reversed ? at.joint->between.Q : at.joint->between.P;
      from = from * marker_pose(model(), from_marker, at.positions_only);
      to = to * marker_pose(model(), to_marker, at.positions_only);
    }
    RelativePose relative = from.inverse() * to;
    if (backward) relative = relative.inverse();

    for (Index i = first; i <= last; ++i) {
      const TreeNode& node = tree.node(i);
      if (node.coordinate >= 0) {
        const ElementaryMotion& elementary = at.motions[static_cast<std::size_t>(i - first)];
        RelativePose seen = relative;
        if (!elementary.offset_row.empty())
          for (const ConstraintRow& row : at.joint->rows)
            if (row.label == elementary.offset_row) seen.x[2] -= row.offset;
        if (node.kind == NodeKind::drift) q.segment<3>(node.coordinate) = seen.x;
        else if (elementary.value) q[node.coordinate] = elementary.value(seen);
        else {  // from the rotation that is left: what follows does not turn
          Mat3 target = m.A / std::sqrt(m.A.squaredNorm() / 3) * mine.pose.R.transpose();
          for (Index later = last; later > i; --later) target = target * tree.node(later).pose.R.transpose();
          const Mat3 R = (pose_of(node.parent).R * node.pose.R).transpose() * target;
          if (node.kind == NodeKind::ball) q.segment<4>(node.coordinate) = euler_parameters_of(R);
          else q[node.coordinate] = node.sign * std::atan2(R(1, 0), R(0, 0));
        }
      }
      sweeps_.move_node(i, s.drives.data(), q.data(), v.data(), true, s.nodes);
    }
    if (body.kind == BodyKind::planar) {  // all the turns it has made
      double angle = s.angles[static_cast<std::size_t>(parent)];
      Index turning = -1;
      for (Index i = first; i <= last; ++i) {
        const TreeNode& node = tree.node(i);
        if (!node.turns_in_plane) continue;
        angle += node.sign * (node.drive >= 0 ? s.drives[static_cast<std::size_t>(node.drive)].u[0] : q[node.coordinate]);
        if (node.drive < 0) turning = i;
      }
      if (turning >= 0) {
        const double turns = full_circle * std::round((angle_of(m, 0) - mine.angle - angle) / full_circle);
        q[tree.node(turning).coordinate] += tree.node(turning).sign * turns;
        angle += turns;
      }
      for (Index i = first; i <= last; ++i) s.angles[static_cast<std::size_t>(i)] = angle;
    } else {
      for (Index i = first; i <= last; ++i) s.angles[static_cast<std::size_t>(i)] = s.angles[static_cast<std::size_t>(parent)];
    }

    // Velocities: columns of the motions at the centre of mass, the parent's and the driven part known.
    const bool is_point = body.kind == BodyKind::point;
    Index count = 0;
    for (Index i = first; i <= last; ++i) count += tree.node(i).kind == NodeKind::ball && tree.node(i).coordinate >= 0 ? 3 : tree.node(i).coordinates();
    if (count > 0) {
      const auto end = static_cast<std::size_t>(last);
      const Vec3 arm = s.nodes.k[end].R.A * mine.pose.x, com = s.nodes.place[end].x + arm;
      MatX columns = MatX::Zero(6, count);
      Index c = 0;
      for (Index i = first; i <= last; ++i) {
        const TreeNode& node = tree.node(i);
        if (node.coordinate < 0) continue;
        const auto n = static_cast<std::size_t>(i);
        const Mat3& R = s.nodes.k[n].R.A;
        const Vec3 lever = com - s.nodes.place[n].x;
        const auto turn = [&](const Vec3& axis) {
          columns.col(c).head<3>() += cross(axis, lever);
          columns.col(c).tail<3>() += axis;
        };
        if (node.kind == NodeKind::turn || node.kind == NodeKind::screw) turn(node.sign * R.col(2));
        if (node.kind == NodeKind::slide || node.kind == NodeKind::screw) columns.col(c).head<3>() += node.sign * s.nodes.k[n].slide;
        if (node.kind == NodeKind::drift)
          for (int axis = 0; axis < 3; ++axis) columns.col(c++).head<3>() = R.col(axis);
        else if (node.kind == NodeKind::ball)
          for (int axis = 0; axis < 3; ++axis) {
            turn(R.col(axis));
            ++c;
          }
        else
          ++c;
      }
      Vec6 wanted = joined(m.r_dot - s.nodes.place[end].v - cross(s.nodes.k[end].w, arm),
                           is_point ? Vec3(Vec3::Zero()) : Vec3(angular_velocity_of(m) - s.nodes.k[end].w));
      const Index rows = is_point ? 3 : 6;
      const VecX rates = MatX(columns.topRows(rows)).colPivHouseholderQr().solve(VecX(wanted.head(rows)));
      c = 0;
      for (Index i = first; i <= last; ++i) {
        const TreeNode& node = tree.node(i);
        if (node.coordinate < 0) continue;
        if (node.kind == NodeKind::ball) {
          v.segment<4>(node.coordinate) = 0.5 * body_rate_matrix(Vec4(q.segment<4>(node.coordinate))).transpose() * rates.segment<3>(c);
          c += 3;
        } else {
          for (Index j = 0; j < node.coordinates(); ++j) v[node.coordinate + j] = rates[c++];
        }
      }
      for (Index i = first; i <= last; ++i) sweeps_.move_node(i, s.drives.data(), q.data(), v.data(), true, s.nodes);
    }
  }
}

}  // namespace daedalus
