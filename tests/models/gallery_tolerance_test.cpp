// A tolerance is what the error at the end of a run is near to, on the mechanisms of docs/methods/tolerance.md: planar and
// spatial, with loops, stiff, on a road with edges. Errors of runs of 1e-12 are known to be far below the finest one here:
// two methods of different kinds agree.
#include <gtest/gtest.h>

#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct Stretch {
  const char* model;
  double t_end;
};
const Stretch stretches[] = {{"pendulum", 3},
                             {"double_pendulum", 2},
                             {"slider_crank", 1},
                             {"andrews", 0.03},
                             {"spatial_four_bar", 0.5},
                             {"arm_scara", 1},
                             {"double_pendulum_stiff", 0.5},
                             {"engine_mounts", 0.5},
                             {"quarter_car", 1},
                             {"rack_steering", 1}};

struct Sizes {
  double q = 0, v = 0;
  void take(const State& x) {
    q = std::max(q, x.q.lpNorm<Eigen::Infinity>());
    v = std::max(v, x.v.lpNorm<Eigen::Infinity>());
  }
  double of(const State& x, const State& y) const {  // relative to the largest magnitudes of the run
    return std::max((x.q - y.q).lpNorm<Eigen::Infinity>() / q, (x.v - y.v).lpNorm<Eigen::Infinity>() / v);
  }
};

Result run_with(const System& system, const State& start, const char* name, double t_end, double rtol, double atol,
                Sizes& sizes) {
  SolveOptions options{.t_end = t_end, .integration = tolerance(rtol, atol), .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) { sizes.take(x); };
  const auto method = make_method(name);
  Result r = solve(system, *method, start, options);
  EXPECT_EQ(r.status, RunStatus::done) << system.name() << " with " << name << " at " << rtol;
  return r;
}

class GalleryTolerance : public ::testing::TestWithParam<Stretch> {};

TEST_P(GalleryTolerance, IsWhatTheErrorAtTheEndOfARunIsNearTo) {
  const auto [model, t_end] = GetParam();
  const auto system = make_system(gallery_model(model));
  const State start = assemble(*system).state;
  Sizes sizes;
  const State reference = run_with(*system, start, "dopri5", t_end, 1e-12, 1e-14, sizes).final;
  const State other = run_with(*system, start, "expl-deabm", t_end, 1e-12, 1e-14, sizes).final;
  EXPECT_LT(sizes.of(reference, other), 2e-9);  // a fifth of the finest tolerance

  for (const char* method : {"dopri5", "expl-deabm", "infl-sdirk", "for-sdirk", "bdf"})
    for (const double rtol : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8})
      EXPECT_LT(sizes.of(run_with(*system, start, method, t_end, rtol, rtol / 100, sizes).final, reference), 10 * rtol)
          << model << " with " << method << " at " << rtol;
  for (const char* method : {"infl-trap", "nstiff", "nstiff-si2", "hht-i3", "hht-si2", "hht-add", "generalized-alpha"})
    for (const double rtol : {1e-2, 1e-3})
      EXPECT_LT(sizes.of(run_with(*system, start, method, t_end, rtol, rtol / 100, sizes).final, reference), 10 * rtol)
          << model << " with " << method << " at " << rtol;
}

INSTANTIATE_TEST_SUITE_P(Models, GalleryTolerance, ::testing::ValuesIn(stretches), [](const auto& of) {
  return fmt::format("{}_{:.0f}ms", of.param.model, 1e3 * of.param.t_end);
});

// Motions that amplify what they are disturbed by, whoever integrates: the fast top turns by 300 rad, and a relative error
// of its spin becomes 116 times that in its orientation; over two turns the four-bar makes 3.3 of 1. Errors of runs are
// bounded by that times the tolerance.
struct Sensitive {
  const char *model, *parameter;
  double value, t_end;
  double least, most;  // amplification
  std::vector<const char*> methods;
};

TEST(SensitiveMotion, MakesOfErrorsWhatItMakesOfADisturbance) {
  constexpr double disturbance = 1e-6;
  const Sensitive motions[] = {
      {"heavy_top", "spin", 150, 2, 110, 125, {"dopri5", "expl-deabm", "bdf"}},
      {"spatial_four_bar", "rate", 8, 1.6, 3, 4, {"dopri5", "expl-deabm", "infl-sdirk", "for-sdirk", "bdf", "hht-i3"}}};
  for (const Sensitive& m : motions) {
    const auto end = [&](const char* method, double value, double rtol, Sizes& sizes) {
      const auto system = make_system(gallery_model(m.model, {{m.parameter, fmt::format("{:.17g}", value)}}));
      return run_with(*system, assemble(*system).state, method, m.t_end, rtol, rtol / 100, sizes).final;
    };
    Sizes sizes;
    const State reference = end("dopri5", m.value, 1e-12, sizes);
    const State disturbed = end("dopri5", m.value * (1 + disturbance), 1e-12, sizes);
    const double amplification = sizes.of(disturbed, reference) / disturbance;
    EXPECT_GT(amplification, m.least) << m.model;
    EXPECT_LT(amplification, m.most) << m.model;
    for (const char* method : m.methods)
      for (const double rtol : {1e-2, 1e-4, 1e-6})
        EXPECT_LT(sizes.of(end(method, m.value, rtol, sizes), reference), 10 * amplification * rtol)
            << m.model << " with " << method << " at " << rtol;
  }
}

}  // namespace
}  // namespace daedalus::testing
