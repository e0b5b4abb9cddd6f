// linearize.hpp: a mechanism linearized: seen on its bodies, or on the coordinates of a closed-form system.
#pragma once

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {

inline Linearization linearize(const Mechanism& mechanism, const State& at) {
  return mechanism.model_system ? linearize(*mechanism.model_system, at)
                                : linearize_in_coordinates(*mechanism.system, at);
}

}  // namespace daedalus
