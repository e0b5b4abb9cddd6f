#include "daedalus/formulation/recursive/tree_columns.hpp"

#include "daedalus/math/dual.hpp"

namespace daedalus {

TreeColumns::TreeColumns(const Tree& tree, About about)
    : V(tree.nodes.size(), Vec6::Zero()), A(tree.nodes.size(), Vec6::Zero()),
      S(static_cast<std::size_t>(tree.coordinate_count()), Vec6::Zero()), psi_dot(S), psi_ddot(S), Y(S), tree_(tree),
      about_(about) {
  for (Index i = tree.roots; i < tree.size(); ++i)
    if (tree.node(i).kind == NodeKind::ball) balls.push_back({.node = i});
}

void TreeColumns::compute(Level level, const SpatialSweeps::Memory& m, const VecX& q, const VecX& v, const VecX& a,
                          const Vec3& gravity) {
  origin = tree_.size() > tree_.roots ? m.place[tree_.roots].x : Vec3(Vec3::Zero());
  for (Index i = 0; i < tree_.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Vec3 rho = arm(m, at), &w = m.k[at].w, &velocity = m.place[at].v;
    V[at] = joined(w, velocity - cross(w, rho));
    if (level == Level::acceleration) {
      const Vec3& alpha = m.A[at].w;
      A[at] = joined(alpha, m.A[at].v + gravity - cross(alpha, rho) - cross(w, velocity));
    }
  }
  for (Index i = tree_.roots; i < tree_.size(); ++i) {
    const TreeNode& node = tree_.node(i);
    if (node.coordinate < 0) continue;
    const auto at = static_cast<std::size_t>(i);
    const auto first = static_cast<std::size_t>(node.coordinate);
    const Vec3 rho = arm(m, at);
    // a turn about the node's origin
    const auto about = [&](const Vec3& axis) { return joined(axis, cross(rho, axis)); };
    const auto along = [&](const Vec3& axis) { return joined(Vec3::Zero(), axis); };
    const Mat3& R = m.k[at].R.A;
    switch (node.kind) {
      case NodeKind::turn: S[first] = node.sign * about(R.col(2)); break;
      case NodeKind::slide: S[first] = node.sign * along(m.k[at].slide); break;
      case NodeKind::screw: S[first] = node.sign * (about(R.col(2)) + along(m.k[at].slide)); break;
      case NodeKind::drift:
        for (int k = 0; k < 3; ++k) S[first + static_cast<std::size_t>(k)] = along(R.col(k));
        break;
      case NodeKind::ball: {
        const Vec4 p = q.segment<4>(node.coordinate);
        const Mat<double, 3, 4> T = R * body_rate_matrix(p) * (2 / p.squaredNorm());
        for (int k = 0; k < 4; ++k) S[first + static_cast<std::size_t>(k)] = about(T.col(k));
        break;
      }
      case NodeKind::root:
      case NodeKind::rigid: break;
    }
    if (level == Level::position) continue;
    const Vec6 V_above = of_parent(V, m, at), A_above = of_parent(A, m, at);
    for (std::size_t j = first; j < first + static_cast<std::size_t>(node.coordinates()); ++j) {
      psi_dot[j] = cross_motion(V_above, S[j]);
      Y[j] = psi_dot[j] + cross_motion(V[at], S[j]);
      if (level == Level::acceleration) psi_ddot[j] = cross_motion(A_above, S[j]) + cross_motion(V_above, psi_dot[j]);
    }
  }
  if (level != Level::position)
    for (std::size_t b = 0; b < balls.size(); ++b) compute_ball(level, b, m, q, v, a);
}

void TreeColumns::compute_ball(Level level, std::size_t b, const SpatialSweeps::Memory& m, const VecX& q, const VecX& v,
                               const VecX& a) {
  using D = Dual<double, 8>;  // p, p'
  const TreeNode& node = tree_.node(balls[b].node);
  const auto at = static_cast<std::size_t>(balls[b].node);
  Vec<D, 4> p, p_dot, p_ddot;
  for (int k = 0; k < 4; ++k) {
    p[k] = D::variable(q[node.coordinate + k], k);
    p_dot[k] = D::variable(v[node.coordinate + k], 4 + k);
    p_ddot[k] = D(level == Level::acceleration ? a[node.coordinate + k] : 0.0);
  }
  const D square = p.dot(p);
  const Mat<D, 3, 4> T = body_rate_matrix(p) * D(2.0 / square);
  const Vec<D, 3> nu = T * p_dot;
  const Vec<D, 3> nu_dot = T * p_ddot - nu * D(2.0 * p.dot(p_dot) / square);
  const Mat3& R = m.k[at].R.A;
  const Vec3 rho = arm(m, at);
  const auto partial = [&](const Vec<D, 3>& x, int k) {
    return Vec3(x[0].partial[k], x[1].partial[k], x[2].partial[k]);
  };
  const auto about = [&](const Vec3& local) {
    const Vec3 axis = R * local;
    return joined(axis, cross(rho, axis));
  };
  const Vec6 both = of_parent(V, m, at) + V[at];
  for (int k = 0; k < 4; ++k) {
    const auto j = static_cast<std::size_t>(node.coordinate + k);
    const Vec6 delta = about(partial(nu, k));
    psi_dot[j] += delta;
    Y[j] += about(partial(nu_dot, 4 + k));
    if (level == Level::acceleration) psi_ddot[j] += about(partial(nu_dot, k)) + cross_motion(both, delta);
    for (int l = 0; l < 4; ++l) balls[b].T_p.col(4 * k + l) = partial(Vec<D, 3>(T.col(k)), l);
  }
}

}  // namespace daedalus
