// file_descriptor.hpp: an open file of the system that closes itself.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace daedalus {

class FileDescriptor {
 public:
  FileDescriptor(const std::filesystem::path& file, int flags) : file_(open(file.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  operator int() const { return file_; }
  bool is_open() const { return file_ >= 0; }
  bool close() { return file_ < 0 || ::close(std::exchange(file_, -1)) == 0; }  // false: errno says why

 private:
  int file_;
};

}  // namespace daedalus
