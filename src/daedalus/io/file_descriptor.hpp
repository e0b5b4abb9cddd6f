// file_descriptor.hpp: an open file of the system that closes itself.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
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
  // False when another program, or another part of this one, writes the file. Held until it is closed; readers do not
  // notice. File systems without locks are used without them.
  bool lock_for_writing() const {
    struct flock whole = {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return fcntl(file_, F_OFD_SETLK, &whole) == 0 || (errno != EAGAIN && errno != EACCES);
  }
  bool close() { return file_ < 0 || ::close(std::exchange(file_, -1)) == 0; }  // false: errno says why

 private:
  int file_;
};

}  // namespace daedalus
