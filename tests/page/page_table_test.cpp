// Thinning: what is kept of a long run, against a plain computation over all of its rows.
#include "daedalus/io/page/page_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using daedalus::PageColumn;
using daedalus::PageTable;
using Kept = PageColumn::Kept;

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<PageColumn> three_columns() {
  return {{"t", "s", "", "", Kept::sample, true},
          {"force", "N", "", "", Kept::envelope},
          {"place", "m", "", "pose", Kept::sample}};
}
constexpr std::size_t bytes_per_row = 8 + 4 + 4;

double force(int i) { return i == 777 ? 50 : i == 4242 ? -60 : std::sin(0.37 * i); }

PageTable filled(int rows, std::size_t budget) {
  PageTable table(three_columns(), budget);
  for (int i = 0; i < rows; ++i) table.add(std::vector<double>{0.5 * i, force(i), 1000.0 + i});
  table.finish();
  return table;
}

}  // namespace

TEST(PageTable, KeepsEveryRowWithinTheBudget) {
  const PageTable table = filled(100, 101 * bytes_per_row + 300);
  EXPECT_EQ(table.rows(), 100u);
  EXPECT_EQ(table.rows_per_bucket(), 1u);
  EXPECT_EQ(table.kept(1)[77], force(77));
}

TEST(PageTable, StaysWithinTheBudgetHoweverManyRowsComeAndHasTheFirstAndTheLast) {
  for (const int rows : {401, 799, 800, 801, 1603, 10'000, 99'999}) {
    const PageTable table = filled(rows, 400 * bytes_per_row);
    EXPECT_LE(table.rows(), 401u) << rows;
    EXPECT_GE(table.rows(), 190u) << rows;
    EXPECT_EQ(table.added(), static_cast<std::size_t>(rows));
    for (const std::size_t column : {0, 2}) {
      EXPECT_EQ(table.kept(column).front(), column == 0 ? 0.0 : 1000.0);
      EXPECT_EQ(table.kept(column).back(), column == 0 ? 0.5 * (rows - 1) : 1000.0 + rows - 1) << rows;
    }
  }
}

TEST(PageTable, EveryPairOfRowsHasTheExtremesOfItsBucketInTheOrderTheyCame) {
  constexpr int rows = 10'000;
  const PageTable table = filled(rows, 400 * bytes_per_row);
  const std::size_t bucket = table.rows_per_bucket();
  ASSERT_GT(bucket, 1u);
  for (std::size_t first = 0, row = 0; first < rows; first += bucket, row += 2) {
    const std::size_t last = std::min<std::size_t>(first + bucket, rows) - 1;
    if (first == last) break;
    std::size_t low = first, high = first;
    for (std::size_t i = first; i <= last; ++i) {
      if (force(static_cast<int>(i)) < force(static_cast<int>(low))) low = i;
      if (force(static_cast<int>(i)) > force(static_cast<int>(high))) high = i;
    }
    EXPECT_EQ(table.kept(1)[row], force(static_cast<int>(std::min(low, high)))) << "bucket from " << first;
    EXPECT_EQ(table.kept(1)[row + 1], force(static_cast<int>(std::max(low, high)))) << "bucket from " << first;
    EXPECT_EQ(table.kept(0)[row], 0.5 * static_cast<double>(first));
    EXPECT_EQ(table.kept(0)[row + 1], 0.5 * static_cast<double>(last));
    EXPECT_EQ(table.kept(2)[row], 1000.0 + static_cast<double>(first));
    EXPECT_EQ(table.kept(2)[row + 1], 1000.0 + static_cast<double>(last));
  }
}

TEST(PageTable, ASingleValueAmongNothingsIsKept) {
  PageTable table(three_columns(), 64 * bytes_per_row);
  for (int i = 0; i < 5000; ++i) table.add(std::vector<double>{1.0 * i, i == 3210 ? 7.0 : nothing, 0});
  table.finish();
  int numbers = 0;
  for (const double value : table.kept(1))
    if (!std::isnan(value)) {
      ++numbers;
      EXPECT_EQ(value, 7.0);
    }
  EXPECT_GE(numbers, 1);
}

TEST(PageTable, BytesAreColumnsOneAfterTheOther) {
  PageTable table(three_columns());
  table.add(std::vector<double>{0.1, 2.5, -3});
  table.add(std::vector<double>{0.2, 3.5, -4});
  table.finish();
  const std::string bytes = table.bytes();
  ASSERT_EQ(bytes.size(), 2 * bytes_per_row);
  double t[2];
  float rest[4];
  std::memcpy(t, bytes.data(), sizeof t);
  std::memcpy(rest, bytes.data() + sizeof t, sizeof rest);
  EXPECT_EQ(t[0], 0.1);
  EXPECT_EQ(t[1], 0.2);
  EXPECT_EQ(rest[0], 2.5f);
  EXPECT_EQ(rest[1], 3.5f);
  EXPECT_EQ(rest[2], -3.0f);
  EXPECT_EQ(rest[3], -4.0f);
}
