// csv_writer.hpp: a trajectory as text, written while it is computed. An interrupted run leaves a readable file.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "daedalus/system/layout.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

// Columns: t, q.<name>, v.<name>, lambda.<name>, s.<name>; 17 significant digits.
class CsvWriter {
 public:
  CsvWriter(const std::filesystem::path& file, const Layout& layout);  // throws FileError

  void write(const State& x);  // throws FileError when the disk is full
  void close();
  long rows() const { return rows_; }

 private:
  void write_line();

  std::filesystem::path file_;
  std::ofstream out_;
  std::string line_;
  long rows_ = 0;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace daedalus
