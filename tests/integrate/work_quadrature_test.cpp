// work_quadrature_test.cpp: the work of powers with a known integral, and of a linear car with a known motion.
#include "daedalus/integrate/work_quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/quarter_car.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

double uneven(double t_end, int k, int steps) {
  const double x = static_cast<double>(k) / steps;
  return t_end * (x + 0.1 * std::sin(2 * std::numbers::pi * x) / 6.3);
}

// The work over uneven steps, without a look inside, from the end of step `from` on.
template <class Power>
double work_of(Power&& power, double t_end, int steps, int from = 0) {
  WorkQuadrature quadrature;
  quadrature.start(0, power(0));
  double work = 0;
  for (int k = 1; k <= steps; ++k) {
    const double t = uneven(t_end, k, steps), change = quadrature.observe(t, power(t));
    work += k > from ? change : 0;
  }
  return work;
}

TEST(WorkQuadrature, IsExactForPolynomialsOnceThereAreEnoughSteps) {
  EXPECT_NEAR(work_of([](double t) { return 1 - 2 * t; }, 2, 3), -2, 1e-14);
  EXPECT_NEAR(work_of([](double t) { return 3 * t * t; }, 2, 4), 8, 1e-14);  // the first step is integrated again
  const auto quintic = [](double t) { return std::pow(t, 5); };
  EXPECT_NEAR(work_of(quintic, 2, 20, 5), (64 - std::pow(uneven(2, 5, 20), 6)) / 6, 1e-13);
}

// From five steps on: six values, errors of h⁷ in each step.
TEST(WorkQuadrature, ReachesOrderSixFromItsHistoryAlone) {
  const auto error = [](int steps) {
    const double exact = std::exp(1.0) - std::exp(uneven(1, 5, steps));
    return std::abs(work_of([](double t) { return std::exp(t); }, 1, steps, 5) - exact);
  };
  EXPECT_NEAR(std::log2(error(20) / error(40)), 6, 0.7);
  EXPECT_LT(error(40), 1e-11);
}

// One step, a polynomial of degree five: Lobatto's rule of four nodes is exact.
TEST(WorkQuadrature, LooksInsideWhereTheHistoryLeavesTooMuchOpen) {
  int looks = 0;
  const auto power = [&](double t) {
    ++looks;
    return std::pow(t, 5) - 3 * t * t;
  };
  WorkQuadrature quadrature;
  quadrature.start(1, power(1));
  looks = 0;
  EXPECT_NEAR(quadrature.observe(3, std::pow(3, 5) - 27, 1e-6, power), 728.0 / 6 - 26, 1e-12);
  EXPECT_EQ(looks, 2);
  EXPECT_NEAR(quadrature.work_inside(3), quadrature.step_work(), 1e-12);
  EXPECT_EQ(quadrature.work_inside(1), 0);
  quadrature.observe(3.1, std::pow(3.1, 5) - 3 * 3.1 * 3.1, 1e9, power);
  EXPECT_EQ(looks, 2);  // so much may be left open
}

TEST(WorkQuadrature, DoesNotLetAKinkSpoilTheStepsAfterIt) {
  // no step ends at the kink of |t - 1|: its own step cannot be exact, all others are
  const double exact = 0.5 + 0.5 * 4, h = 3.0 / 31;
  EXPECT_NEAR(work_of([](double t) { return std::abs(t - 1); }, 3, 31), exact, h * h);
}

// The work is the change of the exact energy, T + V at the end of the exact motion; what the run is off by is part of it.
TEST(WorkQuadrature, GivesTheWorkOfARunAsAccuratelyAsTheRun) {
  const LawSystem<QuarterCar> system("quarter_car");
  const QuarterCar car;
  Equations eq(system);
  const auto exact_energy = [&](double t) {
    eq.evaluate(Want::energy, car.exact(t));
    return eq.value.energy.kinetic + eq.value.energy.potential;
  };
  for (const char* method : {"dopri5", "infl-sdirk", "hht-si2", "bdf"})
    for (const double rtol : {1e-3, 1e-5}) {
      const Report report = solve(system, *make_method(method), car.initial_guess(),
                                  {.t_end = 2, .integration = {.tolerances = {.rtol = rtol, .atol = 1e-2 * rtol}}})
                                .report;
      const double work = exact_energy(2) - exact_energy(0), off = std::abs(report.energy.work - work);
      EXPECT_LT(off, 10 * rtol * report.energy.reference()) << method << ' ' << rtol;
      EXPECT_LT(report.energy.uncertainty, 10 * rtol * report.energy.reference()) << method << ' ' << rtol;
    }
}

}  // namespace
}  // namespace daedalus
