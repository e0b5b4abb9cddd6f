#include "daedalus/formulation/model_channels.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

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
  add_drivers();
  first = channels_.size();
  add_forces();
  of_forces_ = since(first);
  first = channels_.size();
  for (const std::string& state : system.layout().states) add(state, "", "first-order state");
  for (const HeldInputPtr& input : system.layout().inputs)
    add("input." + input->name, "", "current value of the input");
  of_states_ = since(first);
  add_markers();
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
    for (const char* turn : {".roll", ".pitch", ".yaw"})
      add(body.name + turn, "rad", "attitude: turned by yaw about z, pitch about the new y, roll about the new x");
  }
  bodies_.push_back({id, body.orientation.normalized(), since(first)});
}

void ModelChannels::add_measure(const std::string& name, const Measure& measure, const char* meaning) {
  LocalFrame frame;
  measures_.emplace_back(system_.model(), no_places(system_.model().bodies().size()), measure, frame);
  add(name, measure.unit(), meaning);
  add(name + "_rate", measure.is_angle() ? "rad/s" : "m/s", "its rate");
  angles_.emplace_back();
}

void ModelChannels::add_drivers() {
  const std::size_t first = channels_.size();
  for (const Joint& driver : system_.model().drivers()) {
    const ConstraintRow& row = driver.rows.front();
    const char* unit = row.terms.front().measure.unit();
    add(driver.name + ".target", unit, "where the driver holds its measure");
    add(driver.name + ".error", unit, "target minus measure");
    DriverProbe& probe = drivers_.emplace_back(DriverProbe{.row = &row});
    for (const RowTerm& term : row.terms) {
      LocalFrame frame;
      probe.measures.emplace_back(system_.model(), no_places(system_.model().bodies().size()), term.measure, frame);
    }
  }
  of_drivers_ = since(first);
}

// For those who ask: most markers belong to joints and forces, whose channels say more.
void ModelChannels::add_markers() {
  const std::size_t first = channels_.size();
  const std::vector<Marker>& markers = system_.model().markers();
  for (std::size_t m = 0; m < markers.size(); ++m) {
    const Body& body = system_.model().body(markers[m].body);
    const bool is_inner = markers[m].name.empty() || markers[m].name.find('@') != std::string::npos;  // rod.@0
    if (is_inner || body.kind == BodyKind::ground || body.is_part()) continue;
    markers_.push_back(static_cast<MarkerId>(m));
    for (const char* axis : axes) {
      add(markers[m].name + "." + axis, "m", "position of the marker");
      channels_.back().on_request = true;
    }
  }
  of_markers_ = since(first);
}

void ModelChannels::add_forces() {
  for (const auto& view : system_.elements().measure_forces().views()) {
    const std::string& element = view.element->name();
    const std::vector<Measure> measures = view.element->measures();
    const ForceProbe& probe = forces_.emplace_back(
        ForceProbe{view.first_measure, view.measures, view.element->measure_names(), view.element->target()});
    const std::vector<MeasureNames>& names = probe.names;
    const auto add_renamed = [&](const std::string& name, const std::string& former, const char* unit,
                                 const char* meaning) {
      add(element + "." + name, unit, meaning);
      if (former != name) channels_.back().former = element + "." + former;
    };
    for (Index k = 0; k < view.measures; ++k) {
      const bool turns = measures[k].is_angle();
      const std::string number = view.measures == 1 ? "" : fmt::format("_{}", k + 1),
                        value = (turns ? "angle" : "length") + number, rate = "rate" + number, force = "force" + number;
      const MeasureNames shown = names.empty() ? MeasureNames{"", "force"} : names[k];
      const bool is_named = !names.empty();
      add_renamed(is_named ? shown.value : value, value, turns ? "rad" : "m", "measure along which the force acts");
      add_renamed(is_named ? shown.value + std::string("_rate") : rate, rate, turns ? "rad/s" : "m/s", "its rate");
      if (*shown.force != '\0') add_renamed(is_named ? shown.force : force, force, turns ? "N m" : "N", shown.meaning);
    }
    if (const ControlTarget& target = probe.target; target.function) {
      const bool turns = measures[0].is_angle();
      const char* unit = target.is_rate ? (turns ? "rad/s" : "m/s") : (turns ? "rad" : "m");
      add(element + ".target", unit, "what the controller drives the sensed measure to");
      add(element + ".error", unit, "target minus sensed value");
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
    values = write(angular_velocity_of(m), values);
    const Mat3& A = m.A;
    *values++ = std::atan2(A(2, 1), A(2, 2));
    *values++ = std::atan2(-A(2, 0), std::hypot(A(2, 1), A(2, 2)));
    *values++ = std::atan2(A(1, 0), A(0, 0));
  }
}

// The turn that is nearest to where the rates lead from the last step on.
double ModelChannels::unwrapped(std::size_t measure, double t, double angle, double rate) const {
  constexpr double turn = 2 * std::numbers::pi;
  const LastAngle& last = angles_[measure];
  if (!last.is_known) return angle;
  return angle + turn * std::round((last.angle + (t - last.t) * (last.rate + rate) / 2 - angle) / turn);
}

void ModelChannels::follow(const State& x) {
  bool has_moved = false;
  for (std::size_t k = 0; k < measures_.size(); ++k) {
    if (!measures_[k].is_wrapped() || !wants_measure(k)) continue;
    if (!has_moved) system_.move(x, MotionLevel::velocity, motion_, *workspace_);
    has_moved = true;
    measures_[k].evaluate(motion_, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_.value);
    const double rate = scratch_.value.y[1];
    angles_[k] = {true, x.t, unwrapped(k, x.t, scratch_.value.y[0], rate), rate};
  }
}

void ModelChannels::exchange(Archive& archive) {
  for (LastAngle& angle : angles_) {
    archive("channels.angle_is_known", angle.is_known);
    archive("channels.angle_t", angle.t);
    archive("channels.angle", angle.angle);
    archive("channels.angle_rate", angle.rate);
  }
  for (BodyProbe& body : bodies_) archive("channels.orientation", body.orientation);
}

void ModelChannels::write_drivers(double t, double* values) {
  for (const DriverProbe& driver : drivers_) {
    const ConstraintRow& row = *driver.row;
    const double target = row.offset + (row.motion ? row.motion->at(t, &workspace_->inputs) : 0.0);
    double error = target;
    for (std::size_t k = 0; k < driver.measures.size(); ++k) {
      driver.measures[k].evaluate(motion_, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_.value);
      error -= row.terms[k].weight * scratch_.value.y[0];
    }
    *values++ = target;
    *values++ = row.period > 0 ? error - row.period * std::round(error / row.period) : error;
  }
}

void ModelChannels::write_forces(const State& x, double* values) {
  const ModelElements& elements = system_.elements();
  // leaves y, y' and F of every measure
  elements.add_forces(Want::sigma, x, workspace_->inputs, motion_, nullptr, value_, scratch_);
  for (const ForceProbe& probe : forces_) {
    const std::vector<MeasureNames>& names = probe.names;
    for (Index k = 0; k < probe.count; ++k) {
      const Index at = probe.first + k;
      const double sign = names.empty() ? 1 : names[k].sign;
      *values++ = scratch_.forces.y[at];
      *values++ = scratch_.forces.y_dot[at];
      if (names.empty() || *names[k].force != '\0') *values++ = sign * scratch_.forces.force[at];
    }
    if (const ControlTarget& target = probe.target; target.function) {
      const double wanted = target.function->at(x.t, &workspace_->inputs);
      const Index at = probe.first;
      *values++ = wanted;
      *values++ = wanted - (target.is_rate ? scratch_.forces.y_dot[at] : scratch_.forces.y[at]);
    }
  }
  for (Index i = 0; i < elements.frame_forces().size(); ++i)
    values = write(elements.frame_forces().wrench(i, x, workspace_->inputs, motion_, scratch_.frames), values);
}

void ModelChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  const Model& model = system_.model();
  workspace_->inputs.set(step.inputs);
  if (wants(of_bodies_) || wants(of_measures_) || wants(of_reactions_) || wants(of_drivers_) || wants(of_forces_) ||
      wants(of_markers_))
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
    if (!wants_measure(k)) continue;
    measures_[k].evaluate(motion_, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_.value);
    at[0] = scratch_.value.y[0];
    at[1] = scratch_.value.y[1];
    if (measures_[k].is_wrapped()) at[0] = unwrapped(k, x.t, at[0], at[1]);
  }
  if (wants(of_reactions_)) {
    system_.reactions(x, motion_, reactions_, driver_forces_, *workspace_);
    at = values + of_reactions_.first;
    for (std::size_t k = 0; k < reactions_.size(); ++k)
      if (model.joints()[k].between.P >= 0 && !model.joints()[k].is_inner) at = write(reactions_[k], at);
    for (const double force : driver_forces_) *at++ = force;
  }
  if (wants(of_drivers_)) write_drivers(x.t, values + of_drivers_.first);
  if (wants(of_forces_)) write_forces(x, values + of_forces_.first);
  at = values + of_markers_.first;
  for (const MarkerId id : markers_) {
    const Marker& marker = model.marker(id);
    const BodyMotion& m = motion_[marker.body];
    const Body& body = model.body(marker.body);
    const Vec3 com = body.kind == BodyKind::prescribed ? Vec3::Zero().eval() : body.com;  // m.r is where
    if (wants(of_markers_)) at = write(Vec3(m.r + m.A * (marker.position - com)), at);
  }
  at = values + of_states_.first;
  for (const double s : x.s) *at++ = s;
  for (const double value : workspace_->inputs.values()) *at++ = value;
  shared_.evaluate(x, step, values + first_shared_,
                   wants(of_metrics_) ? SystemChannels::Metrics::computed : SystemChannels::Metrics::skipped);
}

}  // namespace daedalus
