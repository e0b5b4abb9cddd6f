// all_methods.hpp: every method of the table as a parameter of tests; of those that need a library, those that are built.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/integrate/integration.hpp"
#include "daedalus/integrate/method_table.hpp"

namespace daedalus::testing {

inline std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const MethodEntry& method : method_table())
    if (method.record.is_built()) names.push_back(method.record.name);
  return names;
}

// Steps of h, or where a method chooses its own, such that errors are within the default tolerances.
inline IntegrationOptions steps_of(const MethodRecord& method, double h) {
  return {.h = method.control == StepControl::adaptive_only ? 0 : h};
}

inline std::string method_identifier(const ::testing::TestParamInfo<std::string>& method) {
  std::string name = method.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace daedalus::testing
