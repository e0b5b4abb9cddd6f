#include "daedalus/io/result_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daedalus/closed_form/catalogue.hpp"
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
  for (const char* key : {"rejected", "newton_iterations", "jacobian_evaluations", "factorizations", "wall_seconds",
                          "real_time_factor", "energy", "options", "warnings", "events", "linear_solver"})
    EXPECT_TRUE(json.contains(key)) << key;
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
