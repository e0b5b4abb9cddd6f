#include "daedalus/fmi/archive_file.hpp"

#include <fmt/format.h>
#include <minizip/zip.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"

namespace daedalus::fmi {

ArchiveFile::ArchiveFile(std::filesystem::path file) : file_(std::move(file)), part_(file_.string() + ".part") {
  zip_ = zipOpen64(part_.c_str(), APPEND_STATUS_CREATE);
  if (!zip_) refuse();
}

ArchiveFile::~ArchiveFile() {
  if (zip_) zipClose(zip_, nullptr);
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void ArchiveFile::refuse() const { throw FileError(fmt::format("'{}' cannot be written.", file_.string())); }

void ArchiveFile::add(const std::string& name, std::string_view bytes) {
  zip_fileinfo info{};
  info.tmz_date.tm_year = 1980;  // the first that zip archives know
  info.tmz_date.tm_mday = 1;
  constexpr int memory_level = 8, level = 6;
  constexpr uLong unix_host = 3 << 8, names_are_utf8 = 1 << 11;
  info.external_fa = 0100755UL << 16;
  if (zipOpenNewFileInZip4_64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, level, 0,
                              -MAX_WBITS, memory_level, Z_DEFAULT_STRATEGY, nullptr, 0, unix_host, names_are_utf8,
                              bytes.size() >= 0xffffffffU ? 1 : 0) != ZIP_OK)
    refuse();
  constexpr std::size_t most = std::size_t{1} << 24;
  for (std::size_t at = 0; at < bytes.size(); at += most) {
    const auto size = static_cast<unsigned>(std::min(most, bytes.size() - at));
    if (zipWriteInFileInZip(zip_, bytes.data() + at, size) != ZIP_OK) refuse();
  }
  if (zipCloseFileInZip(zip_) != ZIP_OK) refuse();
}

void ArchiveFile::finish() {
  const int status = zipClose(zip_, nullptr);
  zip_ = nullptr;
  if (status != ZIP_OK) refuse();
  std::error_code error;
  std::filesystem::rename(part_, file_, error);
  if (error) refuse();
}

}  // namespace daedalus::fmi
