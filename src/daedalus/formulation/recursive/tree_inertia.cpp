#include "daedalus/formulation/recursive/tree_inertia.hpp"

namespace daedalus {

std::vector<Pattern::Entry> TreeSlots::entries(const Tree& tree) {
  std::vector<Pattern::Entry> entries;
  for (Index i = tree.roots; i < tree.size(); ++i) {
    const TreeNode& n = tree.node(i);
    for (Index k = 0; k < n.coordinates(); ++k) {
      for_each_coordinate_above(tree, n.parent, [&](Index j) {
        entries.push_back({n.coordinate + k, j});
        entries.push_back({j, n.coordinate + k});
      });
      for (Index l = 0; l < n.coordinates(); ++l) entries.push_back({n.coordinate + k, n.coordinate + l});
    }
  }
  return entries;
}

TreeSlots::TreeSlots(const Tree& tree, const Pattern& pattern)
    : starts_(tree.nodes.size()), own_starts_(tree.nodes.size()) {
  for (Index i = tree.roots; i < tree.size(); ++i) {
    const TreeNode& n = tree.node(i);
    starts_[i] = slots_.size();
    own_starts_[i] = own_.size();
    for (Index k = 0; k < n.coordinates(); ++k) {
      for_each_coordinate_above(tree, n.parent, [&](Index j) {
        slots_.push_back(pattern.find(n.coordinate + k, j));
        slots_.push_back(pattern.find(j, n.coordinate + k));
      });
      for (Index l = 0; l < n.coordinates(); ++l) own_.push_back(pattern.find(n.coordinate + k, n.coordinate + l));
    }
  }
}

RigidInertia inertia_of(const TreeNode& node, const Mat3& R, const Vec3& rho) {
  RigidInertia I;
  const Vec3 h = R * node.moment;
  I.mass = node.mass;
  I.moment = h + node.mass * rho;
  // J + m ρ² terms, with J about the node's origin and h its first moment
  const Mat3 hr = h * rho.transpose();
  I.J = R * node.inertia * R.transpose() + node.mass * (rho.dot(rho) * Mat3::Identity() - rho * rho.transpose()) +
        2 * h.dot(rho) * Mat3::Identity() - hr - hr.transpose();
  return I;
}

TreeInertia::TreeInertia(const Tree& tree)
    : tree_(tree), I_(tree.nodes.size()), B_(tree.nodes.size(), Mat6::Zero()), w_(tree.nodes.size(), Vec6::Zero()) {}

void TreeInertia::compute(TreeColumns::Level level, const TreeColumns& columns, const SpatialSweeps::Memory& m,
                          const Vec3& gravity) {
  for (Index i = tree_.roots; i < tree_.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.node(i);
    RigidInertia& I = I_[at] = {};
    if (level != TreeColumns::Level::position) B_[at].setZero();
    if (level == TreeColumns::Level::acceleration) w_[at].setZero();
    if (node.mass == 0 && node.inertia.isZero(0)) continue;
    I = inertia_of(node, m.k[at].R.A, m.place[at].x - columns.origin);
    if (level == TreeColumns::Level::position) continue;
    const Vec6& V = columns.V[at];
    B_[at] = velocity_tangent(I, V);
    if (level == TreeColumns::Level::acceleration) {
      const Vec6 A = columns.A[at] - joined(Vec3::Zero(), gravity);
      w_[at] = I * A + cross_force(V, I * V);
    }
  }
  for (Index i = tree_.size() - 1; i >= tree_.roots; --i) {
    const auto at = static_cast<std::size_t>(i), above = static_cast<std::size_t>(tree_.node(i).parent);
    if (tree_.node(i).parent < tree_.roots) continue;
    I_[above] += I_[at];
    if (level != TreeColumns::Level::position) B_[above] += B_[at];
    if (level == TreeColumns::Level::acceleration) w_[above] += w_[at];
  }
}

void TreeInertia::add_mass(const TreeColumns& columns, const VecX& q, const TreeSlots& slots, VecX& values) const {
  Vec6 IS[4];
  for (Index i = tree_.roots; i < tree_.size(); ++i) {
    const TreeNode& node = tree_.node(i);
    if (node.coordinate < 0) continue;
    for (Index k = 0; k < node.coordinates(); ++k) IS[k] = I_[i] * columns.S[node.coordinate + k];
    slots.for_each_before(tree_, i, [&](Index row, Index col, Index slot, Index transposed) {
      const double entry = IS[row - node.coordinate].dot(columns.S[col]);
      values[slot] += entry;
      values[transposed] += entry;
    });
    slots.for_each_own(tree_, i, [&](Index row, Index col, Index slot) {
      values[slot] += IS[row - node.coordinate].dot(columns.S[col]);
      if (node.kind == NodeKind::ball) values[slot] += 4 * node.norm_inertia * q[row] * q[col];
    });
  }
}

void TreeInertia::add_tangents(const TreeColumns& columns, const Vec3& gravity, const VecX& q, const VecX& v,
                               const VecX& a, const std::vector<Vec3>& moments, const SpatialSweeps::Memory& m,
                               const TreeSlots& slots_q, VecX& r_q, const TreeSlots* slots_v, VecX* r_v) const {
  const auto falling = [&](std::size_t j) {  // Ψ'' with gravity as an acceleration of the roots
    const Vec6& S = columns.S[j];
    return Vec6(columns.psi_ddot[j] - joined(Vec3::Zero(), cross(gravity, upper(S))));
  };
  Vec6 IS[4], BS[4], by_q[4], by_v[4];
  std::size_t ball = 0;
  for (Index i = tree_.roots; i < tree_.size(); ++i) {
    const TreeNode& node = tree_.node(i);
    if (node.coordinate < 0) continue;
    const auto at = static_cast<std::size_t>(i);
    for (Index k = 0; k < node.coordinates(); ++k) {
      const auto j = static_cast<std::size_t>(node.coordinate + k);
      const Vec6& S = columns.S[j];
      IS[k] = I_[at] * S;
      BS[k] = B_[at].transpose() * S;
      by_q[k] = I_[at] * falling(j) + B_[at] * columns.psi_dot[j] + cross_force(S, w_[at]);
      by_v[k] = I_[at] * columns.Y[j] + B_[at] * S;
    }
    const auto lower_q = [&](Index k, std::size_t j) { return IS[k].dot(falling(j)) + BS[k].dot(columns.psi_dot[j]); };
    slots_q.for_each_before(tree_, i, [&](Index row, Index col, Index slot, Index transposed) {
      const auto j = static_cast<std::size_t>(col);
      r_q[slot] += lower_q(row - node.coordinate, j);
      r_q[transposed] += columns.S[j].dot(by_q[row - node.coordinate]);
    });
    slots_q.for_each_own(tree_, i, [&](Index row, Index col, Index slot) {
      r_q[slot] += lower_q(row - node.coordinate, static_cast<std::size_t>(col));
    });
    if (r_v) {
      slots_v->for_each_before(tree_, i, [&](Index row, Index col, Index slot, Index transposed) {
        const auto j = static_cast<std::size_t>(col);
        const Index k = row - node.coordinate;
        (*r_v)[slot] += IS[k].dot(columns.Y[j]) + BS[k].dot(columns.S[j]);
        (*r_v)[transposed] += columns.S[j].dot(by_v[k]);
      });
      slots_v->for_each_own(tree_, i, [&](Index row, Index col, Index slot) {
        const auto j = static_cast<std::size_t>(col);
        const Index k = row - node.coordinate;
        (*r_v)[slot] += IS[k].dot(columns.Y[j]) + BS[k].dot(columns.S[j]);
      });
    }
    if (node.kind == NodeKind::ball) {
      const Vec3 local = m.k[at].R.A.transpose() * moments[ball];
      const Vec4 p = q.segment<4>(node.coordinate), p_dot = v.segment<4>(node.coordinate),
                 p_ddot = a.segment<4>(node.coordinate);
      const double c = 4 * node.norm_inertia, along = c * (p.dot(p_ddot) + p_dot.dot(p_dot));
      slots_q.for_each_own(tree_, i, [&](Index row, Index col, Index slot) {
        const Index k = row - node.coordinate, l = col - node.coordinate;
        r_q[slot] += columns.balls[ball].T_p.col(4 * k + l).dot(local) + c * p[k] * p_ddot[l] + (k == l ? along : 0);
      });
      if (r_v)
        slots_v->for_each_own(tree_, i, [&](Index row, Index col, Index slot) {
          (*r_v)[slot] += 2 * c * p[row - node.coordinate] * p_dot[col - node.coordinate];
        });
      ++ball;
    }
  }
}

}  // namespace daedalus
