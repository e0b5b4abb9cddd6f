// column_groups_test.cpp: groups of columns for differences.
#include <gtest/gtest.h>

#include <random>

#include "daedalus/linalg/column_groups.hpp"

namespace daedalus {
namespace {

constexpr ColumnOrder all_orders[] = {ColumnOrder::largest_first, ColumnOrder::smallest_last,
                                      ColumnOrder::incidence_degree};

Pattern random_pattern(Index rows, Index cols, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_there(density);
  std::vector<Pattern::Entry> entries;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j)
      if (is_there(random)) entries.push_back({i, j});
  return Pattern(rows, cols, entries);
}

Pattern banded(Index n, Index below, Index above) {
  std::vector<Pattern::Entry> entries;
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max(0, i - below); j <= std::min(n - 1, i + above); ++j) entries.push_back({i, j});
  return Pattern(n, n, entries);
}

TEST(ColumnGroups, HaveNoRowInCommonAndHoldEveryColumnOnce) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Pattern pattern = random_pattern(30, 25, 0.02 * seed, seed);
    for (const ColumnOrder order : all_orders) {
      const ColumnGroups found = group_columns(pattern, order);
      std::vector<int> seen(25, 0);
      for (const std::vector<Index>& group : found.groups) {
        std::vector<int> hits(30, 0);
        for (const Index j : group) {
          ++seen[j];
          for (Index i = 0; i < 30; ++i) hits[i] += pattern.find(i, j) >= 0 ? 1 : 0;
        }
        EXPECT_LE(*std::max_element(hits.begin(), hits.end()), 1);
      }
      for (Index j = 0; j < 25; ++j) {
        const bool is_empty = pattern.column_starts()[j] == pattern.column_starts()[j + 1];
        EXPECT_EQ(seen[j], is_empty ? 0 : 1);
        EXPECT_EQ(found.group_of[j] >= 0, !is_empty);
      }
      EXPECT_GE(found.count(), found.lower_bound);
    }
  }
}

// Curtis, Powell and Reid (1974): a band of width w needs w groups.
TEST(ColumnGroups, OfABandAreAsManyAsItIsWide) {
  for (const auto& [below, above] : {std::pair{1, 1}, {2, 2}, {0, 3}}) {
    const ColumnGroups found = group_columns(banded(40, below, above));
    EXPECT_EQ(found.lower_bound, below + above + 1);
    EXPECT_EQ(found.count(), below + above + 1);
  }
}

// An arrow: one full row makes neighbors of all columns. Its transpose needs two groups.
TEST(ColumnGroups, OfAnArrowDependOnItsDirection) {
  std::vector<Pattern::Entry> row, column;
  for (Index i = 0; i < 12; ++i) {
    row.push_back({0, i}), row.push_back({i, i});
    column.push_back({i, 0}), column.push_back({i, i});
  }
  EXPECT_EQ(group_columns(Pattern(12, 12, row)).count(), 12);
  EXPECT_EQ(group_columns(Pattern(12, 12, column)).count(), 2);
}

// A cycle of odd length with two columns per row: three groups, above the lower bound of two.
TEST(ColumnGroups, OfAnOddCycleAreThree) {
  std::vector<Pattern::Entry> entries;
  for (Index i = 0; i < 7; ++i) entries.push_back({i, i}), entries.push_back({i, (i + 1) % 7});
  const ColumnGroups found = group_columns(Pattern(7, 7, entries));
  EXPECT_EQ(found.lower_bound, 2);
  EXPECT_EQ(found.count(), 3);
}

TEST(ColumnGroups, TheBestOfTheOrdersIsKept) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Pattern pattern = random_pattern(40, 40, 0.06, 100 + seed);
    Index best = 1000;
    for (const ColumnOrder order : all_orders) best = std::min(best, group_columns(pattern, order).count());
    EXPECT_EQ(group_columns(pattern).count(), best);
  }
}

}  // namespace
}  // namespace daedalus
