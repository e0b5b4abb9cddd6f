// time_split_test.cpp: the parts of the wall time add up. How long anything takes is no subject of a test.
#include "daedalus/result/time_split.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

TEST(TimeSplit, GivesTheMethodWhatTheOtherPartsLeave) {
  const TimeSplit split = make_time_split({.evaluation = 300, .solves = 100, .output = 50}, 1000, 2, 1.8);
  EXPECT_DOUBLE_EQ(split.evaluation, 0.6);
  EXPECT_DOUBLE_EQ(split.solves, 0.2);
  EXPECT_DOUBLE_EQ(split.output, 0.1);
  EXPECT_NEAR(split.waiting, 0.2, 1e-15);  // wall minus CPU time
  EXPECT_NEAR(split.method, 0.9, 1e-15);
  EXPECT_DOUBLE_EQ(split.total(), 2);
}

TEST(TimeSplit, CountsNoWaitingTwice) {
  const TimeSplit split = make_time_split({.output = 900}, 1000, 2, 0.1);  // a slow disk: output has it already
  EXPECT_DOUBLE_EQ(split.output, 1.8);
  EXPECT_NEAR(split.waiting, 0.2, 1e-15);
  EXPECT_EQ(split.method, 0);
}

TEST(TimeSplit, CutsEstimatesThatAddUpToMoreThanTheWhole) {
  const TimeSplit split = make_time_split({.evaluation = 900, .solves = 300}, 1000, 2, 2);
  EXPECT_DOUBLE_EQ(split.evaluation, 1.5);
  EXPECT_DOUBLE_EQ(split.solves, 0.5);
  EXPECT_NEAR(split.method, 0, 1e-15);
}

TEST(TimeSplit, NamesEveryPartOnce) {
  const TimeSplit split = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  EXPECT_EQ(split.total(), 66);
  for (const TimePart& part : split.parts()) EXPECT_STRNE(part.meaning, "") << part.name;
}

Result run_timed(const std::string& problem, const SolveOptions& options) {
  const auto system = make_closed_form(problem);
  return solve(*system, *make_method("dopri5"), system->initial_guess(), options);
}

TEST(TimeSplit, OfARunAddsUpToItsWallTime) {
  for (const char* problem : {"pendulum", "andrews", "stop_block"}) {
    const Report report = run_timed(problem, {.t_end = 0.02, .output = Output::interval, .every = 0.001}).report;
    EXPECT_NEAR(report.time.total(), report.wall_seconds, 1e-9 * report.wall_seconds) << problem;
    for (const TimePart& part : report.time.parts()) EXPECT_GE(part.seconds, 0) << problem << " " << part.name;
  }
}

TEST(TimeSplit, WhatWasNotDoneTookNoTime) {
  const Report report =
      run_timed("pendulum", {.t_end = 0.1, .output = Output::end_only, .monitoring = Monitoring::off}).report;
  EXPECT_EQ(report.time.monitor, 0);
  EXPECT_EQ(report.time.events, 0);
  EXPECT_EQ(report.time.tangents, 0);
  EXPECT_EQ(report.time.accelerations, 0);  // the pendulum has no solver of its own
}

}  // namespace
}  // namespace daedalus
