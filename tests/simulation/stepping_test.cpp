// Runs that are stepped by their owner, samples at given times, and the motion between steps.
#include "daedalus/simulation/stepping.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/dense_output.hpp"
#include "simulation/thrown_ball.hpp"

namespace daedalus {
namespace {

using testing::fall;
using testing::thrown_ball;

TEST(Stepping, TakesTheStepsOfARun) {
  Stepping sim(make_mechanism(thrown_ball()), {.method = "rk4", .h = 0.01});
  EXPECT_TRUE(sim.advance(0.3));
  EXPECT_EQ(sim.integration().counts().accepted, 30);
  EXPECT_NEAR(sim.channel("ball.y"), 4 * 0.3 - fall * 0.09 / 2, 1e-12);
  EXPECT_EQ(sim.state(), run(sim.mechanism(), {.method = "rk4", .h = 0.01, .t_end = 0.3}).result.final);
  EXPECT_TRUE(sim.step());
  EXPECT_NEAR(sim.t(), 0.31, 1e-14);
  EXPECT_THROW(sim.channel("ball.*"), OptionError);
  EXPECT_THROW(sim.set("throttle", 1), OptionError);
}

TEST(Stepping, GoesOnFromACheckpointBitForBit) {
  for (const char* method : {"dopri5", "bdf", "infl-sdirk"}) {
    Stepping sim(load_mechanism({.name = "slider_crank"}), {.method = method, .rtol = 1e-6});
    sim.advance(0.1);
    const Checkpoint saved = sim.save();
    for (int k = 0; k < 10; ++k) ASSERT_TRUE(sim.step());
    const State expected = sim.state();
    sim.restore(saved);
    EXPECT_EQ(sim.t(), 0.1);
    for (int k = 0; k < 10; ++k) ASSERT_TRUE(sim.step());
    EXPECT_EQ(sim.state(), expected) << method;
  }
}

TEST(RunSamples, AreTakenAtTheTimesThatAreGiven) {
  const std::vector<double> times = {0, 0.05, 0.123, 0.5};
  const RunResult all = run(make_mechanism(thrown_ball()),
                            {.samples = KeepSamples::yes, .channels = {"ball.x", "ball.y"}, .times = times});
  ASSERT_EQ(all.samples.rows(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double* row = all.samples.values.data() + 3 * k;
    const double t = times[k];
    EXPECT_EQ(row[0], t);
    EXPECT_NEAR(row[1], 3 * t, 1e-12);
    EXPECT_NEAR(row[2], 4 * t - fall * t * t / 2, 1e-12);
  }
  EXPECT_THROW(run(make_mechanism(thrown_ball()), {.samples = KeepSamples::yes, .times = {0.2, 0.1}}), OptionError);
}

// The interpolants of the methods are polynomials that the points of a segment determine, but for Adams formulas of high
// order: there a thousandth of the tolerance may be lost.
TEST(DenseOutput, IsTheInterpolantOfEveryMethodWithErrorControl) {
  const Mechanism crank = load_mechanism({.name = "slider_crank", .formulation = "joint"});
  for (const MethodEntry& method : method_table()) {
    if (method.record.control == StepControl::fixed_only || !method.record.is_built()) continue;
    DenseOutput dense;
    double worst = 0;
    std::vector<State> inside;
    const RunResult all = run(crank, {.method = method.record.name,
                                      .rtol = 1e-5,
                                      .t_end = 0.3,
                                      .on_segment = [&](const Integration& i, double t_to) {
                                        dense.add(i, t_to);
                                        const double t = 0.7 * t_to + 0.3 * i.previous().t;
                                        inside.push_back(i.state());
                                        i.interpolate(t, inside.back());
                                        inside.back().t = t;
                                      }});
    ASSERT_EQ(all.result.status, RunStatus::done) << method.record.name;
    VecX y(dense.rows());
    for (const State& x : inside) {
      dense.evaluate(x.t, y.data());
      worst =
          std::max(worst, (y.head(x.q.size()) - x.q).lpNorm<Eigen::Infinity>() / (1 + x.q.lpNorm<Eigen::Infinity>()));
      worst = std::max(worst, (y.segment(x.q.size(), x.v.size()) - x.v).lpNorm<Eigen::Infinity>() /
                                  (1 + x.v.lpNorm<Eigen::Infinity>()));
    }
    EXPECT_LT(worst, method.record.name == "expl-deabm" ? 1e-8 : 1e-13) << method.record.name;
    EXPECT_EQ(dense.t_end(), 0.3);
  }
}

}  // namespace
}  // namespace daedalus
