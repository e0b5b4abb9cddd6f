// rate_groups_test.cpp: a rate group is evaluated alone: with the same numbers as the whole, without reading or writing anything
// else, and without touching elements that do not act on it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"

namespace daedalus {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A slow pendulum of two bodies with a slow damper; a fast body on a bushing at its tip, with a fast pendulum of its own, and a
// controller with a fast state; a slow controller; a body far away that the fast part never looks at.
const char* const two_rates = R"(
name: two_rates
gravity: [0, 0, -9.81]
bodies:
  ground: {markers: {far: [3, 0, 0]}}
  upper: {type: spatial, mass: 3, inertia: [0.1, 0.2, 0.2], position: [0.5, 0, 0], markers: {tip: [0.5, 0, 0]}}
  lower: {type: spatial, mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0, -0.4], markers: {tip: [0, 0, -0.4]}}
  shaker: {type: spatial, mass: 0.2, inertia: [1e-3, 2e-3, 1e-3], position: [1, 0, -0.8], rate: fast}
  bob: {type: spatial, mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], position: [1.1, 0, -0.8], rate: fast}
  remote: {type: spatial, mass: 1, inertia: [0.1, 0.1, 0.1], position: [3, 0, -1]}
joints:
  hinge: {type: revolute, between: [upper, ground], axis: [0, 1, 0], at: [0, 0, 0]}
  knee: {type: spherical, between: [lower, upper], at: [1, 0, 0]}
  pin: {type: revolute, between: [bob, shaker], axis: [0, 1, 0], at: [1, 0, -0.8]}
  string: {type: distance, between: [remote, ground.far], length: 1}
forces:
  mount: {type: bushing, between: [shaker, lower.tip], stiffness: [4e3, 4e3, 4e3], damping: [3, 3, 3], torsional_stiffness: [20, 20, 20], torsional_damping: [0.02, 0.02, 0.02]}
  drag: {type: spring_damper, between: [upper.tip, ground.far], stiffness: 5, damping: 2, free_length: 1.5}
  whip: {type: pi_controller, senses: pin.angle, acts_on: pin.angle, target: 0.3*sin(40*t), proportional: 0.5, integral: 2, rate: fast}
  idle: {type: pi_controller, senses: hinge.angle, acts_on: hinge.angle, target: 0.1, proportional: 1, integral: 0.5}
run: {t_end: 1}
)";

std::unique_ptr<ModelSystem> make(const std::string& formulation) {
  return make_system(read_model_text(two_rates, "two_rates.yaml"), formulation);
}

class RateGroups : public ::testing::TestWithParam<std::string> {};

State somewhere(const ModelSystem& system) {
  Equations eq(system);
  State x = system.assemble().state;
  for (Index i = 0; i < x.v.size(); ++i) x.v[i] = 0.3 * std::sin(1.7 * static_cast<double>(i) + 0.4);
  for (Index i = 0; i < x.s.size(); ++i) x.s[i] = 0.1 * static_cast<double>(i + 1);
  x.t = 0.23;
  return x;
}

TEST_P(RateGroups, HoldTheirCoordinatesRowsAndStates) {
  const auto system = make(GetParam());
  const Layout& layout = system->layout();
  const Index fast = find_rate_group(layout, "fast");
  ASSERT_GE(fast, 0);
  const RateGroup& group = layout.rate_groups[fast];
  for (Index i = 0; i < layout.nq; ++i) {
    const bool is_fast = std::ranges::find(group.coordinates, i) != group.coordinates.end();
    const std::string& name = layout.coordinates[i];
    EXPECT_EQ(is_fast, name.starts_with("shaker") || name.starts_with("bob") || name.starts_with("pin")) << name;
  }
  for (const Index row : group.constraints) {
    const std::string& name = layout.constraints[row];
    EXPECT_TRUE(name.starts_with("pin") || name.starts_with("shaker") || name.starts_with("bob")) << name;
  }
  EXPECT_EQ(group.constraints.size(), GetParam() == "cartesian" ? 7u : 1u);
  ASSERT_EQ(group.states.size(), 1u);
  EXPECT_EQ(layout.states[group.states[0]], "whip.integral");
}

constexpr Want by_group = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::gamma | Want::force |
                          Want::sigma | Want::residual;

TEST_P(RateGroups, AloneHaveTheNumbersOfTheWholeAndNothingElseIsWritten) {
  const auto system = make(GetParam());
  const Layout& layout = system->layout();
  State x = somewhere(*system);
  x.a.setLinSpaced(-1, 1);
  x.lambda.setLinSpaced(2, 3);
  const auto workspace = system->make_workspace();
  Evaluation whole(layout);
  system->evaluate(by_group, x, all_rates, whole, *workspace);
  for (Index g = 0; g < static_cast<Index>(layout.rate_groups.size()); ++g) {
    const RateGroup& group = layout.rate_groups[g];
    Evaluation part(layout);
    system->evaluate(by_group, x, all_rates, part, *workspace);
    part.fill_with_nan();
    system->evaluate(by_group, x, g, part, *workspace);
    const auto expect_rows = [&](const std::vector<Index>& rows, const VecX& from, const VecX& to, const char* what) {
      for (Index i = 0; i < from.size(); ++i) {
        if (std::ranges::find(rows, i) == rows.end()) EXPECT_TRUE(std::isnan(to[i])) << what << " " << i;
        else EXPECT_NEAR(to[i], from[i], 1e-12 * (1 + std::abs(from[i]))) << what << " " << i;
      }
    };
    expect_rows(group.coordinates, whole.f, part.f, "f");
    expect_rows(group.coordinates, whole.r, part.r, "r");
    expect_rows(group.states, whole.sigma, part.sigma, "sigma");
    expect_rows(group.constraints, whole.g_dot, part.g_dot, "g_dot");
    expect_rows(group.constraints, whole.gamma, part.gamma, "gamma");
    std::vector<Index> holonomic;
    for (const Index row : group.constraints)
      if (row < layout.ng) holonomic.push_back(row);
    expect_rows(holonomic, whole.g, part.g, "g");
    const MatX M = whole.M.to_dense(), M_part = part.M.to_dense(), G = whole.G.to_dense(), G_part = part.G.to_dense();
    for (const Index i : group.coordinates) EXPECT_LT((M.row(i) - M_part.row(i)).norm(), 1e-12 * (1 + M.row(i).norm()));
    for (const Index i : group.constraints) EXPECT_LT((G.row(i) - G_part.row(i)).norm(), 1e-12 * (1 + G.row(i).norm()));
  }
}

// What the fast part cannot depend on is NaN: coordinates and velocities of bodies it does not look at, slow states.
TEST_P(RateGroups, DoNotReadWhatDoesNotActOnThem) {
  const auto system = make(GetParam());
  const Layout& layout = system->layout();
  const State x = somewhere(*system);
  const Index fast = find_rate_group(layout, "fast");
  State poisoned = x;
  for (Index i = 0; i < layout.nq; ++i) {
    const std::string& name = layout.coordinates[i];
    const bool is_upper =
        name.starts_with("upper") && GetParam() == "cartesian";  // in joint coordinates, it carries 'lower'
    if (name.starts_with("remote") || name.starts_with("string") || is_upper) poisoned.q[i] = poisoned.v[i] = nan;
  }
  for (Index i = 0; i < layout.ns; ++i)
    if (layout.states[i] == "idle.integral") poisoned.s[i] = nan;
  ASSERT_FALSE(poisoned.q.allFinite());
  const auto workspace = system->make_workspace();
  Evaluation clean(layout), part(layout);
  constexpr Want wanted = Want::force | Want::sigma | Want::gamma;
  system->evaluate(wanted, x, fast, clean, *workspace);
  system->evaluate(wanted, poisoned, fast, part, *workspace);
  const RateGroup& group = layout.rate_groups[fast];
  for (const Index i : group.coordinates) EXPECT_EQ(part.f[i], clean.f[i]) << layout.coordinates[i];
  for (const Index i : group.states) EXPECT_EQ(part.sigma[i], clean.sigma[i]);
  for (const Index i : group.constraints) EXPECT_EQ(part.gamma[i], clean.gamma[i]);
}

TEST_P(RateGroups, AccelerateAsInTheWhole) {
  const auto system = make(GetParam());
  Equations eq(*system);
  State x = somewhere(*system);
  ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
  const Index fast = find_rate_group(system->layout(), "fast");
  eq.prepare_group(fast, x);
  State y = x;
  y.a.setConstant(nan);
  y.lambda.setConstant(nan);
  ASSERT_EQ(eq.solve_acceleration(y, fast), FactorStatus::ok);
  const RateGroup& group = system->layout().rate_groups[fast];
  for (const Index i : group.coordinates) EXPECT_NEAR(y.a[i], x.a[i], 1e-9 * (1 + std::abs(x.a[i])));
  for (Index i = 0; i < y.a.size(); ++i)
    EXPECT_EQ(std::isnan(y.a[i]), std::ranges::find(group.coordinates, i) == group.coordinates.end());
}

TEST_P(RateGroups, MotionOfADualRateMethodIsThatOfAnother) {
  const auto system = make(GetParam());
  const State start = system->assemble().state;
  const auto run = [&](const char* name, double h) {
    const auto method = make_method(name);
    const Result result =
        solve(*system, *method, start, {.t_end = 0.3, .integration = {.h = h}, .output = Output::end_only});
    EXPECT_FALSE(result.failure.has_value());
    return result;
  };
  const Result exact = run("dopri5", 2e-4), fine = run("prk", 5e-4), coarse = run("prk", 1e-3);
  const auto error = [&](const Result& x) { return (x.final.q - exact.final.q).lpNorm<Eigen::Infinity>(); };
  EXPECT_LT(error(fine), 1e-6);
  EXPECT_NEAR(std::log2(error(coarse) / error(fine)), 3, 0.5);
  EXPECT_GT(fine.report.work.group_evaluations, 4 * fine.report.steps.accepted);
}

INSTANTIATE_TEST_SUITE_P(Both, RateGroups, ::testing::Values("cartesian", "joint"),
                         [](const auto& x) { return x.param; });

TEST(RateGroups, OfAJoinedBodyAreRefusedByName) {
  std::string text = two_rates;
  text.replace(text.find("position: [1.1, 0, -0.8], rate: fast"), 36, "position: [1.1, 0, -0.8], rate: slow");
  const auto system = make_system(read_model_text(text, "two_rates.yaml"), "cartesian");
  Equations eq(*system);
  const State x = system->assemble().state;
  try {
    make_method("prk")->start(eq, x, {});
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("'pin."), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace daedalus
