#include "daedalus/formulation/model_channels.hpp"

#include <fmt/format.h>

namespace daedalus {
namespace {

constexpr const char* axes[3] = {"x", "y", "z"};

double* write(const Vec3& v, double* values) {
  for (int k = 0; k < 3; ++k) *values++ = v[k];
  return values;
}

double* write(const Wrench<double>& w, double* values) { return write(w.torque, write(w.force, values)); }

}  // namespace

ModelChannels::ModelChannels(const ModelSystem& system)
    : system_(system),
      shared_(system),
      workspace_(system.make_workspace()),
      scratch_(system.elements().make_scratch()),
      value_(system.layout()) {
  const Model& model = system.model();
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.bodies()[b].kind != BodyKind::ground && !model.bodies()[b].is_part()) add_body(static_cast<BodyId>(b));
  modal_ = system.modal_coordinates();
  for (const ModalRange& range : modal_)
    for (Index k = range.first; k < range.first + range.count; ++k) {
      const std::string& name = system.layout().coordinates[static_cast<std::size_t>(k)];
      add(name, "", "modal coordinate: the largest displacement of a beam in m, or its turn in rad");
      add(name + "_rate", "", "its rate");
    }
  for (const Joint& joint : model.joints())
    for (const Freedom& freedom : joint.freedoms)
      add_measure(joint.name + "." + freedom.name, freedom.measure, "of P seen from Q");
  for (const NamedMeasure& named : model.measures()) add_measure(named.name, named.measure, "measure");
  for (const Joint& joint : model.joints()) {
    if (joint.between.P < 0 || joint.is_inner) continue;  // couples other joints: its multiplier shows in theirs
    for (const char* axis : axes) add(joint.name + ".f" + axis, "N", "reaction force on P, world axes");
    for (const char* axis : axes) add(joint.name + ".t" + axis, "N m", "reaction torque on P at P, world axes");
  }
  for (const Joint& driver : model.drivers()) {
    const bool turns = driver.rows.front().terms.front().measure.is_angle();
    add(driver.name + ".force", turns ? "N m" : "N", "force of the driver along its measure");
  }
  add_forces();
  for (const std::string& state : system.layout().states) add(state, "", "first-order state");
  for (const HeldInputPtr& input : model.inputs()) add("input." + input->name, "", "value in force of an input");
  for (const ChannelInfo& channel : shared_.channels()) channels_.push_back(channel);
}

void ModelChannels::add_body(BodyId id) {
  const Body& body = system_.model().body(id);
  bodies_.push_back({id, body.orientation.normalized()});
  for (const char* axis : axes) add(body.name + "." + axis, "m", "position of the centre of mass");
  for (const char* axis : axes) add(body.name + ".v" + axis, "m/s", "velocity of the centre of mass");
  for (const char* axis : axes) add(body.name + ".a" + axis, "m/s^2", "acceleration of the centre of mass");
  if (body.kind == BodyKind::planar) {
    add(body.name + ".theta", "rad", "angle about the z-axis, not wrapped");
    add(body.name + ".omega", "rad/s", "angular velocity");
    add(body.name + ".alpha", "rad/s^2", "angular acceleration");
  } else if (body.kind != BodyKind::point) {
    for (const char* e : {"e0", "e1", "e2", "e3"}) add(body.name + "." + e, "1", "Euler parameter");
    for (const char* axis : axes) add(body.name + ".w" + axis, "rad/s", "angular velocity, world axes");
  }
}

void ModelChannels::add_measure(const std::string& name, const Measure& measure, const char* meaning) {
  LocalFrame frame;
  measures_.emplace_back(system_.model(), no_places(system_.model().bodies().size()), measure, frame);
  add(name, measure.unit(), meaning);
  add(name + "_rate", measure.is_angle() ? "rad/s" : "m/s", "its rate");
}

void ModelChannels::add_forces() {
  for (const auto& view : system_.elements().measure_forces().views()) {
    const std::vector<Measure> measures = view.element->measures();
    for (Index k = 0; k < view.measures; ++k) {
      const bool turns = measures[static_cast<std::size_t>(k)].is_angle();
      const std::string number = view.measures == 1 ? "" : fmt::format("_{}", k + 1);
      add(view.element->name() + (turns ? ".angle" : ".length") + number, turns ? "rad" : "m", "measure the force acts along");
      add(view.element->name() + ".rate" + number, turns ? "rad/s" : "m/s", "its rate");
      add(view.element->name() + ".force" + number, turns ? "N m" : "N", "positive pulls P and Q together");
    }
  }
  const FrameForces& between_frames = system_.elements().frame_forces();
  for (Index i = 0; i < between_frames.size(); ++i)
    for (const char* kind : {".f", ".t"})
      for (const char* axis : axes)
        add(between_frames.element(i).name() + kind + axis, kind[1] == 'f' ? "N" : "N m", "on P at P, world axes");
}

double* ModelChannels::write_body(BodyProbe& probe, double* values) const {
  const BodyMotion& m = motion_[static_cast<std::size_t>(probe.id)];
  for (const Vec3* v : {&m.r, &m.r_dot, &m.r_ddot}) values = write(*v, values);
  const BodyKind kind = system_.model().body(probe.id).kind;
  if (kind == BodyKind::planar) {
    for (int k = 0; k < 3; ++k) *values++ = angle_of(m, k);
  } else if (kind != BodyKind::point) {
    Vec4 p = m.rotation == RotationKind::euler ? m.p[0] : euler_parameters_of(m.A);
    if (kind == BodyKind::spatial && m.rotation != RotationKind::euler && p.dot(probe.orientation) < 0) p = -p;
    probe.orientation = p;
    for (int k = 0; k < 4; ++k) *values++ = p[k];
    values = write(angular_velocity_of(m), values);
  }
  return values;
}

void ModelChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  const Model& model = system_.model();
  system_.move(x, MotionLevel::acceleration, motion_, *workspace_);
  for (BodyProbe& body : bodies_) values = write_body(body, values);
  for (const ModalRange& range : modal_)
    for (Index k = range.first; k < range.first + range.count; ++k) {
      *values++ = x.q[k];
      *values++ = x.v[k];
    }
  for (const MeasureKinematics& measure : measures_) {
    measure.evaluate(motion_, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_.value);
    *values++ = scratch_.value.y[0];
    *values++ = scratch_.value.y[1];
  }
  system_.reactions(x, motion_, reactions_, driver_forces_, *workspace_);
  for (std::size_t k = 0; k < reactions_.size(); ++k)
    if (model.joints()[k].between.P >= 0 && !model.joints()[k].is_inner) values = write(reactions_[k], values);
  for (const double force : driver_forces_) *values++ = force;

  const ModelElements& elements = system_.elements();
  elements.add_forces(Want::sigma, x, motion_, nullptr, value_, scratch_);  // leaves y, y' and F of every measure
  for (const auto& view : elements.measure_forces().views())
    for (Index k = view.first_measure; k < view.first_measure + view.measures; ++k) {
      *values++ = scratch_.forces.y[k];
      *values++ = scratch_.forces.y_dot[k];
      *values++ = scratch_.forces.force[k];
    }
  for (Index i = 0; i < elements.frame_forces().size(); ++i) values = write(elements.frame_forces().wrench(i, x, motion_), values);
  for (const double s : x.s) *values++ = s;
  for (const HeldInputPtr& input : model.inputs()) *values++ = input->value;
  shared_.evaluate(x, step, values);
}

}  // namespace daedalus
