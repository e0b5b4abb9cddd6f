// fmu_description.hpp: what the model description of an FMU says that its importer needs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/cosimulation/abi.hpp"

namespace daedalus {

struct FmuVariable {
  std::string name, causality;  // 'input', 'output', 'parameter', ...
  fmi::Reference reference = 0;
  bool is_real = false;  // Float64 or Real
};

struct FmuDescription {
  int version = 3;  // of FMI
  std::string name, token, identifier;
  std::vector<FmuVariable> variables;
  std::optional<double> step = {};  // s, suggested by its author
  bool needs_this_step = false;     // canHandleVariableCommunicationStepSize is not said

  // Throws ModelError when there is none, or it is not a real one.
  const FmuVariable& real_variable(const std::string& variable) const;
};

// Of the unpacked FMU. Throws FileError: no model description, another version than 2 and 3, no co-simulation.
FmuDescription read_fmu_description(const std::filesystem::path& folder);

}  // namespace daedalus
