// loops.hpp: the graph of bodies and joints, for messages about mechanisms that do not close.
#pragma once

#include <string>

#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

// Which joint stays open, by how much, and the loop of bodies it belongs to. `g` is the position level after assembly
// gave up, with a row for every joint and driver.
std::string describe_open_loop(const ModelSystem& system, const VecX& g);

double measure_at(const ModelSystem& system, const State& x, const Measure& measure);

}  // namespace daedalus
