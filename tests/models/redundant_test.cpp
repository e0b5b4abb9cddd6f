// Three parallel cranks where two are enough.
#include <gtest/gtest.h>

#include "daedalus/integrate/solve.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/model/model_builder.hpp"
#include "formulation/element_zoo.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

TEST(RedundantParallelogram, NamesTheRedundantRow) {
  const GalleryRun run("redundant_parallelogram");
  const CheckReport check = run.check();
  EXPECT_EQ(check.constraints, 12);
  EXPECT_EQ(check.rank, 11);
  EXPECT_EQ(check.degrees_of_freedom, 1);
  ASSERT_EQ(check.redundant.size(), 1u);
  EXPECT_EQ(check.redundant[0], "pin3.y");
}

TEST(RedundantParallelogram, MovesLikeTheMechanismWithTwoCranks) {
  GalleryRun three("redundant_parallelogram"), two("redundant_parallelogram", {{"cranks", "2"}}),
      many("redundant_parallelogram", {{"cranks", "7"}});
  EXPECT_TRUE(two.check().redundant.empty());
  EXPECT_EQ(many.check().redundant.size(), 5u);
  for (const double t : {0.5, 1.0, 3.0, 10.0}) {
    two.to(t);
    for (GalleryRun* run : {&three, &many}) {
      run->to(t);
      for (const char* name : {"platform.x", "platform.y", "platform.theta", "crank1.theta", "crank2.theta"}) {
        EXPECT_NEAR(run->q(name), two.q(name), 1e-9) << name << " at " << t;
        EXPECT_NEAR(run->v(name), two.v(name), 1e-9) << name << " at " << t;
      }
    }
  }
}

TEST(RedundantParallelogram,
     SharesTheLoadBetweenItsCranksWithLeastEffort) {  // symmetric: the outer cranks carry the same
  GalleryRun run("redundant_parallelogram", {{"phi", "-pi/2"}});
  const double outer = run.channel("pin1.fy"), middle = run.channel("pin2.fy");
  EXPECT_NEAR(run.channel("pin3.fy"), outer, 1e-6);
  EXPECT_NEAR(2 * outer + middle, -4 * 9.81, 1e-6);  // the platform hangs on the cranks: they are pulled down
}

// Of a and lambda that satisfy the equations of motion at x, the shortest: by a complete orthogonal decomposition of
// the whole system.
VecX shortest_multipliers(const System& system, const State& x) {
  Equations eq(system);
  eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::gamma, x);
  const Index n = system.layout().nq, m = system.layout().nc();
  MatX K = MatX::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = eq.value.M.to_dense();
  K.bottomLeftCorner(m, n) = eq.value.G.to_dense();
  K.topRightCorner(n, m) = eq.value.G.to_dense().transpose();
  VecX rhs(n + m);
  rhs << eq.value.f, eq.value.gamma;
  return least_squares(K, rhs, 1e-9).bottomRows(m);
}

class RedundantReactions : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, RedundantReactions,
                         ::testing::Values("nstiff", "newmark", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-si2",
                                           "hht-add", "rk4", "infl-sdirk", "rt-ros2"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(RedundantReactions, StayTheShortestOnesThroughoutALongRun) {
  const Model model = gallery_model("redundant_parallelogram");
  for (const std::string formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const auto method = make_method(GetParam());
    double largest = 0;
    State last;
    SolveOptions options{.t_end = 6, .integration = fixed_step(0.01)};
    options.on_sample = [&](const State& x, const StepInfo&) {
      largest = std::max(largest, x.lambda.lpNorm<Eigen::Infinity>());
      last = x;
    };
    const Result result = solve(*system, *method, assemble(*system).state, options);
    ASSERT_EQ(result.status, RunStatus::done);
    EXPECT_EQ(result.report.redundant_rows.size(), 1u);
    const VecX expected = shortest_multipliers(*system, last);
    // index 3 at h = 0.01: a few parts in a thousand
    EXPECT_LT((last.lambda - expected).norm(), 0.03 * expected.norm()) << formulation;
    EXPECT_LT(largest, 60) << formulation;  // N; the weight of all is 90 N
  }
}

// Two drivers that agree at the start and then want different things.
TEST(ContradictingDrivers, AreNamedWhenTheyPartWays) {
  ModelBuilder build("contradiction");
  Body arm{.name = "arm", .kind = BodyKind::planar, .mass = 1, .inertia = Mat3::Zero(), .com = {0.5, 0, 0}};
  arm.inertia(2, 2) = 0.1;
  const BodyId body = build.body(arm);
  const Between between{build.marker(body, "pin", Vec3::Zero()), build.marker(ground_body, "pin", Vec3::Zero())};
  build.joint("pin", Revolute{between});
  build.driver("first", {MeasureKind::angle_z, between.P, between.Q}, expression("t^3"));
  build.driver("second", {MeasureKind::angle_z, between.P, between.Q}, expression("t^3 + 1e-2*t^4"));
  const Model model = build.finish();
  const auto system = make_system(model, "cartesian");
  const auto method = make_method("dopri5");
  const Result result = solve(*system, *method, assemble(*system).state, {.t_end = 2});
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, "constraints_contradict");
  EXPECT_NE(result.failure->advice.find("second.motion"), std::string::npos) << result.failure->advice;
}

}  // namespace
}  // namespace daedalus::testing
