// Statics, natural frequencies and energy of whole models with beams, against beam theory.
#include <gtest/gtest.h>

#include <numbers>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/model/functions/constant.hpp"
#include "flexible/flexible_models.hpp"
#include "flexible/generalized_eigenvalues.hpp"

namespace daedalus::testing {
namespace {

using std::numbers::pi;

// Of small motions about a state of rest, ascending, rad/s; rigid motions give zeros.
std::vector<double> natural_frequencies(const Model& model, const std::string& formulation) {
  const auto system = make_system(model, formulation);
  const Assembled start = assemble(*system);
  EXPECT_TRUE(start.report.assembled) << start.report.failure;
  const Evaluation y = evaluate(*system, start.state, Want::mass | Want::jacobian | Want::residual_tangent);
  MatX basis = MatX::Identity(system->layout().nq, system->layout().nq);
  if (system->layout().nc() > 0) basis = kernel_of(y.G.to_dense(), 1e-12);
  const MatX M = basis.transpose() * y.M.to_dense() * basis, K = basis.transpose() * y.r_q.to_dense() * basis;
  std::vector<double> all;
  for (const double x : generalized_eigenvalues(K, M)) all.push_back(std::sqrt(std::max(0.0, x)));
  return all;
}

double unit_frequency(const Beam& beam) {
  return std::sqrt(beam.E * beam.section.I_z / (beam.density * beam.section.area * std::pow(beam.length, 4)));
}

Model pinned(const Beam& beam) {
  ModelBuilder build("pinned");
  build.body(beam_body("rod", BodyKind::planar, beam));
  const MarkerId a = build.marker("rod", "a", {0, 0, 0}), b = build.marker("rod", "b", {beam.length, 0, 0});
  build.joint("left", Revolute{{a, origin_marker}});
  build.joint("right", PointOnLine{{b, build.marker(ground_body, "line", {0, 0, 0}, frame_with_z(Vec3::UnitX()))}});
  return build.finish();
}

TEST(BeamTheory, TheRodOfThePaperVibratesWithItsTwoFrequencies) {
  Beam beam = paper_rod();
  beam.section.I_z = 2.765e-8;  // as the paper rounds it
  for (const char* formulation : {"cartesian", "joint"}) {
    const std::vector<double> found = natural_frequencies(pinned(beam), formulation);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0], 1664.6, 0.05);
    EXPECT_NEAR(found[1], 6658.5, 0.05);
    EXPECT_NEAR(found[0], pi * pi * unit_frequency(beam), 1e-8 * found[0]);
  }
}

TEST(BeamTheory, AClampedBeamAndAFreeBeamVibrateWithTheirFrequencies) {
  Beam beam = spatial_tube(BeamEnds::clamped_free);
  ModelBuilder build("cantilever");
  build.body(beam_body("rod", BodyKind::spatial, beam));
  build.joint("wall", Fixed{{build.marker("rod", "a", {0, 0, 0}), origin_marker}});
  for (const char* formulation : {"cartesian", "joint"}) {
    const std::vector<double> clamped = natural_frequencies(build.finish(), formulation);
    ASSERT_EQ(clamped.size(), 4u);
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(clamped[k] / (std::pow(beam_root(beam.ends, k / 2 + 1), 2) * unit_frequency(beam)), 1, 1e-8);

    beam = spatial_tube(BeamEnds::free_free);
    beam.thick = false;
    beam.modes_z = 0;
    const std::vector<double> free = natural_frequencies(free_beam(BodyKind::planar, beam), formulation);
    ASSERT_EQ(free.size(), 5u);
    EXPECT_NEAR(free[2], 0, 1e-3);
    for (int k = 1; k <= 2; ++k)
      EXPECT_NEAR(free[2 + k] / (std::pow(beam_root(beam.ends, k), 2) * unit_frequency(beam)), 1, 1e-8);
    beam = spatial_tube(BeamEnds::clamped_free);
  }
}

// Shapes of one kind between supports of another: frequencies come from above (Ritz) and converge.
TEST(BeamTheory, FreeShapesBetweenPinsConvergeToThePinnedBeamFromAbove) {
  Beam beam = paper_rod();
  beam.ends = BeamEnds::free_free;
  const double exact = pi * pi * unit_frequency(beam);
  double before = 1e9;
  for (const int modes : {2, 4, 8, 16}) {
    beam.modes_y = modes;
    const double found = natural_frequencies(pinned(beam), "joint")[0];
    EXPECT_GT(found, exact * (1 - 1e-9)) << modes;
    EXPECT_LT(found, before) << modes;
    before = found;
  }
  EXPECT_LT(before / exact, 1.01);
}

TEST(BeamTheory, ATipForceBendsACantileverByTheCubeOfItsLength) {
  Beam beam{.length = 1.2,
            .section = BeamSection::rectangle(0.02, 0.01),
            .E = 210e9,
            .density = 7850,
            .ends = BeamEnds::clamped_free,
            .thick = false};
  const double force = 3, exact = force * std::pow(beam.length, 3) / (3 * beam.E * beam.section.I_z);
  for (const char* formulation : {"cartesian", "joint"}) {
    double before = 1;
    for (const int modes : {1, 2, 4, 8}) {
      beam.modes_y = modes;
      ModelBuilder build("cantilever");
      Body body = beam_body("rod", BodyKind::planar, beam);
      body.bending.quasi_static = true;
      build.body(body);
      build.joint("wall", Fixed{{build.marker("rod", "a", {0, 0, 0}), origin_marker}});
      const MarkerId tip = build.marker("rod", "tip", {beam.length, 0, 0});
      build.force("load",
                  PointForce{PointLoad{.on = {tip}, .direction = {0, force, 0}, .size = ConstantFunction{1}.make()}});
      build.measure("sag", {MeasureKind::gap_y, tip, origin_marker});
      const Model model = build.finish();
      const auto system = make_system(model, formulation);
      const Assembled start = assemble(*system);
      ASSERT_TRUE(start.report.assembled) << start.report.failure;
      EXPECT_LT(start.state.a.cwiseAbs().maxCoeff(), 1e-6);
      const auto channels = make_channels(*system);
      std::vector<double> values(channels->channels().size());
      channels->evaluate(start.state, {}, values.data());
      double sag = 0;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (channels->channels()[i].name == "sag") sag = values[i];
      const double error = std::abs(sag / exact - 1);
      EXPECT_LT(error, before / 4) << modes;
      before = error;
    }
    EXPECT_LT(before, 1e-4);  // of the sum over modes of 12/β⁴
  }
}

TEST(BeamTheory, AFreeSpinningBeamKeepsItsEnergy) {
  Beam beam = spatial_tube(BeamEnds::free_free);
  beam.E = 7e8;
  beam.length = 2;
  ModelBuilder build(free_beam(BodyKind::spatial, beam, Vec3::Zero(), {4, 3, 20}));
  BendingStart start_bent{.value = VecX::Zero(4), .rate = VecX::Zero(4)};
  start_bent.value << 0.03, 0.01, -0.02, 0;
  start_bent.rate[3] = 0.5;
  build.bending(1, start_bent);
  const Model model = build.finish();
  for (const char* formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const Assembled start = assemble(*system);
    ASSERT_TRUE(start.report.assembled);
    EXPECT_LT((start.state.q.tail(4) - start_bent.value).norm() + (start.state.v.tail(4) - start_bent.rate).norm(),
              1e-9);
    SolveOptions options{.t_end = 1, .output = Output::end_only};
    options.integration.tolerances = {.rtol = 1e-10, .atol = 1e-12};
    const Result result = solve(*system, *make_method("dopri5"), start.state, options);
    ASSERT_EQ(result.status, RunStatus::done);
    const Energy before = evaluate(*system, start.state, Want::energy).energy,
                 after = evaluate(*system, result.final, Want::energy).energy;
    EXPECT_GT(std::abs(after.potential - before.potential), 1e-6 * before.kinetic);  // it does bend
    EXPECT_NEAR(after.kinetic + after.potential, before.kinetic + before.potential, 1e-7 * before.kinetic);
  }
}

}  // namespace
}  // namespace daedalus::testing
