// state_error.hpp: how far a state is from one that is known to be right.
#pragma once

#include "daedalus/system/state.hpp"

namespace daedalus {

// Largest error of each vector, relative to its largest component.
struct StateError {
  double q = 0, v = 0, lambda = 0;
};
StateError error_of(const State& x, const State& reference);

}  // namespace daedalus
