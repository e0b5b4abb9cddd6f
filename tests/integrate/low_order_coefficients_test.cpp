// low_order_coefficients_test.cpp: coefficients of BDF2, Newmark, HHT and generalized-alpha on their own.
#include <gtest/gtest.h>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/stiff_oscillator.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/methods/newmark_family.hpp"
#include "daedalus/integrate/methods/nstiff.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

// Eigenvalues of one step (q, h v, h² a) of the scalar equation q'' = −ω² q with Ω = ω h; w = −Ω² q in units of h².
Eigen::Vector3cd amplification(const AlphaCoefficients& k, double Omega) {
  const double weight = (1 - k.alpha_f) / (1 - k.alpha_m), O2 = Omega * Omega;
  Eigen::Matrix3d step;
  for (int column = 0; column < 3; ++column) {
    const Eigen::Vector3d x = Eigen::Vector3d::Unit(column);
    const double q = x[0], v = x[1], a = x[2], w = -O2 * q;
    const double rest = (k.alpha_f * w - k.alpha_m * a) / (1 - k.alpha_m);
    const double known = q + v + (0.5 - k.beta) * a + k.beta * rest;
    const double q_next = known / (1 + k.beta * weight * O2);
    const double a_next = -weight * O2 * q_next + rest;
    step.col(column) << q_next, v + (1 - k.gamma) * a + k.gamma * a_next, a_next;
  }
  // Similar matrix with entries of size 1 at large Ω: the unit of q is 1/Ω².
  const Eigen::Vector3d unit(1 / (1 + O2), 1, 1);
  return eigenvalues(unit.asDiagonal().inverse() * step * unit.asDiagonal());
}

double spectral_radius(const AlphaCoefficients& k, double Omega) {
  return amplification(k, Omega).cwiseAbs().maxCoeff();
}

TEST(AlphaCoefficients, HhtHasSecondOrderAndItsRadiusAtInfinity) {
  for (const double alpha : {-1.0 / 3, -0.3, -0.2, -0.05}) {
    const AlphaCoefficients k = AlphaCoefficients::hht(alpha);
    EXPECT_TRUE(k.second_order()) << alpha;
    EXPECT_DOUBLE_EQ(k.shift(), alpha);
    EXPECT_NEAR(spectral_radius(k, 1e6), (1 + alpha) / (1 - alpha), 2e-4) << alpha;  // multiple eigenvalues
  }
  EXPECT_NEAR(spectral_radius(AlphaCoefficients::hht(-0.3), 1e6), 0.538, 1e-3);
}

TEST(AlphaCoefficients, GeneralizedAlphaHasSecondOrderAndTheRadiusAtInfinityThatWasAskedFor) {
  for (const double rho : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    const AlphaCoefficients k = AlphaCoefficients::generalized_alpha(rho);
    EXPECT_TRUE(k.second_order()) << rho;
    // Three equal eigenvalues (at rho = 1 a pair beside them): their mean is well conditioned where each one is not.
    const Eigen::Vector3cd eigenvalues = amplification(k, 1e6);
    if (rho < 1) {
      EXPECT_NEAR(std::abs(eigenvalues.mean()), rho, 1e-9) << rho;
    }
    EXPECT_NEAR(eigenvalues.cwiseAbs().maxCoeff(), rho, rho == 0 ? 1e-3 : 1e-4) << rho;
  }
}

TEST(AlphaCoefficients, NewmarkHasSecondOrderOnlyWithoutDamping) {
  EXPECT_TRUE(AlphaCoefficients::newmark(0.25, 0.5).second_order());
  for (const double gamma : {0.55, 0.6, 0.9}) {
    const AlphaCoefficients k = AlphaCoefficients::newmark((gamma + 0.5) * (gamma + 0.5) / 4, gamma);
    EXPECT_FALSE(k.second_order());
    EXPECT_NEAR(spectral_radius(k, 1e6), (3 - 2 * gamma) / (1 + 2 * gamma), 1e-5);
  }
}

TEST(AlphaCoefficients, NoneAmplifiesAnyFrequency) {
  std::vector<AlphaCoefficients> all = {AlphaCoefficients::newmark(0.3025, 0.6)};
  for (const double alpha : {-1.0 / 3, -0.1, 0.0}) all.push_back(AlphaCoefficients::hht(alpha));
  for (const double rho : {0.0, 0.5, 1.0}) all.push_back(AlphaCoefficients::generalized_alpha(rho));
  for (const AlphaCoefficients& k : all)
    for (double Omega = 1e-2; Omega < 1e4; Omega *= 1.3) EXPECT_LT(spectral_radius(k, Omega), 1 + 1e-7) << Omega;
}

// The errors of one step with h = 1 whose a is in balance with w(t): found by running line 3 for a long time.
TEST(AlphaCoefficients, ErrorConstantsAreThoseOfTheTaylorSeries) {
  for (const AlphaCoefficients& k :
       {AlphaCoefficients::hht(-0.3), AlphaCoefficients::hht(-0.05), AlphaCoefficients::generalized_alpha(0.6),
        AlphaCoefficients::newmark(0.25, 0.5)}) {
    for (const int power : {1, 2}) {  // w = t or t²/2
      const auto w = [&](double t) { return power == 1 ? t : t * t / 2; };
      double a = w(-200);
      const auto next = [&](double t) {
        return ((1 - k.alpha_f) * w(t + 1) + k.alpha_f * w(t) - k.alpha_m * a) / (1 - k.alpha_m);
      };
      for (int t = -200; t < 0; ++t) a = next(t);
      const double a_next = next(0);
      if (power == 1) {
        EXPECT_NEAR(1.0 / 6 - ((0.5 - k.beta) * a + k.beta * a_next), k.position_error(), 1e-9);
        EXPECT_NEAR(0.5 - ((1 - k.gamma) * a + k.gamma * a_next), k.velocity_error_1(), 1e-9);
      } else {
        EXPECT_NEAR(1.0 / 6 - ((1 - k.gamma) * a + k.gamma * a_next), k.velocity_error_2(), 1e-9);
      }
    }
  }
  EXPECT_NEAR(AlphaCoefficients::newmark(0.25, 0.5).velocity_error_2(), -1.0 / 12, 1e-15) << "the trapezoidal rule";
}

TEST(Bdf2Coefficients, AreExactForQuadraticsWhateverTheStepRatio) {
  for (const double r : {0.2, 0.5, 1.0, 1.7, 4.0}) {
    const Bdf2Coefficients k = Bdf2Coefficients::of_ratio(r);
    const double before = -1 - 1 / r;  // times in units of h with t⁺ = 0: y at −1, y₋ at −1 − 1/r
    EXPECT_NEAR(k.A + k.B, 1, 1e-14);
    EXPECT_NEAR(-k.A + before * k.B + k.C, 0, 1e-14);
    EXPECT_NEAR(k.A + before * before * k.B, 0, 1e-13);
    EXPECT_NEAR(-(-k.A + std::pow(before, 3) * k.B) / 6, k.error, 1e-12) << "y = t³/6 has y''' = 1";
  }
  const Bdf2Coefficients k = Bdf2Coefficients::of_ratio(1);
  EXPECT_NEAR(k.A, 4.0 / 3, 1e-15);
  EXPECT_NEAR(k.B, -1.0 / 3, 1e-15);
  EXPECT_NEAR(k.C, 2.0 / 3, 1e-15);
  EXPECT_NEAR(k.error, -2.0 / 9, 1e-15);
}

TEST(LowOrderMethods, Bdf2DampsInfinitelyFastMotionAtOnce) {
  const LawSystem<StiffOscillator> system("stiff");
  for (const char* name : {"nstiff", "nstiff-si2"}) {
    Equations eq(system);
    State x = system.initial_guess(), y = x;
    make_consistent(eq, x);
    const auto method = make_method(name);
    method->start(eq, x, {});
    for (int n = 0; n < 6; ++n) {
      ASSERT_TRUE(method->step(eq, x, 1.0, y).ok());
      method->accept(x, y, 1.0);
      std::swap(x, y);
    }
    EXPECT_LT(std::abs(x.v[0]), 1e-5) << name;
    EXPECT_LT(std::abs(x.q[0]), 1e-9) << name;
  }
}

}  // namespace
}  // namespace daedalus
