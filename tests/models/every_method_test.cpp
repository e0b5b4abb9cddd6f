// Every method on every file of the gallery, for a few steps: none crashes, and a run that calls itself done has
// numbers.
#include <gtest/gtest.h>

#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/sampling.hpp"
#include "models/gallery_run.hpp"
#include "support/all_methods.hpp"

namespace daedalus::testing {
namespace {

class EveryMethod : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Models, EveryMethod, ::testing::ValuesIn(gallery_names()),
                         [](const auto& instance) { return test_name(instance.param); });

TEST_P(EveryMethod, TakesAFewSteps) {
  const Model model = gallery_model(GetParam());
  for (const std::string formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const Start start = find_start(*system, StartFrom::drawn);
    for (const MethodEntry& entry : method_table()) {
      if (!entry.record.is_built()) continue;
      const std::string name = formulation + " " + entry.record.name;
      const double h = 1e-4;
      const auto method = make_method(entry.record.name);
      const Result result = solve(*system, *method, start.state,
                                  {.t_end = start.state.t + 3 * h, .integration = steps_of(entry.record, h)});
      EXPECT_TRUE(result.final.is_finite()) << name;
      // stable up to 1.3e-5 s
      const bool too_stiff = GetParam() == "vehicle/hmmwv14_stiff" && (entry.record.family == "explicit Runge-Kutta" ||
                                                                       entry.record.family == "dual-rate Runge-Kutta");
      EXPECT_TRUE(too_stiff || result.status == RunStatus::done)
          << name << ": " << (result.failure ? result.failure->kind : "");
    }
  }
}

// The second driver says what the first one says: in joint coordinates nothing is left to solve for but its row.
constexpr const char* driven_twice = R"(
gravity: [0, -9.81]
bodies: {a: {type: planar, mass: 1, inertia: 1, com: [0.5, 0]}}
joints: {p: {type: revolute, between: [a, ground]}}
drivers:
  d1: {drives: p.angle, motion: 0.1*t}
  d2: {drives: p.angle, motion: 0.1*t}
run: {t_end: 1}
)";

class DrivenTwice : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, DrivenTwice,
                         ::testing::Values("dopri5", "nstiff", "hht_i3", "hht_si2", "hht_add", "infl_sdirk",
                                           "infl_trap", "for_sdirk", "expl_deabm"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_P(DrivenTwice, FollowsItsDrivers) {
  std::string name = GetParam();
  std::replace(name.begin(), name.end(), '_', '-');
  const Model model = read_model_text(driven_twice, "driven_twice.yaml");
  for (const std::string formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const Start start = find_start(*system);
    const auto method = make_method(name);
    const Result result = solve(*system, *method, start.state, {.t_end = 0.5, .integration = fixed_step(0.01)});
    EXPECT_EQ(result.status, RunStatus::done) << formulation;
    const auto channels = make_channels(*system);
    SelectedChannels angle(*channels, {"p.angle"});
    EXPECT_NEAR(angle.row(result.final, {})[1], 0.05, 1e-9) << formulation;  // 0.1 t
  }
}

}  // namespace
}  // namespace daedalus::testing
