// tree_place.cpp: the coordinates of a tree from the positions and velocities of its bodies, joint by joint from the
// roots.
//
// Positions are read off the pose of each joint's markers; velocities solve  S v = V_body − V_parent − (driven part)
// in the sense of least squares, which is exact for bodies that move as their joints allow.
#include <Eigen/QR>

#include <cmath>
#include <numbers>

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {
namespace {

constexpr double full_circle = 2 * std::numbers::pi;

Mat3 rotation_in(const BodyMotion& m) { return m.A / std::sqrt(m.A.squaredNorm() / 3); }

}  // namespace

// One placement: q and v grow from the roots to the leaves, and the nodes move along.
class JointSystem::Placement {
 public:
  Placement(const JointSystem& system, double t, VecX& q, VecX& v)
      : system_(system), tree_(system.parts_->tree), s_(system), q_(q), v_(v) {
    system_.move_roots(t, s_);
    q_.setZero(system_.layout().nq);
    v_.setZero(system_.layout().nq);
    for (const TreeNode& node : tree_.nodes)
      if (node.kind == NodeKind::ball) q_[node.coordinate] = 1;
    system_.sweeps_.move(s_.roots.data(), s_.drives.data(), q_.data(), v_.data(), true, s_.nodes);  // roots
    for (Index i = 0; i < tree_.roots; ++i) s_.angles[i] = s_.motion[tree_.root_bodies[i]].p[0][0];
  }

  // The k-th attachment of the tree, whose parent has been placed.
  void place(std::size_t k, const BodyMotion& m) {
    const Attachment& at = tree_.choice.attachments[k];
    const Branch branch{at, tree_.body(at.body), system_.model().body(at.body),
                        m,  tree_.first_node[k], tree_.body(at.body).node};
    find_positions(branch);
    count_turns(branch);
    find_velocities(branch);
  }

 private:
  // A body and the nodes that lead to it.
  struct Branch {
    const Attachment& at;
    const TreeBody& tree_body;
    const Body& body;
    const BodyMotion& motion;
    Index first, last;
  };

  RelativePose pose_of(Index node) const { return {s_.nodes.place[node].x, s_.nodes.k[node].R.A}; }
  void move_node(Index i) { system_.sweeps_.move_node(i, s_.drives.data(), q_.data(), v_.data(), true, s_.nodes); }

  // The pose of P seen from Q, or of the body seen from its parent where no joint is between them.
  RelativePose relative_pose(const Branch& b) const {
    const Model& model = system_.model();
    RelativePose from = pose_of(tree_.node(b.first).parent) * tree_.body(b.at.parent).pose,
                 to{b.motion.r, rotation_in(b.motion)};
    if (b.body.kind == BodyKind::point) to.R = from.R;
    if (b.at.joint) {
      const Between& between = b.at.joint->between;
      from = from * marker_pose(model, b.at.reversed ? between.P : between.Q, b.at.positions_only);
      to = to * marker_pose(model, b.at.reversed ? between.Q : between.P, b.at.positions_only);
    }
    const RelativePose relative = from.inverse() * to;
    return b.at.reversed && !b.at.positions_only ? relative.inverse() : relative;
  }

  // The rotation that node i has to make when what follows does not turn.
  Mat3 remaining_rotation(const Branch& b, Index i) const {
    const TreeNode& node = tree_.node(i);
    Mat3 target = rotation_in(b.motion) * b.tree_body.pose.R.transpose();
    for (Index later = b.last; later > i; --later) target = target * tree_.node(later).pose.R.transpose();
    return (pose_of(node.parent).R * node.pose.R).transpose() * target;
  }

  void find_positions(const Branch& b) {
    const RelativePose relative = relative_pose(b);
    for (Index i = b.first; i <= b.last; ++i) {
      const TreeNode& node = tree_.node(i);
      if (node.coordinate >= 0) {
        const ElementaryMotion& elementary = b.at.motions[i - b.first];
        RelativePose seen = relative;
        if (!elementary.offset_row.empty()) seen.x[2] -= thread_offset(*b.at.joint, elementary);
        if (node.kind == NodeKind::drift) {
          q_.segment<3>(node.coordinate) = seen.x;
        } else if (elementary.value) {
          q_[node.coordinate] = elementary.value(seen);
        } else {
          const Mat3 R = remaining_rotation(b, i);
          if (node.kind == NodeKind::ball) q_.segment<4>(node.coordinate) = euler_parameters_of(R);
          else q_[node.coordinate] = node.sign * std::atan2(R(1, 0), R(0, 0));
        }
      }
      move_node(i);
    }
  }

  // The coordinate of a planar body counts all the turns it has made.
  void count_turns(const Branch& b) {
    double angle = s_.angles[tree_.node(b.first).parent];
    if (b.body.kind == BodyKind::planar) {
      Index turning = -1;
      for (Index i = b.first; i <= b.last; ++i) {
        const TreeNode& node = tree_.node(i);
        if (!node.turns_in_plane) continue;
        angle += node.sign * (node.drive >= 0 ? s_.drives[node.drive].u[0] : q_[node.coordinate]);
        if (node.drive < 0) turning = i;
      }
      if (turning >= 0) {
        const double turns =
            full_circle * std::round((angle_of(b.motion, 0) - b.tree_body.angle - angle) / full_circle);
        q_[tree_.node(turning).coordinate] += tree_.node(turning).sign * turns;
        angle += turns;
      }
    }
    for (Index i = b.first; i <= b.last; ++i) s_.angles[i] = angle;
  }

  // How fast one unit of each rate moves the center of mass and turns the body; three columns for a ball and for a
  // drift.
  MatX rate_columns(const Branch& b, const Vec3& com, Index count) const {
    MatX columns = MatX::Zero(6, count);
    Index c = 0;
    for (Index i = b.first; i <= b.last; ++i) {
      const TreeNode& node = tree_.node(i);
      if (node.coordinate < 0) continue;
      const auto n = static_cast<std::size_t>(i);
      const Mat3& R = s_.nodes.k[n].R.A;
      const Vec3 lever = com - s_.nodes.place[n].x;
      const auto turn = [&](const Vec3& axis) {
        columns.col(c).head<3>() += cross(axis, lever);
        columns.col(c).tail<3>() += axis;
      };
      if (node.kind == NodeKind::turn || node.kind == NodeKind::screw) turn(node.sign * R.col(2));
      if (node.kind == NodeKind::slide || node.kind == NodeKind::screw)
        columns.col(c).head<3>() += node.sign * s_.nodes.k[n].slide;
      if (node.kind == NodeKind::drift)
        for (int axis = 0; axis < 3; ++axis) columns.col(c++).head<3>() = R.col(axis);
      else if (node.kind == NodeKind::ball)
        for (int axis = 0; axis < 3; ++axis) {
          turn(R.col(axis));
          ++c;
        }
      else ++c;
    }
    return columns;
  }

  void find_velocities(const Branch& b) {
    Index count = 0;
    for (Index i = b.first; i <= b.last; ++i)
      count += tree_.node(i).kind == NodeKind::ball && tree_.node(i).coordinate >= 0 ? 3 : tree_.node(i).coordinates();
    if (count == 0) return;
    const bool is_point = b.body.kind == BodyKind::point;
    const auto end = static_cast<std::size_t>(b.last);
    const Vec3 arm = s_.nodes.k[end].R.A * b.tree_body.pose.x, com = s_.nodes.place[end].x + arm;
    const MatX columns = rate_columns(b, com, count);
    // The parent's velocity and the driven part are known: they are what the last node has with rates of 0.
    const Vec6 wanted = joined(b.motion.r_dot - s_.nodes.place[end].v - cross(s_.nodes.k[end].w, arm),
                               is_point ? Vec3(Vec3::Zero()) : Vec3(angular_velocity_of(b.motion) - s_.nodes.k[end].w));
    const Index rows = is_point ? 3 : 6;
    set_rates(b, MatX(columns.topRows(rows)).colPivHouseholderQr().solve(VecX(wanted.head(rows))));
    for (Index i = b.first; i <= b.last; ++i) move_node(i);
  }

  void set_rates(const Branch& b, const VecX& rates) {
    Index c = 0;
    for (Index i = b.first; i <= b.last; ++i) {
      const TreeNode& node = tree_.node(i);
      if (node.coordinate < 0) continue;
      if (node.kind == NodeKind::ball) {
        v_.segment<4>(node.coordinate) =
            0.5 * body_rate_matrix(Vec4(q_.segment<4>(node.coordinate))).transpose() * rates.segment<3>(c);
        c += 3;
      } else {
        for (Index j = 0; j < node.coordinates(); ++j) v_[node.coordinate + j] = rates[c++];
      }
    }
  }

  const JointSystem& system_;
  const Tree& tree_;
  Scratch s_;
  VecX &q_, &v_;
};

void JointSystem::place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const {
  Placement placement(*this, t, q, v);
  const auto& attachments = parts_->tree.choice.attachments;
  for (std::size_t k = 0; k < attachments.size(); ++k) placement.place(k, motion[attachments[k].body]);
}

}  // namespace daedalus
