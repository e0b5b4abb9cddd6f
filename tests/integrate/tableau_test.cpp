// tableau_test.cpp: coefficients on their own. A wrong one can still converge.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <complex>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/tableaus/classical_rk4.hpp"
#include "daedalus/integrate/tableaus/dirk.hpp"
#include "daedalus/integrate/tableaus/dormand_prince.hpp"
#include "daedalus/integrate/tableaus/esdirk5.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {
namespace {

struct Coefficients {
  MatX A;
  VecX c;
};

template <int stages>
Coefficients coefficients(const ButcherTableau<stages>& tableau) {
  Coefficients k{MatX::Zero(stages, stages), VecX::Zero(stages)};
  for (int i = 0; i < stages; ++i) {
    k.c[i] = tableau.c[i];
    for (int j = 0; j < stages; ++j) k.A(i, j) = tableau.A[i][j];
  }
  return k;
}

template <std::size_t stages>
VecX vector(const std::array<double, stages>& values) {
  return Eigen::Map<const VecX>(values.data(), static_cast<Index>(stages));
}

// Largest defect of the order conditions b·Φ(tree) = theta^|tree|/γ(tree) for all 17 trees up to `order` <= 5, with Φ
// and γ of Hairer, Nørsett, Wanner, Solving ODEs I, Table II.2.1. theta = 1 for a step, less for dense output.
double order_defect(const Coefficients& k, const VecX& b, int order, double theta = 1) {
  const VecX c = k.c, c2 = c.cwiseProduct(c), c3 = c2.cwiseProduct(c), Ac = k.A * c;
  struct Condition {
    int order;
    VecX phi;
    double gamma;
  };
  const std::vector<Condition> conditions = {
      {1, VecX::Ones(c.size()), 1},
      {2, c, 2},
      {3, c2, 3},
      {3, Ac, 6},
      {4, c3, 4},
      {4, c.cwiseProduct(Ac), 8},
      {4, k.A * c2, 12},
      {4, k.A * Ac, 24},
      {5, c2.cwiseProduct(c2), 5},
      {5, c2.cwiseProduct(Ac), 10},
      {5, Ac.cwiseProduct(Ac), 20},
      {5, c.cwiseProduct(k.A * c2), 15},
      {5, c.cwiseProduct(k.A * Ac), 30},
      {5, k.A * c3, 20},
      {5, k.A * c.cwiseProduct(Ac), 40},
      {5, k.A * (k.A * c2), 60},
      {5, k.A * (k.A * Ac), 120},
  };
  double defect = 0;
  for (const Condition& condition : conditions)
    if (condition.order <= order)
      defect = std::max(defect, std::abs(b.dot(condition.phi) - std::pow(theta, condition.order) / condition.gamma));
  return defect;
}

TEST(ClassicalRk4, SatisfiesTheConditionsOfOrderFourAndNotFive) {
  const Coefficients k = coefficients(classical_rk4);
  EXPECT_LT(order_defect(k, vector(classical_rk4.b), 4), 1e-15);
  EXPECT_GT(order_defect(k, vector(classical_rk4.b), 5), 1e-3);
  EXPECT_LT((k.A.rowwise().sum() - k.c).norm(), 1e-15);
}

TEST(DormandPrince, SatisfiesTheConditionsOfOrderFive) {
  const Coefficients k = coefficients(dormand_prince);
  EXPECT_LT(order_defect(k, vector(dormand_prince.b), 5), 1e-14);
  EXPECT_LT((k.A.rowwise().sum() - k.c).norm(), 1e-14);
}

TEST(DormandPrince, ItsEmbeddedWeightsHaveOrderFourExactly) {
  const Coefficients k = coefficients(dormand_prince);
  const VecX embedded = vector(dormand_prince.b) - vector(dormand_prince_error);
  EXPECT_LT(order_defect(k, embedded, 4), 1e-14);
  EXPECT_GT(order_defect(k, embedded, 5), 1e-4);
}

TEST(DormandPrince, LastStageIsTheFirstOfTheNextStep) {
  for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(dormand_prince.A[6][j], dormand_prince.b[j]);
  EXPECT_EQ(dormand_prince.c[6], 1);
}

TEST(DormandPrince, ItsContinuousExtensionHasOrderFourAtEveryTheta) {
  const Coefficients k = coefficients(dormand_prince);
  const VecX b = vector(dormand_prince.b), d = vector(dormand_prince_dense);
  const VecX first = VecX::Unit(7, 0), last = VecX::Unit(7, 6);
  for (const double theta : {0.1, 0.37, 0.5, 0.8, 1.0}) {
    const double rest = 1 - theta;
    const VecX weights = theta * (b + rest * ((first - b) + theta * ((2 * b - last - first) + rest * d)));
    EXPECT_LT(order_defect(k, weights, 4, theta), 1e-14) << theta;
  }
}

TEST(Sdirk4, SatisfiesTheConditionsOfOrderFourAndItsEmbeddedFormulaThoseOfOrderThree) {
  const Coefficients k = coefficients(sdirk4);
  EXPECT_LT((k.A.rowwise().sum() - k.c).norm(), 1e-14);
  EXPECT_LT(order_defect(k, vector(sdirk4.b), 4), 2e-14);
  EXPECT_GT(order_defect(k, vector(sdirk4.b), 5), 1e-4);
  EXPECT_LT(order_defect(k, vector(sdirk4.embedded), 3), 2e-14);
  EXPECT_GT(order_defect(k, vector(sdirk4.embedded), 4), 1e-4);
  EXPECT_LT((vector(sdirk4.b) - k.A.row(4).transpose()).norm(), 1e-15) << "stiffly accurate";
}

// Products A A and b A as rationals, computed by hand from Table 2 of Haug, Negrut and Engstler.
TEST(Sdirk4, HasTheSecondOrderCoefficientsOfItsTable) {
  const MatX A = coefficients(sdirk4).A, AA = A * A;
  const VecX last = (VecX(5) << 47.0 / 64, -179.0 / 384, 475.0 / 128, -85.0 / 24, 1.0 / 16).finished();
  const VecX embedded = (VecX(5) << 65.0 / 96, 1.0 / 32, 25.0 / 16, -85.0 / 48, 0).finished();
  EXPECT_LT((AA.row(4).transpose() - last).norm(), 1e-14);
  EXPECT_LT((A.transpose() * vector(sdirk4.embedded) - embedded).norm(), 1e-14);
}

// R(z) = 1 + z b·(I − zA)⁻¹ 1
std::complex<double> implicit_stability(const MatX& A, const VecX& b, std::complex<double> z) {
  const Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(A.rows(), A.rows()) - z * A.cast<std::complex<double>>();
  const Eigen::VectorXcd x = system.partialPivLu().solve(Eigen::VectorXcd::Ones(A.rows()));
  return 1.0 + z * (b.cast<std::complex<double>>().transpose() * x)(0);
}

// On the imaginary axis |denominator|² − |numerator|² is y⁶ (9 y⁴ − 64 y² + 512)/4⁹ > 0; the poles are at z = 4.
TEST(Sdirk4, IsAStableAndVanishesAtInfinity) {
  const Coefficients k = coefficients(sdirk4);
  const VecX b = vector(sdirk4.b);
  for (const double y : {0.1, 0.7, 1.9, 4.0, 12.0, 1e3})
    EXPECT_LE(std::abs(implicit_stability(k.A, b, {0, y})), 1 + 1e-14) << y;
  EXPECT_LT(std::abs(implicit_stability(k.A, b, -1e8)), 1e-6);
  EXPECT_NEAR(std::abs(implicit_stability(k.A, vector(sdirk4.embedded), -1e8)), 10.0 / 3, 1e-6);
  for (const double x : {0.01, 0.02})
    EXPECT_NEAR(std::abs(implicit_stability(k.A, b, x) - std::exp(x)) / std::pow(x, 5), 0.0, 0.01);
}

TEST(Esdirk5, SatisfiesTheConditionsOfOrderFiveAndItsEmbeddedFormulaThoseOfOrderFour) {
  const Coefficients k = coefficients(esdirk5);
  EXPECT_LT((k.A.rowwise().sum() - k.c).norm(), 1e-14);
  EXPECT_LT(order_defect(k, vector(esdirk5.b), 5), 1e-14);
  EXPECT_LT(order_defect(k, vector(esdirk5.embedded), 4), 1e-14);
  EXPECT_GT(order_defect(k, vector(esdirk5.embedded), 5), 1e-4);
  EXPECT_LT((vector(esdirk5.b) - k.A.row(6).transpose()).norm(), 1e-15) << "stiffly accurate";
  for (Index i = 1; i < 7; ++i) EXPECT_EQ(k.A(i, i), 0.184) << "one diagonal";
}

TEST(Esdirk5, HasStageOrderTwoAndNotThree) {
  const Coefficients k = coefficients(esdirk5);
  const VecX c2 = k.c.cwiseProduct(k.c);
  EXPECT_LT((k.A * k.c - c2 / 2).lpNorm<Eigen::Infinity>(), 1e-15);
  EXPECT_GT((k.A * c2 - c2.cwiseProduct(k.c) / 3).lpNorm<Eigen::Infinity>(), 1e-3);
}

// With Hermite's cubic these give the conditions of order 4 at every theta; the last one is that of A c².
TEST(Esdirk5, HasDenseOutputOfOrderFour) {
  const Coefficients k = coefficients(esdirk5);
  const VecX w = vector(esdirk5.quartic), c2 = k.c.cwiseProduct(k.c);
  EXPECT_NEAR(w.sum(), 0, 1e-14);
  EXPECT_NEAR(w.dot(k.c), 0, 1e-14);
  EXPECT_NEAR(w.dot(c2), 0, 1e-14);
  EXPECT_NEAR(w.dot(c2.cwiseProduct(k.c)), 1.0 / 4, 1e-14);
  EXPECT_NEAR(w.dot(k.A * c2), 1.0 / 12, 1e-14);
}

TEST(Esdirk5, IsAStableAndVanishesAtInfinity) {
  const Coefficients k = coefficients(esdirk5);
  const VecX b = vector(esdirk5.b);
  for (double y = 0.01; y < 1e4; y *= 1.1) EXPECT_LE(std::abs(implicit_stability(k.A, b, {0, y})), 1 + 1e-13) << y;
  EXPECT_LT(std::abs(implicit_stability(k.A, b, -1e8)), 1e-6);
  for (double y = 0.01; y < 1e4; y *= 1.1)
    EXPECT_LE(std::abs(implicit_stability(k.A, vector(esdirk5.embedded), {0, y})), 1 + 1e-13) << y;
  EXPECT_NEAR(std::abs(implicit_stability(k.A, vector(esdirk5.embedded), -1e8)), 0.25, 0.005);
}

// End slopes and predictors are exact for what they are made from: values of a parabola and of a cubic in time.
TEST(DirkPairs, PredictStagesAndSlopesOfPolynomials) {
  const auto check = [](const auto& tableau, const char* name) {
    const auto value = [](double t, int degree) { return std::pow(t - 0.3, degree); };
    const int stages = static_cast<int>(tableau.c.size());
    for (int degree = 0; degree <= 2; ++degree) {
      double slope = tableau.end_slope[0] * value(0, degree);
      for (int i = 0; i < stages; ++i)
        slope +=
            tableau.end_slope[static_cast<std::size_t>(i + 1)] * value(tableau.c[static_cast<std::size_t>(i)], degree);
      EXPECT_NEAR(slope, degree * std::pow(0.7, degree - 1), 1e-12) << name << ", degree " << degree;
    }
    for (int i = tableau.first_implicit + 1; i < stages; ++i) {
      const int behind = std::min(i - tableau.first_implicit, 3);
      for (int degree = 0; degree <= std::min(behind, 2); ++degree) {
        const auto weights = tableau.predictor(i);
        double guess = weights[0] * value(0, degree);
        for (int l = 0; l < i; ++l)
          guess += weights[static_cast<std::size_t>(l + 1)] * value(tableau.c[static_cast<std::size_t>(l)], degree);
        EXPECT_NEAR(guess, value(tableau.c[static_cast<std::size_t>(i)], degree), 1e-11)
            << name << ", stage " << i << ", degree " << degree;
      }
    }
  };
  check(sdirk4, "sdirk4");
  check(esdirk5, "esdirk5");
}

TEST(Trapezoidal, HasOrderTwoWithBackwardEulerInsideAndKeepsItsRadiusAtInfinity) {
  const Coefficients k = coefficients(trapezoidal);
  EXPECT_LT(order_defect(k, vector(trapezoidal.b), 2), 1e-15);
  EXPECT_LT(order_defect(k, vector(trapezoidal.embedded), 1), 1e-15);
  EXPECT_GT(order_defect(k, vector(trapezoidal.embedded), 2), 0.1);
  EXPECT_NEAR(std::abs(implicit_stability(k.A, vector(trapezoidal.b), -1e8)), 1, 1e-6);
}

// R(z) = 1 + z b·(I - zA)⁻¹ 1; the series ends because A is nilpotent.
double stability_function(const Coefficients& k, const VecX& b, double z) {
  const VecX ones = VecX::Ones(b.size());
  VecX x = ones;
  for (Index i = 0; i < b.size(); ++i) x = ones + z * (k.A * x);
  return 1 + z * b.dot(x);
}

// An explicit method of order p = s has the truncated exponential; dopri5 adds z⁶/600 (Solving ODEs II, section IV.2).
TEST(StabilityFunction, IsThatOfTheLiterature) {
  for (const double z : {-2.0, -0.5, 0.3}) {
    const double exp4 = 1 + z + z * z / 2 + std::pow(z, 3) / 6 + std::pow(z, 4) / 24;
    EXPECT_NEAR(stability_function(coefficients(classical_rk4), vector(classical_rk4.b), z), exp4, 1e-14);
    EXPECT_NEAR(stability_function(coefficients(dormand_prince), vector(dormand_prince.b), z),
                exp4 + std::pow(z, 5) / 120 + std::pow(z, 6) / 600, 1e-13);
  }
}

TEST(StabilityFunction, LeavesTheUnitIntervalWhereTheRecordsSay) {
  const auto expect_limit = [](const auto& tableau, const std::string& method) {
    const double limit = find_method(method).record.stability.real_limit;
    const auto size = [&](double z) {
      return std::abs(stability_function(coefficients(tableau), vector(tableau.b), z));
    };
    EXPECT_LT(size(-limit + 1e-4), 1) << method;
    EXPECT_GT(size(-limit - 1e-4), 1) << method;
  };
  expect_limit(classical_rk4, "rk4");
  expect_limit(dormand_prince, "dopri5");
}

}  // namespace
}  // namespace daedalus
