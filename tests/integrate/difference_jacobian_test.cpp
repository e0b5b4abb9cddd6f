// difference_jacobian_test.cpp: tangents by differences, against exact ones.
#include <gtest/gtest.h>

#include <random>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/corrector/difference_jacobian.hpp"
#include "support/constrained_laws.hpp"

namespace daedalus {
namespace {

constexpr Want all_tangents = Want::mass | Want::jacobian | Want::residual_tangent | Want::reaction_tangent |
                              Want::velocity_tangent | Want::acceleration_tangent | Want::sigma_tangent;

Evaluation make_blocks(const Layout& layout) {
  Evaluation blocks(layout);
  for (const TangentBlock& block : tangent_blocks) (blocks.*block.values).allocate();
  return blocks;
}

State random_state(const System& system, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  State x = system.initial_guess();
  x.t = 0.3;
  for (VecX* part : {&x.q, &x.v, &x.a, &x.s, &x.lambda})
    for (double& value : *part) value += number(random);
  return x;
}

struct Case {
  const char* problem;
  Want want;
};

class Differences : public ::testing::TestWithParam<Case> {};

TEST_P(Differences, AreTheExactTangents) {
  const auto system = find_closed_form(GetParam().problem).make();
  const Layout& layout = system->layout();
  const Want want = GetParam().want;
  Equations eq(*system);
  for (const DifferenceOptions& options :
       {DifferenceOptions{.differencing = Differencing::dense}, DifferenceOptions{.differencing = Differencing::sparse},
        DifferenceOptions{.differencing = Differencing::sparse, .pattern = DifferencePattern::estimated},
        DifferenceOptions{.differencing = Differencing::sparse, .increment = DifferenceIncrement::magnitude}}) {
    DifferenceJacobian differences(options, {.rtol = 1e-4, .atol = 1e-4});
    differences.start(layout, want);
    ExactJacobian exact;
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const State x = random_state(*system, seed);
      Evaluation found = make_blocks(layout), expected = make_blocks(layout);
      differences.evaluate(eq, want, x, found);
      differences.accept();
      exact.evaluate(eq, want, x, expected);
      for (const TangentBlock& block : tangent_blocks) {
        if (!wants(want, block.want) || (expected.*block.values).values.size() == 0) continue;
        const VecX &a = (found.*block.values).values, &b = (expected.*block.values).values;
        // rounding of a residual whose terms are as large as the largest derivative
        const double size = 1 + b.lpNorm<Eigen::Infinity>() + expected.r_q.values.lpNorm<Eigen::Infinity>();
        EXPECT_LT((a - b).lpNorm<Eigen::Infinity>(), 2e-4 * size) << block.name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Differences,
    ::testing::Values(Case{"andrews", all_tangents}, Case{"car_axle", all_tangents}, Case{"knife_edge", all_tangents},
                      Case{"quarter_car", all_tangents}, Case{"driven_pendulum", all_tangents},
                      Case{"polar_particle", Want::mass | Want::jacobian | Want::residual_tangent}),
    [](const auto& of) { return std::string(of.param.problem); });

// [AFF, section 3.1]: all columns but those of the second multiplier are differenced.
TEST(DifferenceJacobian, TakesOneResidualPerColumnOrGroup) {
  const auto system = find_closed_form("andrews").make();
  const Layout& layout = system->layout();
  Equations eq(*system);
  const State x = random_state(*system, 1);
  Evaluation blocks = make_blocks(layout);
  const Want want = Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent;

  DifferenceJacobian dense({.differencing = Differencing::dense}, {});
  dense.start(layout, want);
  dense.evaluate(eq, want, x, blocks);
  EXPECT_EQ(eq.counts.differences, 2 * layout.nq + layout.ns + layout.nc());
  EXPECT_EQ(eq.counts.tangents, 1);

  DifferenceJacobian sparse({.differencing = Differencing::sparse}, {});
  sparse.start(layout, want);
  const long before = eq.counts.differences;
  sparse.evaluate(eq, want, x, blocks);
  EXPECT_EQ(eq.counts.differences - before, sparse.groups());
}

// The first evaluation is dense, the next ones take the groups it found; a second one within a step is dense again.
TEST(DifferenceJacobian, EstimatesItsPatternAndRenewsItWithinAStep) {
  const auto system = find_closed_form("car_axle").make();
  const Layout& layout = system->layout();
  Equations eq(*system);
  const State x = random_state(*system, 1);
  Evaluation blocks = make_blocks(layout);
  const Want want = Want::mass | Want::jacobian | Want::residual_tangent;
  DifferenceJacobian estimated({.differencing = Differencing::sparse, .pattern = DifferencePattern::estimated}, {});
  estimated.start(layout, want);
  const auto cost = [&] {
    const long before = eq.counts.differences;
    estimated.evaluate(eq, want, x, blocks);
    return eq.counts.differences - before;
  };
  EXPECT_EQ(cost(), estimated.columns());
  estimated.accept();
  EXPECT_EQ(cost(), estimated.groups());
  EXPECT_LT(estimated.groups(), estimated.columns());
  EXPECT_EQ(cost(), estimated.columns());
}

TEST(DifferenceJacobian, LeavesNothingOfAStateMoved) {
  const auto system = find_closed_form("andrews").make();
  Equations eq(*system);
  const State x = random_state(*system, 2);
  const State copy = x;
  Evaluation blocks = make_blocks(system->layout()), again = make_blocks(system->layout());
  DifferenceJacobian differences({.differencing = Differencing::dense}, {});
  const Want want = Want::mass | Want::jacobian | Want::residual_tangent;
  differences.start(system->layout(), want);
  differences.evaluate(eq, want, x, blocks);
  differences.evaluate(eq, want, x, again);
  EXPECT_TRUE(x == copy);
  EXPECT_EQ(blocks.r_q.values, again.r_q.values);
}

}  // namespace
}  // namespace daedalus
