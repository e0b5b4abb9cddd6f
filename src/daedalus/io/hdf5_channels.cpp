// hdf5_channels.cpp: a killed writer must leave a file that opens. Three things make it so:
//   1. SWMR mode (single writer, multiple readers): the library writes what is pointed to before what points to it, so
//      that the file makes sense at every moment. It forbids new objects: the report is added after a second opening.
//   2. Rows go to the library and from there to the file in one go, when there are many or after a second; in between
//      nothing in the file changes.
//   3. The mark 'open for writing' is taken off after each such go, else every reader would refuse the file of a killed
//      writer. A kill between a flush and that (microseconds, more on a busy machine) leaves a file that needs `h5clear
//      -s`, or our reader.
// A chunk that is not full is written again, elsewhere, when it has grown (deflate changes its size, and SWMR never
// reuses space): at most half a chunk per second is lost to that.
#include "daedalus/io/hdf5_channels.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/file_descriptor.hpp"
#include "daedalus/io/hdf5_support.hpp"

namespace daedalus {
namespace {

using hdf5::Handle;

constexpr std::size_t chunk_bytes = 1 << 15;
constexpr std::size_t most_pending = 1 << 20;  // bytes that go to the file together when rows come fast
constexpr std::size_t index_bytes = 1 << 16;   // what the library may need beside the rows

std::vector<char> padded(const std::vector<std::string>& texts, std::size_t length) {
  std::vector<char> all(texts.size() * length, '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) std::memcpy(all.data() + i * length, texts[i].data(), texts[i].size());
  return all;
}

bool is_regular(int file) {
  struct stat status = {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

class Hdf5Writer : public ChannelWriter {
 public:
  Hdf5Writer(const std::filesystem::path& file, const std::vector<ChannelInfo>& columns, const FileNotes& notes)
      : path_(file), columns_(columns.size()),
        chunk_rows_(std::max<std::size_t>(1, chunk_bytes / (8 * columns.size()))),
        rows_at_once_(chunk_rows_ * std::max<std::size_t>(1, most_pending / (8 * columns.size() * chunk_rows_))),
        marks_(file, O_RDWR | O_CREAT) {
    const hdf5::Quiet quiet;
    if (!marks_.is_open()) refuse(std::strerror(errno));
    if (!is_regular(marks_)) refuse("it is not a regular file");
    if (!marks_.lock_for_writing())
      throw FileError(fmt::format("cannot write {}: another run is writing it.", path_.string()));
    if (const std::string no_room = hdf5::reserve_space(marks_, index_bytes); !no_room.empty()) refuse(no_room);
    const Handle access = hdf5::access_properties();
    file_ = Handle(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    if (!file_.is_open()) refuse(hdf5::last_problem());
    write_texts("names", columns, &ChannelInfo::name);
    write_texts("units", columns, &ChannelInfo::unit);
    write_texts("meanings", columns, &ChannelInfo::meaning);
    for (const auto& [name, text] : notes) {
      require(hdf5::write_text_attribute(file_, name, text), "begin");
      if (name == "parameters") write_parameters(text);
    }
    make_data();
    write_texts(data_, "names", columns, &ChannelInfo::name);
    write_texts(data_, "units", columns, &ChannelInfo::unit);
    require(H5Fstart_swmr_write(file_) >= 0, "begin");
    settle();
    pending_.reserve(rows_at_once_ * columns_);
  }

  ~Hdf5Writer() override {
    const hdf5::Quiet quiet;
    try {
      if (file_.is_open()) put_into_file();
    } catch (const FileError&) {  // whoever wants to know calls close()
    }
    close_file();
  }

  void finish(const std::string& report) override {
    const hdf5::Quiet quiet;
    put_into_file();
    require(close_file(), "finish");
    if (report.empty()) return;
    const Handle access = hdf5::access_properties();
    file_ = Handle(H5Fopen(path_.c_str(), H5F_ACC_RDWR, access), H5Fclose);
    require(file_.is_open(), "add the report to");
    const Handle type = hdf5::text_type(report.size()), space(H5Screate(H5S_SCALAR), H5Sclose);
    Handle text(H5Dcreate2(file_, "report", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    require(H5Dwrite(text, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, report.data()) >= 0, "add the report to");
    require(text.close() && file_.close(), "add the report to");
  }

 private:
  void append(std::span<const double> row) override {
    pending_.insert(pending_.end(), row.begin(), row.end());
    if ((in_file_ + pending_.size() / columns_) % rows_at_once_ == 0) put_into_file();
  }

  void put_into_file() override {
    if (pending_.empty()) return;
    const hdf5::Quiet quiet;
    const std::string no_room = hdf5::reserve_space(marks_, 8 * pending_.size() + index_bytes);
    if (!no_room.empty()) give_up("write", no_room);
    const std::array<hsize_t, 2> start = {in_file_, 0}, count = {pending_.size() / columns_, columns_},
                                 size = {start[0] + count[0], columns_};
    require(H5Dset_extent(data_, size.data()) >= 0, "extend");
    const Handle in_memory(H5Screate_simple(2, count.data(), nullptr), H5Sclose),
        in_file(H5Dget_space(data_), H5Sclose);
    H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    require(H5Dwrite(data_, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, pending_.data()) >= 0, "write");
    settle();
    in_file_ = size[0];
    pending_.clear();
  }

  long rows_in_file() const override { return static_cast<long>(in_file_); }

  void settle() {
    require(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0, "write");
    hdf5::take_off_write_mark(marks_);
  }

  void make_data() {
    const std::array<hsize_t, 2> no_rows = {0, columns_}, most = {H5S_UNLIMITED, columns_},
                                 chunk = {chunk_rows_, columns_};
    const double not_written = std::numeric_limits<double>::quiet_NaN();
    const Handle space(H5Screate_simple(2, no_rows.data(), most.data()), H5Sclose),
        layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(layout, 2, chunk.data());
    H5Pset_fill_value(layout, H5T_NATIVE_DOUBLE, &not_written);
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
      H5Pset_shuffle(layout);
      H5Pset_deflate(layout, 1);
    }
    data_ = Handle(H5Dcreate2(file_, "data", H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose);
    require(data_.is_open(), "begin");
  }

  // 'NAME=VALUE NAME=VALUE' once more, as attributes of a group: numbers as numbers, words as text.
  void write_parameters(const std::string& settings) {
    const Handle group(H5Gcreate2(file_, "parameters", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    require(group.is_open(), "begin");
    std::istringstream text(settings);
    for (std::string setting; text >> setting;) {
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) continue;
      const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      const bool is_number = !value.empty() && *end == '\0';
      require(is_number ? hdf5::write_number_attribute(group, name, number)
                        : hdf5::write_text_attribute(group, name, value),
              "begin");
    }
  }

  // One part of every column: a data set of the file, or an attribute of a data set.
  void write_texts(const char* name, const std::vector<ChannelInfo>& columns, std::string ChannelInfo::*part) {
    write_text_array(columns, part, [&](hid_t type, hid_t space, const char* texts) {
      const Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
      return H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts);
    });
  }
  // An attribute has at most 64 kB: of thousands of channels only the data set has the texts.
  void write_texts(hid_t to, const char* name, const std::vector<ChannelInfo>& columns,
                   std::string ChannelInfo::*part) {
    constexpr std::size_t most_bytes = 60000;
    write_text_array(columns, part, [&](hid_t type, hid_t space, const char* texts) {
      if (H5Tget_size(type) * columns.size() > most_bytes) return 0;
      const Handle attribute(H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      return static_cast<int>(H5Awrite(attribute, type, texts));
    });
  }
  template <class Write>
  void write_text_array(const std::vector<ChannelInfo>& columns, std::string ChannelInfo::*part, Write&& write) {
    std::vector<std::string> texts;
    std::size_t longest = 1;
    for (const ChannelInfo& column : columns) {
      texts.push_back(column.*part);
      longest = std::max(longest, texts.back().size());
    }
    const hsize_t count = texts.size();
    const Handle type = hdf5::text_type(longest), space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    require(write(type, space, padded(texts, longest).data()) >= 0, "begin");
  }

  bool close_file() {
    const bool data_closed = data_.close(), file_closed = file_.close();
    marks_.close();
    return data_closed && file_closed;
  }

  [[noreturn]] void refuse(const std::string& reason) {
    throw FileError(
        fmt::format("cannot write {}: {}; check that the directory exists and is writable.", path_.string(), reason));
  }

  void require(bool succeeded, const char* what) {
    if (!succeeded) give_up(what, hdf5::last_problem());
  }

  // What did not reach the file is forgotten: trying again would fail again.
  [[noreturn]] void give_up(const char* what, const std::string& reason) {
    pending_.clear();
    throw FileError(fmt::format("cannot {} {}: {}; the disk may be full.", what, path_.string(), reason));
  }

  std::filesystem::path path_;
  hsize_t columns_, chunk_rows_, rows_at_once_;
  FileDescriptor marks_;         // the same file, to take the mark off
  Handle file_, data_;           // the second is closed first
  hsize_t in_file_ = 0;          // rows
  std::vector<double> pending_;  // rows that are not, a megabyte or so at most
};

}  // namespace

std::unique_ptr<ChannelWriter> make_hdf5_writer(const std::filesystem::path& file,
                                                const std::vector<ChannelInfo>& columns, const FileNotes& notes) {
  return std::make_unique<Hdf5Writer>(file, columns, notes);
}

}  // namespace daedalus
