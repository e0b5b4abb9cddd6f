// The order that errors show: on errors made of formulas, where it is known what a reader would say.
#include "daedalus/analysis/observed_order.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace daedalus;

namespace {

// e(h) at h, h/2, h/4, ...
template <class Error>
std::vector<OrderPoint> halvings(double h, int count, Error&& error, double floor = 0) {
  std::vector<OrderPoint> points;
  for (int k = 0; k < count; ++k, h /= 2) points.push_back({h, error(h), floor});
  return points;
}

OrderVerdict verdict(const std::vector<OrderPoint>& points, double declared) {
  return judge_order(observe_order(points, declared), declared);
}

}  // namespace

TEST(ObservedOrder, IsTheExponentOfAPower) {
  for (const double p : {1.0, 2.0, 3.5, 5.0}) {
    const ObservedOrder seen = observe_order(halvings(0.1, 5, [&](double h) { return 2 * std::pow(h, p); }), p);
    EXPECT_NEAR(seen.slope.value(), p, 1e-12);
    EXPECT_NEAR(seen.before.value(), p, 1e-12);
    EXPECT_TRUE(seen.has_settled());
    EXPECT_EQ(judge_order(seen, p), OrderVerdict::reached);
    EXPECT_EQ(judge_order(seen, p + 1), OrderVerdict::missed);
    EXPECT_EQ(judge_order(seen, p - 0.5), OrderVerdict::reached) << "faster than declared is not slower";
  }
}

TEST(ObservedOrder, DoesNotDependOnTheOrderOrTheRatioOfTheSteps) {
  std::vector<OrderPoint> points;
  for (const double h : {0.003, 0.1, 0.02, 0.1, 0.05}) points.push_back({h, 7 * h * h * h});
  EXPECT_NEAR(observe_order(points, 3).slope.value(), 3, 1e-12);
  EXPECT_DOUBLE_EQ(observe_order(points, 3).h, 0.003);
}

TEST(ObservedOrder, NeedsTwoRunsThatTell) {
  EXPECT_EQ(verdict({}, 2), OrderVerdict::too_few_runs);
  EXPECT_EQ(verdict({{0.1, 1e-3}}, 2), OrderVerdict::too_few_runs);
  EXPECT_EQ(verdict({{0.1, 1e-3}, {0.1, 1e-3}}, 2), OrderVerdict::too_few_runs);
  EXPECT_EQ(verdict({{0.1, 4.0}, {0.05, 1.0}, {0.02, 1e-2}}, 2), OrderVerdict::too_few_runs)
      << "errors of 1 tell nothing";
  EXPECT_EQ(verdict({{0.1, 1e-3}, {0.05, 0}}, 2), OrderVerdict::too_few_runs);
}

// e = h^5 (1 + (20 h)²): the mean slope of the last decade is far above 5, the last pair is not.
TEST(ObservedOrder, JudgesByTheFinestPairAndNotByAMean) {
  const auto error = [](double h) { return std::pow(h, 5) * (1 + 400 * h * h) / 50; };
  EXPECT_EQ(verdict(halvings(0.4, 7, error), 5), OrderVerdict::reached);
  EXPECT_EQ(verdict(halvings(0.4, 3, error), 5), OrderVerdict::reached) << "above";
}

// One error falls with 1 before it falls with 2, another crosses zero.
TEST(ObservedOrder, SaysWhenSlopesStillChange) {
  const auto slow = [](double h) { return 0.01 * h / (1 + 1 / (50 * h)); };  // 1 turns into 2
  const ObservedOrder early = observe_order(halvings(0.08, 3, slow), 2);
  EXPECT_LT(early.slope.value(), 1.7);
  EXPECT_EQ(judge_order(early, 2), OrderVerdict::not_yet_asymptotic);
  EXPECT_EQ(verdict(halvings(0.08, 8, slow), 2), OrderVerdict::reached);
  const auto crosses = [](double h) { return std::abs(h * h - 17 * h * h * h); };
  EXPECT_EQ(verdict(halvings(0.1, 2, crosses), 2), OrderVerdict::not_yet_asymptotic);
  EXPECT_EQ(verdict(halvings(0.1, 8, crosses), 2), OrderVerdict::reached);
}

TEST(ObservedOrder, LeavesOutWhatTheReferenceCannotTell) {
  const double floor = 1e-9;  // the reference is off by so much: errors level out there
  const auto error = [&](double h) { return h * h * h * h + floor; };
  const ObservedOrder seen = observe_order(halvings(0.1, 8, error, floor), 4);
  EXPECT_NEAR(seen.slope.value(), 4, 0.15 + seen.uncertainty);
  EXPECT_GT(error(seen.h), 10 * floor);
  EXPECT_EQ(judge_order(seen, 4), OrderVerdict::reached);
}

TEST(ObservedOrder, LeavesOutRoundOffButNoLossOfOrder) {
  const auto round_off = [](double h) { return 0.1 * h * h + 1e-16 / (h * h); };  // multipliers of an index-3 method
  const auto points = halvings(1e-3, 8, round_off);
  ASSERT_GT(points.back().error, points[points.size() - 2].error);
  EXPECT_EQ(verdict(points, 2), OrderVerdict::reached);
  const auto reduction = [](double h) { return h * h + 1e-2 * h; };  // order 2 turns into 1
  EXPECT_EQ(verdict(halvings(1e-2, 12, reduction), 2), OrderVerdict::missed);
}

// Errors of rk4 on Andrews' mechanism: slopes above the order come down to it, which is no round-off.
TEST(ObservedOrder, TakesSlopesThatComeDownToTheOrderForWhatTheyAre) {
  EXPECT_EQ(verdict({{2e-4, 3.49e-5}, {1e-4, 7.84e-7}, {5e-5, 3.99e-8}, {2.5e-5, 2.52e-9}}, 4), OrderVerdict::reached);
  EXPECT_EQ(verdict({{2e-4, 7.91e-6}, {1e-4, 1.79e-7}, {5e-5, 1.53e-9}, {2.5e-5, 2.04e-10}}, 4),
            OrderVerdict::not_yet_asymptotic)
      << "6.9, then 2.9";
}
