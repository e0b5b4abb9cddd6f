// all_methods.hpp: every method of the table as a parameter of tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/integrate/method_table.hpp"

namespace daedalus::testing {

inline std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const MethodEntry& method : method_table()) names.push_back(method.record.name);
  return names;
}

inline std::string method_identifier(const ::testing::TestParamInfo<std::string>& method) {
  std::string name = method.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace daedalus::testing
