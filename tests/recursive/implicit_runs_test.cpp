// Runs of implicit methods along a tree against the same runs with composed matrices; and what every method promises:
// nothing allocated in a step, nothing left by a rejected one, the same bits after a restart.
#include <gtest/gtest.h>

#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

const char* const methods[] = {"bdf", "infl-sdirk", "nstiff", "generalized-alpha"};

struct Mechanism {
  std::string name;
  Model model;
};

// Hinges, balls, drivers, springs between bodies, with and without loops.
std::vector<Mechanism> mechanisms() {
  std::vector<Mechanism> all;
  for (unsigned seed : {3u, 5u, 8u}) {
    RandomTree random(1700 + seed);
    const TreeOptions options{.bodies = 9, .moving = seed != 5, .loops = seed == 5 ? 1 : 0, .forces = 3};
    all.push_back({fmt::format("tree{}", seed), seed == 8 ? random.planar(options) : random.spatial(options)});
  }
  return all;
}

State start_of(const JointSystem& system) {
  State x = system.initial_guess();
  Equations eq(system);
  make_consistent(eq, x);
  return x;
}

TEST(ImplicitRuns, AlongTheTreeEndWhereThoseWithComposedMatricesDo) {
  for (const Mechanism& mechanism : mechanisms())
    for (const char* name : methods) {
      SCOPED_TRACE(mechanism.name + ", " + name);
      const double tol = std::string(name) == "bdf" || std::string(name) == "infl-sdirk" ? 1e-7 : 1e-5;
      State ends[2];
      for (const ImplicitMatrix way : {ImplicitMatrix::composed, ImplicitMatrix::recursive}) {
        const JointSystem system(mechanism.model, JointSolver::automatic, way);
        const Result result = solve(
            system, *make_method(name), start_of(system),
            {.t_end = 0.2, .integration = {.tolerances = {.rtol = tol, .atol = tol}}, .output = Output::end_only});
        ASSERT_EQ(result.status, RunStatus::done);
        const bool is_recursive = result.report.corrector->reason.find("along the tree") != std::string::npos;
        EXPECT_EQ(is_recursive, way == ImplicitMatrix::recursive) << result.report.corrector->reason;
        ends[way == ImplicitMatrix::recursive] = result.final;
      }
      EXPECT_LT(largest(ends[0].q - ends[1].q), 10 * tol * (1 + largest(ends[0].q)));
      EXPECT_LT(largest(ends[0].v - ends[1].v), 100 * tol * (1 + largest(ends[0].v)));
    }
}

TEST(ImplicitRuns, AlongTheTreeDoNotAllocateInAStep) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  for (const Mechanism& mechanism : mechanisms())
    for (const char* name : methods) {
      const JointSystem system(mechanism.model, JointSolver::automatic, ImplicitMatrix::recursive);
      const State x = start_of(system);
      Equations eq(system);
      const auto method = make_method(name);
      Integration integration(eq, *method, x, 1, {.h = 2e-4});
      ASSERT_TRUE(integration.advance(1));
      const long before = AllocationCount::now();
      int taken = 0;
      while (taken < 10 && integration.advance(1)) ++taken;
      EXPECT_EQ(taken, 10) << mechanism.name << ", " << name;
      EXPECT_EQ(AllocationCount::now() - before, 0) << mechanism.name << ", " << name;
    }
}

TEST(ImplicitRuns, AlongTheTreeARejectedStepLeavesNoTrace) {
  for (const Mechanism& mechanism : mechanisms())
    for (const char* name : methods) {
      const JointSystem system(mechanism.model, JointSolver::automatic, ImplicitMatrix::recursive);
      const double h = 2e-4;
      State x = start_of(system), u = x;
      Equations straight(system), detour(system);
      const auto method = make_method(name), hesitant = make_method(name);
      method->start(straight, x, {});
      hesitant->start(detour, u, {});
      State y = x, w = u;
      for (int k = 0; k < 8; ++k) {
        ASSERT_TRUE(method->step(straight, x, h, y).ok()) << mechanism.name << ", " << name;
        method->accept(x, y, h);
        std::swap(x, y);
        hesitant->step(detour, u, 3.7 * h, w);  // proposed, never accepted
        ASSERT_TRUE(hesitant->step(detour, u, h, w).ok());
        hesitant->accept(u, w, h);
        std::swap(u, w);
        ASSERT_TRUE(x == u) << mechanism.name << ", " << name << " at step " << k;
      }
    }
}

TEST(ImplicitRuns, AlongTheTreeRestartBitForBit) {
  for (const Mechanism& mechanism : mechanisms())
    for (const char* name : methods) {
      SCOPED_TRACE(mechanism.name + ", " + name);
      const JointSystem system(mechanism.model, JointSolver::automatic, ImplicitMatrix::recursive);
      const State x = start_of(system);
      const SolveOptions options{
          .t_end = 0.05, .integration = {.tolerances = {.rtol = 1e-5, .atol = 1e-6}}, .output = Output::end_only};
      const Result whole = solve(system, *make_method(name), x, options);
      ASSERT_EQ(whole.status, RunStatus::done);
      std::atomic<bool> stop = false;
      SolveOptions first_half = options;
      first_half.cancel = &stop;
      const long half = whole.report.steps.accepted / 2;
      first_half.on_step = [&](const Integration& i) { stop = i.counts().accepted >= half; };
      const Result first = solve(system, *make_method(name), x, first_half);
      ASSERT_EQ(first.status, RunStatus::cancelled);
      SolveOptions second_half = options;
      second_half.restart = &first.checkpoint;
      const Result second = solve(system, *make_method(name), x, second_half);
      EXPECT_TRUE(second.final == whole.final);
      EXPECT_EQ(second.report.work.evaluations, whole.report.work.evaluations);
      EXPECT_EQ(second.report.work.tangents, whole.report.work.tangents);
    }
}

// A chain of bodies on springs is wide where its matrices are composed: the mass matrix and two tangents, full.
TEST(ImplicitRuns, OfALongChainFormNoMatrix) {
  ModelBuilder build("cable");
  build.gravity({0, -9.81, 0});
  std::string above = "ground";
  constexpr int links = 120;
  for (int k = 0; k < links; ++k) {
    const std::string name = fmt::format("link{}", k);
    build.body({.name = name,
                .kind = BodyKind::planar,
                .mass = 1,
                .inertia = 0.1 * Mat3::Identity(),
                .position = {0, -0.5 - k, 0},
                .angle = 0.02 * std::sin(1.7 * k)});
    const Between hinge{build.marker(name, "top", {0, 0.5, 0}),
                        build.marker(above, "bottom", {0, k == 0 ? 0 : -0.5, 0})};
    build.joint(fmt::format("hinge{}", k), Revolute{hinge});
    TorsionSpring spring;
    spring.between = hinge;
    spring.stiffness = 500;
    spring.damping = 1;
    build.force(fmt::format("spring{}", k), spring);
    above = name;
  }
  const JointSystem system(build.finish());
  for (const char* name : methods) {
    const Result result = solve(system, *make_method(name), start_of(system),
                                {.t_end = 0.005, .output = Output::end_only, .monitoring = Monitoring::off});
    ASSERT_EQ(result.status, RunStatus::done) << name;
    EXPECT_GT(result.report.work.tangents, 0) << name;
  }
  const Patterns& patterns = system.layout().patterns;
  for (const Pattern* pattern : {&patterns.M, &patterns.r_q, &patterns.r_v, &patterns.reaction_q})
    EXPECT_FALSE(pattern->is_known());
}

}  // namespace
}  // namespace daedalus::testing
