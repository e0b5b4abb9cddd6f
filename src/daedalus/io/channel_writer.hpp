// channel_writer.hpp: rows of numbers under named columns, written to a file while they are computed.
//
// Memory is bounded whatever the number of rows, and what was written more than about a second ago is in the file: a run
// that is killed leaves a readable one. docs/guide/results.md says what the files look like.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/result/channels.hpp"

namespace daedalus {

class ChannelWriter {
 public:
  virtual ~ChannelWriter() = default;

  // One value per column. Throws FileError, as the others do, when the disk is full; complete rows up to there are kept.
  void write(std::span<const double> row);
  void flush();
  void flush_if_due();  // when the last time is a second ago; write() does it too
  // Nothing may be written afterwards. The report of the run is kept in the file where the format has a place for it.
  virtual void close(const std::string& report = {}) = 0;

  long rows() const { return rows_; }

 protected:
  virtual void append(std::span<const double> row) = 0;
  virtual void put_into_file() = 0;  // everything appended so far

 private:
  using Clock = std::chrono::steady_clock;
  long rows_ = 0;
  Clock::time_point flushed_ = Clock::now();
};

using FileNotes = std::vector<std::pair<std::string, std::string>>;  // 'method' and 'dopri5'

// The end of the name chooses the format: .csv, or .h5 and .hdf5. Throws OptionError for another one.
void require_known_format(const std::filesystem::path& file);

// Replaces an older file. Throws FileError when the file cannot be made.
std::unique_ptr<ChannelWriter> make_channel_writer(const std::filesystem::path& file,
                                                   const std::vector<ChannelInfo>& columns,
                                                   const FileNotes& notes = {});

// What such a file holds; of a file whose writer was killed, what had reached it.
struct ChannelTable {
  std::vector<ChannelInfo> columns;  // of a CSV file names only
  std::vector<double> values;        // row by row
  FileNotes notes;                   // HDF5 only
  std::string report;                // HDF5 only, and only of a run that came to its end

  std::size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }
};
ChannelTable read_channels(const std::filesystem::path& file);  // throws FileError

}  // namespace daedalus
