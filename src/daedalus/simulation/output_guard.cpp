#include "daedalus/simulation/output_guard.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace fs = std::filesystem;

namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;  // both exist
  const fs::path one = fs::weakly_canonical(fs::absolute(a), error),
                 other = fs::weakly_canonical(fs::absolute(b), error);
  return !error && one == other;
}

}  // namespace

void require_replaceable(const std::string& file) {
  std::error_code error;
  if (!file.empty() && fs::exists(file, error) && !fs::is_regular_file(file, error))
    throw FileError(fmt::format("cannot write {}: it exists and is not a regular file.", file));
}

void require_folder_of(const std::string& file) {
  require_replaceable(file);
  const fs::path folder = fs::path(file).parent_path();
  if (!folder.empty() && !fs::is_directory(folder))
    throw FileError(fmt::format("cannot write {}: the directory {} does not exist.", file, folder.string()));
  // What permissions, read-only disks and special directories allow is only known by trying.
  std::string attempt = (folder / ".daedalus-XXXXXX").string();
  const int descriptor = mkstemp(attempt.data());
  if (descriptor < 0)
    throw FileError(fmt::format("cannot write {}: {}. Choose a directory in which you may create files.", file,
                                std::strerror(errno)));
  close(descriptor);
  unlink(attempt.c_str());
}

void require_separate_files(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const std::string& input : inputs)
      if (is_same_file(outputs[i], input))
        throw OptionError(fmt::format(
            "{} is an input of this run and would be overwritten: choose another output name.", outputs[i]));
    for (std::size_t j = 0; j < i; ++j)
      if (is_same_file(outputs[i], outputs[j]))
        throw OptionError(fmt::format("{} is named for two outputs: choose different names.", outputs[i]));
  }
}

}  // namespace daedalus
