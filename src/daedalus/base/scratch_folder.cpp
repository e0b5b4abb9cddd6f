#include "daedalus/base/scratch_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "daedalus/base/errors.hpp"

namespace daedalus {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "daedalus_XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw FileError(fmt::format("cannot make a temporary folder '{}': {}; check TMPDIR and free space.", name,
                                std::strerror(errno)));
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace daedalus
