// read_bytes.hpp: a file as a string of bytes, as long as it is a file and not endless.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace daedalus {

// FileError when it cannot be read, or is no regular file; a file larger than `most` is cut just after it.
std::string read_bytes(const std::filesystem::path& file, std::size_t most);

}  // namespace daedalus
