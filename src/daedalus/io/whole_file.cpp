#include "daedalus/io/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "daedalus/base/errors.hpp"

namespace daedalus {

void write_whole_file(const std::filesystem::path& file, std::initializer_list<std::string_view> parts) {
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
      throw FileError(fmt::format("cannot write {}: {}; does its folder exist, may you write there, is there space?",
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
