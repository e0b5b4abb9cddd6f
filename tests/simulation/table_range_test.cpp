// What a run says of tables that it leaves.
#include <gtest/gtest.h>

#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus {
namespace {

// A mass of 1 kg with constant speed 1 m/s: its position is the time. The table ends at 1.
Mechanism moving_mass(const std::string& table, const std::string& formulation) {
  return make_mechanism(read_model_text("functions: {f: {type: table, x: [-1, 0, 1], y: [0, 0, 0]" + table + R"(}}
bodies: {a: {type: point, mass: 1, velocity: [1, 0, 0]}}
measures: {way: {kind: gap_x, between: [a, ground]}}
forces: {push: {type: formula_force, acts_on: way, formula: f(way)}}
run: {method: dopri5, t_end: 2})",
                                        "mass.yaml"),
                        formulation, StartFrom::drawn);
}

class TableRange : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formulations, TableRange, ::testing::Values("cartesian", "joint"));

TEST_P(TableRange, IsMentionedOnceWhenARunLeavesIt) {
  const RunResult all = run(moving_mass("", GetParam()), {});
  ASSERT_FALSE(all.result.failure);
  ASSERT_EQ(all.result.report.hints.size(), 1u);
  EXPECT_EQ(all.result.report.hints[0].find("function 'f' (table) was evaluated at 2, outside its points (-1 to 1)"),
            0u)
      << all.result.report.hints[0];
}

TEST_P(TableRange, IsNotMentionedWhereTheModelSaysWhatToDo) {
  for (const char* table : {", extrapolate: hold", ", extrapolate: linear", ", periodic: true"})
    EXPECT_TRUE(run(moving_mass(table, GetParam()), {}).result.report.hints.empty()) << table;
  RunRequest inside;
  inside.t_end = 0.9;
  EXPECT_TRUE(run(moving_mass("", GetParam()), inside).result.report.hints.empty());
}

TEST_P(TableRange, EndsTheRunWhereTheTableRefuses) {
  const RunResult all = run(moving_mass(", extrapolate: refuse", GetParam()), {});
  ASSERT_TRUE(all.result.failure);
  EXPECT_NEAR(all.result.final.t, 1, 1e-6);
  EXPECT_LE(all.result.final.t, 1);
  EXPECT_NE(all.result.failure->cause.find("function 'f' (table) has no value at 1"), std::string::npos)
      << all.result.failure->cause;
}

}  // namespace
}  // namespace daedalus
