// held_input.hpp: a number that is set from outside while a run goes on: a command, a pedal, a measured load.
//
// Equations depend on it as on a parameter: whoever runs the steps sets `value` between two of them, never during one, so that within
// a step they are functions of the state alone. Two systems that are to see different values are made of two models.
#pragma once

#include <limits>
#include <string>

namespace daedalus {

struct HeldInput {
  std::string name;
  double initial = 0;
  double minimum = -std::numeric_limits<double>::infinity(), maximum = std::numeric_limits<double>::infinity();
  double value = initial;  // in force now
};

}  // namespace daedalus
