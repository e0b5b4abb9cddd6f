// fmu_archive.hpp: an FMU unpacked into a folder that goes away with it.
#pragma once

#include <filesystem>
#include <memory>

#include "daedalus/base/scratch_folder.hpp"

namespace daedalus {

class FmuArchive {
 public:
  // A file, or a folder with the contents of one. Throws FileError: not a zip archive, too large, or with names that lead out
  // of it.
  explicit FmuArchive(const std::filesystem::path& file);

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void unpack(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::unique_ptr<ScratchFolder> unpacked_;  // of a file
};

}  // namespace daedalus
