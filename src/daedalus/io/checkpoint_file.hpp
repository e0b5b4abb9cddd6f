// checkpoint_file.hpp: a Checkpoint on disk. Numbers are written so that they come back bit for bit.
#pragma once

#include <filesystem>

#include "daedalus/result/result.hpp"

namespace daedalus {

// Replaces the file in one stroke: a run killed meanwhile leaves the old one. Throws FileError.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
Checkpoint read_checkpoint(const std::filesystem::path& file);

}  // namespace daedalus
