#include "daedalus/fmi/saved_state.hpp"

#include <bit>
#include <cstring>

#include "daedalus/base/digest.hpp"
#include "daedalus/base/errors.hpp"

namespace daedalus::fmi {
namespace {

constexpr std::string_view first_bytes = "daedalus FMU state 1\n";

class Writer {
 public:
  void number(std::uint64_t x) {
    for (int k = 0; k < 8; ++k) bytes.push_back(static_cast<std::uint8_t>(x >> (8 * k)));
  }
  void text(std::string_view text) {
    number(text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  void settings(const std::vector<OptionSetting>& settings) {
    number(settings.size());
    for (const OptionSetting& setting : settings) text(setting.name), text(setting.value);
  }
  void items(const std::vector<Archive::Item>& items) {
    number(items.size());
    for (const Archive::Item& item : items) {
      text(item.name);
      number(item.values.size());
      for (const double x : item.values) number(std::bit_cast<std::uint64_t>(x));
    }
  }
  std::vector<std::uint8_t> bytes;
};

class Reader {
 public:
  Reader(const std::uint8_t* bytes, std::size_t size) : at_(bytes), left_(size) {}
  std::uint64_t number() {
    require(8);
    std::uint64_t x = 0;
    for (int k = 0; k < 8; ++k) x |= static_cast<std::uint64_t>(at_[k]) << (8 * k);
    skip(8);
    return x;
  }
  // How many of something that takes so many bytes at least.
  std::size_t count(std::size_t least_bytes) {
    const std::uint64_t n = number();
    if (n > left_ / least_bytes) refuse();
    return static_cast<std::size_t>(n);
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string text(reinterpret_cast<const char*>(at_), size);
    skip(size);
    return text;
  }
  std::vector<OptionSetting> settings() {
    std::vector<OptionSetting> settings(count(16));
    for (OptionSetting& setting : settings) setting.name = text(), setting.value = text();
    return settings;
  }
  std::vector<Archive::Item> items() {
    std::vector<Archive::Item> items(count(16));
    for (Archive::Item& item : items) {
      item.name = text();
      item.values.resize(count(8));
      for (double& x : item.values) x = std::bit_cast<double>(number());
    }
    return items;
  }
  void finish() const {
    if (left_ != 0) refuse();
  }
  [[noreturn]] static void refuse() { throw FileError("the serialized FMU state is damaged or not one of this FMU."); }

 private:
  void require(std::size_t size) const {
    if (size > left_) refuse();
  }
  void skip(std::size_t size) { at_ += size, left_ -= size; }

  const std::uint8_t* at_;
  std::size_t left_;
};

std::string digest_of(const std::uint8_t* bytes, std::size_t size) {
  Digest digest;
  digest.add({reinterpret_cast<const char*>(bytes), size});
  return digest.text();
}

constexpr std::size_t digest_size = 16;

}  // namespace

std::vector<std::uint8_t> SavedState::bytes() const {
  Writer out;
  out.text(token);
  out.number(static_cast<std::uint64_t>(kind));
  out.number(static_cast<std::uint64_t>(mode));
  out.settings(changed);
  out.items(memory);
  out.text(run.system);
  out.text(run.method);
  out.settings(run.settings);
  out.items(run.memory);
  const std::string digest = digest_of(out.bytes.data(), out.bytes.size());
  std::vector<std::uint8_t> all(first_bytes.begin(), first_bytes.end());
  all.insert(all.end(), digest.begin(), digest.end());
  all.insert(all.end(), out.bytes.begin(), out.bytes.end());
  return all;
}

SavedState SavedState::from(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::size_t head = first_bytes.size() + digest_size;
  if (!bytes || size < head || std::memcmp(bytes, first_bytes.data(), first_bytes.size()) != 0) Reader::refuse();
  const std::string digest = digest_of(bytes + head, size - head);
  if (std::memcmp(bytes + first_bytes.size(), digest.data(), digest_size) != 0) Reader::refuse();
  Reader in(bytes + head, size - head);
  SavedState state;
  state.token = in.text();
  state.kind = static_cast<int>(in.number());
  state.mode = static_cast<int>(in.number());
  state.changed = in.settings();
  state.memory = in.items();
  state.run.system = in.text();
  state.run.method = in.text();
  state.run.settings = in.settings();
  state.run.memory = in.items();
  in.finish();
  return state;
}

}  // namespace daedalus::fmi
