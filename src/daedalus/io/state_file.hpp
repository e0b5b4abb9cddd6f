// state_file.hpp: one state of a system in a JSON file that people can read and change: positions, velocities and
// first-order states by name.
#pragma once

#include <filesystem>

#include "daedalus/system/system.hpp"

namespace daedalus {

void write_state(const std::filesystem::path& file, const System& system, const State& x);  // throws FileError

// Replaces t, q, v and s of x. What the file does not name stays as it is; a name that the system does not have is
// refused.
// Throws FileError. The state is as consistent as the file: runs make it so.
void read_state(const std::filesystem::path& file, const System& system, State& x);

}  // namespace daedalus
