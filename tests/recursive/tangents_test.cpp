// The exact tangents of the inertia forces of a tree against the same recursion on dual numbers: every kind of joint,
// driven or not, on moving roots, Euler parameters off the unit sphere.
#include <gtest/gtest.h>

#include "closed_form/random_state.hpp"
#include "daedalus/math/dual.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"

namespace daedalus::testing {
namespace {

constexpr unsigned trees = 30;
constexpr int width = 8;
using D = Dual<double, width>;
using DualSweeps = TreeSweeps<SpatialSpace<D>>;
using DualVector = Vec<D, Eigen::Dynamic>;

enum class By { q, v, a };

// The derivative of residual + p · (multiplier of the norm), several columns at a time.
MatX tangent(const JointSystem& system, const Surroundings& around, By by, const State& x) {
  DualSweeps sweeps(system);
  const Index n = x.q.size();
  MatX J(n, n);
  for (Index first = 0; first < n; first += width) {
    DualVector q = x.q.cast<D>(), v = x.v.cast<D>(), a = x.a.cast<D>();
    DualVector& varied = by == By::q ? q : by == By::v ? v : a;
    const Index count = std::min<Index>(width, n - first);
    for (Index k = 0; k < count; ++k) varied[first + k].partial[k] = 1;
    DualVector r = sweeps.residual(around, q, v, a);
    for (const TreeNode& node : system.tree().nodes)
      if (node.norm >= 0)
        for (Index k = node.coordinate; k < node.coordinate + 4; ++k) r[k] += q[k] * x.lambda[node.norm];
    for (Index k = 0; k < count; ++k)
      for (Index i = 0; i < n; ++i) J(i, first + k) = r[i].partial[k];
  }
  return J;
}

template <class Visit>
void for_each_tree(Visit visit) {
  for (unsigned seed = 1; seed <= trees; ++seed) {
    RandomTree random(200 + seed);
    const bool is_planar = seed % 6 == 0;
    SCOPED_TRACE(fmt::format("tree {}", seed));
    const TreeOptions options{.bodies = 10 + random.below(21), .moving = seed % 5 != 0};
    const JointSystem system(is_planar ? random.planar(options) : random.spatial(options));
    visit(system, random);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(TreeTangents, OfTheResidualAreThoseOfNewtonEulerOnDualNumbers) {
  double worst = 0;
  for_each_tree([&](const JointSystem& system, RandomTree& random) {
    const State x = random.state(system);
    const Evaluation y = evaluate(system, x, Want::residual_tangent | Want::mass);
    const Surroundings around(system, x.t);
    const auto same = [&](const MatX& exact, By by, const char* what) {
      const double difference = relative_difference(exact, tangent(system, around, by, x));
      worst = std::max(worst, difference);
      EXPECT_LT(difference, 1e-12) << what;
    };
    same(y.r_q.to_dense(), By::q, "r_q");
    same(y.r_v.to_dense(), By::v, "r_v");
    same(y.M.to_dense(), By::a, "M");
  });
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(TreeTangents, OfTheReactionAreThoseAtRestWithoutGravity) {
  double worst = 0;
  for_each_tree([&](const JointSystem& system, RandomTree& random) {
    State x = random.state(system);
    const Evaluation y = evaluate(system, x, Want::reaction_tangent);
    const Surroundings rest = Surroundings(system, x.t).at_rest();
    x.v.setZero();  // M a is what Newton-Euler says at rest
    const double difference = relative_difference(y.reaction_q.to_dense(), tangent(system, rest, By::q, x));
    worst = std::max(worst, difference);
    EXPECT_LT(difference, 1e-12);
  });
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

}  // namespace
}  // namespace daedalus::testing
