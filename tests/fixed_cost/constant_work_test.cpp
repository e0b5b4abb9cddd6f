// constant_work_test.cpp: every step of a fixed-cost method does the same operations, on the road, over the bump and in
// the air.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "fixed_cost/block_counter.hpp"
#include "fixed_cost/drive.hpp"

namespace daedalus::testing {
namespace {

BlockCount count_evaluation(Drive& drive, Want want) {
  const BlockCount before = BlockCount::now();
  drive.eq.evaluate(want, drive.x);
  return BlockCount::now() - before;
}

TEST(BlockCounter, TellsEqualWorkFromOther) {
  Drive drive("hmmwv14_stiff", "cartesian", {{"preset", "stiff-vehicle"}});
  const BlockCount force = count_evaluation(drive, Want::force);
  EXPECT_GT(force.blocks, 1000u);
  EXPECT_EQ(force, count_evaluation(drive, Want::force));
  const BlockCount more = count_evaluation(drive, Want::force | Want::energy);
  EXPECT_GT(more.blocks, force.blocks);
  EXPECT_NE(more.paths, force.paths);
}

constexpr long some = 5000, many = 100'000;

struct Case {
  const char *name, *vehicle, *formulation;
  long steps;
};

class ConstantWork : public ::testing::TestWithParam<Case> {};

// The bump is hit at 0.5 s and throws the wheels into the air.
TEST_P(ConstantWork, OfEveryStep) {
  Drive drive(GetParam().vehicle, GetParam().formulation, {{"preset", "stiff-vehicle"}}, {{"bump_radius", "0.1"}});
  std::map<std::uint64_t, long> steps_with;    // by the number of blocks
  std::map<std::uint64_t, double> first_with;  // when, by the blocks themselves
  long in_the_air = 0;
  for (long k = 0; k < GetParam().steps; ++k) {
    const BlockCount before = BlockCount::now();
    const bool ok = drive.step();
    const BlockCount work = BlockCount::now() - before;
    ASSERT_TRUE(ok) << "at " << drive.x.t << " s";
    ++steps_with[work.blocks];
    first_with.try_emplace(work.paths, drive.x.t);
    if (k < 3000) {
      drive.eq.evaluate(Want::switches, drive.x);
      in_the_air += drive.eq.value.switches[0] > 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(steps_with.size(), 1u) << fmt::format("steps by their blocks: {}", steps_with);
  EXPECT_EQ(first_with.size(), 1u) << fmt::format("other blocks at {}", first_with);
  EXPECT_GT(in_the_air, 0) << "contact was to be lost in this drive";
}

INSTANTIATE_TEST_SUITE_P(Vehicles, ConstantWork,
                         ::testing::Values(Case{"stiff_cartesian", "hmmwv14_stiff", "cartesian", many},
                                           Case{"stiff_joint", "hmmwv14_stiff", "joint", many},
                                           Case{"cartesian", "hmmwv14", "cartesian", some},
                                           Case{"joint", "hmmwv14", "joint", some}),
                         [](const auto& vehicle) { return std::string(vehicle.param.name); });

}  // namespace
}  // namespace daedalus::testing
