// joint_tangents.cpp: r_q, r_v, reaction_q and the tangents of the constraint levels of a JointSystem: what the tree
// itself says (tree_inertia.hpp) and what its elements say (element_projection.hpp), put together.
#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

// Tangents of the constraint rows at the places, of a motion that has been read.
void JointSystem::linearize_levels(const State& x, Scratch& s) const {
  Evaluation& body = s.body;
  body.g.setZero();
  body.g_dot.setZero();
  body.gamma.setZero();
  for (SparseMatrix* matrix : {&body.G, &body.g_dot_q, &body.g_ddot_q, &body.g_ddot_v}) matrix->values.setZero();
  parts_->elements.add_levels(Want::jacobian | Want::velocity_tangent | Want::acceleration_tangent, x.t, s.motion,
                              MotionLevel::acceleration, body, s.elements);
}

// Tangents of forces and first-order states at the places.
void JointSystem::linearize_forces(const State& x, Scratch& s) const {
  Evaluation& body = s.body;
  for (SparseMatrix* matrix : {&body.r_q, &body.r_v, &body.r_s, &body.sigma_q, &body.sigma_v, &body.sigma_s})
    matrix->values.setZero();
  s.forces.setZero();
  s.places.t = x.t;
  s.places.s = x.s;
  if (!model().forces().empty())
    parts_->elements.add_forces(Want::residual_tangent | Want::sigma_tangent, s.places, s.inputs, s.motion, &s.forces,
                                body, s.elements);
}

// What joints transmit is known afterwards as well: s.nodes.F.
void JointSystem::linearize_reactions(const State& x, Scratch& s) const {
  if (layout().nc() > 0)
    parts_->elements.add_reaction_tangents(s.motion, x.lambda, StiffnessOf::residual, s.body.r_q.values, s.elements);
  compute_residual(x, x.a, &x.lambda, s, s.tau);
}

void JointSystem::linearize_elements(const State& x, Scratch& s) const {
  move_roots(x.t, s);
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), x.v.data(), true, s.nodes);
  sweeps_.accelerate(s.roots.data(), x.q.data(), x.a.data(), s.nodes);
  if (parts_->has_elements) read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::acceleration, parts_->used, s);
  if (layout().nc() > 0) linearize_levels(x, s);
  linearize_forces(x, s);
  linearize_reactions(x, s);
}

void JointSystem::evaluate_tangents(Want want, const State& x, Evaluation& out, Scratch& s) const {
  const ElementProjection& projection = *parts_->projection;
  const Patterns& p = layout().patterns;
  Evaluation& body = s.body;
  sweeps_.accelerate(s.roots.data(), x.q.data(), x.a.data(), s.nodes);
  if (parts_->has_elements) read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::acceleration, parts_->used, s);
  s.columns.compute(TreeColumns::Level::acceleration, s.nodes, x.q, x.v, x.a, model().gravity());
  const ElementProjection::View view{s.columns, s.motion};

  if (wants(want, Want::velocity_tangent | Want::acceleration_tangent) && layout().nc() > 0) {
    linearize_levels(x, s);
    out.G.allocate();
    if (!wants(want, Want::jacobian)) evaluate_levels(Want::jacobian, x, out, s);  // finds the slots
  }
  const auto add_norms = [&](VecX& values, const VecX& by, double factor) {
    std::size_t at = 0;
    for (const TreeColumns::Ball& ball : s.columns.balls)
      for (Index k = 0; k < 4; ++k)
        values[parts_->G.geometry[at++]] += factor * by[parts_->tree.node(ball.node).coordinate + k];
  };
  if (wants(want, Want::velocity_tangent)) {
    out.g_dot_q.allocate();
    out.g_dot_q.values.setZero();
    projection.add_velocity_tangent(view, body.G.values, body.g_dot_q.values, parts_->G.elements, out.g_dot_q.values);
    add_norms(out.g_dot_q.values, x.v, 1);
  }
  if (wants(want, Want::acceleration_tangent)) {
    out.g_ddot_q.allocate();
    out.g_ddot_v.allocate();
    out.g_ddot_q.values.setZero();
    out.g_ddot_v.values.setZero();
    projection.add_acceleration_tangents(view, body.G.values, body.g_ddot_q.values, body.g_ddot_v.values,
                                         parts_->G.elements, out.g_ddot_q.values, out.g_ddot_v.values);
    add_norms(out.g_ddot_q.values, x.a, 1);
    add_norms(out.g_ddot_v.values, x.v, 2);
  }
  if (!wants(want, Want::residual_tangent | Want::sigma_tangent)) return;

  linearize_forces(x, s);
  if (wants(want, Want::sigma_tangent)) {
    std::call_once(parts_->sigma_q.once, [&] { parts_->sigma_q.elements = projection.find_sigma(p.sigma_q); });
    std::call_once(parts_->sigma_v.once, [&] { parts_->sigma_v.elements = projection.find_sigma(p.sigma_v); });
    for (SparseMatrix* matrix : {&out.sigma_q, &out.sigma_v, &out.sigma_s}) {
      matrix->allocate();
      matrix->values.setZero();
    }
    projection.add_sigma(view, body.sigma_q.values, body.sigma_v.values, parts_->sigma_q.elements, out.sigma_q.values,
                         parts_->sigma_v.elements, out.sigma_v.values);
    out.sigma_s.values = body.sigma_s.values;
  }
  if (!wants(want, Want::residual_tangent)) return;

  std::call_once(parts_->r_q.once, [&] {
    parts_->r_q.tree = TreeSlots(parts_->tree, p.r_q);
    parts_->r_q.elements = projection.find_pairs(p.r_q);
    parts_->r_q.geometry = projection.find_geometry(p.r_q);
  });
  std::call_once(parts_->r_v.once, [&] {
    parts_->r_v.tree = TreeSlots(parts_->tree, p.r_v);
    parts_->r_v.elements = projection.find_pairs(p.r_v);
  });
  std::call_once(parts_->r_s.once, [&] { parts_->r_s.elements = projection.find_r_s(p.r_s); });
  for (SparseMatrix* matrix : {&out.r_q, &out.r_v, &out.r_s}) {
    matrix->allocate();
    matrix->values.setZero();
  }
  linearize_reactions(x, s);
  for (std::size_t b = 0; b < s.moments.size(); ++b) s.moments[b] = s.nodes.F[s.columns.balls[b].node].n;
  s.inertia.compute(TreeColumns::Level::acceleration, s.columns, s.nodes, model().gravity());
  s.inertia.add_tangents(s.columns, model().gravity(), x.q, x.v, x.a, s.moments, s.nodes, parts_->r_q.tree,
                         out.r_q.values, &parts_->r_v.tree, &out.r_v.values);
  projection.add_tangents(view, body.r_q.values, body.r_v.values, parts_->r_q.elements, out.r_q.values,
                          parts_->r_v.elements, out.r_v.values);
  projection.add_geometry(view, body.r, parts_->r_q.geometry, out.r_q.values);
  projection.add_r_s(view, body.r_s.values, parts_->r_s.elements, out.r_s.values);
  for (const TreeColumns::Ball& ball : s.columns.balls) {
    const TreeNode& node = parts_->tree.node(ball.node);
    parts_->r_q.tree.for_each_own(parts_->tree, ball.node, [&](Index row, Index col, Index slot) {
      if (row == col) out.r_q.values[slot] += x.lambda[parts_->elements.row_count() + node.norm];
    });
  }
}

// (M a + Gᵀλ)_q: the residual's tangent at rest, without gravity and forces.
void JointSystem::evaluate_reaction_tangent(const State& x, Evaluation& out, Scratch& s) const {
  const ElementProjection& projection = *parts_->projection;
  const Pattern& pattern = layout().patterns.reaction_q;
  std::call_once(parts_->reaction_q.once, [&] {
    parts_->reaction_q.tree = TreeSlots(parts_->tree, pattern);
    parts_->reaction_q.elements = projection.find_reactions(pattern);
    parts_->reaction_q.geometry = projection.find_geometry(pattern);
  });
  out.reaction_q.allocate();
  out.reaction_q.values.setZero();
  const Vec3 no_gravity = Vec3::Zero();
  for (RootMotion& root : s.roots) root.v = root.w = root.a = root.alpha = Vec3::Zero();
  for (DriveValue& drive : s.drives) drive.u[1] = drive.u[2] = 0;
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), s.zero.data(), true, s.nodes);
  sweeps_.accelerate(s.roots.data(), x.q.data(), x.a.data(), s.nodes);
  if (parts_->has_elements) read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::velocity, parts_->used, s);
  s.columns.compute(TreeColumns::Level::acceleration, s.nodes, x.q, s.zero, x.a, no_gravity);
  s.body.r.setZero();
  s.body.reaction_q.values.setZero();
  if (layout().nc() > 0) {
    parts_->elements.add_reaction(s.motion, x.lambda, s.body.r, s.elements);
    parts_->elements.add_reaction_tangents(s.motion, x.lambda, StiffnessOf::reaction, s.body.reaction_q.values,
                                           s.elements);
  }
  load_nodes<SpatialSpace<double>>(s.body.r, s.nodes.k, s.nodes.F);
  sweeps_.residual(x.q.data(), s.zero.data(), x.a.data(), s.nodes, s.tau.data());
  for (std::size_t b = 0; b < s.moments.size(); ++b) s.moments[b] = s.nodes.F[s.columns.balls[b].node].n;
  s.inertia.compute(TreeColumns::Level::acceleration, s.columns, s.nodes, no_gravity);
  s.inertia.add_tangents(s.columns, no_gravity, x.q, s.zero, x.a, s.moments, s.nodes, parts_->reaction_q.tree,
                         out.reaction_q.values, nullptr, nullptr);
  const ElementProjection::View view{s.columns, s.motion};
  projection.add_reaction_tangent(view, s.body.reaction_q.values, parts_->reaction_q.elements, out.reaction_q.values);
  projection.add_geometry(view, s.body.r, parts_->reaction_q.geometry, out.reaction_q.values);
  for (const TreeColumns::Ball& ball : s.columns.balls) {
    const TreeNode& node = parts_->tree.node(ball.node);
    parts_->reaction_q.tree.for_each_own(parts_->tree, ball.node, [&](Index row, Index col, Index slot) {
      if (row == col) out.reaction_q.values[slot] += x.lambda[parts_->elements.row_count() + node.norm];
    });
  }
}

}  // namespace daedalus
