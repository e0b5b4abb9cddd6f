// function_order.hpp: functions that call each other, "2*gas(t)", in an order in which each comes after those it calls.
#pragma once

#include <vector>

#include "daedalus/io/model_file/values.hpp"

namespace daedalus::model_file {

struct FunctionOrder {
  std::vector<const Entry*> entries;   // in file order as far as possible
  std::vector<const Entry*> circular;  // that call themselves, which has been reported, and those that call them
};

// Repeated functions, "f{k}", stay where they are: they are known to what follows them.
FunctionOrder order_functions(const std::vector<Entry>& entries, Values& values);

}  // namespace daedalus::model_file
