// fmu_library.hpp: the shared library that goes into an FMU, and the libraries it needs on the machine of the importer.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace daedalus::fmi {

struct FmuLibrary {
  std::filesystem::path file;
  std::vector<std::filesystem::path> carried;  // that go with it
  std::vector<std::string> expected;           // of every machine: the C and C++ libraries
};

// In the environment variable DAEDALUS_FMU_LIBRARY; else beside the program, as in a build directory; else in
// ../lib/daedalus from it, or in `beside`. Throws FileError when it is not there, or a library that it needs is not.
FmuLibrary find_fmu_library(const std::filesystem::path& beside = {});

}  // namespace daedalus::fmi
