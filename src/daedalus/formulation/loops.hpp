// loops.hpp: the graph of bodies and joints, for messages about mechanisms that do not close.
#pragma once

#include <string>

#include "daedalus/model/model.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// Which joint stays open, by how much, and the loop of bodies it belongs to. `g` is the position level after assembly gave up.
std::string describe_open_loop(const Model& model, const Layout& layout, const VecX& g);

// The measure at a state of a system made of a model.
double measure_at(const System& system, const State& x, const Measure& measure);

}  // namespace daedalus
