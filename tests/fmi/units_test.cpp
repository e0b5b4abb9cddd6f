#include "daedalus/fmi/units.hpp"

#include <gtest/gtest.h>

namespace daedalus {
namespace {

using Powers = std::array<int, 4>;  // kg, m, s, rad

TEST(FmuUnits, ArePowersOfBaseUnits) {
  EXPECT_EQ(fmi::find_base_unit("m/s^2")->exponents, (Powers{0, 1, -2, 0}));
  EXPECT_EQ(fmi::find_base_unit("N m")->exponents, (Powers{1, 2, -2, 0}));
  EXPECT_EQ(fmi::find_base_unit("rad/s")->exponents, (Powers{0, 0, -1, 1}));
  EXPECT_EQ(fmi::find_base_unit("W")->exponents, (Powers{1, 2, -3, 0}));
  EXPECT_EQ(fmi::find_base_unit("1")->exponents, (Powers{}));
  EXPECT_FALSE(fmi::find_base_unit("furlong"));
}

}  // namespace
}  // namespace daedalus
