#include "daedalus/formulation/model_system.hpp"

#include <fmt/format.h>

#include "daedalus/formulation/absolute_assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {

namespace {

Layout with_inputs(Layout layout, const Model& model) {
  layout.inputs = model.inputs();
  return layout;
}

}  // namespace

ModelSystem::ModelSystem(const Model& model, Layout layout)
    : System(model.name(), with_inputs(std::move(layout), model)), model_(model), excitations_(model) {
  for (const auto* joints : {&model_.joints(), &model_.drivers()})
    for (const Joint& joint : *joints)
      for (const ConstraintRow& row : joint.rows) breaks_.add(row.motion, TimeRole::motion);
  for (const Body& body : model_.bodies()) {
    for (const FunctionPtr& position : body.motion.position) breaks_.add(position, TimeRole::motion);
    breaks_.add(body.motion.angle, TimeRole::motion);
    breaks_.add(body.motion.along, TimeRole::motion);
    if (body.motion.track) list_breaks(*body.motion.track, body.motion.along, model_.run().t_start, breaks_);
  }
  for (const ForcePtr& force : model_.forces()) breaks_.add(force->time_breaks());
}

TimeBreak ModelSystem::next_break(double t, double until) const {
  const TimeBreaks::Break next = breaks_.next(t, until);
  return {next.t, next.jumps};
}

std::string ModelSystem::identity() const {
  std::string text = name() + " (" + formulation();
  for (const ModelParameter& parameter : model_.parameters())
    text += fmt::format(", {}={:.17g}", parameter.name, parameter.value);
  if (!model_.digest().empty()) text += ", digest " + model_.digest();
  return text + ")";
}

std::vector<BodyMotion> start_motion(const Model& model) {
  std::vector<BodyMotion> motion(model.bodies().size());
  for (std::size_t b = 0; b < motion.size(); ++b) {
    const Body& body = model.bodies()[b];
    const StartPose pose = start_pose(body, model.run().t_start);
    motion[b].A = pose.axes;
    motion[b].r = pose.position + pose.axes * body.com;
    motion[b].r_dot = body.velocity + cross(body.angular_velocity, Vec3(pose.axes * body.com));
    motion[b].A_dot = cross_matrix(body.angular_velocity) * pose.axes;
    motion[b].rotation = body.kind == BodyKind::planar ? RotationKind::angle : RotationKind::none;
    motion[b].p[0][0] = body.angle;
  }
  return motion;
}

Assembled ModelSystem::assemble() const { return carry_over(assemble_absolute(CartesianSystem(given_model()))); }

Assembled ModelSystem::carry_over(const Assembled& found) const {
  Assembler assembler(*this);
  return daedalus::carry_over(CartesianSystem(given_model()), found, *this, assembler,
                              [](const std::vector<BodyMotion>& given) { return given; });
}

namespace {

// The same model with held excitations, and its equations.
struct HeldSystem {
  std::shared_ptr<HeldExcitations> values;
  std::unique_ptr<ModelSystem> system;
  std::unique_ptr<Workspace> workspace;
};

}  // namespace

void ModelSystem::evaluate_held(Want want, const State& x, Evaluation& out, Workspace& workspace) const {
  if (!workspace.held_system) {
    auto made = std::make_shared<HeldSystem>();
    made->values = std::make_shared<HeldExcitations>(HeldExcitations{x.t, *workspace.held_excitations});
    made->system = make_system(ModelExcitations::held(given_model(), made->values), formulation());
    made->workspace = made->system->make_workspace();
    workspace.held_system = std::move(made);
  }
  auto& held = *static_cast<HeldSystem*>(workspace.held_system.get());
  *held.values = {x.t, *workspace.held_excitations};
  held.workspace->inputs = workspace.inputs;
  held.system->evaluate(want, x, all_rates, out, *held.workspace);
}

}  // namespace daedalus
