// report_test.cpp: what the report of a run says, and that JSON, text and guide say the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "daedalus/result/report_fields.hpp"
#include "daedalus/simulation/report_text.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus {
namespace {

// Of a planar slider crank: two bodies of three coordinates and five constraint rows.
constexpr Index coordinates = 6, constraints = 5;

RunRequest short_run(const std::string& method) { return {.method = method, .h = 1e-3, .t_end = 0.02}; }

TEST(Report, NamesTheLinearSolverOfTheMatrixThatTheMethodUses) {
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  ASSERT_EQ(crank.system->layout().nq, coordinates);
  ASSERT_EQ(crank.system->layout().nc(), constraints);
  for (const char* method : {"nstiff", "newmark", "hht-i3", "generalized-alpha"}) {
    const Report report = run(crank, short_run(method)).result.report;
    ASSERT_TRUE(report.corrector) << method;
    EXPECT_EQ(report.linear_solver().size, coordinates + constraints) << method;  // accelerations and multipliers
    EXPECT_GT(report.corrector->full_factorizations + report.corrector->refactorizations, 0) << method;
  }
  for (const char* method : {"nstiff-si2", "hht-si2", "hht-add", "infl-sdirk", "infl-trap", "for-sdirk", "rt-ros2"})
    EXPECT_TRUE(run(crank, short_run(method)).result.report.corrector) << method;
  for (const char* method : {"rk4", "dopri5", "expl-deabm"}) {
    const Report report =
        run(crank,
            {.method = method, .h = method == std::string("rk4") ? std::optional(1e-3) : std::nullopt, .t_end = 0.02})
            .result.report;
    EXPECT_FALSE(report.corrector) << method;
    EXPECT_EQ(report.linear_solver().size, coordinates + constraints) << method;  // the descriptor matrix
  }
}

TEST(Report, HasBothSolversInJsonWhereTheMethodHasItsOwn) {
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  const auto json_of = [&](const char* method) {
    return nlohmann::json::parse(run_report_json(crank, short_run(method), run(crank, short_run(method))));
  };
  const auto implicit = json_of("hht-i3"), plain = json_of("rk4");
  EXPECT_EQ(implicit.at("linear_solver").at("of"), "corrector");
  EXPECT_EQ(implicit.at("descriptor_solver").at("of"), "descriptor");
  EXPECT_EQ(plain.at("linear_solver").at("of"), "descriptor");
  EXPECT_FALSE(plain.contains("descriptor_solver"));
}

TEST(Report, SaysTheSameCountsInTextAndJson) {
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  const RunRequest request = {.method = "infl-sdirk", .rtol = 1e-6, .t_end = 0.1};
  const RunResult all = run(crank, request);
  const auto json = nlohmann::json::parse(run_report_json(crank, request, all));
  const std::string text = report_text(all.result, crank.system->layout(), std::nullopt);
  EXPECT_NE(
      text.find(fmt::format("{} accepted, {} rejected", json.at("steps").get<long>(), json.at("rejected").get<long>())),
      text.npos)
      << text;
  EXPECT_NE(text.find(fmt::format("{} evaluations, {} with tangents, {} factorizations, {} solves",
                                  json.at("evaluations").get<long>(), json.at("jacobian_evaluations").get<long>(),
                                  json.at("factorizations").get<long>(), json.at("solves").get<long>())),
            text.npos)
      << text;
  EXPECT_EQ(json.at("steps"), all.result.report.steps.accepted);
}

TEST(Report, SaysTheSameAboutPartitionAndEnergyInTextAndJson) {
  const Mechanism crank = load_mechanism({.name = "slider_crank"});
  const RunRequest request = {.method = "infl-sdirk", .rtol = 1e-6, .t_end = 0.5};
  const RunResult all = run(crank, request);
  const auto json = nlohmann::json::parse(run_report_json(crank, request, all));
  const std::string text = report_text(all.result, crank.system->layout(), std::nullopt);
  const auto &partition = json.at("partition"), &energy = json.at("energy");
  for (const std::string& expected :
       {fmt::format("{} times; condition number of the dependent block up to {:.3g}",
                    partition.at("repartitions").get<long>(), partition.at("worst_condition").get<double>()),
        fmt::format("{:.10g} J at the start, {:.10g} J at the end", energy.at("initial").get<double>(),
                    energy.at("final").get<double>()),
        fmt::format("{:.2g} J at the end, up to {:.2g} % of peak", energy.at("drift").get<double>(),
                    100 * energy.at("error").get<double>()),
        fmt::format("(bound {:.2g} %)", 100 * energy.at("bound").get<double>())})
    EXPECT_NE(text.find(expected), text.npos) << expected << "\n" << text;
}

TEST(Report, EveryNumberIsInTheGuideWithItsUnitAndMeaning) {
  std::ifstream file(DAEDALUS_GUIDE "/json.md");
  const std::string guide{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  ASSERT_FALSE(guide.empty());
  const auto expect_rows = [&](const auto& fields) {
    for (const auto& field : fields) {
      const std::string row = fmt::format("| `{}` | {} | {} |", field.key, field.unit, field.meaning);
      EXPECT_NE(guide.find(row), guide.npos) << row;
    }
  };
  expect_rows(report_fields());
  expect_rows(energy_fields());
  expect_rows(solver_fields());
  expect_rows(partition_fields());
}

}  // namespace
}  // namespace daedalus
