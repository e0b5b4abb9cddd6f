#include "daedalus/io/read_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

thread_local FilesRead* files_read = nullptr;  // the innermost one

}  // namespace

FilesRead::FilesRead() : outer_(files_read) { files_read = this; }
FilesRead::~FilesRead() { files_read = outer_; }

std::string read_bytes(const std::filesystem::path& file, std::size_t most) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) throw FileError(fmt::format("file '{}' not found.", file.string()));
  if (!std::filesystem::is_regular_file(file, ignored))
    throw FileError(fmt::format("'{}' is not a file.", file.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened.", file.string()));
  std::string text;
  std::vector<char> block(1 << 16);
  while (text.size() <= most && in.read(block.data(), static_cast<std::streamsize>(block.size())).gcount() > 0)
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  if (in.bad()) throw FileError(fmt::format("'{}' cannot be read completely.", file.string()));
  for (FilesRead* log = files_read; log; log = log->outer_)
    if (std::find(log->files_.begin(), log->files_.end(), file) == log->files_.end()) log->files_.push_back(file);
  return text;
}

}  // namespace daedalus
