#include "daedalus/simulation/result_files.hpp"

#include <utility>

namespace daedalus {

ResultFiles::ResultFiles(std::vector<std::string> files, std::vector<ChannelInfo> columns, FileNotes notes,
                         std::atomic<bool>& stop)
    : files_(std::move(files)), columns_(std::move(columns)), notes_(std::move(notes)), stop_(stop) {
  for (const std::string& file : files_) format_of(file);  // refuses an unknown one
}

void ResultFiles::begin() {
  while (writers_.size() < files_.size())
    writers_.push_back(make_channel_writer(files_[writers_.size()], columns_, notes_));
}

void ResultFiles::write(std::span<const double> row) {
  begin();
  for (const auto& writer : writers_) guarded([&] { writer->write(row); });
}

void ResultFiles::flush_if_due() {
  for (const auto& writer : writers_) guarded([&] { writer->flush_if_due(); });
}

void ResultFiles::close(const std::string& report) {
  guarded([&] { begin(); });
  for (const auto& writer : writers_) guarded([&] { writer->close(report); });
}

void ResultFiles::note(const FileError& problem) {
  problem_ = problem.what();
  stop_ = true;
}

}  // namespace daedalus
