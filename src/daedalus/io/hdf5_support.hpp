// hdf5_support.hpp: the HDF5 C library with handles that close themselves and failures that are FileErrors.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace daedalus::hdf5 {

// One open thing of the library. Close order is that of destruction; a failure to close is seen only by close().
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), closer_(other.closer_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(closer_, other.closer_);
    return *this;
  }
  ~Handle() { close(); }

  operator hid_t() const { return id_; }
  bool is_open() const { return id_ >= 0; }
  bool close() { return id_ < 0 || closer_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Closer closer_ = nullptr;
};

// The library prints its failures on standard error unless told not to; while one of these lives it does not.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

// Of result files: readable beside their writer, closed with everything in them.
Handle access_properties();

std::string last_problem();  // what the library says of its last failure, in a few words

// UTF-8 text of fixed length, for arrays of it.
Handle text_type(std::size_t length);
// Text of any length, as h5py and MATLAB write it: they show it as a string.
bool write_text_attribute(hid_t where, const std::string& name, const std::string& text);
bool write_number_attribute(hid_t where, const std::string& name, double number);
std::string read_text_attribute(hid_t where, const std::string& name);

// Makes sure that the file may grow by so many bytes; what the system says when it may not, and "" when it may. The
// library does not recover from a disk that fills up under it.
std::string reserve_space(int file, std::size_t bytes);

// While a file is open for writing the library marks it so, and afterwards refuses to open one whose writer was killed
// (`h5clear -s` takes the mark off). Takes it off in a file that has just been flushed. False when the file does not
// begin as format version 3 says [HDF5 File Format Specification 3.0, section II.A]; it is then left alone.
bool take_off_write_mark(int file);

}  // namespace daedalus::hdf5
