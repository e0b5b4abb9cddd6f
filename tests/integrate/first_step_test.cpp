// first_step_test.cpp: how the methods with a memory begin.
#include <gtest/gtest.h>

#include <complex>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/stiff_oscillator.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

const std::vector<std::string> with_memory = {"nstiff",  "nstiff-si2", "hht-i3",
                                              "hht-si2", "hht-add",    "generalized-alpha"};

// x'' = −k x from x = 1 at rest, with h = 1.
std::vector<State> steps_of_oscillator(const std::string& name, double frequency, int count) {
  LawSystem<StiffOscillator> system("oscillator", {.stiffness = frequency * frequency});
  const auto method = make_method(name);
  State x = system.initial_guess();
  x.q[0] = 1;
  x.v[0] = 0;
  return solve(system, *method, x, {.t_end = static_cast<double>(count), .integration = {.h = 1}}).trajectory;
}

// With y = x' + iω x the exact solution is e^{iωt} y, and a step of an SDIRK formula multiplies y by R(iωh).
TEST(FirstStep, IsTheLStableSdirkFormulaOfOrderTwoOnAnOscillator) {
  const double gamma = 1 - std::sqrt(0.5);
  for (const std::string& name : with_memory)
    for (const double frequency : {0.1, 1.0, 30.0, 1e4}) {
      const State y = steps_of_oscillator(name, frequency, 1).back();
      const std::complex<double> z(0, frequency), y0(0, frequency);
      const std::complex<double> expected = (1.0 + (1 - 2 * gamma) * z) / ((1.0 - gamma * z) * (1.0 - gamma * z)) * y0;
      EXPECT_NEAR(y.v[0], expected.real(), 1e-9 * frequency) << name << " " << frequency;
      EXPECT_NEAR(frequency * y.q[0], expected.imag(), 1e-9 * frequency) << name << " " << frequency;
    }
}

// An A-stable method that does not take the acceleration at the start along never has more energy than there was.
TEST(FirstStep, NeverAddsEnergyToAStiffOscillator) {
  for (const std::string& name : with_memory)
    for (const double frequency : {0.3, 1.0, 3.0, 30.0, 1e3, 1e5}) {
      for (const State& x : steps_of_oscillator(name, frequency, 20)) {
        const double energy = (x.v[0] * x.v[0] / (frequency * frequency) + x.q[0] * x.q[0]) / 2;
        EXPECT_LT(energy, 0.5 * (1 + 1e-9)) << name << " at frequency " << frequency << ", t = " << x.t;
      }
    }
}

TEST(FirstStep, HasLocalErrorsOfThirdOrderAlongAndAcrossTheConstraints) {
  for (const std::string& name : with_memory)
    for (const std::string problem : {"pendulum", "polar_particle", "circular_track", "knife_edge"}) {
      const CatalogEntry& entry = find_closed_form(problem);
      const auto system = entry.make();
      testing::Study study;
      for (const double h : {0.04, 0.02, 0.01}) {
        const auto method = make_method(name);
        const State y = solve(*system, *method, system->initial_guess(), {.t_end = h, .integration = {.h = h}}).final;
        const State exact = entry.reference(h).value();
        study.points.push_back({h, testing::largest(y.q - exact.q), testing::largest(y.v - exact.v),
                                testing::largest(y.lambda - exact.lambda)});
      }
      using testing::StudyPoint;
      EXPECT_GT(study.order(&StudyPoint::q, 1e-12), 2.7) << name << " " << problem << "\n" << study.table();
      EXPECT_GT(study.order(&StudyPoint::v, 1e-12), 2.7) << name << " " << problem << "\n" << study.table();
      EXPECT_GT(study.order(&StudyPoint::lambda, 1e-10), 1.8) << name << " " << problem << "\n" << study.table();
    }
}

}  // namespace
}  // namespace daedalus
