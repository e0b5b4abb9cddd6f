#include "daedalus/system/evaluation.hpp"

#include <gtest/gtest.h>

#include <set>

namespace daedalus {
namespace {

using Names = std::vector<std::string_view>;

TEST(Want, EveryQuantityHasNamesOfItsOwn) {
  std::set<std::string_view> all;
  std::size_t count = 0;
  for (std::uint32_t bit = 1; bit <= static_cast<std::uint32_t>(Want::springs); bit <<= 1) {
    const Names names = names_of(static_cast<Want>(bit));
    EXPECT_FALSE(names.empty()) << bit;
    count += names.size();
    all.insert(names.begin(), names.end());
  }
  EXPECT_EQ(all.size(), count);
}

TEST(Want, NamesAreThoseOfAnEvaluation) {
  EXPECT_EQ(names_of(Want::nothing), Names{});
  EXPECT_EQ(names_of(Want::jacobian | Want::mass | Want::residual_tangent), (Names{"M", "G", "r_q", "r_v", "r_s"}));
}

}  // namespace
}  // namespace daedalus
