// result_files.hpp: the result files of one run. A full disk is remembered, not thrown: it stops the run, and
// everything that is on the disk is kept.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/channel_writer.hpp"

namespace daedalus {

class ResultFiles {
 public:
  // `stop` is set when a file cannot be written any further. Throws OptionError for a name of no known format.
  ResultFiles(std::vector<std::string> files, std::vector<ChannelInfo> columns, FileNotes notes,
              std::atomic<bool>& stop);

  // Makes the files, once: with the first sample or step, when nothing that is refused as bad input can still replace
  // the results of an earlier run. Throws FileError.
  void begin();
  void write(std::span<const double> row);
  void flush_if_due();
  void close(const std::string& report);
  template <class Write>
  void guarded(Write&& write) {  // also for the checkpoint, which lives on the same disk
    if (!problem_.empty()) return;
    try {
      write();
    } catch (const FileError& problem) {
      note(problem);
    }
  }

  const std::string& problem() const { return problem_; }  // "" when all went well
  long rows() const { return writers_.empty() ? 0 : writers_.front()->rows(); }

 private:
  void note(const FileError& problem);

  std::vector<std::string> files_;
  std::vector<ChannelInfo> columns_;
  FileNotes notes_;
  std::vector<std::unique_ptr<ChannelWriter>> writers_;
  std::atomic<bool>& stop_;
  std::string problem_;
};

}  // namespace daedalus
