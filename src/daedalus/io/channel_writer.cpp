#include "daedalus/io/channel_writer.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/expects.hpp"
#include "daedalus/io/csv_channels.hpp"
#include "daedalus/io/hdf5_channels.hpp"

namespace daedalus {

ChannelFormat format_of(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".csv") return ChannelFormat::csv;
  if (ending == ".h5" || ending == ".hdf5") return ChannelFormat::hdf5;
  throw OptionError(fmt::format("{}: unknown result format '{}': use the extension .csv, or .h5 or .hdf5 for HDF5.",
                                file.string(), ending));
}

template <class Work>
void ChannelWriter::counted(Work&& work) {
  try {
    work();
  } catch (const FileError&) {
    rows_ = rows_in_file();
    throw;
  }
}

void ChannelWriter::write(std::span<const double> row) {
  counted([&] { append(row); });
  ++rows_;
  flush_if_due();
}

void ChannelWriter::flush() {
  counted([&] { put_into_file(); });
  flushed_ = Clock::now();
}

void ChannelWriter::close(const std::string& report) {
  counted([&] { finish(report); });
}

void ChannelWriter::flush_if_due() {
  if (Clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

std::unique_ptr<ChannelWriter> make_channel_writer(const std::filesystem::path& file,
                                                   const std::vector<ChannelInfo>& columns, const FileNotes& notes) {
  expects(!columns.empty(), "a result file has columns");
  return format_of(file) == ChannelFormat::csv ? make_csv_writer(file, columns)
                                               : make_hdf5_writer(file, columns, notes);
}

}  // namespace daedalus
