#include "daedalus/io/result_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

TEST(ResultJson, HoldsTheFiguresOfTheRunKeyedByName) {
  const auto system = make_closed_form("car_axle");
  const Result result = solve(*system, *make_method("dopri5"), system->initial_guess(), {.t_end = 0.5});
  const auto json = nlohmann::json::parse(to_json(result, system->layout()).dump());
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["method"], "dopri5");
  EXPECT_EQ(json["steps"], result.report.steps.accepted);
  EXPECT_EQ(json["residual_evaluations"], result.report.work.residuals);
  EXPECT_EQ(json["final"]["t"], 0.5);
  EXPECT_EQ(json["final"]["q"]["xl"], result.final.q[0]);
  EXPECT_EQ(json["final"]["v"]["yr"], result.final.v[3]);
  EXPECT_EQ(json["final"]["lambda"].size(), 2u);
  EXPECT_LT(json["residual"]["position"].get<double>(), 1e-12);
  for (const char* key :
       {"rejected", "newton_iterations", "jacobian_evaluations", "matrix_compositions", "factorizations",
        "wall_seconds", "real_time_factor", "energy", "options", "warnings", "events", "linear_solver"})
    EXPECT_TRUE(json.contains(key)) << key;
}

TEST(ResultJson, SaysHowWellTheConstraintsWereKeptWhereAndByWhichMeasure) {
  const auto system = make_closed_form("circular_track");
  SolveOptions options{.t_end = 10, .integration = {.h = 0.1}};
  options.bounds.velocity = 1e-3;
  const auto method = make_method("rk4", {{"projection.level", "none"}});
  const Result result = solve(*system, *method, system->initial_guess(), options);
  const auto json = nlohmann::json::parse(to_json(result, system->layout()).dump());
  EXPECT_EQ(json["residual_at"]["position"]["t"], 10);
  EXPECT_EQ(json["residual_at"]["position"]["row"], "track");
  EXPECT_EQ(json["residual_bounds"]["velocity"], 1e-3);
  EXPECT_EQ(json["residual_bounds"]["position"], result.report.bounds.position);
  EXPECT_EQ(json["residual_rule"], result.report.bound_rule);
  EXPECT_EQ(json["verdicts"]["position"], "fail");
  EXPECT_EQ(json["verdicts"]["acceleration"], "pass");
  EXPECT_EQ(json["energy"]["scale"], result.report.energy.scale);
  EXPECT_EQ(json["energy"]["relative_drift"], result.report.energy.relative_drift());
  EXPECT_EQ(json["samples"], 101);
  EXPECT_EQ(json["options"]["projection.level"], "none");
  EXPECT_EQ(json["options_given"], (nlohmann::json{{"projection.level", "none"}}));
  EXPECT_TRUE(json["control"].empty());
}

TEST(ResultJson, TheTimingHasEveryPartAndAddsUpToTheWallTime) {
  const auto system = make_closed_form("pendulum");
  const Result result = solve(*system, *make_method("dopri5"), system->initial_guess(), {.t_end = 1});
  const auto json = nlohmann::json::parse(to_json(result, system->layout()).dump());
  double sum = 0;
  for (const char* part : {"start", "evaluation", "tangents", "factorization", "solves", "accelerations", "method",
                           "events", "monitor", "output", "waiting"})
    sum += json["timing"].at(part).get<double>();
  EXPECT_EQ(json["timing"].size(), 11u);
  EXPECT_NEAR(sum, json["wall_seconds"].get<double>(), 1e-9 * sum);
  EXPECT_EQ(json["control"]["safety"], "0.9");
  EXPECT_TRUE(json["control_given"].empty());
}

TEST(ResultJson, AFailedRunCarriesItsFailure) {
  const auto system = make_closed_form("pendulum");
  State x = system->initial_guess();
  x.q.setZero();
  const Result result = solve(*system, *make_method("dopri5"), x, {.t_end = 1});
  const auto json = to_json(result, system->layout());
  EXPECT_EQ(json["status"], "failed");
  EXPECT_NE(json["failure"]["message"].get<std::string>().find("stopped at t = 0"), std::string::npos);
}

}  // namespace
}  // namespace daedalus
