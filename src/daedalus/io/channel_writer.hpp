// channel_writer.hpp: rows of numbers under named columns, written to a file while they are computed.
//
// Memory is bounded whatever the number of rows, and what was written more than about a second ago is in the file: a
// run that is killed leaves a readable one. docs/guide/results.md says what the files look like.
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

  // One value per column. Throws FileError, as the others do, when the disk is full; complete rows up to there are
  // kept.
  void write(std::span<const double> row);
  void flush();
  void flush_if_due();  // when the last time is a second ago; write() does it too
  // Nothing may be written afterwards. The report of the run is kept in the file where the format has a place for it.
  void close(const std::string& report = {});

  long rows() const { return rows_; }  // written; after a failure those that are in the file

 protected:
  virtual void append(std::span<const double> row) = 0;
  virtual void put_into_file() = 0;  // everything appended so far
  virtual void finish(const std::string& report) = 0;
  virtual long rows_in_file() const = 0;

 private:
  template <class Work>
  void counted(Work&& work);

  using Clock = std::chrono::steady_clock;
  long rows_ = 0;
  Clock::time_point flushed_ = Clock::now();
};

using FileNotes = std::vector<std::pair<std::string, std::string>>;  // 'method' and 'dopri5'

// The end of the name chooses the format: .csv, or .h5 and .hdf5. Throws OptionError for another one.
enum class ChannelFormat { csv, hdf5 };
ChannelFormat format_of(const std::filesystem::path& file);

// Replaces an older file. Throws FileError when the file cannot be made.
std::unique_ptr<ChannelWriter> make_channel_writer(const std::filesystem::path& file,
                                                   const std::vector<ChannelInfo>& columns,
                                                   const FileNotes& notes = {});

}  // namespace daedalus
