// digest.hpp: a number that tells whether two texts are the same. FNV-1a, 64 bits: not against malice, but no single
// change goes unseen.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace daedalus {

class Digest {
 public:
  // A part of what is digested. Its end counts: "ab", "c" is not "a", "bc".
  void add(std::string_view part) {
    for (const char c : part) add_byte(static_cast<unsigned char>(c));
    add_byte(0xff);  // in no UTF-8 text
  }

  std::string text() const {  // sixteen hexadecimal digits
    constexpr const char* digits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = digits[(hash_ >> (60 - 4 * i)) & 0xf];
    return text;
  }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }

  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace daedalus
