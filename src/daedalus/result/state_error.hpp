// state_error.hpp: how far a state is from one that is known to be right.
#pragma once

#include <span>

#include "daedalus/system/state.hpp"

namespace daedalus {

// A figure for each vector: the largest error of its components, or what such an error is measured by.
struct StateError {
  double q = 0, v = 0, lambda = 0;
};

// The largest component of each vector over states of one run.
StateError scale_of(std::span<const State> states);

// Relative to a scale, or to the largest component of the reference; absolute where that is zero.
StateError error_of(const State& x, const State& reference, const StateError& scale);
StateError error_of(const State& x, const State& reference);

}  // namespace daedalus
