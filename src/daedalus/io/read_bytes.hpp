// read_bytes.hpp: a file as a string of bytes, as long as it is a file and not endless.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace daedalus {

// FileError when it cannot be read, or is no regular file; a file larger than `most` is cut just after it.
std::string read_bytes(const std::filesystem::path& file, std::size_t most);

// The files that this thread reads while it lives, each once, in their order: what a model consists of.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  friend std::string read_bytes(const std::filesystem::path& file, std::size_t most);
  std::vector<std::filesystem::path> files_;
  FilesRead* outer_;
};

}  // namespace daedalus
