#include "daedalus/io/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "daedalus/base/errors.hpp"

namespace daedalus {

namespace {

// What a rename would replace: a device, a pipe or a folder is left alone, and a link stays one.
std::filesystem::path target_of(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::exists(file, error) && !fs::is_regular_file(file, error))
    throw FileError(fmt::format("cannot write {}: it exists and is not a regular file.", file.string()));
  const fs::path target = fs::is_symlink(fs::symlink_status(file, error)) ? fs::canonical(file, error) : file;
  return error || target.empty() ? file : target;
}

}  // namespace

void write_whole_file(const std::filesystem::path& name, std::initializer_list<std::string_view> parts) {
  const std::filesystem::path file = target_of(name);
  std::filesystem::path unfinished = file;
  unfinished += ".part";
  std::error_code error;
  {
    std::ofstream out(unfinished, std::ios::binary);
    for (const std::string_view part : parts) out.write(part.data(), static_cast<std::streamsize>(part.size()));
    out.close();
    if (!out) {
      const std::string reason = std::strerror(errno);
      std::filesystem::remove(unfinished, error);
      throw FileError(
          fmt::format("cannot write {}: {}; check that the directory exists, is writable and has free space.",
                      file.string(), reason));
    }
  }
  std::filesystem::rename(unfinished, file, error);
  if (error) {
    const std::string reason = error.message();
    std::filesystem::remove(unfinished, error);
    throw FileError(fmt::format("cannot write {}: {}.", file.string(), reason));
  }
}

}  // namespace daedalus
