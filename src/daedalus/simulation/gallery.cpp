#include "daedalus/simulation/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace fs = std::filesystem;

namespace {

bool is_model_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_gallery(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

std::optional<fs::path> gallery_folder() {
  if (const char* chosen = std::getenv("DAEDALUS_MODELS"); chosen != nullptr && *chosen != '\0') {
    if (!is_gallery(chosen)) throw FileError(fmt::format("DAEDALUS_MODELS is '{}', which is not a directory.", chosen));
    return chosen;
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = program.parent_path().parent_path() / "share" / "daedalus" / "models";
    if (is_gallery(installed)) return installed;
  }
  if (is_gallery(DAEDALUS_SOURCE_MODELS)) return DAEDALUS_SOURCE_MODELS;
  return std::nullopt;
}

std::vector<fs::path> gallery_files() {
  std::vector<fs::path> files;
  if (const auto folder = gallery_folder())
    for (auto at = fs::recursive_directory_iterator(*folder); at != fs::recursive_directory_iterator(); ++at) {
      // of models, for include
      if (at->is_directory() && at->path().filename() == "parts") at.disable_recursion_pending();
      if (at->is_regular_file() && at->path().extension() == ".yaml") files.push_back(at->path());
    }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<fs::path> find_model_file(const std::string& name) {
  const fs::path given = name;
  if (is_model_file(given)) return given;
  if (given.extension() == ".yaml" || given.extension() == ".yml" || given.extension() == ".urdf" ||
      given.extension() == ".xml" || given.extension() == ".mjcf" || name.find('/') != std::string::npos)
    throw FileError(fmt::format("model file {} not found.", name));
  if (const fs::path here = name + ".yaml"; is_model_file(here)) return here;
  for (const fs::path& file : gallery_files())
    if (file.stem() == name) return file;
  return std::nullopt;
}

}  // namespace daedalus
