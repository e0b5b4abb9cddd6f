// Mass matrix, forces and tangents of models with flexible bodies: against the equations of a planar rod, against the
// inertia forces of modal integrals, and against differences.
#include "daedalus/formulation/flexible/flexible_system.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/flexible/modal_inertia.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "flexible/flexible_models.hpp"
#include "formulation/derivative_checker.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

using std::numbers::pi;

// The rod of a flexible slider-crank by Lagrange's method: chord frame with its origin in the middle of the chord (X,
// Y, θ), w = Σ p_k sin(kπξ/L), S_k = m (1 − cos kπ)/(kπ), H_k = −m L (1 + cos kπ)/(2kπ), W = Σ S_k p_k.
struct PlanarRod {
  double m, L, EI, g;
  static constexpr Index n = 2;
  double S(Index k) const { return m * (1 - std::cos((k + 1) * pi)) / ((k + 1) * pi); }
  double H(Index k) const { return -m * L * (1 + std::cos((k + 1) * pi)) / (2 * (k + 1) * pi); }

  MatX mass(const VecX& q) const {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    MatX M = MatX::Zero(3 + n, 3 + n);
    double W = 0, squares = 0;
    for (Index k = 0; k < n; ++k) {
      W += S(k) * q[3 + k];
      squares += q[3 + k] * q[3 + k];
    }
    M(0, 0) = M(1, 1) = m;
    M(0, 2) = M(2, 0) = -W * c;
    M(1, 2) = M(2, 1) = -W * s;
    M(2, 2) = m * L * L / 12 + m / 2 * squares;
    for (Index k = 0; k < n; ++k) {
      M(0, 3 + k) = M(3 + k, 0) = -S(k) * s;
      M(1, 3 + k) = M(3 + k, 1) = S(k) * c;
      M(2, 3 + k) = M(3 + k, 2) = H(k);
      M(3 + k, 3 + k) = m / 2;
    }
    return M;
  }
  VecX force(const VecX& q, const VecX& v) const {
    const double c = std::cos(q[2]), s = std::sin(q[2]), om = v[2];
    double W = 0, W_dot = 0, mixed = 0;
    for (Index k = 0; k < n; ++k) {
      W += S(k) * q[3 + k];
      W_dot += S(k) * v[3 + k];
      mixed += q[3 + k] * v[3 + k];
    }
    VecX f(3 + n);
    f[0] = -om * om * W * s + 2 * om * W_dot * c;
    f[1] = om * om * W * c + 2 * om * W_dot * s - m * g;
    f[2] = -m * om * mixed + g * s * W;
    for (Index k = 0; k < n; ++k)
      f[3 + k] = m / 2 * om * om * q[3 + k] - EI * std::pow((k + 1) * pi / L, 4) * L / 2 * q[3 + k] - g * c * S(k);
    return f;
  }
};

TEST(FlexibleSystem, OfAPlanarRodIsTheEquationsByLagrange) {
  const Beam beam = paper_rod();
  const PlanarRod rod{.m = 0.9, .L = 0.6, .EI = beam.E * beam.section.I_z, .g = 9.81};
  const auto system = make_system(free_beam(BodyKind::planar, beam, {0, -9.81, 0}), "cartesian");
  ASSERT_EQ(system->layout().coordinates,
            (std::vector<std::string>{"rod.x", "rod.y", "rod.theta", "rod.y1", "rod.y2"}));
  RandomStates random(*system, {.q = 1, .v = 10});
  for (int i = 0; i < 20; ++i) {
    State x = random();
    x.q.tail(2) *= 1e-2;
    const Evaluation y = evaluate(*system, x, Want::mass | Want::force);
    EXPECT_LT((y.M.to_dense() - rod.mass(x.q)).cwiseAbs().maxCoeff(), 1e-12);
    const VecX f = rod.force(x.q, x.v);
    EXPECT_LT((y.f - f).cwiseAbs().maxCoeff(), 1e-9 * f.cwiseAbs().maxCoeff()) << (y.f - f).transpose();
    EXPECT_LT((y.f - f).head(3).cwiseAbs().maxCoeff(), 1e-12 * (1 + f.head(3).cwiseAbs().maxCoeff()));
  }
}

// Newton-Euler forces of a spatial rod in its axes, from the residual at Euler parameters of length 1 whose rates keep
// it.
TEST(FlexibleSystem, OfASpatialBeamHasTheInertiaForcesOfItsModalIntegrals) {
  for (const BeamEnds ends : {BeamEnds::simply_supported, BeamEnds::clamped_free, BeamEnds::free_free}) {
    Beam beam = spatial_tube(ends);
    beam.modes_axial = 1;
    beam.modes_torsion = 1;
    const ModalBody body = make_modal_body(beam);
    const Vec3 gravity(1, -9.81, 3);
    const auto system = make_system(free_beam(BodyKind::spatial, beam, gravity), "joint");
    RandomStates random(*system, {.q = 1, .v = 3});
    const Index n = static_cast<Index>(body.count());
    for (int i = 0; i < 10; ++i) {
      State x = random();
      ASSERT_EQ(x.q.size(), 7 + n);
      x.q.tail(n) *= 0.05;
      x.q[7 + n - 1] = 0;  // a section that turns differs from displacements along its tangents in the second order
      Vec4 p = x.q.segment<4>(3).normalized(), p_dot = x.v.segment<4>(3), p_ddot = x.a.segment<4>(3);
      p_dot -= p * p.dot(p_dot);
      p_ddot -= p * (p.dot(p_ddot) + p_dot.dot(p_dot));
      x.q.segment<4>(3) = p;
      x.v.segment<4>(3) = p_dot;
      x.a.segment<4>(3) = p_ddot;
      x.lambda.setZero();
      const Mat3 R = rotation_matrix(p);
      const auto L = body_rate_matrix(p);
      ModalMotion<double> m;
      m.a = R.transpose() * x.a.head<3>();
      m.omega = 2 * L * p_dot;
      m.alpha = 2 * L * p_ddot;
      m.eta = x.q.tail(n);
      m.eta_dot = x.v.tail(n);
      m.eta_ddot = x.a.tail(n);
      const ModalForces<double> inertia = inertia_forces(body, m),
                                own = own_forces(body, m, Vec3(R.transpose() * gravity));
      const VecX r = evaluate(*system, x, Want::residual).r;
      const double size = 1 + inertia.F.norm() + inertia.T.norm() + inertia.f.norm();
      EXPECT_LT((R.transpose() * r.head<3>() - inertia.F + own.F).norm(), 1e-11 * size);
      EXPECT_LT((0.5 * L * r.segment<4>(3) - inertia.T + own.T).norm(), 1e-11 * size);
      EXPECT_LT((r.tail(n) - inertia.f + own.f).norm(), 1e-11 * (size + own.f.norm()));
    }
  }
}

// A rod between a crank and a slide, a soft beam in space on a ball joint with a spring-damper at its tip, a chain of
// beams with axial and torsion modes and markers beside their axes.
Model planar_crank(BeamEnds ends) {
  ModelBuilder build("crank");
  build.gravity({0, -9.81, 0});
  Body crank{.name = "crank", .kind = BodyKind::planar, .mass = 3, .com = {0.15, 0, 0}, .angle = -1.1};
  crank.inertia(2, 2) = 0.0225;
  build.body(crank);
  Beam beam{.length = 0.6,
            .section = BeamSection::rectangle(0.02, 0.02),
            .E = 1e6,
            .density = 3000,
            .ends = ends,
            .modes_y = 2,
            .modes_axial = 1,
            .thick = false,
            .damping = 0.02};
  Body rod = beam_body("rod", BodyKind::planar, beam);
  rod.position = {0.3 * std::cos(-1.1), 0.3 * std::sin(-1.1), 0};
  rod.angle = std::asin(0.5 * std::sin(1.1));
  build.body(rod);
  const MarkerId O = build.marker("crank", "O", {0, 0, 0}), A = build.marker("crank", "A", {0.3, 0, 0});
  const MarkerId a = build.marker("rod", "a", {0, 0, 0}), b = build.marker("rod", "b", {0.6, 0.02, 0}),
                 mid = build.marker("rod", "mid", {0.25, 0.01, 0});
  const MarkerId slide = build.marker(ground_body, "slide", {0, 0, 0}, frame_with_z(Vec3::UnitX()));
  build.joint("pivot", Revolute{{O, origin_marker}});
  build.joint("pin", Revolute{{A, a}});
  build.joint("slide", PointOnLine{{b, slide}});
  build.force("spring", spring_between(mid, origin_marker, 50, 2));
  return build.finish();
}

Model spatial_arm(BeamEnds ends) {
  ModelBuilder build("arm");
  build.gravity({0.3, -9.81, 1});
  Beam beam{.length = 1.2,
            .section = BeamSection::circle(0.03),
            .E = 3e6,
            .G = 1e6,
            .density = 900,
            .ends = ends,
            .modes_y = 1,
            .modes_z = 1,
            .modes_axial = 1,
            .modes_torsion = 1,
            .damping = 0.01};
  build.body(beam_body("upper", BodyKind::spatial, beam));
  Body lower = beam_body("lower", BodyKind::spatial, beam);
  lower.position = {1.2, 0, 0};
  build.body(lower);
  const MarkerId base = build.marker("upper", "base", {0, 0, 0}), tip = build.marker("upper", "tip", {1.2, 0.02, 0.01});
  const MarkerId start = build.marker("lower", "start", {0.1, 0.02, 0}),
                 end = build.marker("lower", "end", {1.2, 0, 0});
  const MarkerId hook = build.marker(ground_body, "hook", {2, 0.7, 0.3});
  build.joint("ball", Spherical{{base, origin_marker}});
  build.joint("hinge", Revolute{{start, tip}});
  build.joint("touch", Spherical{{end, hook}});
  build.force("spring", spring_between(end, origin_marker, 30, 1));
  return build.finish();
}

TEST(FlexibleSystem, HasExactDerivatives) {
  for (const BeamEnds ends : {BeamEnds::simply_supported, BeamEnds::clamped_free, BeamEnds::free_free})
    for (const char* formulation : {"cartesian", "joint"})
      for (const bool in_plane : {true, false}) {
        const auto system = make_system(in_plane ? planar_crank(ends) : spatial_arm(ends), formulation);
        SCOPED_TRACE(system->name() + " " + formulation);
        RandomStates random(*system, {.q = 0.1, .v = 1, .a = 2, .lambda = 2});
        DerivativeChecker checker(*system);
        for (int i = 0; i < 2; ++i) checker.check(random());
        if (HasFailure()) return;
      }
}

TEST(FlexibleSystem, DoesNotAllocateOnceItIsSetUp) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  for (const char* formulation : {"cartesian", "joint"}) {
    const auto system = make_system(spatial_arm(BeamEnds::clamped_free), formulation);
    const State x = RandomStates(*system, {.q = 0.1})();
    Evaluation out(system->layout());
    const auto workspace = system->make_workspace();
    system->evaluate(everything, x, all_rates, out, *workspace);
    const long before = AllocationCount::now();
    system->evaluate(everything, x, all_rates, out, *workspace);
    EXPECT_EQ(AllocationCount::now(), before) << formulation;
  }
}

// The same motion in both formulations: equal accelerations of all parts, reactions and energies.
TEST(FlexibleSystem, AcceleratesAlikeInBothFormulations) {
  for (const BeamEnds ends : {BeamEnds::simply_supported, BeamEnds::clamped_free, BeamEnds::free_free})
    for (const bool in_plane : {true, false}) {
      const Model model = in_plane ? planar_crank(ends) : spatial_arm(ends);
      const auto joint = make_system(model, "joint"), cartesian = make_system(model, "cartesian");
      const Assembled start = assemble(*cartesian);
      ASSERT_TRUE(start.report.assembled) << start.report.failure;
      // Off the start: with modal rates, made consistent by the assembly of the velocities in the other formulation.
      const ModelSystem &first = *cartesian, &second = *joint;
      std::vector<BodyMotion> a, b;
      const auto at_first = first.make_workspace(), at_second = second.make_workspace();
      first.move(start.state, MotionLevel::acceleration, a, *at_first);
      const Assembled other = assemble(*joint);
      ASSERT_TRUE(other.report.assembled) << other.report.failure;
      second.move(other.state, MotionLevel::acceleration, b, *at_second);
      double size = 0;
      for (const BodyMotion& m : a) size = std::max(size, m.r_ddot.norm());
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_LT((a[k].r - b[k].r).norm(), 1e-10) << first.model().bodies()[k].name;
        EXPECT_LT((a[k].r_ddot - b[k].r_ddot).norm(), 1e-8 * size) << first.model().bodies()[k].name;
      }
      std::vector<Wrench<double>> f, g;
      VecX d;
      first.reactions(start.state, a, f, d, *at_first);
      second.reactions(other.state, b, g, d, *at_second);
      for (std::size_t k = 0; k < model.joints().size(); ++k) {
        EXPECT_LT((f[k].force - g[k].force).norm(), 1e-8 * (1 + f[k].force.norm())) << model.joints()[k].name;
        EXPECT_LT((f[k].torque - g[k].torque).norm(), 1e-8 * (1 + f[k].force.norm())) << model.joints()[k].name;
      }
      const Energy e = evaluate(*cartesian, start.state, Want::energy).energy,
                   h = evaluate(*joint, other.state, Want::energy).energy;
      EXPECT_NEAR(e.kinetic, h.kinetic, 1e-9);
      EXPECT_NEAR(e.potential, h.potential, 1e-9);
    }
}

}  // namespace
}  // namespace daedalus::testing
