#include "daedalus/formulation/recursive/joint_system.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/formulation/elements/prescribed_motion.hpp"
#include "daedalus/formulation/elements/row_reaction.hpp"
#include "daedalus/formulation/recursive/implicit_choice.hpp"
#include "daedalus/formulation/recursive/packed_space.hpp"
#include "daedalus/formulation/recursive/recursive_solver.hpp"
#include "daedalus/formulation/recursive/tree_linearization.hpp"
#include "daedalus/model/functions/range_watch.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

Want without(Want set, Want less) {
  return static_cast<Want>(static_cast<std::uint32_t>(set) & ~static_cast<std::uint32_t>(less));
}

}  // namespace

JointSystem::JointSystem(const Model& model, JointSolver solver, ImplicitMatrix implicit)
    : JointSystem(std::make_unique<JointParts>(model), solver, implicit) {}

JointSystem::JointSystem(std::unique_ptr<JointParts> parts, JointSolver solver, ImplicitMatrix implicit)
    : ModelSystem(parts->model, parts->make_layout()), parts_(std::move(parts)), sweeps_(parts_->tree),
      solver_(solver == JointSolver::automatic ? choose_solver(*parts_) : solver), implicit_(implicit) {}

const std::string& JointSystem::formulation() const {
  static const std::string name = "joint";
  return name;
}

JointSystem::Scratch::Scratch(const JointSystem& system, TreeColumns::About about)
    : roots(static_cast<std::size_t>(system.tree().roots)), drives(system.tree().drives.size()),
      nodes(system.sweeps().make_memory()), columns(system.tree(), about), inertia(system.tree()),
      motion(system.model().bodies().size()), angles(system.tree().nodes.size(), 0),
      elements(system.elements().make_scratch()), body(system.parts().body_level), places(system.parts().body_level),
      forces(VecX::Zero(system.parts().body_level.nq)), zero(VecX::Zero(system.layout().nq)),
      tau(VecX::Zero(system.layout().nq)), acting(&system.elements()), used(&system.parts().used),
      moments(columns.balls.size(), Vec3::Zero()) {
  if (!system.parts().rate_groups.empty()) group.emplace(system.layout());
}

std::unique_ptr<Workspace> JointSystem::make_workspace() const { return std::make_unique<Scratch>(*this); }

std::unique_ptr<AccelerationSolver> JointSystem::make_acceleration_solver() const {
  return make_recursive_solver(*this);
}

std::unique_ptr<MotionLinearization> JointSystem::make_linearization() const {
  if (implicit_ == ImplicitMatrix::composed) return nullptr;
  if (implicit_ == ImplicitMatrix::automatic) return make_linearization_if_cheaper(*this);
  return std::make_unique<TreeLinearization>(*this);
}

// Roots move by themselves; gravity is taken off their accelerations.
void JointSystem::move_roots(double t, Scratch& s) const {
  const Tree& tree = parts_->tree;
  for (std::size_t i = 0; i < s.roots.size(); ++i) {
    RootMotion& root = s.roots[i];
    const BodyId id = tree.root_bodies[i];
    BodyMotion& m = s.motion[id];
    if (id != ground_body) {
      move_prescribed(model().body(id), t, m);
      root.A = m.A;
      root.x = m.r;
      root.v = m.r_dot;
      const Mat3 W = m.A_dot * m.A.transpose(), W_dot = m.A_ddot * m.A.transpose() + m.A_dot * m.A_dot.transpose();
      root.w = {W(2, 1), W(0, 2), W(1, 0)};
      root.alpha = {W_dot(2, 1), W_dot(0, 2), W_dot(1, 0)};
      root.a = m.r_ddot;
      root.angle = std::atan2(m.A(1, 0), m.A(0, 0));
    } else {
      root.a.setZero();
    }
    root.a -= model().gravity();
  }
  for (std::size_t k = 0; k < s.drives.size(); ++k) {
    const TreeDrive& drive = tree.drives[k];
    for (int level = 0; level < 3; ++level) s.drives[k].u[level] = drive.factor * drive.motion->derivative(t, level);
    s.drives[k].u[0] += drive.offset;
  }
}

template <class Space>
void JointSystem::read_motion(const State& x, const typename Sweeps<Space>::Memory& nodes, MotionLevel level,
                              const std::vector<BodyId>& bodies, Scratch& s) const {
  const Tree& tree = parts_->tree;
  if (parts_->has_planar_bodies) {
    for (Index i = 0; i < tree.roots; ++i) s.angles[i] = s.motion[tree.root_bodies[i]].p[0][0];
    for (Index i = tree.roots; i < tree.size(); ++i) {
      const TreeNode& node = tree.node(i);
      double angle = s.angles[node.parent];
      if (node.turns_in_plane)
        angle += node.sign * (node.drive >= 0 ? s.drives[node.drive].u[0] : x.q[node.coordinate]);
      s.angles[i] = angle;
    }
  }
  for (const BodyId id : bodies) {
    const Body& body = model().body(id);
    if (!body.has_coordinates()) continue;
    const TreeBody& at = tree.body(id);
    const auto node = static_cast<std::size_t>(at.node);
    const Mat3 R = Space::matrix_of(nodes.k[node].R);
    const Vec3 arm = R * at.pose.x, w = Space::angular_of(nodes.k[node].w);
    BodyMotion& m = s.motion[id];
    m.r = Space::vector_of(nodes.place[node].x) + arm;
    m.r_dot = Space::vector_of(nodes.place[node].v) + cross(w, arm);
    const bool accelerated = level == MotionLevel::acceleration;
    Vec3 alpha = Vec3::Zero();
    if (accelerated) {
      alpha = Space::angular_of(nodes.A[node].w);
      m.r_ddot = Space::vector_of(nodes.A[node].v) + cross(alpha, arm) + cross(w, cross(w, arm)) + model().gravity();
    }
    if (body.kind == BodyKind::point) continue;  // no orientation: A = I
    m.rotation = RotationKind::turn;
    m.A = R * at.pose.R;
    const Mat3 W = cross_matrix(w);
    m.A_dot = W * m.A;
    m.p[1].head<3>() = w;
    if (accelerated) {
      m.A_ddot = cross_matrix(alpha) * m.A + W * m.A_dot;
      m.p[2].head<3>() = alpha;
    }
    if (body.kind == BodyKind::planar) m.p[0][2] = at.angle + s.angles[node];
  }
}

template void JointSystem::read_motion<SpatialSpace<double>>(const State&, const SpatialSweeps::Memory&, MotionLevel,
                                                             const std::vector<BodyId>&, Scratch&) const;
template void JointSystem::read_motion<PackedSpace>(const State&, const Sweeps<PackedSpace>::Memory&, MotionLevel,
                                                    const std::vector<BodyId>&, Scratch&) const;
template void JointSystem::read_motion<PlanarSpace<double>>(const State&, const Sweeps<PlanarSpace<double>>::Memory&,
                                                            MotionLevel, const std::vector<BodyId>&, Scratch&) const;

void JointSystem::apply_forces(Want want, const State& x, Scratch& s) const {
  s.forces.setZero();
  if (wants(want, Want::springs)) s.body.Y.values.setZero();
  if (model().forces().empty()) return;
  s.places.t = x.t;
  s.places.s = x.s;
  constexpr Want of_forces = Want::force | Want::residual | Want::energy;
  s.acting->add_forces(want, s.places, s.inputs, s.motion, wants(want, of_forces) ? &s.forces : nullptr, s.body,
                       s.elements);
}

void JointSystem::evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const {
  const RangeWatch::Counting counting(wants(want, Want::energy));  // of accepted states
  if (workspace.held_excitations) return evaluate_held(want, x, out, workspace);
  Scratch& s = static_cast<Scratch&>(workspace);
  if (rate_group == all_rates || !is_by_group(want)) return evaluate_all(want, x, out, s);
  const JointParts::Group& group = parts_->rate_groups[rate_group];
  s.acting = &group.elements;
  s.used = &group.used;
  evaluate_all(want, x, *s.group, s);
  s.acting = &parts_->elements;
  s.used = &parts_->used;
  group.rows.copy(want, *s.group, out);
}

void JointSystem::evaluate_all(Want want, const State& x, Evaluation& out, Scratch& s) const {
  move_roots(x.t, s);
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), x.v.data(), true, s.nodes);

  // Levels without accelerations: gamma is what remains of the acceleration level at a = 0.
  const bool with_elements = parts_->has_elements;
  if (wants(want, Want::gamma)) {
    sweeps_.accelerate(s.roots.data(), x.q.data(), s.zero.data(), s.nodes);
    if (with_elements) read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::acceleration, *s.used, s);
  } else if (with_elements) {
    read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::velocity, *s.used, s);
  }
  if (wants(want, Want::mass | Want::jacobian | Want::springs))
    s.columns.compute(TreeColumns::Level::position, s.nodes, x.q, x.v, x.a, model().gravity());
  evaluate_levels(without(want, Want::velocity_tangent | Want::acceleration_tangent), x, out, s);
  if (wants(want, Want::mass)) {
    out.M.allocate();
    std::call_once(parts_->M.once, [&] { parts_->M.tree = TreeSlots(parts_->tree, layout().patterns.M); });
    out.M.values.setZero();
    s.inertia.compute(TreeColumns::Level::position, s.columns, s.nodes, model().gravity());
    s.inertia.add_mass(s.columns, x.q, parts_->M.tree, out.M.values);
  }

  constexpr Want of_forces = Want::force | Want::residual | Want::sigma | Want::switches | Want::energy;
  if (wants(want, of_forces)) {
    if (wants(want, Want::switches)) s.body.switches.setZero();
    s.body.energy = {};
    if (wants(want, Want::energy) && with_elements)  // twists at the places: y_t is then what prescribed bodies do
      for (std::size_t g = 0; g < parts_->groups.size(); ++g) {
        const BodyMotion& m = s.motion[parts_->groups[g]];
        s.places.v.segment<6>(static_cast<Index>(g) * twist_places) << m.r_dot, m.twist(1);
      }
    apply_forces(without(want, Want::residual_tangent | Want::sigma_tangent), x, s);
    if (wants(want, Want::springs)) {
      out.Y.allocate();
      std::call_once(parts_->Y.once,
                     [&] { parts_->Y.elements = parts_->projection->find_springs(layout().patterns.Y); });
      out.Y.values.setZero();
      parts_->projection->add_springs({s.columns, s.motion}, s.body.Y.values, parts_->Y.elements, out.Y.values);
      out.spring_stiffness = s.body.spring_stiffness;
      out.spring_damping = s.body.spring_damping;
    }
    if (wants(want, Want::sigma)) out.sigma = s.body.sigma;
    if (wants(want, Want::switches)) out.switches = s.body.switches;
    if (wants(want, Want::force)) {
      compute_residual(x, s.zero, nullptr, s, out.f);
      out.f = -out.f;
    }
    if (wants(want, Want::residual)) compute_residual(x, x.a, &x.lambda, s, out.r);
    if (wants(want, Want::energy)) evaluate_energy(x, out, s);
  }
  if (wants(want, Want::residual_tangent | Want::sigma_tangent | Want::velocity_tangent | Want::acceleration_tangent))
    evaluate_tangents(want, x, out, s);
  if (wants(want, Want::reaction_tangent)) evaluate_reaction_tangent(x, out, s);
}

void JointSystem::evaluate_levels(Want want, const State& x, Evaluation& out, Scratch& s) const {
  constexpr Want mine = Want::position | Want::velocity | Want::gamma | Want::jacobian;
  if (!wants(want, mine) || layout().nc() == 0) {
    if (wants(want, Want::jacobian)) out.G.allocate();
    return;
  }
  Evaluation& body = s.body;
  body.g.setZero();
  body.g_dot.setZero();
  body.gamma.setZero();
  if (wants(want, Want::jacobian)) body.G.values.setZero();
  const MotionLevel level = MotionLevel::velocity;
  s.acting->add_levels(want, x.t, s.motion, level, body, s.elements);
  const Index first_norm = parts_->elements.row_count();
  if (wants(want, Want::jacobian)) {
    out.G.allocate();
    std::call_once(parts_->G.once, [&] {
      parts_->G.elements = parts_->projection->find_rows(layout().patterns.G);
      for (const TreeColumns::Ball& ball : s.columns.balls)
        for (Index k = 0; k < 4; ++k)
          parts_->G.geometry.push_back(layout().patterns.G.find(first_norm + parts_->tree.node(ball.node).norm,
                                                                parts_->tree.node(ball.node).coordinate + k));
    });
    out.G.values.setZero();
    parts_->projection->add_jacobian({s.columns, s.motion}, body.G.values, parts_->G.elements, out.G.values);
  }
  std::size_t at = 0;
  for (const TreeColumns::Ball& ball : s.columns.balls) {
    const TreeNode& node = parts_->tree.node(ball.node);
    const Index row = first_norm + node.norm;
    const auto p = x.q.segment<4>(node.coordinate), p_dot = x.v.segment<4>(node.coordinate);
    body.g[row] = (p.dot(p) - 1) / 2;
    body.g_dot[row] = p.dot(p_dot);
    body.gamma[row] = -p_dot.dot(p_dot);
    if (wants(want, Want::jacobian))
      for (Index k = 0; k < 4; ++k) out.G.values[parts_->G.geometry[at++]] += p[k];
  }
  if (wants(want, Want::position)) out.g = body.g;
  if (wants(want, Want::velocity)) out.g_dot = body.g_dot;
  if (wants(want, Want::gamma)) out.gamma = body.gamma;
}

// r = M a + Gᵀλ − f with the elements' forces in s.forces; leaves what every joint transmits in s.nodes.F.
void JointSystem::compute_residual(const State& x, const VecX& a, const VecX* lambda, Scratch& s, VecX& r) const {
  s.body.r = -s.forces;
  if (lambda && layout().nc() > 0) s.acting->add_reaction(s.motion, *lambda, s.body.r, s.elements);
  load_nodes<SpatialSpace<double>>(s.body.r, s.nodes.k, s.nodes.F);
  sweeps_.accelerate(s.roots.data(), x.q.data(), a.data(), s.nodes);
  sweeps_.residual(x.q.data(), x.v.data(), a.data(), s.nodes, r.data());
  if (!lambda) return;
  for (const TreeColumns::Ball& ball : s.columns.balls) {
    const TreeNode& node = parts_->tree.node(ball.node);
    r.segment<4>(node.coordinate) +=
        (*lambda)[parts_->elements.row_count() + node.norm] * x.q.segment<4>(node.coordinate);
  }
}

// Kinetic and potential energy of the bodies; and the power of what is moved from outside: driven motions and moving
// roots, by the forces they transmit without the cut joints' share, which the seam adds as λᵀ g_t.
void JointSystem::evaluate_energy(const State& x, Evaluation& out, Scratch& s) const {
  const Tree& tree = parts_->tree;
  out.energy = s.body.energy;
  for (Index i = tree.roots; i < tree.size(); ++i) {
    const TreeNode& node = tree.node(i);
    if (node.mass == 0 && node.inertia.isZero(0)) continue;
    const auto at = static_cast<std::size_t>(i);
    const Mat3& R = s.nodes.k[at].R.A;
    const Vec3 &w = s.nodes.k[at].w, &v = s.nodes.place[at].v, h = R * node.moment, local = R.transpose() * w;
    out.energy.kinetic += 0.5 * (node.mass * v.dot(v) + local.dot(node.inertia * local)) + v.dot(cross(w, h));
    out.energy.potential -= model().gravity().dot(Vec3(node.mass * s.nodes.place[at].x + h));
  }
  if (!parts_->has_drives) return;
  compute_residual(x, x.a, nullptr, s, s.tau);
  for (Index i = tree.roots; i < tree.size(); ++i) {
    const TreeNode& node = tree.node(i);
    const auto at = static_cast<std::size_t>(i);
    const auto& F = s.nodes.F[at];
    if (node.drive >= 0) {
      const double rate = node.sign * s.drives[node.drive].u[1];
      if (node.kind != NodeKind::slide) out.energy.supplied += rate * s.nodes.k[at].R.A.col(2).dot(F.n);
      if (node.kind != NodeKind::turn) out.energy.supplied += rate * s.nodes.k[at].slide.dot(F.f);
    }
    if (node.parent < tree.roots) {
      const RootMotion& root = s.roots[node.parent];
      out.energy.supplied += F.f.dot(root.v + cross(root.w, s.nodes.k[at].d)) + F.n.dot(root.w);
    }
  }
}

void JointSystem::move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const {
  Scratch& s = static_cast<Scratch&>(workspace);
  move_roots(x.t, s);
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), x.v.data(), true, s.nodes);
  sweeps_.accelerate(s.roots.data(), x.q.data(), level == MotionLevel::acceleration ? x.a.data() : s.zero.data(),
                     s.nodes);
  read_motion<SpatialSpace<double>>(x, s.nodes, MotionLevel::acceleration, parts_->groups, s);
  motion = s.motion;
}

void JointSystem::reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                            VecX& drivers, Workspace& workspace) const {
  Scratch& s = static_cast<Scratch&>(workspace);
  const Tree& tree = parts_->tree;
  move(x, MotionLevel::acceleration, s.motion, workspace);
  apply_forces(Want::force, x, s);
  compute_residual(x, x.a, &x.lambda, s, s.tau);

  drivers.setZero(static_cast<Index>(model().drivers().size()));
  for (std::size_t k = 0; k < model().drivers().size(); ++k)
    if (const Index row = parts_->elements.first_row(model().drivers()[k]); row >= 0)
      drivers[static_cast<Index>(k)] = -x.lambda[row];
  // A driven motion: its force along the coordinate is what the node transmits along it.
  for (const TreeDrive& drive : tree.drives) {
    const TreeNode& node = tree.node(drive.node);
    const auto at = static_cast<std::size_t>(drive.node);
    double along = 0;
    if (node.kind != NodeKind::slide) along += s.nodes.k[at].R.A.col(2).dot(s.nodes.F[at].n);
    if (node.kind != NodeKind::turn) along += s.nodes.k[at].slide.dot(s.nodes.F[at].f);
    drivers[drive.driver] = node.sign * along * drive.factor;
  }
  joints.resize(model().joints().size());
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const Joint& joint = model().joints()[k];
    const TreeJoint& mine = tree.joints[k];
    joints[k] = {Vec3::Zero(), Vec3::Zero()};
    if (joint.between.P < 0) continue;
    if (mine.first < 0) {
      joints[k] = row_reaction(model(), joint, motion, x.lambda, parts_->elements.first_row(joint),
                               parts_->elements.first_rate_row(joint));
      continue;
    }
    // What the last node receives, taken at P; the other way round when P is on the parent's side.
    const auto at = static_cast<std::size_t>(mine.last);
    const Marker& P = model().marker(joint.between.P);
    const BodyMotion& body = motion[P.body];
    const Vec3 x_P = body.r + body.A * (P.position - model().body(P.body).com);
    const double sign = mine.reversed ? -1 : 1;
    Wrench<double>& w = joints[k];
    w.force = sign * s.nodes.F[at].f;
    w.torque = sign * (s.nodes.F[at].n + cross(Vec3(s.nodes.place[at].x - x_P), s.nodes.F[at].f));
    // the plane bears the rest
    if (moves_in_plane(model().body_of(mine.reversed ? joint.between.Q : joint.between.P))) {
      w.force[2] = 0;
      w.torque[0] = w.torque[1] = 0;
    }
    // A driver's force counts as its own, not as the joint's.
    for (const TreeDrive& drive : tree.drives) {
      if (drive.node < mine.first || drive.node > mine.last) continue;
      const Joint& driver = model().drivers()[drive.driver];
      const VecX multiplier = VecX::Constant(1, -drivers[drive.driver]);
      const Wrench<double> share = row_reaction(model(), driver, motion, multiplier, 0, -1);
      w.force -= share.force;
      w.torque -= share.torque;
    }
  }
}

// Where angles lose their meaning, a run creeps up to the position and stops short of it: close is close enough to say
// so.
std::string JointSystem::explain_coordinates(const State& x) const {
  constexpr double close = 1e-2;  // rad
  Scratch s(*this);
  move_roots(x.t, s);
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), x.v.data(), true, s.nodes);
  const auto axis = [&](Index i) -> Vec3 { return s.nodes.k[i].R.A.col(2); };
  for (Index i = parts_->tree.roots; i < parts_->tree.size(); ++i) {
    const std::string& name = parts_->tree.node(i).name;
    const std::string owner = name.substr(0, name.rfind('.'));
    if (name.ends_with(".cardan_y") && cross(axis(i - 1), axis(i + 1)).norm() < close)
      return fmt::format(
          "'{}' is in gimbal lock: its first and third Cardan angles rotate about the same axis.\n"
          "  Use Euler parameters (remove it from tree.cardan), or orient the body frame so that the second angle "
          "stays away from 90 degrees.",
          owner);
    const Index own = parts_->tree.node(i).coordinate;
    if (name.ends_with(".elevation") && own >= 0 && std::abs(std::cos(x.q[own])) < close)
      return fmt::format(
          "'{}': the rod is aligned with the z-axis of its marker, where its azimuth is undefined.\n"
          "  Remove the joint from tree.keep, or reorient the marker.",
          owner);
  }
  return "";
}

std::string JointSystem::explain_singularity(const State& x) const {
  if (std::string why = explain_coordinates(x); !why.empty()) return why;
  Scratch s(*this);
  move_roots(x.t, s);
  sweeps_.move(s.roots.data(), s.drives.data(), x.q.data(), x.v.data(), true, s.nodes);
  VecX a = VecX::Zero(layout().nq);
  const Index bad = sweeps_.forward(s.roots.data(), x.q.data(), x.v.data(), false, s.nodes, a.data());
  if (bad < 0) return "";
  return fmt::format(
      "'{}' moves no mass.\n"
      "  Give the bodies it moves mass, or inertia about this axis.",
      parts_->tree.node(bad).name);
}

State JointSystem::initial_guess() const {
  State x(layout());
  x.t = model().run().t_start;
  x.s = parts_->elements.initial_states();
  place(x.t, start_motion(model()), x.q, x.v);
  return x;
}

}  // namespace daedalus
