// What the seam promises of any system, kept by joint coordinates: no allocation, no memory of earlier requests, a
// balance of power.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "closed_form/random_state.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/equations.hpp"
#include "formulation/differences.hpp"
#include "recursive/hung_zoo.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

std::vector<ZooCase> some_systems() {
  std::vector<ZooCase> all;
  for (const ZooCase& c : whole_zoo())
    for (const Hung hung : {Hung::free, Hung::on_arm})
      all.push_back({c.name, as_constraints(c.model, hung), 0.5 * c.reach});
  for (unsigned seed = 1; seed <= 8; ++seed) {
    RandomTree random(800 + seed);
    const TreeOptions options{.bodies = 10, .loops = static_cast<int>(seed % 3), .forces = static_cast<int>(seed % 4)};
    all.push_back({fmt::format("tree{}", seed), seed % 4 == 0 ? random.planar(options) : random.spatial(options), 0.3});
  }
  return all;
}

TEST(JointSystem, DoesNotAllocateOnceItIsSetUp) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  for (const ZooCase& c : some_systems()) {
    const JointSystem system(c.model);
    RandomStates random(system, {.q = c.reach, .s = c.state_reach});
    const State x = random(), next = random();
    Evaluation out(system.layout());
    const auto workspace = system.make_workspace();
    system.evaluate(everything, x, all_rates, out, *workspace);  // finds the places of all entries
    const long before = AllocationCount::now();
    system.evaluate(everything, next, all_rates, out, *workspace);
    EXPECT_EQ(AllocationCount::now(), before) << c.name;
  }
}

TEST(JointSolvers, DoNotAllocateOnceTheyAreSetUp) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  for (const ZooCase& c : some_systems())
    for (const JointSolver solver : {JointSolver::articulated, JointSolver::factorized}) {
      const JointSystem system(c.model, solver);
      RandomStates random(system, {.q = c.reach, .s = c.state_reach});
      State x = random(), next = random();
      Equations eq(system);
      VecX b = VecX::Ones(system.layout().nq), g = VecX::Ones(system.layout().nc());
      eq.solve_acceleration(x);
      eq.solve_saddle(b, g);
      const long before = AllocationCount::now();
      eq.solve_acceleration(next);
      eq.factorize_saddle(next);
      eq.solve_saddle(b, g);
      EXPECT_EQ(AllocationCount::now(), before)
          << c.name << (solver == JointSolver::articulated ? ", articulated" : ", factorized");
    }
}

TEST(JointSystem, GivesTheSameBitsWhateverWasAskedBefore) {
  for (const ZooCase& c : some_systems()) {
    SCOPED_TRACE(c.name);
    const JointSystem system(c.model);
    RandomStates random(system, {.q = c.reach, .s = c.state_reach});
    const State x = random(), other = random();
    const Evaluation fresh = evaluate(system, x);
    Evaluation used(system.layout());
    const auto workspace = system.make_workspace();
    system.evaluate(everything, other, all_rates, used, *workspace);
    system.evaluate(Want::reaction_tangent, other, all_rates, used, *workspace);
    system.evaluate(everything, x, all_rates, used, *workspace);
    EXPECT_EQ(fresh.r, used.r);
    EXPECT_EQ(fresh.gamma, used.gamma);
    EXPECT_EQ(fresh.r_q.values, used.r_q.values);
    EXPECT_EQ(fresh.g_ddot_q.values, used.g_ddot_q.values);
    EXPECT_EQ(fresh.energy.potential, used.energy.potential);
    EXPECT_EQ(fresh.energy.supplied, used.energy.supplied);
  }
}

TEST(JointSystem, GivesEveryQuantityAlone) {
  for (const ZooCase& c : some_systems()) {
    SCOPED_TRACE(c.name);
    const JointSystem reference(c.model);
    RandomStates random(reference, {.q = c.reach, .s = c.state_reach});
    const State x = random();
    const Evaluation all = evaluate(reference, x);
    const auto alone = [&](Want want) { return evaluate(JointSystem(c.model), x, want); };
    const auto same = [](const VecX& a, const VecX& b, const char* what) {
      EXPECT_LE(largest(a - b), 1e-12 * (1 + largest(b))) << what;
    };
    same(alone(Want::mass).M.values, all.M.values, "M");
    same(alone(Want::position).g, all.g, "g");
    same(alone(Want::jacobian).G.values, all.G.values, "G");
    same(alone(Want::velocity).g_dot, all.g_dot, "g_dot");
    same(alone(Want::gamma).gamma, all.gamma, "gamma");
    same(alone(Want::force).f, all.f, "f");
    same(alone(Want::sigma).sigma, all.sigma, "sigma");
    same(alone(Want::switches).switches, all.switches, "switches");
    same(alone(Want::residual).r, all.r, "r");
    same(alone(Want::reaction_tangent).reaction_q.values, all.reaction_q.values, "reaction_q");
    same(alone(Want::velocity_tangent).g_dot_q.values, all.g_dot_q.values, "g_dot_q");
    same(alone(Want::acceleration_tangent).g_ddot_q.values, all.g_ddot_q.values, "g_ddot_q");
    same(alone(Want::acceleration_tangent).g_ddot_v.values, all.g_ddot_v.values, "g_ddot_v");
    same(alone(Want::residual_tangent).r_q.values, all.r_q.values, "r_q");
    same(alone(Want::residual_tangent).r_v.values, all.r_v.values, "r_v");
    same(alone(Want::residual_tangent).r_s.values, all.r_s.values, "r_s");
    same(alone(Want::sigma_tangent).sigma_q.values, all.sigma_q.values, "sigma_q");
    same(alone(Want::sigma_tangent).sigma_v.values, all.sigma_v.values, "sigma_v");
    same(alone(Want::sigma_tangent).sigma_s.values, all.sigma_s.values, "sigma_s");
    const Energy energy = alone(Want::energy).energy;
    same(VecX::Map(&energy.kinetic, 4), VecX::Map(&all.energy.kinetic, 4), "energy");
  }
}

// d(T + U)/dt = supplied − dissipated + λᵀ g_t  along the motion: drivers inside the tree and moving roots do work,
// too.
TEST(JointSystem, ChangesItsEnergyByThePowerSupplied) {
  double worst = 0;
  int compared = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    RandomTree random(900 + seed);
    const TreeOptions options{.bodies = 10, .loops = static_cast<int>(seed % 3), .forces = static_cast<int>(seed % 4)};
    const JointSystem system(seed % 4 == 0 ? random.planar(options) : random.spatial(options));
    State x = random.unit_state(system);
    const Evaluation y = evaluate(system, x, Want::velocity | Want::jacobian);
    if (y.g_dot.size() > 0) {
      constexpr double threshold = 1e-3;
      const MatX G = y.G.to_dense();
      if (rank_of(G, threshold) < y.g_dot.size()) continue;
      x.v -= least_squares(G, y.g_dot, threshold);
    }
    Equations eq(system);
    ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
    ++compared;
    const VecX rate = derivative_at_zero(
        [&](double e) {
          State z = x;
          z.t += e;
          z.q += e * x.v + e * e / 2 * x.a;
          z.v += e * x.a;
          const Energy energy = evaluate(system, z, Want::energy).energy;
          return VecX(VecX::Constant(1, energy.kinetic + energy.potential));
        },
        2e-4);  // some accelerations are large
    const Evaluation now = evaluate(system, x, Want::energy | Want::velocity | Want::jacobian);
    const double by_drivers = now.g_dot.size() > 0 ? x.lambda.dot(now.g_dot - now.G.to_dense() * x.v) : 0;
    const double power = now.energy.supplied - now.energy.dissipated + by_drivers;
    const double difference =
        std::abs(rate[0] - power) / (1 + std::abs(power) + now.energy.kinetic + std::abs(now.energy.potential));
    worst = std::max(worst, difference);
    EXPECT_LT(difference, 1e-9);
  }
  EXPECT_GT(compared, 25);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

}  // namespace
}  // namespace daedalus::testing
