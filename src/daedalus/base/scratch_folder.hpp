// scratch_folder.hpp: an empty folder of one's own that goes away with everything in it.
#pragma once

#include <filesystem>

namespace daedalus {

class ScratchFolder {
 public:
  ScratchFolder();  // throws FileError when it cannot be made
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace daedalus
