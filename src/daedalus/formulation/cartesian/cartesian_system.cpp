#include "daedalus/formulation/cartesian/cartesian_system.hpp"

#include "daedalus/formulation/absolute_assembly.hpp"

#include "daedalus/formulation/elements/row_reaction.hpp"
#include "daedalus/model/functions/range_watch.hpp"

namespace daedalus {
namespace {

std::vector<BodyId> coordinate_bodies(const BodyTable& bodies) {
  std::vector<BodyId> owners(static_cast<std::size_t>(bodies.coordinate_count()));
  for (Index b = 0; b < bodies.body_count(); ++b)
    for (const Index c : bodies.coordinates(static_cast<BodyId>(b)))
      if (c >= 0) owners[static_cast<std::size_t>(c)] = static_cast<BodyId>(b);
  return owners;
}

// Bodies of the group, and those that its forces look at.
std::pair<std::vector<bool>, std::vector<bool>> bodies_of_group(const Model& model, const RateAssignment& rates,
                                                                Index group) {
  std::vector<bool> mine(model.bodies().size(), false);
  for (std::size_t b = 0; b < mine.size(); ++b) mine[b] = rates.group_of(static_cast<BodyId>(b)) == group;
  std::vector<bool> moved = mine;
  for (const ForcePtr& force : model.forces())
    if (rates.acts_on(*force, group))
      for (const BodyId body : bodies_of(model, *force)) moved[static_cast<std::size_t>(body)] = true;
  for (std::size_t b = 0; b < mine.size(); ++b)  // joints of the group may hold on to them
    if (model.bodies()[b].kind == BodyKind::prescribed) moved[b] = true;
  return {moved, mine};
}

}  // namespace

CartesianParts::CartesianParts(const Model& model)
    : bodies(model), elements(model, bodies.places(), joints_and_drivers(model), bodies.norm_count()) {}

Layout CartesianParts::make_layout(const Model& model) {
  const Index first_norm = elements.row_count();
  Layout layout{.nq = bodies.coordinate_count(),
                .ng = first_norm + bodies.norm_count(),
                .nw = elements.rate_row_count(),
                .ns = elements.state_count(),
                .coordinates = bodies.coordinate_names(),
                .constraints = elements.row_names(),
                .states = elements.state_names(),
                .switches = elements.switch_names(),
                .patterns = {},
                .rate_groups = {}};
  const auto append = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(layout.constraints, bodies.norm_names());
  append(layout.constraints, elements.rate_row_names());
  layout.constraint_scale = elements.row_scales(bodies.norm_count());
  layout.coordinate_scale = VecX::Ones(layout.nq);
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    for (std::size_t k = 0; k < 3; ++k)
      if (const Index i = bodies.coordinates(static_cast<BodyId>(b))[k]; i >= 0)
        layout.coordinate_scale[i] = elements.size();

  std::vector<Pattern::Entry> mass, jacobian, reaction;
  ForceEntries forces;
  bodies.collect(mass, jacobian, reaction, forces.r_v, first_norm);
  elements.collect(jacobian, reaction, forces);
  layout.patterns = make_patterns(layout.nq, layout.nc(), layout.ns, elements.spring_count(), std::move(mass),
                                  std::move(jacobian), reaction, std::move(forces));
  bodies.find_slots(layout.patterns, first_norm);
  elements.find_slots(layout.patterns);

  const RateAssignment rates(model);
  layout.rate_groups = rates.make_groups(coordinate_bodies(bodies), elements.state_owners());
  assign_constraints(layout);
  for (Index g = 0; g < static_cast<Index>(layout.rate_groups.size()); ++g) {
    const auto [moved, mine] = bodies_of_group(model, rates, g);
    groups.push_back({bodies.restricted_to(moved), bodies.restricted_to(mine), elements.restricted_to(rates, layout, g),
                      GroupRows(layout, g)});
  }
  return layout;
}

CartesianSystem::CartesianSystem(const Model& model)
    : CartesianSystem(model, std::make_unique<CartesianParts>(model)) {}

CartesianSystem::CartesianSystem(const Model& model, std::unique_ptr<CartesianParts> parts)
    : ModelSystem(model, parts->make_layout(model)), parts_(std::move(parts)) {}

const std::string& CartesianSystem::formulation() const {
  static const std::string name = "cartesian";
  return name;
}

void CartesianSystem::move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace&) const {
  motion.resize(static_cast<std::size_t>(parts_->bodies.body_count()));
  parts_->bodies.move(x.t, x.q, x.v, x.a, level, motion);
}

void CartesianSystem::reactions(const State& x, const std::vector<BodyMotion>& motion,
                                std::vector<Wrench<double>>& joints, VecX& drivers, Workspace&) const {
  joints.clear();
  for (const Joint& joint : model().joints())
    joints.push_back(joint.between.P < 0 ? Wrench<double>{Vec3::Zero(), Vec3::Zero()}
                                         : row_reaction(model(), joint, motion, x.lambda, elements().first_row(joint),
                                                        elements().first_rate_row(joint)));
  drivers.resize(static_cast<Index>(model().drivers().size()));
  Index k = 0;
  for (const Joint& driver : model().drivers()) drivers[k++] = -x.lambda[elements().first_row(driver)];
}

void CartesianSystem::place(double, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const {
  parts_->bodies.place(motion, q, v);
}

State CartesianSystem::initial_guess() const {
  State x(layout());
  x.t = model().run().t_start;
  parts_->bodies.start(x.q, x.v);
  x.s = parts_->elements.initial_states();
  return x;
}

std::unique_ptr<Workspace> CartesianSystem::make_workspace() const {
  auto scratch = std::make_unique<Scratch>();
  scratch->motion.resize(static_cast<std::size_t>(parts_->bodies.body_count()));
  scratch->elements = parts_->elements.make_scratch();
  scratch->f.setZero(layout().nq);
  if (!parts_->groups.empty()) scratch->group.emplace(layout());
  return scratch;
}

void CartesianSystem::evaluate(Want want, const State& x, Index rate_group, Evaluation& out,
                               Workspace& workspace) const {
  const RangeWatch::Counting counting(wants(want, Want::energy));  // of accepted states
  if (workspace.held_excitations) return evaluate_held(want, x, out, workspace);
  Scratch& scratch = static_cast<Scratch&>(workspace);
  const CartesianParts& p = *parts_;
  if (rate_group == all_rates || !is_by_group(want))
    return evaluate({p.bodies, p.bodies, p.elements}, want, x, out, scratch);
  const CartesianParts::Group& group = p.groups[rate_group];
  evaluate({group.moved, group.bodies, group.elements}, want, x, *scratch.group, scratch);
  group.rows.copy(want, *scratch.group, out);
}

void CartesianSystem::evaluate(const CartesianScope& scope, Want want, const State& x, Evaluation& out,
                               Scratch& scratch) const {
  constexpr Want from_acceleration = Want::residual_tangent | Want::reaction_tangent | Want::acceleration_tangent;
  constexpr Want from_velocity = Want::velocity | Want::gamma | Want::energy | Want::force | Want::sigma |
                                 Want::switches | Want::residual | Want::velocity_tangent | Want::sigma_tangent;

  // gamma is what remains of the acceleration level at a = 0, so it is not taken from a motion with accelerations.
  const bool with_acceleration = wants(want, from_acceleration);
  if (wants(want, Want::gamma)) {
    out.gamma.setZero();
    scope.moved.move(x.t, x.q, x.v, x.a, MotionLevel::velocity, scratch.motion);
    if (with_acceleration) evaluate_levels(scope, Want::gamma, x, MotionLevel::velocity, out, scratch);
  }
  const MotionLevel level = with_acceleration            ? MotionLevel::acceleration
                            : wants(want, from_velocity) ? MotionLevel::velocity
                                                         : MotionLevel::position;
  if (with_acceleration || !wants(want, Want::gamma)) scope.moved.move(x.t, x.q, x.v, x.a, level, scratch.motion);
  const Want rest = with_acceleration
                        ? static_cast<Want>(static_cast<std::uint32_t>(want) & ~static_cast<std::uint32_t>(Want::gamma))
                        : want;
  evaluate_levels(scope, rest, x, level, out, scratch);
  evaluate_dynamics(scope, rest, x, out, scratch);
}

void CartesianSystem::evaluate_levels(const CartesianScope& scope, Want want, const State& x, MotionLevel level,
                                      Evaluation& out, Scratch& scratch) const {
  constexpr Want mine = Want::position | Want::velocity | Want::gamma | Want::jacobian | Want::velocity_tangent |
                        Want::acceleration_tangent;
  if (!wants(want, mine)) return;
  if (wants(want, Want::position)) out.g.setZero();
  if (wants(want, Want::velocity)) out.g_dot.setZero();
  if (wants(want, Want::jacobian)) out.G.values.setZero();
  if (wants(want, Want::velocity_tangent)) out.g_dot_q.values.setZero();
  if (wants(want, Want::acceleration_tangent)) {
    out.g_ddot_q.values.setZero();
    out.g_ddot_v.values.setZero();
  }
  scope.elements.add_levels(want, x.t, scratch.motion, level, out, scratch.elements);
  scope.bodies.add_norm_rows(want, scratch.motion, out);
}

void CartesianSystem::evaluate_dynamics(const CartesianScope& scope, Want want, const State& x, Evaluation& out,
                                        Scratch& scratch) const {
  const std::vector<BodyMotion>& motion = scratch.motion;
  if (wants(want, Want::mass)) {
    out.M.values.setZero();
    scope.bodies.add_mass(motion, out.M.values);
  }
  if (wants(want, Want::energy)) {
    out.energy = {};
    scope.bodies.add_energy(motion, out.energy);
  }
  if (wants(want, Want::residual_tangent)) {
    out.r_q.values.setZero();
    out.r_v.values.setZero();
    out.r_s.values.setZero();
    scope.bodies.add_tangents(motion, x.lambda, out.r_q.values, out.r_v.values);
    scope.elements.add_reaction_tangents(motion, x.lambda, StiffnessOf::residual, out.r_q.values, scratch.elements);
  }
  if (wants(want, Want::reaction_tangent)) {
    out.reaction_q.values.setZero();
    scope.bodies.add_reaction_tangent(motion, x.lambda, out.reaction_q.values);
    scope.elements.add_reaction_tangents(motion, x.lambda, StiffnessOf::reaction, out.reaction_q.values,
                                         scratch.elements);
  }
  if (wants(want, Want::sigma_tangent)) {
    out.sigma_q.values.setZero();
    out.sigma_v.values.setZero();
    out.sigma_s.values.setZero();
  }
  constexpr Want forces = Want::force | Want::residual | Want::residual_tangent | Want::sigma | Want::sigma_tangent |
                          Want::energy | Want::switches;
  if (!wants(want, forces)) return;
  VecX* f = wants(want, Want::force) ? &out.f : wants(want, Want::residual) ? &scratch.f : nullptr;
  if (f) {
    f->setZero();
    scope.bodies.add_forces(motion, *f);
  }
  if (wants(want, Want::springs)) out.Y.values.setZero();
  scope.elements.add_forces(want, x, scratch.inputs, motion, f, out, scratch.elements);
  if (wants(want, Want::residual)) {
    out.r = -*f;
    scope.bodies.add_inertia_force(motion, x.a, out.r);
    scope.elements.add_reaction(motion, x.lambda, out.r, scratch.elements);
    scope.bodies.add_norm_reaction(motion, x.lambda, out.r);
  }
}

Assembled CartesianSystem::assemble() const { return assemble_absolute(*this); }

}  // namespace daedalus
