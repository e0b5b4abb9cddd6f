// fuzz_target.hpp: one input of the program, read from bytes that nobody has looked at.
//
// A target is a file with two functions:
//   seeds()              inputs as they should be, to begin with
//   read_input(bytes)    reads, and goes on with what was read as the program would
// Bad input may end in one of the readers' errors and in nothing else: what gets out of read_input() is a defect, and
// so is what a sanitizer sees.
// With libFuzzer (preset fuzz, tests/fuzz/run) inputs are guided by coverage; replay.cpp changes the seeds at random
// and is one of the tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::fuzz {

std::vector<std::string> seeds();
void read_input(const std::string& bytes);

template <class Read>
void allow_refusal(Read&& read) {
  try {
    read();
  } catch (const ModelError&) {
  } catch (const FileError&) {
  } catch (const OptionError&) {}
}

// The bytes in a file of this name, one for all calls.
inline std::filesystem::path as_file(const std::string& name, const std::string& bytes) {
  static const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder / name;
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The files of the gallery with this ending.
inline std::vector<std::string> gallery_files(const std::string& extension) {
  std::vector<std::string> all;
  for (const auto& file : std::filesystem::recursive_directory_iterator(DAEDALUS_GALLERY))
    if (file.path().extension() == extension) all.push_back(bytes_of(file.path()));
  return all;
}

}  // namespace daedalus::fuzz
