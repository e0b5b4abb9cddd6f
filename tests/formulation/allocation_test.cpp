#include <gtest/gtest.h>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "formulation/element_zoo.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

TEST(CartesianSystem, DoesNotAllocateOnceItIsSetUp) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  for (const ZooCase& c : zoo) {
    const CartesianSystem system(c.model);
    const State x = RandomStates(system, {.q = c.reach, .s = c.state_reach})();
    Evaluation out(system.layout());
    const auto workspace = system.make_workspace();
    const long before = AllocationCount::now();
    system.evaluate(everything, x, all_rates, out, *workspace);
    EXPECT_EQ(AllocationCount::now(), before) << c.name;
  }
}

TEST(CartesianSystem, GivesTheSameBitsWhateverWasAskedBefore) {
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  for (const ZooCase& c : zoo) {
    SCOPED_TRACE(c.name);
    const CartesianSystem system(c.model);
    RandomStates random(system, {.q = c.reach, .s = c.state_reach});
    const State x = random(), other = random();
    const Evaluation fresh = evaluate(system, x);
    Evaluation used(system.layout());
    const auto workspace = system.make_workspace();
    system.evaluate(everything, other, all_rates, used, *workspace);
    system.evaluate(Want::force, other, all_rates, used, *workspace);
    system.evaluate(everything, x, all_rates, used, *workspace);
    EXPECT_EQ(fresh.r, used.r);
    EXPECT_EQ(fresh.gamma, used.gamma);
    EXPECT_EQ(fresh.r_q.values, used.r_q.values);
    EXPECT_EQ(fresh.g_ddot_q.values, used.g_ddot_q.values);
    EXPECT_EQ(fresh.energy.potential, used.energy.potential);
  }
}

}  // namespace
}  // namespace daedalus::testing
