// hdf5_reader.cpp: result files in HDF5, read in blocks of rows.
//
// The library trusts what it reads: a damaged file can make it crash, wait for minutes or ask for all memory. So it
// reads everything once in a process of its own, where that does no harm, and sizes are compared with that of the file
// before they are believed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/child_process.hpp"
#include "daedalus/io/hdf5_channels.hpp"
#include "daedalus/io/hdf5_support.hpp"

namespace daedalus {
namespace {

using hdf5::Handle;

constexpr std::uintmax_t largest_compression = 1032;  // of deflate: 258 bytes in two bits
constexpr int patience = 20;                          // s for a block of rows, a thousand times what it takes

// As a reader beside a writer first: that does not mind the mark of a writer that is at work or was killed. The library
// looks at the size of the file before it reads how long it should be; when it grew in between, it is tried again.
Handle open_for_reading(const std::filesystem::path& file) {
  const Handle access = hdf5::access_properties();
  // A reader beside a writer tries again when a checksum is wrong, and sleeps twice as long each time: 1 ns, 2 ns, ...
  // The 100 attempts that the library makes by itself never end; these take 4 ms, and writing what they wait for takes
  // microseconds.
  H5Pset_metadata_read_attempts(access, 22);
  Handle in;
  for (int attempt = 0; attempt < 5 && !in.is_open(); ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    in = Handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose);
    if (!in.is_open()) in = Handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  }
  return in;
}

// None when there are not so many, or more than fit into a file of this size.
std::vector<std::string> read_texts(hid_t file, const char* name, std::size_t count, std::uintmax_t file_size) {
  std::vector<std::string> texts(count);
  const Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!set.is_open()) return texts;
  const Handle type(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(count))
    return texts;
  const std::size_t length = H5Tget_size(type);
  if (length == 0 || count > file_size / length) return texts;
  std::vector<char> all(count * length);
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0) return texts;
  for (std::size_t i = 0; i < count; ++i)
    texts[i] = std::string(all.data() + i * length, strnlen(all.data() + i * length, length));
  return texts;
}

herr_t add_note(hid_t file, const char* name, const H5A_info_t*, void* notes) {
  static_cast<FileNotes*>(notes)->emplace_back(name, hdf5::read_text_attribute(file, name));
  return 0;
}

class Hdf5Reader : public ChannelReader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& file) : name_(file.string()) {
    const hdf5::Quiet quiet;
    file_ = open_for_reading(file);
    if (!file_.is_open()) refuse("file not found, or not HDF5");
    data_ = Handle(H5Dopen2(file_, "data", H5P_DEFAULT), H5Dclose);
    if (!data_.is_open()) refuse("it does not contain Daedalus results");
    const Handle space(H5Dget_space(data_), H5Sclose);
    if (H5Sget_simple_extent_ndims(space) != 2 || H5Sget_simple_extent_dims(space, size_.data(), nullptr) != 2 ||
        size_[1] == 0)
      refuse("its data is not two-dimensional");
    const std::uintmax_t bytes = std::filesystem::file_size(file);
    if (size_[1] > bytes || size_[0] > (bytes * largest_compression + chunk_slack) / (8 * size_[1]))
      refuse(fmt::format("it is damaged: {} bytes cannot hold {} rows of {} columns", bytes, size_[0], size_[1]));
    const auto names = read_texts(file_, "names", size_[1], bytes), units = read_texts(file_, "units", size_[1], bytes),
               meanings = read_texts(file_, "meanings", size_[1], bytes);
    for (std::size_t i = 0; i < size_[1]; ++i) columns_.push_back({names[i], units[i], meanings[i]});
    H5Aiterate2(file_, H5_INDEX_NAME, H5_ITER_INC, nullptr, add_note, &notes_);
    if (H5Lexists(file_, "report", H5P_DEFAULT) > 0) report_ = read_texts(file_, "report", 1, bytes).front();
  }

  bool next(std::vector<double>& row) override {
    if (at_ == size_[0]) return false;
    if (at_ == block_end_) read_block();
    const auto first = block_.begin() + static_cast<std::ptrdiff_t>((at_ - block_start_) * size_[1]);
    row.assign(first, first + static_cast<std::ptrdiff_t>(size_[1]));
    ++at_;
    return true;
  }

 private:
  static constexpr std::size_t block_bytes = 1 << 22, chunk_slack = 1 << 22;

  void read_block() {
    const hdf5::Quiet quiet;
    const hsize_t rows = std::min<hsize_t>(std::max<hsize_t>(1, block_bytes / (8 * size_[1])), size_[0] - at_);
    const std::array<hsize_t, 2> start = {at_, 0}, count = {rows, size_[1]};
    block_.resize(rows * size_[1]);
    const Handle in_memory(H5Screate_simple(2, count.data(), nullptr), H5Sclose),
        in_file(H5Dget_space(data_), H5Sclose);
    H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    if (H5Dread(data_, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, block_.data()) < 0)
      refuse("its data is damaged");
    block_start_ = at_;
    block_end_ = at_ + rows;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw FileError(fmt::format("cannot read {}: {} ({}).", name_, what, hdf5::last_problem()));
  }

  std::string name_;
  Handle file_, data_;                                // the second is closed first
  std::array<hsize_t, 2> size_ = {};                  // rows, columns
  hsize_t at_ = 0, block_start_ = 0, block_end_ = 0;  // rows
  std::vector<double> block_;
};

// What the library makes of the file where it can do no harm. A file that is refused there is not opened here: not even
// its end would be safe.
void require_harmless(const std::filesystem::path& file) {
  const auto [end, problem] = try_in_child(patience, [&](const std::function<void()>& alive) {
    Hdf5Reader reader(file);
    std::vector<double> row;
    for (std::size_t n = 0; reader.next(row); ++n)
      if (n % 1000 == 0) alive();
  });
  if (end == ChildEnd::failed) throw FileError(problem);
  if (end == ChildEnd::crashed || end == ChildEnd::hung)
    throw FileError(fmt::format(
        "cannot read {}: it is damaged; the HDF5 library {} it. Run the model again, or recover the data with h5dump.",
        file.string(), end == ChildEnd::hung ? "hangs on" : "crashes on"));
}

}  // namespace

std::unique_ptr<ChannelReader> open_hdf5_channels(const std::filesystem::path& file) {
  require_harmless(file);
  return std::make_unique<Hdf5Reader>(file);
}

}  // namespace daedalus
