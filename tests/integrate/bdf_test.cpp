// bdf_test.cpp: formulas, orders, steps and accuracy of BDF of variable order.
#include <gtest/gtest.h>

#include <complex>

#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/methods/bdf.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::largest;

// A history of given values at t = 0, h, 2h, ...; the order rises to k.
struct ValuesOnEqualSteps {
  ValuesOnEqualSteps(const std::vector<double>& values, double h, int k) {
    const VecX first = VecX::Constant(1, values[0]);
    // y' such that the value one step before would be the same
    history.start(first, VecX::Zero(1));
    VecX y(1), rates(1);
    for (std::size_t n = 1; n < values.size(); ++n) {
      const BdfCoefficients c = history.coefficients(h, std::min(k, history.known_order()));
      history.predict(c, y, rates);
      history.accept(c, VecX::Constant(1, values[n]) - y);
    }
  }
  BdfHistory history;
};

// h y' of the backward differentiation formulas, newest first [Hairer, Norsett, Wanner, section III.1].
TEST(BdfHistory, IsTheClassicFormulaOnEqualSteps) {
  const std::vector<std::vector<double>> classic = {{1, -1},
                                                    {1.5, -2, 0.5},
                                                    {11.0 / 6, -3, 1.5, -1.0 / 3},
                                                    {25.0 / 12, -4, 3, -4.0 / 3, 0.25},
                                                    {137.0 / 60, -5, 5, -10.0 / 3, 1.25, -0.2}};
  const double h = 0.3;
  for (int k = 1; k <= BdfHistory::max_order; ++k) {
    std::vector<double> values;
    for (int n = 0; n < 12; ++n) values.push_back(std::sin(1.0 + 0.7 * n) + 0.1 * n);
    const ValuesOnEqualSteps past(values, h, k);
    const BdfCoefficients c = past.history.coefficients(h, k);
    EXPECT_NEAR(c.error_constant(), 1.0 / (k + 1), 1e-14) << "error constant of order " << k;
    VecX y(1), rates(1);
    past.history.predict(c, y, rates);
    const double y_new = 0.4321, found = h * (rates[0] + c.leading() * (y_new - y[0]));
    double expected = classic[k - 1][0] * y_new;
    for (int j = 1; j <= k; ++j) expected += classic[k - 1][j] * values[values.size() - j];
    EXPECT_NEAR(found, expected, 1e-12) << "order " << k;
  }
}

// The angles of A(α)-stability that the record states [Hairer, Wanner, Solving ODEs II, section V.2]: the curve of z at
// which an eigenvalue is on the unit circle, z = Σ_j (1 − 1/ζ)^j / j, is nearest to the negative real axis there.
TEST(Bdf, IsStableWithinTheAnglesOfItsRecord) {
  const double expected[] = {90, 90, 86.03, 73.35, 51.84};
  for (int k = 1; k <= 5; ++k) {
    double smallest = 90;
    for (int n = 1; n < 200000; ++n) {
      const double phi = 3.141592653589793 * n / 200000;
      const std::complex<double> delta = 1.0 - std::polar(1.0, -phi);
      std::complex<double> z = 0, power = 1;
      for (int j = 1; j <= k; ++j) z += (power *= delta) / static_cast<double>(j);
      if (z.real() < -1e-9)
        smallest = std::min(smallest, std::atan2(std::abs(z.imag()), -z.real()) * 180 / 3.141592653589793);
    }
    EXPECT_NEAR(smallest, expected[k - 1], 0.01) << "order " << k;
  }
  EXPECT_NE(Bdf::make_record().stability.remark.find("86, 73, 52 degrees"), std::string::npos);
}

TEST(BdfHistory, PredictsAndInterpolatesPolynomialsExactlyOnUnevenSteps) {
  const auto value = [](double t) { return 2 + t * (1 + t * (1 + t * (-1.0 / 3 + t * (0.125 + t * 0.06)))); };
  const auto rate = [](double t) { return 1 + t * (2 + t * (-1 + t * (0.5 + t * 0.3))); };
  BdfHistory history;
  history.start(VecX::Constant(1, value(0)), VecX::Constant(1, rate(0)));
  VecX y(1), rates(1);
  double t = 0;
  int n = 0, k = 1;
  for (const double h : {0.1, 0.1, 0.13, 0.08, 0.08, 0.08, 0.08, 0.16, 0.05, 0.05, 0.2}) {
    const BdfCoefficients c = history.coefficients(h, k);
    history.predict(c, y, rates);
    if (n > 6) {
      EXPECT_NEAR(y[0], value(t + h), 1e-13) << "step " << n;
      EXPECT_NEAR(rates[0], rate(t + h), 1e-11) << "step " << n;
    }
    history.accept(c, VecX::Constant(1, value(t + h)) - y);
    t += h;
    if (n > 6)
      for (const double s : {0.0, -0.3 * h, -h}) {
        history.interpolate(s, y, rates);
        EXPECT_NEAR(y[0], value(t + s), 1e-13);
        EXPECT_NEAR(rates[0], rate(t + s), 1e-11);
      }
    k = n == 7 ? 5 : std::min(history.known_order(), 5);
    ++n;
  }
}

Result run_bdf(const System& system, Method& method, double t_end, double rtol, long max_steps = 1'000'000) {
  return solve(system, method, system.initial_guess(),
               {.t_end = t_end,
                .integration = {.tolerances = {.rtol = rtol, .atol = rtol}},
                .output = Output::every_step,
                .max_steps = max_steps});
}

// Of y = t^(k+1), whose predictor of order k is off by ψ₁ … ψ_{k+1} on any steps, σ_{k+1} |e| = h^(k+1) y^(k+1) / (k + 1): the
// size of the neglected term, from which orders are chosen.
TEST(BdfHistory, KnowsTheSizeOfTheNeglectedTermOnUnevenSteps) {
  const double lengths[] = {0.2, 0.3, 0.15, 0.25, 0.4, 0.2, 0.35, 0.3, 0.25, 0.5};
  for (int k = 1; k <= BdfHistory::max_order; ++k) {
    BdfHistory history;
    history.start(VecX::Zero(1), VecX::Zero(1));
    double t = 0, factorial = 1;
    for (int i = 2; i <= k + 1; ++i) factorial *= i;
    VecX y(1), rates(1);
    for (const double h : lengths) {
      const BdfCoefficients c = history.coefficients(h, std::min(k, history.known_order()));
      history.predict(c, y, rates);
      t += h;
      const VecX e = VecX::Constant(1, std::pow(t, k + 1)) - y;
      if (h == 0.5) {  // the last one: the points before the start are long gone
        EXPECT_NEAR(c.error_factor(k) * std::abs(e[0]), std::pow(h, k + 1) * factorial / (k + 1), 1e-9) << k;
      }
      history.accept(c, e);
    }
  }
}

TEST(Bdf, KeepsPositionAndVelocityConstraintsToTheTolerance) {
  const auto system = find_closed_form("pendulum").make();
  for (const double rtol : {1e-4, 1e-6, 1e-8}) {
    const auto method = make_method("bdf");
    const Result r = run_bdf(*system, *method, 3, rtol);
    ASSERT_EQ(r.status, RunStatus::done) << rtol;
    EXPECT_LT(r.report.residuals.position, rtol);
    EXPECT_LT(r.report.residuals.velocity, 10 * rtol);
  }
}

// Multipliers are known to O(h^k), with a jump at every change of step or order: shorter steps do not make the test pass.
TEST(Bdf, MultipliersInTheErrorTestWouldStopIt) {
  const auto system = find_closed_form("pendulum").make();
  for (const double rtol : {1e-4, 1e-6, 1e-8}) {
    const auto motion = make_method("bdf"), all = make_method("bdf", {{"error_test", "all"}});
    const long steps = run_bdf(*system, *motion, 3, rtol).report.steps.accepted;
    const Result r = run_bdf(*system, *all, 3, rtol, 3 * steps);
    EXPECT_EQ(r.status, RunStatus::failed) << rtol << ": " << r.report.steps.accepted << " against " << steps;
  }
}

TEST(Bdf, RaisesItsOrderWhereTheSolutionIsSmooth) {
  const auto system = find_closed_form("driven_pendulum").make();
  Bdf method, second({.max_order = 2});
  const long steps = run_bdf(*system, method, 5, 1e-8).report.steps.accepted;
  EXPECT_GE(method.order(), 4);
  const long limited = run_bdf(*system, second, 5, 1e-8).report.steps.accepted;
  EXPECT_LE(second.order(), 2);
  EXPECT_GT(limited, 5 * steps);
}

TEST(Bdf, TakesStepsThatDoNotKnowHowStiffAProblemIs) {
  long steps[2];
  int n = 0;
  for (const double eigenvalue : {-2e3, -2e7}) {
    const LawSystem<testing::ProtheroRobinson> system("prothero_robinson", {.eigenvalue = eigenvalue});
    const auto method = make_method("bdf");
    const Result r = run_bdf(system, *method, 5, 1e-5);
    ASSERT_EQ(r.status, RunStatus::done);
    EXPECT_LT(std::abs(r.final.s[0] - std::cos(5.0)), 1e-4);
    steps[n++] = r.report.steps.accepted;
  }
  EXPECT_LT(static_cast<double>(steps[1]), 1.2 * static_cast<double>(steps[0]));
}

// Radius 0 at infinity, at the highest order: what is off the smooth solution s = cos t of a very stiff equation is gone
// once the start is out of the history.
TEST(Bdf, RemovesAtOnceWhatItsStepsDoNotResolve) {
  const LawSystem<testing::ProtheroRobinson> system("prothero_robinson", {.eigenvalue = -1e9});
  Equations eq(system);
  State x = system.initial_guess(), y = x;
  x.s[0] += 1;
  // Predictions are off by 1e6 there: a matrix of another α would take more iterations than are allowed to reach round-off,
  // and is renewed for that.
  Bdf method;
  method.start(eq, x, {.apply = false});
  const double h = 1e-3;
  for (int k = 0; k < 12; ++k) {
    ASSERT_TRUE(method.step(eq, x, h, y).ok());
    method.accept(x, y, h);
    std::swap(x, y);
  }
  EXPECT_EQ(method.order(), BdfHistory::max_order);
  EXPECT_NEAR(x.s[0], std::cos(x.t), 1e-6);
}

TEST(Bdf, InterpolatesToTheAccuracyOfItsSteps) {
  const CatalogEntry& entry = find_closed_form("pendulum");
  const auto system = entry.make();
  Bdf method;
  Equations eq(*system);
  State x = system->initial_guess(), at = x;
  make_consistent(eq, x);
  Integration integration(eq, method, x, 3, {.tolerances = {.rtol = 1e-8, .atol = 1e-8}});
  double inside = 0, at_ends = 0;
  while (integration.state().t < 3) {
    ASSERT_TRUE(integration.advance(3));
    const auto error_at = [&](double t, const State& x_there) {
      const State exact = entry.reference(t).value();
      return std::max(largest(x_there.q - exact.q), largest(x_there.v - exact.v));
    };
    at_ends = std::max(at_ends, error_at(integration.state().t, integration.state()));
    for (const double theta : {0.25, 0.5, 0.75}) {
      const double t = integration.previous().t + theta * integration.last_h();
      integration.interpolate(t, at);
      inside = std::max(inside, error_at(t, at));
    }
  }
  EXPECT_LT(inside, 2 * at_ends);
  EXPECT_LT(at_ends, 1e-6);
}

// A load that depends on time alone.
struct LoadedMass {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>::Constant(S(1.0));
  }
  template <class S>
  Vec<S, 1> force(const S& t, const Vec<S, 1>&, const Vec<S, 1>&, const Vec<S, 0>&) const {
    using std::cos;
    return Vec<S, 1>{10.0 * cos(3.0 * t)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {1}, .v = {0}, .a = {10}, .lambda = {}}); }
};

// The second step has order 2 and twice the length: α/α_J = (3/2)/2. With c = 2/(1 + α/α_J) corrections by the matrix of the
// first one contract by |1 − c α/α_J| = 1/7, below 0.3 (newton.slow_rate), above which a matrix is renewed.
TEST(Bdf, KeepsAMatrixWhileItsLeadingCoefficientChangesLittle) {
  const LawSystem<LoadedMass> system("loaded_mass");
  for (const double h : {0.003, 0.006, 0.01}) {
    Equations eq(system);
    const auto method = make_method("bdf", {{"newton.accuracy", "1e-6"}});
    Integration run(eq, *method, system.initial_guess(), 10,
                    {.tolerances = {.rtol = 1e-2, .atol = 1e-2}, .control = {.h_initial = h}});
    ASSERT_TRUE(run.advance(10));
    EXPECT_EQ(eq.counts.factorizations, 1) << h;
    const long iterations = run.counts().newton_iterations;
    ASSERT_TRUE(run.advance(10));
    ASSERT_DOUBLE_EQ(run.last_h(), 2 * h);
    ASSERT_GT(run.counts().newton_iterations - iterations, 2) << h;  // enough of them for a contraction to be seen
    EXPECT_EQ(eq.counts.factorizations, 1) << h;
  }
}

// The tangents of a linear system never change, and matrices for steps of any length are composed from them. (A first step
// that is rejected would leave none behind.)
TEST(Bdf, EvaluatesTheTangentsOfALinearSystemOnce) {
  const auto system = find_closed_form("quarter_car").make();
  const auto method = make_method("bdf");
  const Result r = solve(*system, *method, system->initial_guess(),
                         {.t_end = 2,
                          .integration = {.tolerances = {.rtol = 1e-5, .atol = 1e-5}, .control = {.h_initial = 1e-6}},
                          .output = Output::end_only});
  ASSERT_EQ(r.status, RunStatus::done);
  EXPECT_EQ(r.report.work.tangents, 1);
  EXPECT_GT(r.report.work.compositions, 5);
}

}  // namespace
}  // namespace daedalus
