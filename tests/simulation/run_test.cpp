#include "daedalus/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/channel_reader.hpp"
#include "simulation/thrown_ball.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

using testing::fall;
using testing::thrown_ball;

TEST(Run, KeepsTheSamplesThatTheModelSuggestsAndTheyAreThoseOfAThrownBall) {
  const RunResult all =
      run(make_mechanism(thrown_ball()), {.samples = KeepSamples::yes, .channels = {"ball.x", "ball.y", "ball.vy"}});
  ASSERT_EQ(all.result.status, RunStatus::done);
  ASSERT_EQ(all.samples.columns.size(), 4u);
  ASSERT_EQ(all.samples.rows(), 6u);  // every 0.1 s to 0.5 s
  for (std::size_t k = 0; k < all.samples.rows(); ++k) {
    const double* row = all.samples.values.data() + 4 * k;
    const double t = 0.1 * static_cast<double>(k);
    EXPECT_NEAR(row[0], t, 1e-15);
    EXPECT_NEAR(row[1], 3 * t, 1e-12);
    EXPECT_NEAR(row[2], 4 * t - fall * t * t / 2, 1e-12);
    EXPECT_NEAR(row[3], 4 - fall * t, 1e-12);
  }
}

TEST(Run, WritesTheSameNumbersToAFileAsToMemory) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "ball.csv").string();
  const RunResult all = run(make_mechanism(thrown_ball()), {.outputs = {file}, .samples = KeepSamples::yes});
  EXPECT_EQ(all.rows_written, 6);
  EXPECT_TRUE(all.output_problem.empty());
  const auto reader = open_channels(file);
  std::vector<double> row, values;
  while (reader->next(row)) values.insert(values.end(), row.begin(), row.end());
  EXPECT_EQ(values, all.samples.values);
}

TEST(Run, StopsSoonWhenItIsCancelledAndKeepsWhatItReached) {
  std::atomic<bool> cancel = false;
  const Mechanism pendulum = load_mechanism({.name = "pendulum"});
  const RunResult all = run(pendulum, {.h = 1e-3, .t_end = 10, .cancel = &cancel, .on_step = [&](const Integration& i) {
                                         if (i.state().t > 0.1) cancel = true;
                                       }});
  EXPECT_EQ(all.result.status, RunStatus::cancelled);
  EXPECT_GT(all.result.final.t, 0.1);
  EXPECT_LT(all.result.final.t, 0.11);
  cancel = true;  // before it begins
  EXPECT_EQ(run(pendulum, {.h = 1e-3, .cancel = &cancel}).result.report.steps.accepted, 0);
}

TEST(Run, GoesOnFromItsCheckpointBitForBit) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "crank.ckpt").string();
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  run(crank, {.rtol = 1e-6, .t_end = 0.2, .checkpoint = file});
  const RunResult whole = run(crank, {.rtol = 1e-6, .t_end = 0.4}),
                  second = run(crank, {.rtol = 1e-6, .t_end = 0.4, .restart = file});
  // The first half ended a step at 0.2 s, which the whole run did not: both halves in one go, with the same break, is
  // what is compared.
  const std::string again = (folder / "again.ckpt").string();
  run(crank, {.rtol = 1e-6, .t_end = 0.4, .restart = file, .checkpoint = again});
  EXPECT_EQ(run(crank, {.rtol = 1e-6, .t_end = 0.4, .restart = again}).result.final, second.result.final);
  EXPECT_LT((whole.result.final.q - second.result.final.q).lpNorm<Eigen::Infinity>(), 1e-5);
}

TEST(Run, AnnouncesItsFirstResultOnce) {
  int announced = 0;
  run(make_mechanism(thrown_ball()), {.on_first_result = [&] { ++announced; }});
  EXPECT_EQ(announced, 1);
}

TEST(Run, ReportsWhatWasGivenAndWhatItWasRunOn) {
  const Mechanism crank = load_mechanism({.name = "slider_crank", .parameters = {{"c", "0"}}});
  const RunRequest request{.rtol = 1e-4, .t_end = 0.1};
  const auto json = nlohmann::json::parse(run_report_json(crank, request, run(crank, request)));
  EXPECT_EQ(json.at("given").at("rtol"), 1e-4);
  EXPECT_FALSE(json.at("given").contains("h"));
  EXPECT_EQ(json.at("parameters").at("c"), 0);
  EXPECT_EQ(json.at("formulation"), "cartesian");
}

TEST(Run, RefusesToReplaceTheModelItReads) {
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  EXPECT_THROW(run(crank, {.checkpoint = crank.file}), OptionError);
  EXPECT_THROW(run(crank, {.outputs = {"a.csv", "a.csv"}}), OptionError);
  EXPECT_THROW(run(crank, {.outputs = {"a.xyz"}}), OptionError);
}

}  // namespace
}  // namespace daedalus
