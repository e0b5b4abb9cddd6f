// The rolling coin from its file, against steady motion.
//
// With n the vertical, a the axis of the disc, cos β = n·a, h the horizontal direction of a, t = h × n, and
// u = sin β n − cos β h pointing from the contact to the center:
//   ω = σ a + Ω sin β u                     the precession Ω n and a spin about a
//   v = ω × r u = r σ t                     the contact does not slip
//   F = m Ω n × v + m g n = m r σ Ω h + m g n
//   Ω n × (C σ a + A Ω sin β u) = −r u × F  moments about the center of mass; C about the axis, A across
// all along n × h:  Ω sin β (C σ − A Ω cos β) = −r (m r σ Ω sin β + m g cos β).
#include <gtest/gtest.h>

#include "daedalus/integrate/solve.hpp"
#include "daedalus/math/euler_parameters.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

TEST(RollingDiscFile, RollsInACircleAtConstantTilt) {
  const double r = 0.3, beta = 5 * std::numbers::pi / 12, Omega = 1.2, g = 9.81, m = 0.5;
  const double C = m * r * r / 2, A = m * r * r / 4;
  const double sigma = (A * Omega * Omega * std::sin(beta) * std::cos(beta) - m * g * r * std::cos(beta)) /
                       ((C + m * r * r) * Omega * std::sin(beta));
  const double radius = -r * sigma / Omega;
  EXPECT_GT(radius, 1);
  GalleryRun run("rolling_disc");
  for (const double t : {0.5, 2.0, 5.0, 10.0}) {
    run.to(t);
    const double psi = Omega * t, c = std::cos(psi), s = std::sin(psi);
    const Vec3 center(run.q("disc.x"), run.q("disc.y"), run.q("disc.z"));
    EXPECT_LE((center - Vec3(radius * c, radius * s, r * std::sin(beta))).norm(), 1e-9) << t;
    const Vec4 p(run.q("disc.e0"), run.q("disc.e1"), run.q("disc.e2"), run.q("disc.e3"));
    const Vec3 axis = rotation_matrix(p).col(2);
    EXPECT_LE((axis - Vec3(std::sin(beta) * c, std::sin(beta) * s, std::cos(beta))).norm(), 1e-9) << t;
    EXPECT_NEAR(axis.dot(run.channel_vector("disc", "w")), sigma, 1e-9) << t;
    const Vec3 force = run.channel_vector("floor", "f");
    EXPECT_LE((force - Vec3(m * r * sigma * Omega * c, m * r * sigma * Omega * s, m * g)).norm(), 1e-8) << t;
  }
}

TEST(RollingDiscFile, WobblesWithoutLosingEnergyOrSlipping) {
  GalleryRun run("rolling_disc", {{"nudge", "0.3"}});
  run.to(10);
  EXPECT_NEAR(run.total_energy(), run.initial_energy(), 1e-9 * run.initial_energy());
  const CheckReport check = run.check();
  EXPECT_LE(check.position_residual, 1e-13);
  EXPECT_LE(check.velocity_residual, 1e-12);
}

// Tumbling: the Euler parameter that is recovered from the length of the others passes zero, while all velocities are
// well determined. dopri5 projects and knows nothing of partitions.
TEST(RollingDiscFile, TumblesWithMethodsOnIndependentCoordinatesAsWithProjection) {
  const Model model = gallery_model("rolling_disc", {{"nudge", "1"}});
  const auto system = make_system(model, "cartesian");
  const State start = assemble(*system).state;
  const auto end = [&](const char* method, double rtol) {
    const Result result = solve(*system, *make_method(method), start,
                                {.t_end = 10, .integration = tolerance(rtol, rtol / 100), .output = Output::end_only});
    EXPECT_EQ(result.status, RunStatus::done) << method;
    return result.final.q;
  };
  const VecX expected = end("dopri5", 1e-11);
  // 1.3e-2 where the watch saw velocities only
  for (const char* method : {"infl-sdirk", "for-sdirk"})
    EXPECT_LT((end(method, 1e-7) - expected).lpNorm<Eigen::Infinity>(), 3e-5) << method;
}

}  // namespace
}  // namespace daedalus::testing
