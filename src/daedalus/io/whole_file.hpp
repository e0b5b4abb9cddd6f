// whole_file.hpp: a file that is there completely or not at all: an older one is replaced only by a finished one.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace daedalus {

// The parts one after the other. Throws FileError; an older file is then as it was.
void write_whole_file(const std::filesystem::path& file, std::initializer_list<std::string_view> parts);

}  // namespace daedalus
