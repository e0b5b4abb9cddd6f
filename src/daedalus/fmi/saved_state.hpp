// saved_state.hpp: everything an instance must remember to go on bit for bit, as a value and as bytes.
//
// Bytes are those of one machine and one version of this library: they are for going on later, not for exchange. Damaged
// ones are refused: a length, a name or a number that does not fit is a FileError, as in a checkpoint file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus::fmi {

struct SavedState {
  std::string token;  // of the FMU
  int kind = 0, mode = 0;
  std::vector<OptionSetting> changed = {};  // parameters
  std::vector<Archive::Item> memory = {};   // of the instance and its motion
  Checkpoint run = {};                      // of co-simulation

  std::vector<std::uint8_t> bytes() const;
  static SavedState from(const std::uint8_t* bytes, std::size_t size);
};

}  // namespace daedalus::fmi
