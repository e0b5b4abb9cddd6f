// histogram_test.cpp: percentiles against those of the sorted durations themselves.
#include "daedalus/realtime/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace daedalus {
namespace {

TEST(Histogram, PercentilesAreThoseOfTheSortedDurationsUpToTheWidthOfABucket) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> draw(10, 3);  // from a few ns to minutes
  Histogram histogram;
  std::vector<Nanoseconds> all;
  for (int n = 0; n < 100'000; ++n) {
    all.push_back(static_cast<Nanoseconds>(draw(random)));
    histogram.add(all.back());
  }
  std::sort(all.begin(), all.end());
  for (const double percent : {0.1, 10.0, 50.0, 90.0, 99.0, 99.9, 99.99}) {
    const auto exact = static_cast<double>(all[std::ceil(percent / 100 * 1e5) - 1]);
    const auto shown = static_cast<double>(histogram.percentile(percent));
    EXPECT_GE(shown, exact) << percent;
    EXPECT_LE(shown, exact * (1 + 1.0 / 64)) << percent;
  }
  EXPECT_EQ(histogram.count(), 100'000u);
  EXPECT_EQ(histogram.smallest(), all.front());
  EXPECT_EQ(histogram.largest(), all.back());
  EXPECT_EQ(histogram.percentile(100), all.back());
}

TEST(Histogram, ShortDurationsAreExact) {
  Histogram histogram;
  for (Nanoseconds v = 1; v <= 100; ++v) histogram.add(v);
  for (int percent = 1; percent <= 100; ++percent) EXPECT_EQ(histogram.percentile(percent), percent);
  EXPECT_DOUBLE_EQ(histogram.mean(), 50.5);
}

TEST(Histogram, TakesAnyNumber) {
  Histogram histogram;
  histogram.add(-5);
  EXPECT_EQ(histogram.percentile(100), 0);
  histogram.add(INT64_MAX);
  EXPECT_EQ(histogram.largest(), INT64_MAX);
  EXPECT_EQ(histogram.percentile(50), 0);
  EXPECT_GT(histogram.percentile(100), Nanoseconds{1} << 41);
}

TEST(Histogram, IsZeroWhileItIsEmpty) {
  const Histogram histogram;
  EXPECT_EQ(histogram.percentile(99.99), 0);
  EXPECT_EQ(histogram.smallest(), 0);
  EXPECT_EQ(histogram.mean(), 0);
}

}  // namespace
}  // namespace daedalus
