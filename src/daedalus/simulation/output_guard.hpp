// output_guard.hpp: no output replaces what is read, nor another output.
#pragma once

#include <string>
#include <vector>

namespace daedalus {

// Throws FileError when the file is there and would not be replaced but is a device, a pipe or a folder. "" is no file.
void require_replaceable(const std::string& file);

// Also when the folder of the file is not there or no file can be made in it.
void require_folder_of(const std::string& file);

// Throws OptionError when two outputs are one file, or an output is one of the inputs; other names and links of a file
// count. Empty names count for nothing.
void require_separate_files(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

}  // namespace daedalus
