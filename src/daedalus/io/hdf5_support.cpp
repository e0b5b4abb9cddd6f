#include "daedalus/io/hdf5_support.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace daedalus::hdf5 {
namespace {

// Bob Jenkins' lookup3 (hashlittle, initial value 0): the checksum of HDF5 metadata. Bytes are read as little endian.
std::uint32_t lookup3(std::span<const unsigned char> bytes) {
  const auto rot = [](std::uint32_t x, int k) { return std::rotl(x, k); };
  std::uint32_t a = 0xdeadbeef + static_cast<std::uint32_t>(bytes.size()), b = a, c = a;
  const auto add = [&](std::size_t i, unsigned char byte) {
    std::uint32_t& word = i < 4 ? a : i < 8 ? b : c;
    word += static_cast<std::uint32_t>(byte) << (8 * (i % 4));
  };
  while (bytes.size() > 12) {
    for (std::size_t i = 0; i < 12; ++i) add(i, bytes[i]);
    a -= c, a ^= rot(c, 4), c += b;
    b -= a, b ^= rot(a, 6), a += c;
    c -= b, c ^= rot(b, 8), b += a;
    a -= c, a ^= rot(c, 16), c += b;
    b -= a, b ^= rot(a, 19), a += c;
    c -= b, c ^= rot(b, 4), b += a;
    bytes = bytes.subspan(12);
  }
  if (bytes.empty()) return c;
  for (std::size_t i = 0; i < bytes.size(); ++i) add(i, bytes[i]);
  c ^= b, c -= rot(b, 14);
  a ^= c, a -= rot(c, 11);
  b ^= a, b -= rot(a, 25);
  c ^= b, c -= rot(b, 16);
  a ^= c, a -= rot(c, 4);
  b ^= a, b -= rot(a, 14);
  c ^= b, c -= rot(b, 24);
  return c;
}

Handle variable_text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

void store(std::uint32_t x, unsigned char* bytes) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<unsigned char>(x >> (8 * i));
}

}  // namespace

Handle access_properties() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);  // SWMR needs 1.10; older programs cannot read it
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, true, true);  // true: file systems without locks are used without them
#endif
  return access;
}

std::string last_problem() {
  std::string text;
  const auto keep_innermost = [](unsigned, const H5E_error2_t* error, void* into) -> herr_t {
    *static_cast<std::string*>(into) = error->desc != nullptr ? error->desc : "";
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &text);
  constexpr std::string_view before = "error message = '";  // of the system, among the details of a failed write
  if (const std::size_t begin = text.find(before); begin != std::string::npos) {
    text.erase(0, begin + before.size());
    text.erase(std::min(text.find('\''), text.size()));
  }
  return text.empty() ? "the HDF5 library gives no reason" : text.substr(0, 200);
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(length, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

bool write_text_attribute(hid_t where, const std::string& name, const std::string& text) {
  const Handle type = variable_text_type(), space(H5Screate(H5S_SCALAR), H5Sclose),
               attribute(H5Acreate2(where, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const char* letters = text.c_str();
  return H5Awrite(attribute, type, &letters) >= 0;
}

bool write_number_attribute(hid_t where, const std::string& name, double number) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose),
      attribute(H5Acreate2(where, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return H5Awrite(attribute, H5T_NATIVE_DOUBLE, &number) >= 0;
}

std::string read_text_attribute(hid_t where, const std::string& name) {
  const Handle attribute(H5Aopen(where, name.c_str(), H5P_DEFAULT), H5Aclose), type = variable_text_type();
  char* letters = nullptr;
  if (H5Aread(attribute, type, &letters) < 0 || letters == nullptr) return "";
  std::string text = letters;
  H5free_memory(letters);
  return text;
}

std::string reserve_space(int file, std::size_t bytes) {
  struct stat now = {};
  rlimit limit = {};
  if (fstat(file, &now) != 0 || getrlimit(RLIMIT_FSIZE, &limit) != 0) return "";
  const off_t more = static_cast<off_t>(bytes);
  if (limit.rlim_cur != RLIM_INFINITY && static_cast<rlim_t>(now.st_size + more) > limit.rlim_cur)
    return std::strerror(EFBIG);
  if (fallocate(file, FALLOC_FL_KEEP_SIZE, now.st_size, more) == 0) return "";
  return errno == ENOSPC || errno == EDQUOT ? std::strerror(errno) : "";  // others: the file system cannot tell
}

bool take_off_write_mark(int file) {
  constexpr std::size_t size = 48, checksum_at = 44, flags_at = 11;
  constexpr unsigned char begins[] = {0x89, 'H',  'D', 'F', '\r', '\n',
                                      0x1a, '\n', 3,   8,   8};  // version 3, 8-byte offsets
  std::array<unsigned char, size> block;
  if (pread(file, block.data(), size, 0) != size || std::memcmp(block.data(), begins, sizeof begins) != 0) return false;
  const std::span<const unsigned char> checked(block.data(), checksum_at);
  unsigned char checksum[4];
  store(lookup3(checked), checksum);
  if (std::memcmp(checksum, block.data() + checksum_at, sizeof checksum) != 0) return false;
  block[flags_at] = 0;
  store(lookup3(checked), block.data() + checksum_at);
  return pwrite(file, block.data(), size, 0) == size;
}

}  // namespace daedalus::hdf5
