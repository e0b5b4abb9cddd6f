// Every model of the gallery linearized in both formulations, at its start and a little later: the same eigenvalues.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

using Roots = std::vector<std::complex<double>>;

Roots roots_of(const Linearization& linear) {
  if (linear.size() == 0) return {};
  const Eigen::VectorXcd values = eigenvalues(linear.A);
  return {values.begin(), values.end()};
}

// A root of a defective pair, above all a zero of free travel, is known to the square root of the error of A only.
double known_to(const std::complex<double>& root, const Linearization& a, const Roots& all) {
  const double pace = std::max({a.rate, std::abs(root), 1.0});
  if (std::abs(root) < 1e-3 * pace) return 1e-3 * pace;
  const auto near = [&](const std::complex<double>& other) { return std::abs(other - root) < 1e-4 * pace; };
  return (std::ranges::count_if(all, near) > 1 ? 1e-5 : 1e-6) * pace;  // 1: the root itself
}

void expect_the_same(const Linearization& a, const Linearization& b) {
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.velocities, b.velocities);
  EXPECT_EQ(a.about, b.about) << a.change << " and " << b.change;
  Roots there = roots_of(b);
  const Roots here = roots_of(a);
  for (const std::complex<double>& root : here) {
    ASSERT_FALSE(there.empty());
    const auto next = std::min_element(there.begin(), there.end(),
                                       [&](auto x, auto y) { return std::abs(x - root) < std::abs(y - root); });
    EXPECT_LE(std::abs(*next - root), known_to(root, a, here)) << root << " and " << *next;
    there.erase(next);
  }
}

class LinearizationsAgree : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Models, LinearizationsAgree, ::testing::ValuesIn(gallery_names()),
                         [](const auto& instance) { return test_name(instance.param); });

TEST_P(LinearizationsAgree, AtTheStartAndAfterAWhile) {
  const Model model = gallery_model(GetParam());
  const auto absolute = make_system(model, "cartesian"), joint = make_system(model, "joint");
  const Start start = find_start(*absolute), other = find_start(*joint);
  ASSERT_TRUE(start.assembly.assembled);
  expect_the_same(linearize(*absolute, start.state), linearize(*joint, other.state));
  const auto later = [](const System& system, const State& from) {
    SolveOptions options{.t_end = from.t + 0.05, .output = Output::end_only};
    options.integration.tolerances = {.rtol = 1e-9, .atol = 1e-11};
    const Result run = solve(system, *make_method("infl-sdirk"), from, options);
    EXPECT_EQ(run.status, RunStatus::done);
    return run.final;
  };
  expect_the_same(linearize(*absolute, later(*absolute, start.state)), linearize(*joint, later(*joint, other.state)));
}

}  // namespace
}  // namespace daedalus::testing
