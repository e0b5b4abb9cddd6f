#include "daedalus/formulation/cartesian/cartesian_channels.hpp"

#include <fmt/format.h>

#include "daedalus/model/measure_between.hpp"

namespace daedalus {
namespace {

constexpr const char* axes[3] = {"x", "y", "z"};

}  // namespace

CartesianChannels::CartesianChannels(const CartesianSystem& system)
    : system_(system), shared_(system), workspace_(system.make_workspace()), value_(system.layout()) {
  scratch_ = static_cast<CartesianSystem::Scratch*>(workspace_.get());
  const Model& model = system.model();
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.bodies()[b].kind != BodyKind::ground) add_body(static_cast<BodyId>(b));
  for (const Joint& joint : model.joints())
    for (const Freedom& freedom : joint.freedoms)
      add_measure(joint.name + "." + freedom.name, freedom.measure, "of P seen from Q");
  for (const NamedMeasure& named : model.measures()) add_measure(named.name, named.measure, "measure");
  Index row = 0, rate_row = system.layout().ng;
  for (const Joint& joint : model.joints()) add_joint(joint, row, rate_row);
  for (const Joint& driver : model.drivers()) {
    const bool turns = driver.rows.front().terms.front().measure.is_angle();
    add(driver.name + ".force", turns ? "N m" : "N", "force of the driver along its measure");
    drivers_.push_back(row++);
  }
  for (const auto& view : system.parts().elements.measure_forces().views()) {
    const std::vector<Measure> measures = view.element->measures();
    for (Index k = 0; k < view.measures; ++k) {
      const bool turns = measures[static_cast<std::size_t>(k)].is_angle();
      const std::string number = view.measures == 1 ? "" : fmt::format("_{}", k + 1);
      add(view.element->name() + (turns ? ".angle" : ".length") + number, turns ? "rad" : "m", "measure the force acts along");
      add(view.element->name() + ".rate" + number, turns ? "rad/s" : "m/s", "its rate");
      add(view.element->name() + ".force" + number, turns ? "N m" : "N", "positive pulls P and Q together");
    }
  }
  for (Index i = 0; i < system.parts().elements.frame_forces().size(); ++i)
    for (const char* kind : {".f", ".t"})
      for (const char* axis : axes)
        add(system.parts().elements.frame_forces().element(i).name() + kind + axis, kind[1] == 'f' ? "N" : "N m", "on P at P, world axes");
  for (const std::string& state : system.layout().states) add(state, "", "first-order state");
  for (const ChannelInfo& channel : shared_.channels()) channels_.push_back(channel);
}

void CartesianChannels::add_body(BodyId id) {
  const Body& body = system_.model().body(id);
  bodies_.push_back(id);
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

void CartesianChannels::add_measure(const std::string& name, const Measure& measure, const char* meaning) {
  Probe probe;
  probe.kinematics.emplace_back(system_.model(), system_.parts().bodies.places(), measure, probe.frame);
  probes_.push_back(std::move(probe));
  add(name, measure.unit(), meaning);
  add(name + "_rate", measure.is_angle() ? "rad/s" : "m/s", "its rate");
}

void CartesianChannels::add_joint(const Joint& joint, Index& row, Index& rate_row) {
  JointProbe probe;
  for (const ConstraintRow& r : joint.rows) probe.rows.push_back({row++, r.terms});
  if (joint.rates) {
    probe.rates = joint.rates.get();
    probe.first_rate_row = rate_row;
    rate_row += static_cast<Index>(joint.rates->labels().size());
  }
  if (joint.between.P < 0) return;  // couples other joints: its multiplier shows in theirs
  probe.P = joint.between.P;
  probe.Q = joint.between.Q;
  for (const char* axis : axes) add(joint.name + ".f" + axis, "N", "reaction force on P, world axes");
  for (const char* axis : axes) add(joint.name + ".t" + axis, "N m", "reaction torque on P at P, world axes");
  joints_.push_back(std::move(probe));
}

// The force −λ ∂y/∂x on marker P and the torque −λ ∂y/∂(turn of P), from y's dependence on the frame of P: found by the
// virtual work of six unit motions of P's frame, exactly, on duals.
Wrench<double> CartesianChannels::reaction(const JointProbe& joint, const State& x) const {
  using D = Dual<double, 6>;
  const auto frame = [&](MarkerId id, bool moves) {
    const Marker& marker = system_.model().marker(id);
    const BodyMotion& m = scratch_->motion[static_cast<std::size_t>(marker.body)];
    const Mat3 R = m.A * marker.axes;
    const Vec3 p = m.r + m.A * (marker.position - system_.model().body(marker.body).com);
    Frame<D> f;
    for (int i = 0; i < 3; ++i) {
      f.x[i] = moves ? D::variable(p[i], i) : D(p[i]);
      for (int j = 0; j < 3; ++j) f.axes(i, j) = D(R(i, j));
    }
    if (moves)
      for (int j = 0; j < 3; ++j)  // d(axis)/d(turn k) = e_k × axis
        for (int k = 0; k < 3; ++k) {
          const Vec3 change = cross(Vec3(Vec3::Unit(k)), Vec3(R.col(j)));
          for (int i = 0; i < 3; ++i) f.axes(i, j).partial[static_cast<std::size_t>(3 + k)] = change[i];
        }
    return f;
  };
  Wrench<double> w{Vec3::Zero(), Vec3::Zero()};
  for (const ReactionRow& row : joint.rows)
    for (const RowTerm& term : row.terms) {
      const D y = measure_between(term.measure, frame(term.measure.P, true), frame(term.measure.Q, false));
      for (int k = 0; k < 3; ++k) {
        w.force[k] -= x.lambda[row.row] * term.weight * y.partial[static_cast<std::size_t>(k)];
        w.torque[k] -= x.lambda[row.row] * term.weight * y.partial[static_cast<std::size_t>(3 + k)];
      }
    }
  if (joint.rates) {  // linear in the velocity of P: six unit velocities
    for (int k = 0; k < 6; ++k) {
      const auto still = [&](MarkerId id) {
        const Marker& marker = system_.model().marker(id);
        const BodyMotion& m = scratch_->motion[static_cast<std::size_t>(marker.body)];
        return Frame<double>{m.r + m.A * (marker.position - system_.model().body(marker.body).com), m.A * marker.axes, Vec3::Zero(), Vec3::Zero()};
      };
      Frame<double> P = still(joint.P);
      (k < 3 ? P.v[k] : P.w[k - 3]) = 1;
      double c[RateConstraint::max_rows] = {};
      joint.rates->velocity(P, still(joint.Q), c);
      const std::size_t rows = joint.rates->labels().size();
      for (std::size_t i = 0; i < rows; ++i)
        (k < 3 ? w.force[k] : w.torque[k - 3]) -= x.lambda[joint.first_rate_row + static_cast<Index>(i)] * c[i];
    }
  }
  return w;
}

void CartesianChannels::evaluate(const State& x, const StepInfo& step, double* values) {
  system_.evaluate(Want::force, x, all_rates, value_, *workspace_);
  system_.parts().bodies.move(x.t, x.q, x.v, x.a, MotionLevel::acceleration, scratch_->motion);
  const auto write = [&](const Vec3& v) {
    for (int k = 0; k < 3; ++k) *values++ = v[k];
  };
  for (const BodyId id : bodies_) {
    const BodyMotion& m = scratch_->motion[static_cast<std::size_t>(id)];
    write(m.r);
    write(m.r_dot);
    write(m.r_ddot);
    const BodyKind kind = system_.model().body(id).kind;
    if (kind == BodyKind::planar) {
      for (int k = 0; k < 3; ++k) *values++ = m.p[k][0];
    } else if (kind != BodyKind::point) {
      const Vec4 p = kind == BodyKind::spatial ? m.p[0] : euler_parameters_of(m.A);
      for (int k = 0; k < 4; ++k) *values++ = p[k];
      const Mat3 W = m.A_dot * m.A.transpose();
      write(Vec3(W(2, 1), W(0, 2), W(1, 0)));
    }
  }
  for (const Probe& probe : probes_) {
    probe.kinematics.front().evaluate(scratch_->motion, MotionLevel::velocity, MeasureKinematics::Gradients::none, scratch_->elements.value);
    *values++ = scratch_->elements.value.y[0];
    *values++ = scratch_->elements.value.y[1];
  }
  for (const JointProbe& joint : joints_) {
    const Wrench<double> w = reaction(joint, x);
    write(w.force);
    write(w.torque);
  }
  for (const Index row : drivers_) *values++ = -x.lambda[row];
  for (const auto& view : system_.parts().elements.measure_forces().views())
    for (Index k = view.first_measure; k < view.first_measure + view.measures; ++k) {
      *values++ = scratch_->elements.forces.y[k];
      *values++ = scratch_->elements.forces.y_dot[k];
      *values++ = scratch_->elements.forces.force[k];
    }
  for (Index i = 0; i < system_.parts().elements.frame_forces().size(); ++i) {
    const Wrench<double> w = system_.parts().elements.frame_forces().wrench(i, x, scratch_->motion);
    write(w.force);
    write(w.torque);
  }
  for (Index i = 0; i < x.s.size(); ++i) *values++ = x.s[i];
  shared_.evaluate(x, step, values);
}

}  // namespace daedalus
