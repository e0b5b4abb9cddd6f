// archive_file.hpp: a zip archive, written file by file. The same contents give the same bytes: all files have one date.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace daedalus::fmi {

class ArchiveFile {
 public:
  // Writes beside `file` and takes its place in finish(). Throws FileError.
  explicit ArchiveFile(std::filesystem::path file);
  ~ArchiveFile();
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;

  void add(const std::string& name, std::string_view bytes);
  void finish();

 private:
  [[noreturn]] void refuse() const;

  std::filesystem::path file_, part_;
  void* zip_ = nullptr;
};

}  // namespace daedalus::fmi
