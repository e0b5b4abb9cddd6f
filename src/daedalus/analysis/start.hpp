// start.hpp: where a run of a model starts: assembled as drawn, or settled in static equilibrium when the model or the
// user wants that.
//
// A settled mechanism keeps the velocities it was drawn with: a car that drives stands on its springs as it does at
// rest. The equilibrium is found in absolute coordinates and carried over, so that every formulation starts with the
// same motion.
#pragma once

#include <optional>

#include "daedalus/analysis/equilibrium.hpp"
#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

struct Start {
  State state;                         // consistent, when assembly.assembled
  AssemblyReport assembly;             // its `failure` also says when no equilibrium was found
  std::optional<Equilibrium> settled;  // in absolute coordinates
  std::vector<std::string> lines() const;
};

// `from`: instead of what the model suggests.
Start find_start(const ModelSystem& system, std::optional<StartFrom> from = std::nullopt);

}  // namespace daedalus
