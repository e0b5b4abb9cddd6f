// digits.hpp: comparison with a reference value by significant digits.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

namespace daedalus::testing {

inline double significant_digits(double value, double reference) {
  if (value == reference) return 17;
  return -std::log10(std::abs(value - reference) / std::abs(reference));
}

}  // namespace daedalus::testing

#define EXPECT_DIGITS(value, reference, digits)                                      \
  EXPECT_GE(::daedalus::testing::significant_digits((value), (reference)), (digits)) \
      << #value << " = " << ::testing::PrintToString(value) << ", reference " << (reference)
