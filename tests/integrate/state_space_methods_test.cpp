// state_space_methods_test.cpp: orders, agreement and error control of the implicit methods on independent coordinates.
#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::convergence;
using testing::DoubledPendulum;
using testing::ProtheroRobinson;
using testing::relative_error;
using testing::SleighInABowl;
using testing::Study;
using testing::StudyPoint;

const char* const methods_with_stages[] = {"infl-sdirk", "infl-esdirk", "infl-trap", "for-sdirk"};

Result run(const System& system, const std::string& name, double t_end, const IntegrationOptions& integration,
           const std::vector<OptionSetting>& settings = {}) {
  const auto method = make_method(name, settings);
  return solve(system, *method, system.initial_guess(),
               {.t_end = t_end, .integration = integration, .output = Output::end_only});
}

State accurate_end(const System& system, double t_end) {
  return run(system, "dopri5", t_end, {.tolerances = {.rtol = 1e-12, .atol = 1e-13}}).final;
}

// Slope over all steps of a study whose errors stand clear of round-off. A new choice of coordinates comes at a slightly
// different time for every h, which makes single slopes uneven; q or v alone may pass through zero.
double overall_order(const Study& study, double StudyPoint::*error, double floor) {
  const StudyPoint &first = study.points.front(), *last = &first;
  for (const StudyPoint& p : study.points)
    if (p.*error > floor) last = &p;
  return std::log(first.*error / last->*error) / std::log(first.h / last->h);
}

TEST(StateSpaceMethods, ReachTheirOrderOnMoreSystems) {
  constexpr double floor = 3e-14;
  for (const std::string name : methods_with_stages)
    for (const auto& [problem, t_end, h] :
         {std::tuple{"pendulum", 0.3, 0.02},
          {"andrews", 0.01, 8e-5},
          {"circular_track", 1.0, 0.1},
          {"knife_edge", 0.4, 0.04},  // this and the pendulum: before the first new choice
          {"quarter_car", 2.0, 0.008}}) {
      const int order = find_method(name).record.order_q;
      Study study = convergence(name, find_closed_form(problem), t_end, h, 3);
      for (StudyPoint& p : study.points) p.q = std::max(p.q, p.v);
      EXPECT_NEAR(overall_order(study, &StudyPoint::q, floor), order, 0.15) << name << " on " << problem << "\n"
                                                                            << study.table();
      if (std::isnan(study.points[0].lambda)) continue;  // no constraints
      EXPECT_NEAR(overall_order(study, &StudyPoint::lambda, floor), order, 0.3) << name << " on " << problem << "\n"
                                                                                << study.table();
    }
}

TEST(StateSpaceMethods, KeepTheirOrderAcrossNewChoicesOfCoordinates) {
  for (const std::string name : methods_with_stages) {
    const int order = find_method(name).record.order_q;
    const Study study = convergence(name, find_closed_form("pendulum"), 2, 0.02, 4);
    for (const auto error : {&StudyPoint::q, &StudyPoint::v, &StudyPoint::lambda})
      EXPECT_NEAR(overall_order(study, error, 0), order, 0.35) << name << "\n" << study.table();
  }
}

TEST(StateSpaceMethods, ReachTheirOrderInAFirstOrderState) {
  const CatalogEntry& entry = find_closed_form("circular_track");
  const auto system = entry.make();
  const State exact = entry.reference(1).value();
  for (const std::string name : methods_with_stages) {
    double error[2];
    for (const int k : {0, 1})
      error[k] = relative_error(run(*system, name, 1, {.h = k == 0 ? 0.05 : 0.025}).final.s, exact.s);
    EXPECT_NEAR(std::log2(error[0] / error[1]), find_method(name).record.order_q, 0.2) << name << " " << error[0];
  }
}

TEST(StateSpaceMethods, HandleHolonomicAndNonholonomicRowsTogether) {
  const LawSystem<SleighInABowl> system("sleigh_in_a_bowl");
  const State exact = accurate_end(system, 1.5);
  for (const std::string name : methods_with_stages) {
    double error[2], lambda[2];
    for (const int k : {0, 1}) {
      const Result r = run(system, name, 1.5, {.h = k == 0 ? 0.02 : 0.01});
      ASSERT_EQ(r.status, RunStatus::done) << name;
      error[k] = std::max(relative_error(r.final.q, exact.q), relative_error(r.final.v, exact.v));
      lambda[k] = relative_error(r.final.lambda, exact.lambda);
      EXPECT_LT(r.report.residuals.position, 1e-13) << name;
      EXPECT_LT(r.report.residuals.velocity, 1e-12) << name;
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), find_method(name).record.order_q, 0.15) << name << " " << error[0];
    EXPECT_NEAR(std::log2(lambda[0] / lambda[1]), find_method(name).record.order_q, 0.3) << name << " " << lambda[0];
  }
}

TEST(StateSpaceMethods, MoveAsWithoutThemWhereConstraintsAreRedundant) {
  const LawSystem<DoubledPendulum> doubled("doubled_pendulum");
  const auto single = find_closed_form("pendulum").make();
  for (const std::string name : {"infl-sdirk", "infl-esdirk", "infl-trap", "for-sdirk", "expl-deabm"}) {
    const Result a = run(*single, name, 2, {.h = 0.01}), b = run(doubled, name, 2, {.h = 0.01});
    ASSERT_EQ(b.status, RunStatus::done) << name;
    EXPECT_LT(relative_error(b.final.q, a.final.q), 1e-10) << name;
    EXPECT_LT(relative_error(b.final.v, a.final.v), 1e-10) << name;
    // Least |λ| with λ₀ + 3 λ₁ = λ: λ/10 (1, 3).
    EXPECT_NEAR(b.final.lambda[0], a.final.lambda[0] / 10, 1e-6 * std::abs(a.final.lambda[0])) << name;
    EXPECT_NEAR(b.final.lambda[1], a.final.lambda[0] * 0.3, 1e-6 * std::abs(a.final.lambda[0])) << name;
    ASSERT_EQ(b.report.partition->dropped.size(), 1u) << name;
    EXPECT_TRUE(a.report.partition->dropped.empty()) << name;
  }
}

// One method in two forms: what differs is what the iterations leave.
TEST(ForSdirk, EqualsInflSdirk) {
  for (const auto& [problem, t_end, h] : {std::tuple{"pendulum", 1.0, 0.02},
                                          {"driven_pendulum", 1.0, 0.01},
                                          {"car_axle", 0.5, 0.005},
                                          {"circular_track", 1.0, 0.02},
                                          {"knife_edge", 1.0, 0.02},
                                          {"andrews", 0.005, 2e-5}}) {
    const auto system = find_closed_form(problem).make();
    const State a = run(*system, "infl-sdirk", t_end, {.h = h}).final,
                b = run(*system, "for-sdirk", t_end, {.h = h}).final;
    EXPECT_LT(relative_error(b.q, a.q), 1e-11) << problem;
    EXPECT_LT(relative_error(b.v, a.v), 1e-10) << problem;
    EXPECT_LT(relative_error(b.lambda, a.lambda), 1e-9) << problem;
  }
}

// The paper's linear systems, dependent coordinates eliminated and recovered in every iteration, solve the same
// equations.
TEST(InflSdirk, TakesTheSameStepsWithTheIntegrationJacobianOfThePaper) {
  for (const auto& [problem, t_end, h] : {std::tuple{"driven_pendulum", 1.0, 0.01},
                                          {"car_axle", 0.5, 0.005},
                                          {"circular_track", 1.0, 0.02},
                                          {"quarter_car", 0.5, 0.002},
                                          {"andrews", 0.005, 2e-5}}) {
    const auto system = find_closed_form(problem).make();
    const State a = run(*system, "infl-sdirk", t_end, {.h = h}).final,
                b = run(*system, "infl-sdirk", t_end, {.h = h},
                        {{"system", "condensed"}, {"matrix", "begin"}, {"predictor", "previous"}})
                        .final;
    EXPECT_LT(relative_error(b.q, a.q), 1e-11) << problem;
    EXPECT_LT(relative_error(b.v, a.v), 1e-10) << problem;
  }
  const auto knife_edge = find_closed_form("knife_edge").make();
  EXPECT_THROW(run(*knife_edge, "infl-sdirk", 1, {.h = 0.01}, {{"system", "condensed"}}), OptionError);
}

// Nearly exact linear systems change the iterations, not what they converge to.
TEST(InflSdirk, TakesTheSameStepsWithSaddlePointSystems) {
  for (const std::string name : {"infl-sdirk", "infl-trap"})
    for (const auto& [problem, t_end, h] : {std::tuple{"driven_pendulum", 1.0, 0.01},
                                            {"car_axle", 0.5, 0.005},
                                            {"circular_track", 1.0, 0.02},
                                            {"quarter_car", 0.5, 0.002},
                                            {"andrews", 0.005, 2e-5}}) {
      const auto system = find_closed_form(problem).make();
      const State a = run(*system, name, t_end, {.h = h}, {{"system", "extended"}}).final,
                  b = run(*system, name, t_end, {.h = h}, {{"system", "saddle"}}).final;
      EXPECT_LT(relative_error(b.q, a.q), 1e-11) << name << " " << problem;
      EXPECT_LT(relative_error(b.v, a.v), 1e-10) << name << " " << problem;
    }
  const auto knife_edge = find_closed_form("knife_edge").make();
  EXPECT_THROW(run(*knife_edge, "infl-sdirk", 1, {.h = 0.01}, {{"system", "saddle"}}), OptionError);
}

// Stage order 1: order 4 where the equation is not stiff, 1 where it is, with an error of h/|λ|. The paper says there
// is no reduction.
double prothero_robinson_order(const std::string& name, double eigenvalue) {
  const LawSystem<ProtheroRobinson> system("prothero_robinson", {.eigenvalue = eigenvalue});
  double error[2];
  for (const int k : {0, 1})
    error[k] = std::abs(run(system, name, 1, {.h = k == 0 ? 0.05 : 0.025}).final.s[0] - std::cos(1.0));
  return std::log2(error[0] / error[1]);
}
TEST(Sdirk4, LosesItsOrderOnProtheroRobinson) {
  for (const std::string name : {"infl-sdirk", "for-sdirk"}) {
    EXPECT_NEAR(prothero_robinson_order(name, -1), 4, 0.2) << name;
    EXPECT_NEAR(prothero_robinson_order(name, -1e6), 1, 0.1) << name;
  }
}
TEST(Esdirk5, KeepsOrderTwoOnProtheroRobinson) {
  EXPECT_NEAR(prothero_robinson_order("infl-esdirk", -1), 5, 0.2);
  EXPECT_NEAR(prothero_robinson_order("infl-esdirk", -1e6), 2, 0.1);
}

TEST(StateSpaceMethods, ErrorFollowsTheToleranceOnAndrewsMechanism) {
  const auto system = find_closed_form("andrews").make();
  const State exact = find_closed_form("andrews").reference(0.03).value();
  for (const std::string name : methods_with_stages) {
    double looser = 0;
    for (const double rtol : {1e-3, 1e-4, 1e-5, 1e-6}) {
      const Result r = run(*system, name, 0.03, {.tolerances = {.rtol = rtol, .atol = 1e-2 * rtol}});
      ASSERT_EQ(r.status, RunStatus::done) << name << " " << rtol;
      const double error = relative_error(r.final.q, exact.q);
      EXPECT_LT(error, 400 * rtol) << name << " " << rtol;
      if (looser > 0) {
        EXPECT_LT(error, looser / 1.5) << name << " " << rtol;
      }
      looser = error;
      EXPECT_LT(r.report.steps.rejected, r.report.steps.accepted / 3) << name << " " << rtol;
    }
  }
}

TEST(StateSpaceMethods, EvaluateTangentsOncePerStepAndNotAgainAfterARejection) {
  const auto system = find_closed_form("andrews").make();
  for (const std::string name : {"infl-sdirk", "infl-trap"}) {
    const Result r = run(*system, name, 0.03, {.tolerances = {.rtol = 1e-6, .atol = 1e-8}},
                         {{"matrix", "begin"}, {"newton.slow_rate", "1"}, {"tolerance", "step"}});
    ASSERT_EQ(r.status, RunStatus::done) << name;
    EXPECT_LE(r.report.work.tangents, r.report.steps.accepted + 2) << name;
    ASSERT_GT(r.report.steps.rejected, 2) << name;  // composed for another h, from the tangents that are there
    EXPECT_GE(r.report.work.compositions, r.report.steps.accepted + r.report.steps.rejected) << name;
    EXPECT_GE(r.report.work.factorizations, r.report.work.compositions) << name;
  }
}

TEST(StateSpaceMethods, SaveIterationsByLookingAhead) {
  const auto system = find_closed_form("andrews").make();
  for (const std::string name : {"infl-sdirk", "infl-trap"}) {
    const IntegrationOptions control = {.tolerances = {.rtol = 1e-5, .atol = 1e-7}};
    const Result ours = run(*system, name, 0.03, control),
                 paper = run(*system, name, 0.03, control, {{"matrix", "begin"}, {"predictor", "previous"}});
    EXPECT_LT(ours.report.steps.newton_iterations,
              (name == "infl-sdirk" ? 0.7 : 1.0) * static_cast<double>(paper.report.steps.newton_iterations))
        << name;
  }
}

TEST(StateSpaceMethods, SaveIterationsByStoppingAtTheTolerance) {
  const auto system = find_closed_form("andrews").make();
  const State exact = find_closed_form("andrews").reference(0.03).value();
  for (const std::string name : methods_with_stages) {
    const IntegrationOptions control = {.tolerances = {.rtol = 1e-4, .atol = 1e-6}};
    const Result loose = run(*system, name, 0.03, control),
                 exactly = run(*system, name, 0.03, control, {{"newton.stop", "roundoff"}});
    const double gain = name == "infl-trap" ? 1.05 : 1.5;  // two iterations of a single stage leave little to save
    EXPECT_LT(gain * static_cast<double>(loose.report.steps.newton_iterations), exactly.report.steps.newton_iterations)
        << name;
    EXPECT_LT(relative_error(loose.final.q, exact.q), 3 * relative_error(exactly.final.q, exact.q) + 1e-5) << name;
  }
}

// A stiff state that starts off its slow solution: the raw estimate sees (10/3) of a difference that the step takes
// away.
TEST(StateSpaceMethods, TakeFewerStepsWithAFilteredEstimateWhereTheyAreStiff) {
  const LawSystem<ProtheroRobinson> system("prothero_robinson", {.eigenvalue = -1e6, .start = 1.1});
  for (const std::string name : {"infl-sdirk", "for-sdirk"}) {
    const IntegrationOptions control = {.tolerances = {.rtol = 1e-4, .atol = 1e-4}};
    const Result filtered = run(system, name, 2, control), raw = run(system, name, 2, control, {{"estimate", "raw"}});
    ASSERT_EQ(filtered.status, RunStatus::done);
    EXPECT_LT(filtered.report.steps.accepted, raw.report.steps.accepted) << name;
    EXPECT_LT(std::abs(filtered.final.s[0] - std::cos(2.0)), 1e-3) << name;
  }
}

}  // namespace
}  // namespace daedalus
