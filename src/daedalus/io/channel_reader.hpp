// channel_reader.hpp: what a result file holds; of a file whose writer was killed, what had reached it.
//
//   const auto reader = open_channels("run.h5");
//   while (reader->next(row)) use(row);            // memory does not depend on the length of the file
#pragma once

#include <memory>

#include "daedalus/io/channel_writer.hpp"

namespace daedalus {

class ChannelReader {
 public:
  virtual ~ChannelReader() = default;

  // The next row, one value per column; false at the end. Throws FileError for a damaged one.
  virtual bool next(std::vector<double>& row) = 0;

  const std::vector<ChannelInfo>& columns() const {
    return columns_;
  }                                                  // of a CSV file units as far as its list of channels is there
  const FileNotes& notes() const { return notes_; }  // HDF5 only
  // HDF5 only, and only of a run that came to its end
  const std::string& report() const { return report_; }
  std::string note(const std::string& name) const;  // "" when there is none

 protected:
  std::vector<ChannelInfo> columns_;
  FileNotes notes_;
  std::string report_;
};

std::unique_ptr<ChannelReader> open_channels(const std::filesystem::path& file);  // throws FileError

// All of it at once.
struct ChannelTable {
  std::vector<ChannelInfo> columns;
  std::vector<double> values;  // row by row
  FileNotes notes;
  std::string report;

  std::size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }
};
ChannelTable read_channels(const std::filesystem::path& file);  // throws FileError

}  // namespace daedalus
