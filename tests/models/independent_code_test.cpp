// Three integrators that share little, on models without a closed form: bdf and infl-sdirk are ours, on different equations,
// and ida is SUNDIALS' own.
#include <gtest/gtest.h>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"
#include "support/all_methods.hpp"

namespace daedalus::testing {
namespace {

struct Motion {
  const char* model;
  std::vector<OptionSetting> settings;
  double t_end;
  double most;  // tolerances between two of them
};

class IndependentCode : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formulations, IndependentCode, ::testing::Values("cartesian", "joint"));

// Largest deviation of a coordinate over 1 + |q|.
double deviation(const State& x, const State& y) {
  return ((x.q - y.q).array().abs() / (1 + y.q.array().abs())).maxCoeff();
}

TEST_P(IndependentCode, AgreesOnStiffAndFastMotions) {
  if (!find_method("ida").record.is_built()) GTEST_SKIP() << find_method("ida").record.external.how_to_get_it;
  constexpr double tol = 1e-6;
  for (const Motion& motion : {Motion{"vehicle/hmmwv14_stiff", {{"rack", "locked"}}, 1.5, 10},
                               Motion{"andrews", {}, 0.02, 100}, Motion{"slider_crank", {}, 1, 100}}) {
    const Model model = gallery_model(motion.model, motion.settings);
    const auto system = make_system(model, GetParam());
    const Start start = find_start(*system);
    std::vector<State> ends;
    for (const char* name : {"infl-sdirk", "bdf", "ida"}) {
      const auto method = make_method(name);
      const Result r = solve(*system, *method, start.state,
                             {.t_end = start.state.t + motion.t_end,
                              .integration = tolerance(tol, tol),
                              .output = Output::end_only,
                              .monitoring = Monitoring::off});
      ASSERT_EQ(r.status, RunStatus::done) << motion.model << ", " << name << ": " << r.failure->message();
      ends.push_back(r.final);
    }
    EXPECT_LT(deviation(ends[1], ends[0]), motion.most * tol) << motion.model << ": bdf and infl-sdirk";
    EXPECT_LT(deviation(ends[2], ends[0]), motion.most * tol) << motion.model << ": ida and infl-sdirk";
    EXPECT_LT(deviation(ends[2], ends[1]), motion.most * tol) << motion.model << ": ida and bdf";
    EXPECT_GT(deviation(ends[0], start.state), 1e-3) << motion.model << " moves";
  }
}

}  // namespace
}  // namespace daedalus::testing
