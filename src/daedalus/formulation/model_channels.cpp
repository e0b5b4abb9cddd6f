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
    : system_(system), shared_(system), workspace_(system.make_workspace()), scratch_(system.elements().make_scratch()),
      value_(system.layout()) {
  workspace_->inputs = InputValues(system.layout().inputs);
  const Model& model = system.model();
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.bodies()[b].kind != BodyKind::ground && !model.bodies()[b].is_part()) add_body(static_cast<BodyId>(b));
  of_bodies_ = since(0);
  modal_ = system.modal_coordinates();
  std::size_t first = channels_.size();
  for (const ModalRange& range : modal_)
    for (Index k = range.first; k < range.first + range.count; ++k) {
      const std::string& name = system.layout().coordinates[k];
      add(name, "", "modal coordinate: the largest displacement of a beam in m, or its rotation in rad");
      add(name + "_rate", "", "its rate");
    }
  of_modes_ = since(first);
  first = channels_.size();
  for (const Joint& joint : model.joints())
    for (const Freedom& freedom : joint.freedoms)
      add_measure(joint.name + "." + freedom.name, freedom.measure, "of P relative to Q");
  for (const NamedMeasure& named : model.measures()) add_measure(named.name, named.measure, "measure");
  of_measures_ = since(first);
  first = channels_.size();
  for (const Joint& joint : model.joints()) {
    if (joint.between.P < 0 || joint.is_inner) continue;  // couples other joints: its multiplier shows in theirs
    for (const char* axis : axes) add(joint.name + ".f" + axis, "N", "reaction force on P, world axes");
    for (const char* axis : axes) add(joint.name + ".t" + axis, "N m", "reaction torque on P about P, world axes");
  }
  for (const Joint& driver : model.drivers()) {
    const bool turns = driver.rows.front().terms.front().measure.is_angle();
    add(driver.name + ".force", turns ? "N m" : "N", "driver force along its measure");
  }
  of_reactions_ = since(first);
  first = channels_.size();
  add_forces();
  of_forces_ = since(first);
  first = channels_.size();
  for (const std::string& state : system.layout().states) add(state, "", "first-order state");
  for (const HeldInputPtr& input : system.layout().inputs)
    add("input." + input->name, "", "current value of the input");
  of_states_ = since(first);
  first_shared_ = channels_.size();
  for (const ChannelInfo& channel : shared_.channels()) channels_.push_back(channel);
  of_metrics_ = since(first_shared_ + SystemChannels::first_metric);
}

void ModelChannels::add_body(BodyId id) {
  const Body& body = system_.model().body(id);
  const std::size_t first = channels_.size();
  for (const char* axis : axes) add(body.name + "." + axis, "m", "position of the center of mass");
  for (const char* axis : axes) add(body.name + ".v" + axis, "m/s", "velocity of the center of mass");
  for (const char* axis : axes) add(body.name + ".a" + axis, "m/s^2", "acceleration of the center of mass");
  if (body.kind == BodyKind::planar) {
    add(body.name + ".theta", "rad", "angle about the z-axis, unwrapped");
    add(body.name + ".omega", "rad/s", "angular velocity");
    add(body.name + ".alpha", "rad/s^2", "angular acceleration");
  } else if (body.kind != BodyKind::point) {
    for (const char* e : {"e0", "e1", "e2", "e3"}) add(body.name + "." + e, "1", "Euler parameter");
    for (const char* axis : axes) add(body.name + ".w" + axis, "rad/s", "angular velocity, world axes");
  }
  bodies_.push_back({id, body.orientation.normalized(), since(first)});
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
      const bool turns = measures[k].is_angle();
      const std::string number = view.measures == 1 ? "" : fmt::format("_{}", k + 1);
      add(view.element->name() + (turns ? ".angle" : ".length") + number, turns ? "rad" : "m",
          "measure along which the force acts");
      add(view.element->name() + ".rate" + number, turns ? "rad/s" : "m/s", "its rate");
      add(view.element->name() + ".force" + number, turns ? "N m" : "N", "positive in tension");
    }
  }
  const FrameForces& between_frames = system_.elements().frame_forces();
  for (Index i = 0; i < between_frames.size(); ++i)
    for (const char* kind : {".f", ".t"})
      for (const char* axis : axes)
        add(between_frames.element(i).name() + kind + axis, kind[1] == 'f' ? "N" : "N m", "on P about P, world axes");
}

void ModelChannels::write_body(BodyProbe& probe, double* values) const {
  const BodyMotion& m = motion_[probe.id];
  for (const Vec3* v : {&m.r, &m.r_dot, &m.r_ddot}) values = write(*v, values);
  const BodyKind kind = system_.model().body(probe.id).kind;
  if (kind == BodyKind::planar) {
    for (int k = 0; k < 3; ++k) *values++ = angle_of(m, k);
  } else if (kind != BodyKind::point) {
    Vec4 p = m.rotation == RotationKind::euler ? m.p[0] : euler_parameters_of(m.A);
    if (kind == BodyKind::spatial && m.rotation != RotationKind::euler && p.dot(probe.orientation) < 0) p = -p;
    probe.orientation = p;
    for (int k = 0; k < 4; ++k) *values++ = p[k];
    write(angular_velocity_of(m), values);
  }
}

void ModelChannels::write_forces(const State& x, double* values) {
  const ModelElements& elements = system_.elements();
  // leaves y, y' and F of every measure
  elements.add_forces(Want::sigma, x, workspace_->inputs, motion_, nullptr, value_, scratch_);
  for (const auto& view : elements.measure_forces().views())
    for (Index k = view.first_measure; k < view.first_measure + view.measures; ++k) {
      *values++ = scratch_.forces.y[k];
      *values++ = scratch_.forces.y_dot[k];
      *values++ = scratch_.forces.force[k];
    }
  for (Index i = 0; i < elements.frame_forces().size(); ++i)
    values = write(elements.frame_forces().wrench(i, x, workspace_->inputs, motion_, scratch_.frames), values);
}

void ModelChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  const Model& model = system_.model();
  workspace_->inputs.set(step.inputs);
  if (wants(of_bodies_) || wants(of_measures_) || wants(of_reactions_) || wants(of_forces_))
    system_.move(x, MotionLevel::acceleration, motion_, *workspace_);
  for (BodyProbe& body : bodies_)
    if (wants(body.part)) write_body(body, values + body.part.first);
  double* at = values + of_modes_.first;
  for (const ModalRange& range : modal_)
    for (Index k = range.first; k < range.first + range.count; ++k) {
      *at++ = x.q[k];
      *at++ = x.v[k];
    }
  at = values + of_measures_.first;
  for (std::size_t k = 0; k < measures_.size(); ++k, at += 2) {
    if (!wants_any(of_measures_.first + 2 * k, 2)) continue;
    measures_[k].evaluate(motion_, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_.value);
    at[0] = scratch_.value.y[0];
    at[1] = scratch_.value.y[1];
  }
  if (wants(of_reactions_)) {
    system_.reactions(x, motion_, reactions_, driver_forces_, *workspace_);
    at = values + of_reactions_.first;
    for (std::size_t k = 0; k < reactions_.size(); ++k)
      if (model.joints()[k].between.P >= 0 && !model.joints()[k].is_inner) at = write(reactions_[k], at);
    for (const double force : driver_forces_) *at++ = force;
  }
  if (wants(of_forces_)) write_forces(x, values + of_forces_.first);
  at = values + of_states_.first;
  for (const double s : x.s) *at++ = s;
  for (const double value : workspace_->inputs.values()) *at++ = value;
  shared_.evaluate(x, step, values + first_shared_,
                   wants(of_metrics_) ? SystemChannels::Metrics::computed : SystemChannels::Metrics::skipped);
}

}  // namespace daedalus
