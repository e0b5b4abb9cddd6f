// deabm_test.cpp: orders, steps and accuracy of the Adams method of variable order.
#include <gtest/gtest.h>

#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/methods/expl_deabm.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::relative_error;

// gamma* of Shampine, Gordon: 1/2, 1/12, 1/24, 19/720, 3/160, 863/60480.
TEST(AdamsHistory, KnowsTheErrorConstantsOfAdamsMoultonFormulas) {
  const double expected[] = {1, 1.0 / 2, 1.0 / 12, 1.0 / 24, 19.0 / 720, 3.0 / 160, 863.0 / 60480};
  for (int k = 0; k <= 6; ++k) EXPECT_NEAR(AdamsHistory::leading_coefficient(k), expected[k], 1e-15) << k;
}

// With exact differences of a polynomial of degree k in y' the predictor of order k + 1 is exact, on steps of any
// length.
TEST(AdamsHistory, IntegratesPolynomialsExactlyOnUnevenSteps) {
  const auto rate = [](double t) { return 1 + t * (2 + t * (-1 + t * (0.5 + t * 0.3))); };
  const auto value = [](double t) { return t * (1 + t * (1 + t * (-1.0 / 3 + t * (0.125 + t * 0.06)))); };
  AdamsHistory history;
  double t = 0;
  history.start(VecX::Constant(1, rate(0)));
  VecX increment(1), rates(1);
  int n = 0;
  for (const double h : {0.1, 0.1, 0.13, 0.08, 0.08, 0.08, 0.08, 0.08, 0.16, 0.05, 0.05}) {
    history.predict(h, increment);
    if (n >= 4) {
      EXPECT_NEAR(increment[0], value(t + h) - value(t), 1e-13) << "step " << n << ", order " << history.k();
    }
    history.correct(VecX::Constant(1, rate(t + h)));
    t += h;
    if (n >= 4)
      for (const double s : {0.0, -0.3 * h, -h}) {
        history.interpolate(s, increment, rates);
        EXPECT_NEAR(increment[0], value(t + s) - value(t), 1e-13);
        EXPECT_NEAR(rates[0], rate(t + s), 1e-12);
      }
    if (history.k() < 5) history.set_order(history.k() + 1);
    else if (n == 8) history.set_order(6);
    ++n;
  }
}

// On equal steps, however the order falls and rises: h Σ_{j<k} γ_j ∇ʲy' with γ of Adams and Bashforth [Hairer, Norsett,
// Wanner, Table III.1.1].
TEST(AdamsHistory, IsAdamsBashforthOnEqualStepsWhileTheOrderFallsAndRises) {
  const double gamma[] = {1, 1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720, 95.0 / 288, 19087.0 / 60480, 5257.0 / 17280};
  const double h = 0.3;
  AdamsHistory history;
  history.start(VecX::Constant(1, 1));
  VecX increment(1);
  std::vector<double> differences{1};  // ∇ʲ cos, newest
  for (const int next : {2, 3, 4, 5, 6, 5, 4, 3, 3, 4, 5, 4, 4, 3, 4, 5, 6, 7, 8, 6, 5, 4, 3, 3, 3}) {
    double expected = 0;
    for (int j = 0; j < history.k(); ++j) expected += h * gamma[j] * differences[j];
    history.predict(h, increment);
    EXPECT_NEAR(increment[0], expected, 1e-13) << differences.size() << " steps, order " << history.k();
    const double rate = std::cos(h * static_cast<double>(differences.size()));
    history.correct(VecX::Constant(1, rate));
    history.set_order(next);
    std::vector<double> newer{rate};
    for (const double old : differences) newer.push_back(newer.back() - old);
    differences = newer;
  }
}

Result run(const System& system, Method& method, double t_end, double rtol, Output output = Output::end_only) {
  SolveOptions options{.t_end = t_end, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}, .output = output};
  options.every = t_end / 97;
  return solve(system, method, system.initial_guess(), options);
}

TEST(ExplDeabm, FollowsTheToleranceOnConstrainedProblems) {
  for (const auto& [problem, t_end] : {std::pair{"pendulum", 5.0},
                                       {"driven_pendulum", 5.0},
                                       {"polar_particle", 5.0},
                                       {"circular_track", 5.0},
                                       {"car_axle", 3.0},
                                       {"knife_edge", 5.0},
                                       {"andrews", 0.03}}) {
    const CatalogEntry& entry = find_closed_form(problem);
    const auto system = entry.make();
    const State exact = entry.reference(t_end).value();
    for (const double rtol : {1e-5, 1e-7, 1e-9}) {
      const auto method = make_method("expl-deabm");
      const Result r = run(*system, *method, t_end, rtol);
      ASSERT_EQ(r.status, RunStatus::done) << problem;
      const double error = std::max(relative_error(r.final.q, exact.q), relative_error(r.final.v, exact.v));
      EXPECT_LT(error, 100 * rtol * std::max(1.0, std::sqrt(static_cast<double>(r.report.steps.accepted))))
          << problem << " " << rtol;
    }
  }
}

// The first step is of order 1 with a corrector of order 2: its error O(h³) is what remains at the end.
TEST(ExplDeabm, ConvergesWithFixedSteps) {
  for (const auto& [problem, t_end, h] : {std::tuple{"pendulum", 5.0, 0.02},
                                          {"driven_pendulum", 5.0, 0.02},
                                          {"polar_particle", 5.0, 0.02},
                                          {"car_axle", 3.0, 0.002},
                                          {"knife_edge", 5.0, 0.02}}) {
    const testing::Study study = testing::convergence("expl-deabm", find_closed_form(problem), t_end, h, 3);
    EXPECT_GT(study.order(&testing::StudyPoint::q, 1e-11), 2.7) << problem << "\n" << study.table();
    EXPECT_GT(study.order(&testing::StudyPoint::v, 1e-11), 2.7) << problem << "\n" << study.table();
  }
}

TEST(ExplDeabm, RaisesItsOrderWhereTheSolutionIsSmooth) {
  const auto system = find_closed_form("driven_pendulum").make();
  long steps[2], limited[2];
  int n = 0;
  for (const double rtol : {1e-4, 1e-10}) {
    ExplDeabm method, second({.max_order = 2});
    steps[n] = run(*system, method, 5, rtol).report.steps.accepted;
    if (rtol < 1e-6) {
      EXPECT_GE(method.order(), 7) << rtol;
    }
    limited[n] = run(*system, second, 5, rtol).report.steps.accepted;
    EXPECT_LE(second.order(), 2);
    ++n;
  }
  EXPECT_LT(steps[1], 6 * steps[0]) << "six digits more";
  EXPECT_GT(limited[1], 50 * limited[0]) << "at order 2 they cost a hundred times the steps";
}

TEST(ExplDeabm, InterpolatesToTheAccuracyOfItsSteps) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  ExplDeabm method;
  Equations eq(*system);
  State x = system->initial_guess(), at = x;
  make_consistent(eq, x);
  Integration integration(eq, method, x, 5, {.tolerances = {.rtol = 1e-9, .atol = 1e-9}});
  double worst = 0;
  while (integration.state().t < 5) {
    ASSERT_TRUE(integration.advance(5));
    for (const double theta : {0.25, 0.5, 0.75}) {
      const double t = integration.previous().t + theta * integration.last_h();
      integration.interpolate(t, at);
      const State exact = entry.reference(t).value();
      worst = std::max({worst, testing::largest(at.q - exact.q), testing::largest(at.v - exact.v)});
    }
  }
  EXPECT_LT(worst, 1e-6);
}

// The last step before the end or an event may be short; that says nothing against the order.
TEST(ExplDeabm, KeepsItsOrderInAStepThatIsCutShort) {
  const CatalogEntry& entry = find_closed_form("driven_pendulum");
  const auto system = entry.make();
  ExplDeabm method;
  Equations eq(*system);
  State x = system->initial_guess();
  make_consistent(eq, x);
  Integration integration(eq, method, x, 5, {.tolerances = {.rtol = 1e-10, .atol = 1e-10}});
  while (integration.state().t < 2) ASSERT_TRUE(integration.advance(5));
  const long rejected = integration.counts().rejected;
  const int order = method.order();
  ASSERT_GE(order, 6);
  const double t = integration.state().t + integration.last_h() / 50;
  ASSERT_TRUE(integration.advance(t));
  EXPECT_EQ(integration.counts().rejected, rejected);
  EXPECT_EQ(integration.state().t, t);
  EXPECT_GE(method.order(), order - 1);
}

// Explicit methods on stiff equations are held by stability: the steps do not know the tolerance.
TEST(ExplDeabm, TakesTheSameStepsForEveryToleranceWhereStabilityRules) {
  const LawSystem<testing::ProtheroRobinson> system("prothero_robinson", {.eigenvalue = -2000});
  std::vector<long> steps;
  for (const double rtol : {1e-2, 1e-3, 1e-4}) {
    const auto method = make_method("expl-deabm"), implicit = make_method("infl-sdirk");
    const Result r = run(system, *method, 1, rtol);
    ASSERT_EQ(r.status, RunStatus::done);
    steps.push_back(r.report.steps.accepted);
    EXPECT_LT(20 * run(system, *implicit, 1, rtol).report.steps.accepted, steps.back());
  }
  const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
  EXPECT_LT(*most, 1.5 * static_cast<double>(*least)) << steps[0] << " " << steps[1] << " " << steps[2];
}

}  // namespace
}  // namespace daedalus
