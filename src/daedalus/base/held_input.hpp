// held_input.hpp: a number that is set from outside while a run goes on: a command, a pedal, a measured load. What it
// is here, what it is worth with the equations of each run (base/input_values.hpp).
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

namespace daedalus {

struct HeldInput {
  std::string name;
  double initial = 0;
  double minimum = -std::numeric_limits<double>::infinity(), maximum = std::numeric_limits<double>::infinity();

  double within(double value) const { return std::clamp(value, minimum, maximum); }
};

using HeldInputPtr = std::shared_ptr<const HeldInput>;

}  // namespace daedalus
