// convergence_test_test.cpp: when a corrector iteration is over. The thresholds are those that convergence_test.hpp
// states.
#include "daedalus/integrate/corrector/convergence_test.hpp"

#include <gtest/gtest.h>

#include "daedalus/integrate/shared/constraint_iteration.hpp"

namespace daedalus {
namespace {

using enum Convergence;
constexpr double eps = std::numeric_limits<double>::epsilon();

Convergence judge(ConvergenceTest& test, double size, double reachable = 1, MatrixAge age = MatrixAge::fresh) {
  test.begin_correction();
  test.add(1, VecX::Constant(1, size), 1, reachable);
  test.set_size(size);
  return test.judge(age);
}

TEST(ConvergenceTest, ByToleranceTheErrorThatIsLeftCounts) {
  ConvergenceTest test(0.01, StopAt::tolerance);
  test.start();
  EXPECT_EQ(judge(test, 1), under_way);
  EXPECT_EQ(judge(test, 0.1), under_way);  // θ = 0.1 leaves 0.1/0.9 of it: 0.011
  test.start();
  EXPECT_EQ(judge(test, 1), under_way);
  EXPECT_EQ(judge(test, 0.09), converged);  // 0.09/0.91 of it: 0.0089
  EXPECT_DOUBLE_EQ(test.rate(), 0.09);
}

TEST(ConvergenceTest, AnExpectedRateLetsTheFirstCorrectionBeJudgedAndOnlyThat) {
  ConvergenceTest test(0.01, StopAt::tolerance);
  test.start(0.05);
  EXPECT_EQ(judge(test, 0.18), converged);
  test.start();
  EXPECT_EQ(judge(test, 0.18), under_way);
  test.start(0.05);
  EXPECT_EQ(judge(test, 1), under_way);
  EXPECT_EQ(judge(test, 0.18), under_way) << "seen: θ = 0.18";
}

TEST(ConvergenceTest, ARenewedMatrixIsNotHeldToTheContractionOfTheOldOne) {
  ConvergenceTest test(0.01, StopAt::tolerance);
  test.start();
  EXPECT_EQ(judge(test, 0.1), under_way);
  EXPECT_EQ(judge(test, 0.15), under_way);
  EXPECT_TRUE(test.is_slower_than(0.3));
  test.renew_matrix();
  EXPECT_EQ(judge(test, 0.2), under_way) << "no ratio to judge by";
  EXPECT_FALSE(test.is_slower_than(0.3));
  EXPECT_EQ(judge(test, 0.01), converged);
}

TEST(ConvergenceTest, DivergesOnlyWithAFreshMatrixAndFromTheThirdCorrectionOn) {
  for (const StopAt stop : {StopAt::tolerance, StopAt::roundoff})
    for (const MatrixAge age : {MatrixAge::reused, MatrixAge::fresh}) {
      ConvergenceTest test(0.01, stop);
      test.start();
      EXPECT_EQ(judge(test, 1, 1, age), under_way);
      EXPECT_EQ(judge(test, 2, 1, age), under_way);
      EXPECT_EQ(judge(test, 3, 1, age), age == MatrixAge::fresh ? diverged : under_way);
    }
}

TEST(ConvergenceTest, AtRoundOffACorrectionOfAFewBitsIsTheLast) {
  ConvergenceTest test(0.01, StopAt::roundoff);
  test.start();
  EXPECT_EQ(judge(test, 4 * eps), converged);
  test.start();
  EXPECT_EQ(judge(test, 5 * eps), under_way);
}

TEST(ConvergenceTest, AtRoundOffNoContractionBelowATwentiethIsBelieved) {
  ConvergenceTest test(0.01, StopAt::roundoff);
  test.start();
  EXPECT_EQ(judge(test, 1e-3), under_way);
  EXPECT_EQ(judge(test, 1e-14), under_way);  // 0.05/0.95 of it: 5.3e-16, and 4e-16 are asked for
  test.start();
  EXPECT_EQ(judge(test, 1e-3), under_way);
  EXPECT_EQ(judge(test, 7e-15), converged);  // 3.7e-16
}

// Stiff springs: the last bit of a position is a velocity far above the last bit of the velocities.
TEST(ConvergenceTest, AtRoundOffCorrectionsThatNoLongerShrinkAreMeasuredByWhatIsReachable) {
  const double size = 1000 * eps;
  for (const bool coarse : {false, true}) {
    ConvergenceTest test(0.01, StopAt::roundoff);
    test.start();
    EXPECT_EQ(judge(test, size, coarse ? 100 : 1), under_way);
    EXPECT_EQ(judge(test, 0.95 * size, coarse ? 100 : 1), under_way);
    // 9 bits of what is reachable, 900 of the value
    EXPECT_EQ(judge(test, 0.9 * size, coarse ? 100 : 1), coarse ? converged : under_way);
  }
}

TEST(ConvergenceTest, ANumberThatIsNoneEndsIt) {
  for (const StopAt stop : {StopAt::tolerance, StopAt::roundoff})
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      ConvergenceTest test(0.01, stop);
      test.start();
      EXPECT_EQ(judge(test, bad), not_finite);
    }
}

TEST(ConstraintIteration, TakesCorrectionsThatNoLongerShrinkForTheRoundingOfTheLengthsBehindThem) {
  const VecX value = VecX::Zero(3);  // drawn at zero, in a mechanism of 10 m
  for (const double scale : {10.0, 0.0}) {
    ConstraintIteration iteration(value, scale, 1e4);
    EXPECT_EQ(iteration.judge(1e-10), under_way);
    EXPECT_EQ(iteration.judge(1e-10), under_way);
    EXPECT_TRUE(iteration.is_slower_than(0.7, 1));
    EXPECT_FALSE(iteration.is_slower_than(0.7, 3)) << "too early to say";
    EXPECT_EQ(iteration.judge(1e-10), scale > 0 ? converged : under_way);  // 1e4 times 8 bits of 10 m: 1.8e-10 m
  }
}

TEST(ConstraintIteration, IsOverWhereTheNextCorrectionIsBelowTheRoundingOfTheValues) {
  const VecX value = VecX::Ones(3);
  ConstraintIteration iteration(value, 0, 1e4);
  EXPECT_EQ(iteration.judge(1e-6), under_way);
  EXPECT_EQ(iteration.judge(1e-10), under_way);  // 1e-4 of it is next, 1e-14, and 8 bits are 1.8e-15
  EXPECT_EQ(iteration.judge(1e-13), converged);  // 1e-3 of it: 1e-16
}

}  // namespace
}  // namespace daedalus
