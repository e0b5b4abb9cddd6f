// The values of the Cartesian equations against textbook mechanics written another way: quaternions of Eigen,
// Newton-Euler in body axes, measures from frames, potentials and virtual power.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/model/measure_between.hpp"
#include "formulation/differences.hpp"
#include "formulation/element_zoo.hpp"

namespace daedalus::testing {
namespace {

// Puts the Euler parameters of every spatial body on the unit sphere and their rates into its tangent space.
void normalize(const Model& model, const CartesianSystem& system, State& x) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    if (model.bodies()[b].kind != BodyKind::spatial) continue;
    const Index first = system.parts().bodies.coordinates(static_cast<BodyId>(b))[3];
    Vec4 p = x.q.segment<4>(first);
    p.normalize();
    x.q.segment<4>(first) = p;
    x.v.segment<4>(first) -= p.dot(x.v.segment<4>(first)) * p;
  }
}

Frame<double> frame_of_marker(const Model& model, const CartesianSystem& system, MarkerId id, const State& x) {
  const Marker& marker = model.marker(id);
  const Body& body = model.body(marker.body);
  const BodyCoordinates& c = system.parts().bodies.coordinates(marker.body);
  Vec3 r = body.position;
  Mat3 A = Mat3::Identity();
  for (int k = 0; k < 3; ++k)
    if (c[k] >= 0) r[k] = x.q[c[k]];
  if (body.kind == BodyKind::spatial)
    A = Eigen::Quaterniond(x.q[c[3]], x.q[c[4]], x.q[c[5]], x.q[c[6]]).toRotationMatrix();
  if (body.kind == BodyKind::planar) A = Eigen::AngleAxisd(x.q[c[3]], Vec3::UnitZ()).toRotationMatrix();
  if (body.kind == BodyKind::prescribed) {
    const auto& m = body.motion;
    for (int k = 0; k < 3; ++k) r[k] = m.position[k]->derivative(x.t, 0);
    const Vec4& o = body.orientation;
    A = (Eigen::Quaterniond(o[0], o[1], o[2], o[3]) *
         Eigen::AngleAxisd(m.angle->derivative(x.t, 0), m.axis.normalized()))
            .toRotationMatrix();
    return {r + A * marker.position, A * marker.axes, Vec3::Zero(), Vec3::Zero()};
  }
  if (body.kind == BodyKind::ground) return {marker.position, marker.axes, Vec3::Zero(), Vec3::Zero()};
  return {r + A * (marker.position - body.com), A * marker.axes, Vec3::Zero(), Vec3::Zero()};
}

TEST(CartesianValues, ConstraintRowsAreTheMeasuresOfTheMarkerFrames) {
  for (const ZooCase& c : joint_zoo()) {
    SCOPED_TRACE(c.name);
    const CartesianSystem system(c.model);
    RandomStates random(system, {.t = 2, .q = c.reach, .s = c.state_reach});
    for (int k = 0; k < 10; ++k) {
      State x = random();
      normalize(c.model, system, x);
      const Evaluation y = evaluate(system, x, Want::position);
      Index row = 0;
      for (const auto* list : {&c.model.joints(), &c.model.drivers()})
        for (const Joint& joint : *list)
          for (const ConstraintRow& r : joint.rows) {
            double expected = -r.offset - (r.motion ? r.motion->derivative(x.t, 0) : 0);
            for (const RowTerm& term : r.terms)
              expected +=
                  term.weight * measure_between(term.measure, frame_of_marker(c.model, system, term.measure.P, x),
                                                frame_of_marker(c.model, system, term.measure.Q, x));
            if (r.period > 0) expected = std::remainder(expected, r.period);
            EXPECT_NEAR(y.g[row], expected, 1e-13) << joint.name << "." << r.label;
            ++row;
          }
    }
  }
}

TEST(CartesianValues, AFreeBodyFollowsNewtonAndEuler) {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  const Model model = pair.build.finish();
  const CartesianSystem system(model);
  const Body& body = model.bodies()[1];
  RandomStates random(system, {.q = 0.4, .v = 3});
  for (int k = 0; k < 100; ++k) {
    State x = random();
    normalize(model, system, x);
    const Evaluation y = evaluate(system, x, Want::mass | Want::jacobian | Want::force | Want::gamma | Want::energy);
    solve_acceleration(y, x);
    const Vec4 p = x.q.tail<4>(), u = x.v.tail<4>(), a = x.a.tail<4>();
    const auto body_rate = [&](const Vec4& from) {  // 2 conj(p) ∘ from, the vector part
      const Eigen::Quaterniond q(p[0], p[1], p[2], p[3]), d(from[0], from[1], from[2], from[3]);
      return Vec3(2 * (q.conjugate() * d).vec());
    };
    const Vec3 w = body_rate(u), w_dot = body_rate(a);
    const Vec3 torque = body.inertia * w_dot + w.cross(body.inertia * w);
    EXPECT_LT(torque.norm(), 1e-11);
    EXPECT_LT((x.a.head<3>() - model.gravity()).norm(), 1e-12);
    EXPECT_NEAR(y.energy.kinetic, 0.5 * (body.mass * x.v.head<3>().squaredNorm() + w.dot(body.inertia * w)), 1e-12);
  }
}

TEST(CartesianValues, ForcesAreTheGradientOfTheirPotentialAtRest) {
  for (const ZooCase& c : force_zoo()) {
    if (!(c.name.starts_with("spring") || c.name.starts_with("torsion") || c.name.starts_with("bushing") ||
          c.name.starts_with("road")))
      continue;
    SCOPED_TRACE(c.name);
    const CartesianSystem system(c.model);
    RandomStates random(system, {.t = 2, .q = 0.1, .s = c.state_reach});
    for (int k = 0; k < 5; ++k) {
      State x = random();
      x.v.setZero();
      if (c.name.ends_with("prescribed")) x.t = 0;  // there its velocity is not zero: see the damper below
      const VecX f = evaluate(system, x, Want::force).f;
      const VecX gradient = jacobian_at(
                                [&](const VecX& q) {
                                  State z = x;
                                  z.q = q;
                                  return VecX(VecX::Constant(1, evaluate(system, z, Want::energy).energy.potential));
                                },
                                x.q, 1)
                                .transpose();
      const Energy energy = evaluate(system, x, Want::energy).energy;
      if (energy.dissipated != 0) continue;  // a moving support: the damper adds to f
      EXPECT_LT((f + gradient).lpNorm<Eigen::Infinity>() / (1 + f.lpNorm<Eigen::Infinity>()), 1e-9);
    }
  }
}

TEST(CartesianValues, EnergyChangesByWhatIsSuppliedAndDissipated) {
  for (const ZooCase& c : force_zoo()) {
    if (c.name.starts_with("spring")) continue;  // its formula depends on time: its potential is not conserved
    SCOPED_TRACE(c.name);
    const CartesianSystem system(c.model);
    RandomStates random(system, {.t = 2, .q = 0.1, .v = 1, .s = c.state_reach});
    for (int k = 0; k < 5; ++k) {
      State x = random();
      normalize(c.model, system, x);
      const Evaluation y =
          evaluate(system, x, Want::mass | Want::jacobian | Want::force | Want::gamma | Want::energy | Want::sigma);
      solve_acceleration(y, x);
      const VecX rate = derivative_at_zero([&](double e) {
        State z = x;
        z.t += e;
        z.q += e * x.v + e * e / 2 * x.a;
        z.v += e * x.a;
        z.s += e * y.sigma;
        const Energy energy = evaluate(system, z, Want::energy).energy;
        return VecX(VecX::Constant(1, energy.kinetic + energy.potential));
      });
      EXPECT_NEAR(rate[0], y.energy.supplied - y.energy.dissipated, 1e-8 * (1 + std::abs(rate[0])));
    }
  }
}

TEST(ModelChannels, HaveAsManyValuesAsNames) {
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  for (const ZooCase& c : zoo) {
    SCOPED_TRACE(c.name);
    const auto system = make_system(c.model);
    const auto channels = make_channels(*system);
    const double untouched = 4711.25;
    std::vector<double> values(channels->channels().size() + 1, untouched);
    channels->evaluate(system->initial_guess(), {}, values.data());
    EXPECT_EQ(values.back(), untouched);
    EXPECT_NE(values[values.size() - 2], untouched);
  }
}

}  // namespace
}  // namespace daedalus::testing
