#include "daedalus/cosimulation/fmu_archive.hpp"

#include <fmt/format.h>
#include <minizip/unzip.h>

#include <array>
#include <fstream>
#include <memory>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{1} << 32;
constexpr int most_unpacked_files = 100'000;

bool stays_inside(const fs::path& name) {
  if (name.is_absolute()) return false;
  for (const fs::path& part : name)
    if (part == "..") return false;
  return true;
}

}  // namespace

FmuArchive::FmuArchive(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    folder_ = file;
    return;
  }
  unpacked_ = std::make_unique<ScratchFolder>();
  folder_ = unpacked_->path();
  unpack(file);
}

void FmuArchive::unpack(const fs::path& file) {
  if (std::error_code error; !fs::is_regular_file(file, error))
    throw FileError(fmt::format("FMU '{}' not found.", file.string()));
  const auto refuse = [&](const char* why) { throw FileError(fmt::format("'{}' {}.", file.string(), why)); };
  const std::unique_ptr<void, int (*)(unzFile)> zip(unzOpen64(file.c_str()), unzClose);
  if (!zip) refuse("is not an FMU: it is no zip archive");
  std::uint64_t total = 0;
  int count = 0;
  for (int status = unzGoToFirstFile(zip.get()); status == UNZ_OK; status = unzGoToNextFile(zip.get())) {
    std::array<char, 4096> name = {};
    unz_file_info64 info{};
    if (unzGetCurrentFileInfo64(zip.get(), &info, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) != UNZ_OK)
      refuse("is a damaged zip archive");
    if (!stays_inside(name.data())) refuse("contains a file name that leads out of it");
    if (++count > most_unpacked_files || info.uncompressed_size > most_unpacked_bytes) refuse("is too large");
    const fs::path path = folder_ / name.data();
    if (std::string_view(name.data()).ends_with('/')) {
      fs::create_directories(path);
      continue;
    }
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    if (unzOpenCurrentFile(zip.get()) != UNZ_OK) refuse("is a damaged zip archive");
    std::array<char, 1 << 16> block = {};
    int read = 0;
    while ((read = unzReadCurrentFile(zip.get(), block.data(), block.size())) > 0) {
      total += static_cast<std::uint64_t>(read);
      if (total > most_unpacked_bytes) refuse("is too large");
      out.write(block.data(), read);
    }
    if (read < 0 || unzCloseCurrentFile(zip.get()) != UNZ_OK) refuse("is a damaged zip archive");
    if (!out) refuse("could not be unpacked: is the disk full?");
  }
}

}  // namespace daedalus
